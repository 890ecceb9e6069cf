"""The grade of one submission.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from flinksim.core.safe_repr import replace_unprintable
from flinksim.course.notebook_builder import MAX_POINTS


@dataclass(frozen=True, slots=True)
class Grade:
    """The result of grading one submission. All its texts are safe to print.

    ``status`` is ``graded``, ``no answer``, ``no submission``, ``unreadable``, ``crashed``,
    ``grader error``, or the limit that was exceeded: ``time``, ``wait``, ``memory``, ``output`` or ``processes``.
    ``misconception`` is the misconception behind a wrong answer, if the exercise defines it. ``parts``
    says for each field of a wrong answer whether it is right. ``learner_entries`` has the predictions and
    attempts recorded in the notebook. ``data`` is the name for which the exercise's data were drawn.
    """

    learner: str
    lesson: str
    file: str
    status: str
    is_right: bool = False
    message: str = ""
    misconception: str = ""
    data: str = ""
    seconds: float = 0.0
    is_isolated: bool = True
    output: str = ""
    parts: Mapping[str, bool] = field(default_factory=dict)
    learner_entries: tuple[dict[str, Any], ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        for name in ("learner", "lesson", "file", "message", "misconception", "data", "output"):
            object.__setattr__(self, name, replace_unprintable(getattr(self, name)))

    @property
    def points(self) -> int:
        """The points, out of :data:`~flinksim.course.notebook_builder.MAX_POINTS`.

        A wrong answer has the points of its right parts, rounded down.
        """
        if self.is_right:
            return MAX_POINTS
        return MAX_POINTS * sum(self.parts.values()) // max(1, len(self.parts))
