"""The stepper in a notebook: a thin shell around ``static/stepper.js``.

It needs ``anywidget`` (``pip install 'flinksim[notebook]'``); the exported page of
:mod:`flinksim.widgets.html` does not.
"""

from __future__ import annotations

from typing import Any

import anywidget
import traitlets

from flinksim.trace.codec import encode
from flinksim.trace.recorder import Trace
from flinksim.widgets.html import bundle


class Stepper(anywidget.AnyWidget):  # type: ignore[misc,unused-ignore]  # anywidget may be missing
    """Shows a run and steps through it.

    ``position`` is the number of facts that have become true, ``step`` the step of the last of them
    (-1 at the beginning); both can be read and set. Everything else happens in the browser.

    Raises:
        TypeError: an unknown keyword.
        ValueError: a position or step that the trace does not have.
    """

    _esm = bundle()
    trace = traitlets.Bytes(b"").tag(sync=True)
    position = traitlets.Int(0).tag(sync=True)
    step = traitlets.Int(-1).tag(sync=True)

    def __init__(self, trace: Trace, *, position: int = 0) -> None:
        self._facts, self._steps = len(trace.events), len(trace)
        super().__init__(trace=encode(trace), position=position)

    def show(self, trace: Trace) -> None:
        """Show another run, or more of the same one; the position is kept as far as it exists."""
        self._facts, self._steps = len(trace.events), len(trace)
        self.position = min(self.position, self._facts)
        self.trace = encode(trace)

    @traitlets.validate("position")
    def _check_position(self, proposal: Any) -> int:
        return _within("position", proposal["value"], 0, self._facts)

    @traitlets.validate("step")
    def _check_step(self, proposal: Any) -> int:
        return _within("step", proposal["value"], -1, self._steps - 1)


def _within(name: str, value: int, low: int, high: int) -> int:
    if not low <= value <= high:
        raise ValueError(f"{name} must be within {low} and {high} in this run, not {value}")
    return value
