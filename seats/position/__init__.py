"""A position as a computer player sees it: what is worth what, who threatens whom."""
