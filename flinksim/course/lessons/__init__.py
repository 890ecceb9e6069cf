"""The lessons of the course, one module each.

``lesson_NN.py`` defines ``LESSON``, which :func:`flinksim.course.lesson.load_definition` loads by the
lesson's number. By convention each module has ``draw_data`` (draw the data of a learner),
``judge_answer`` (check an answer against the run), ``solve`` (a right answer), ``MISCONCEPTIONS``
(what leads to wrong answers) and ``EXERCISE``. Start reading with ``lesson_00.py``. What the
learner reads is in ``notebooks/source/``. Code that lessons share belongs into the package above.
"""
