"""The course: lessons that teach by stepping, and exercises that grade the run.

::

    from flinksim.course import open_lesson

    lesson = open_lesson("00", "my name")   # everybody gets other data
    lesson.show()                           # the stepper on the lesson's run
    lesson.predict("fires")                 # predict, then see
    lesson.check(step=..., cause=...)       # an answer, judged by the run

``notebooks/source/`` has what the lessons say; this package has their programs, predictions and
checks. Not in Flink.
"""

from flinksim.course.learner_record import noted_in as noted_in
from flinksim.course.lesson import Judged as Judged
from flinksim.course.lesson import Lesson as Lesson
from flinksim.course.lesson import open_lesson as open_lesson
