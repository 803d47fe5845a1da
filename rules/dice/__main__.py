"""python -m rules.dice verify LOG: the same as the stand-alone file."""

import sys

from rules.dice.verify import main

sys.exit(main(sys.argv[1:]))
