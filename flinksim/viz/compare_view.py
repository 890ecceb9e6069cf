"""Side-by-side view of two runs of one job: as text, in Jupyter, or as a page.

The view is centred on the first difference. Not in Flink.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flinksim.analysis.compare.first_difference import RunAlignment, align_runs
from flinksim.core.atomic_files import write_file
from flinksim.core.ids import SubtaskId
from flinksim.trace.recorder import Trace, check_trace


class SideBySideView:
    """Two runs side by side; the text form is a table around their first difference."""

    def __init__(self, left: Trace, right: Trace, names: tuple[str, str]) -> None:
        self._left, self._right = left, right
        self.alignment: RunAlignment = align_runs(left, right, names)

    @property
    def first_difference(self) -> int | None:
        """The virtual time, in ms, at which the runs first differ; ``None`` if they do not differ."""
        return self.alignment.first_difference

    @property
    def first_differing_subtasks(self) -> list[SubtaskId]:
        """The subtasks that differ at the first difference."""
        moments = (moment for moment in self.alignment.states if moment.is_different)
        first = next(moments, None)
        return [] if first is None else self.alignment.find_differing_subtasks(first)

    def show(self, view: str = "whole run") -> Any:
        """Show two steppers in Jupyter, opened at the first difference and linked by virtual time.

        *view* is the same as in ``Simulation.show``.

        Raises:
            ImportError: anywidget is missing; the message says what to install.
        """
        try:
            from flinksim.viz.widgets.linked_steppers import link_steppers
        except ImportError as error:
            raise ImportError(
                f"the steppers need anywidget ({error}). Install it with: pip install "
                "'flinksim[notebook]'. export_html('runs.html') works without"
            ) from error
        return link_steppers(
            self._left, self._right, self.alignment.names, at_ms=self.first_difference, view=view
        )

    def export_html(self, path: str | Path, view: str = "whole run") -> Path:
        """Write the comparison as a page that opens offline; return its path."""
        from flinksim.viz.widgets.export.html_page import to_pair_html

        page = to_pair_html(
            self._left, self._right, self.alignment.names, at_ms=self.first_difference, view=view
        )
        return write_file(path, page)

    def __repr__(self) -> str:
        return str(self.alignment)


def compare_side_by_side(
    left: Trace, right: Trace, names: tuple[str, str] = ("left", "right")
) -> SideBySideView:
    """Compare two runs of one job side by side.

    The runs may differ in network, schedule or record order.

    Args:
        left: Trace of one run.
        right: Trace of the other run.
        names: Titles of the two runs.

    Raises:
        ValueError: The traces are not of the same job.
    """
    for trace in (left, right):
        check_trace(trace, "beside")
    return SideBySideView(left, right, names)
