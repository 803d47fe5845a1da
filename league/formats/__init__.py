"""Formats: a named set of board, documents, options, bids, dice and clock, as a file that is read and checked."""

from league.formats.check import check, differences
from league.formats.format import BidTerms, Format, FormatError, RatingTerms
from league.formats.read import built_in, read, written

__all__ = ["BidTerms", "Format", "FormatError", "RatingTerms", "built_in", "check", "differences", "read", "written"]
