"""The grader (``flinksim grade``): runs a folder of submitted notebooks, each in a sandbox.

Nothing that a submission computes in its own process is trusted. Only its answer is taken from there, as
plain data. A second process, which runs none of the learner's code, checks the answer against the
lesson's run. If the answer is a function or a class, the second process runs the job. It calls the
learner's code in the first process, one record or timer at a time. The solutions of the lessons are in the
second process only. ``flinksim class`` summarizes
misconceptions. Checks of answers belong into ``flinksim.course.checks``. Start reading with
:func:`grade_folder`. Not in Flink.
"""

from flinksim.course.grading.grade import Grade as Grade
from flinksim.course.grading.grade_store import GradeStore as GradeStore
from flinksim.course.grading.grader import grade_folder as grade_folder
from flinksim.course.grading.resource_limits import ResourceLimits as ResourceLimits
from flinksim.course.grading.sandbox import SandboxUnavailable as SandboxUnavailable
