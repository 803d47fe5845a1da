"""Imported last where bots are forked from: what each of them would read at its start, words and rules and the board of most
tests. What would keep a test waiting is shorter there."""

import gc

from bot.discord.languages import FILES, words
from bot.workers import noticeboards
from rules.core.documents import house_rules
from rules.core.table import Table

house_rules()
Table("classic")
for language in FILES:
    words(language)
noticeboards.PAUSE = 0.2
# A search for garbage writes to all that is shared with the process that was forked from, so that it has to be copied.
gc.collect()
gc.freeze()
