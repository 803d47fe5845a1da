"""The phases of a turn as a computer player plays them: what it buys, attacks, holds, answers."""
