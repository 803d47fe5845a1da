"""How strong computer players are: games of one against another, counts of what they leave undone."""
