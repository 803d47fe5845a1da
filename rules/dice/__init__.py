"""Verifiable dice, scripted dice, and the log that lets a player check every roll (docs/dice.md)."""

from rules.dice.chain import LENGTH, SeedChain
from rules.dice.ledger import ChainDice, ChainExhausted, Ledger, Occasion, Proof, ToldDice, prove, text_of
from rules.dice.practice import PracticeDice
from rules.dice.protocol import Dice, DiceShort, ScriptedDice
from rules.dice.verify import fingerprint

__all__ = [
    "LENGTH",
    "ChainDice",
    "ChainExhausted",
    "Dice",
    "DiceShort",
    "Ledger",
    "Occasion",
    "PracticeDice",
    "Proof",
    "ScriptedDice",
    "SeedChain",
    "ToldDice",
    "fingerprint",
    "prove",
    "text_of",
]
