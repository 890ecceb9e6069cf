"""The lessons of the course, one module each: what a learner sees.

``lesson_NN.py`` defines ``LESSON``, which :func:`flinksim.course.lesson_loader.load_definition` loads by
the lesson's number: its program, its texts, its predictions, and ``draw_data``, which draws the data of a
learner. What solves and judges the exercise is in ``flinksim.course.solutions``, which no lesson imports.
Start reading with ``lesson_00.py``. What the learner reads is in ``notebooks/source/``. Code that lessons
share belongs into the package above.
"""
