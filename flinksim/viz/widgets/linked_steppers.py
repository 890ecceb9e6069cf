"""Two steppers in a notebook, side by side and linked by virtual time.

The page of :func:`flinksim.viz.widgets.export.html_page.to_pair_html` shows the same without a
notebook.
"""

from __future__ import annotations

from typing import Any

import ipywidgets

from flinksim.trace.recorder import Trace
from flinksim.viz.widgets.export.html_page import find_position_at
from flinksim.viz.widgets.stepper_widget import StepperWidget


def link_steppers(
    left: Trace,
    right: Trace,
    names: tuple[str, str],
    *,
    at_ms: int | None = None,
    view: str = "whole run",
) -> Any:
    """Create two steppers, one above the other, that move together in virtual time.

    If both show the same trace, they are linked by position instead. The link is in the browser and
    needs no kernel.

    Args:
        left: Trace of the upper stepper.
        right: Trace of the lower stepper.
        names: Titles of the steppers.
        at_ms: Virtual time at which both open and which both mark; by default they open at the end.
        view: Initial view of both.

    Raises:
        ValueError: The view is unknown.
    """
    steppers = []
    for trace, name in zip((left, right), names, strict=True):
        position = find_position_at(trace, at_ms)
        mark = -1 if at_ms is None else position
        steppers.append(StepperWidget(trace, position=position, view=view, title=name, mark=mark))
    one, other = steppers
    linked_trait = "position" if left is right else "time_ms"
    box = ipywidgets.VBox(steppers)
    box.links = [
        ipywidgets.jslink((one, name), (other, name)) for name in (linked_trait, "view")
    ]  # keeps the links alive as long as the box
    return box
