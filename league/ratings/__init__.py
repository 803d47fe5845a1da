"""Ratings that know the side, the board with its rules and the bid: one joint fit of all rated games of a format."""

from league.ratings.fair_bid import FairBid, fair_bid
from league.ratings.fit import fit, points
from league.ratings.games import RatedGame, rated_game, rated_games
from league.ratings.held import Held, held
from league.ratings.history import history
from league.ratings.ratings import Chance, Prior, Rating, Ratings, Team

__all__ = [
    "Chance",
    "FairBid",
    "Held",
    "Prior",
    "RatedGame",
    "Rating",
    "Ratings",
    "Team",
    "fair_bid",
    "fit",
    "held",
    "history",
    "points",
    "rated_game",
    "rated_games",
]
