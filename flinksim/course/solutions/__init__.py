"""The solutions of the lessons, one module each: what solves and judges an exercise.

``solution_NN.py`` defines ``SOLUTION``, which :func:`flinksim.course.lesson_loader.load_solution` loads.
By convention each module has a class ``Solved...`` (the data of a learner with their answers),
``judge_answer`` (check an answer against the run), ``solve`` (a right answer) and ``MISCONCEPTIONS``
(what leads to wrong answers). This folder is empty in the sandbox of ``flinksim grade``, so nothing that
a learner's process needs belongs here. Start reading with ``solution_00.py``. Not in Flink.
"""
