"""How two come to a game: challenges with their answers, and tickets of those who look for somebody."""

from league.challenges.challenge import BID, EITHER, Challenge, Offer, Refused, rematch
from league.challenges.tickets import Reach, Ticket, paired, waiting

__all__ = ["BID", "EITHER", "Challenge", "Offer", "Reach", "Refused", "Ticket", "paired", "rematch", "waiting"]
