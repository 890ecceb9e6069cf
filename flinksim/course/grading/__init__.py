"""Grading a folder of submissions to the course: each in a process of its own, that cannot get out.

What a submission computes in its own process is not believed: only the answer is taken from there,
as plain data, and a second process, in which nothing of the learner's runs, judges it by the
lesson's run. Not in Flink.
"""

from flinksim.course.grading.grader import Grade as Grade
from flinksim.course.grading.grader import grade_folder as grade_folder
from flinksim.course.grading.resource_limits import Limits as Limits
from flinksim.course.grading.sandbox import CannotIsolate as CannotIsolate
