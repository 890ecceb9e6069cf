"""Two runs beside each other in a notebook: two steppers, linked by virtual time.

The exported page of :func:`flinksim.viz.widgets.export.html_page.pair_to_html` shows the same without a notebook.
"""

from __future__ import annotations

from typing import Any

import ipywidgets

from flinksim.trace.recorder import Trace
from flinksim.viz.widgets.export.html_page import position_at
from flinksim.viz.widgets.stepper_widget import Stepper


def pair(
    left: Trace,
    right: Trace,
    names: tuple[str, str],
    *,
    at_ms: int | None = None,
    view: str = "whole run",
) -> Any:
    """Two steppers, one over the other; who steps in one moves the other along in time.

    Both may show one and the same trace, to look at two things at once: they then stand at the
    same fact.

    *at_ms* is the virtual time at which both are opened, and which both have marked (unless given,
    they open at their end). The link is in the browser and needs no kernel.

    Raises: ValueError for an unknown *view*.
    """
    steppers = []
    for trace, name in zip((left, right), names, strict=True):
        position = position_at(trace, at_ms)
        mark = -1 if at_ms is None else position
        steppers.append(Stepper(trace, position=position, view=view, title=name, mark=mark))
    one, other = steppers
    place = "position" if left is right else "time_ms"
    box = ipywidgets.VBox(steppers)
    box.links = [
        ipywidgets.jslink((one, name), (other, name)) for name in (place, "view")
    ]  # as long as the box lives
    return box
