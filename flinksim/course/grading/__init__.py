"""The grader (``flinksim grade``): runs a folder of submitted notebooks, each in a sandbox.

The results that a submission computes in its own process are not trusted. Only the answer is taken
from there, as plain data. A second process, which runs none of the learner's code, checks the
answer against the lesson's run. ``flinksim class`` summarizes misconceptions. Checks of answers
belong into ``flinksim.course.checks``. Start reading with :func:`grade_folder`. Not in Flink.
"""

from flinksim.course.grading.grader import Grade as Grade
from flinksim.course.grading.grader import grade_folder as grade_folder
from flinksim.course.grading.resource_limits import ResourceLimits as ResourceLimits
from flinksim.course.grading.sandbox import SandboxUnavailable as SandboxUnavailable
