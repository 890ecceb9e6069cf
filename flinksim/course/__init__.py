"""The course: lessons that teach Flink by stepping through runs, with graded exercises.

::

    from flinksim.course import open_lesson

    lesson = open_lesson("00", "my name")   # each learner gets different data
    lesson.show()                           # the stepper with the lesson's run
    lesson.predict("fires")                 # predict first, then see the answer
    lesson.check(step=..., cause=...)       # check an answer against the run

This package has the lessons, their solutions, the grader and the demo. The texts of the lessons are
Markdown files in ``texts/``, and the prose of their notebooks is in ``notebooks/source/``. Checks that
need no lesson belong into ``flinksim.testing``. Start reading with :mod:`flinksim.course.lesson_model`
and ``lessons/lesson_00.py``, then ``solutions/solution_00.py``. Not in Flink.

    >>> from flinksim.course import open_lesson
    >>> open_lesson("00", "ada").definition.texts.title.en
    'Reading the stepper'
"""

from flinksim.course.learner_record import read_learner_records as read_learner_records
from flinksim.course.lesson import CheckResult as CheckResult
from flinksim.course.lesson import Lesson as Lesson
from flinksim.course.lesson import open_lesson as open_lesson
