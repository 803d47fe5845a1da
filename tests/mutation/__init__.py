"""Mutation: small faults put into rules/, one at a time, to see whether a case or a test notices."""
