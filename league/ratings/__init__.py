"""Ratings that know the side, the board with its rules and the bid: one joint fit of all rated games of a format."""

from league.ratings.fair_bid import FairBid, fair_bid
from league.ratings.fit import fit
from league.ratings.games import RatedGame, rated_games
from league.ratings.history import history
from league.ratings.ratings import Chance, Prior, Rating, Ratings, Team

__all__ = [
    "Chance",
    "FairBid",
    "Prior",
    "RatedGame",
    "Rating",
    "Ratings",
    "Team",
    "fair_bid",
    "fit",
    "history",
    "rated_games",
]
