"""Pictures that tell a game as a whole: the war as a film with the chance of winning below it, a turning point, one picture
to share."""

from render.story.film import film_picture
from render.story.model import Fight, Moment, Poster, Step, War
from render.story.moment import moment_picture
from render.story.poster import poster_picture

__all__ = ["Fight", "Moment", "Poster", "Step", "War", "film_picture", "moment_picture", "poster_picture"]
