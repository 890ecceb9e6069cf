"""The stepper in a notebook: a thin shell around ``static/stepper.js``.

It needs ``anywidget`` (``pip install 'flinksim[notebook]'``); the exported page of
:mod:`flinksim.viz.widgets.export.html_page` does not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import anywidget
import traitlets

from flinksim.core.i18n.languages import LANGUAGES, Language
from flinksim.core.tunable_parameter import Knob
from flinksim.trace.recorder import Trace
from flinksim.trace.storage.codec import encode
from flinksim.viz.widgets.export.html_page import bundle, checked_view, packed_tables
from flinksim.viz.widgets.protocol.query_messages import Ask, reply_to
from flinksim.viz.widgets.protocol.rerun_messages import CrashAgain, Turn, answer_to


class Stepper(anywidget.AnyWidget):  # type: ignore[misc,unused-ignore]  # anywidget may be missing
    """Shows a run and steps through it.

    ``position`` is the number of facts that have become true, ``step`` the step of the last of them
    (-1 at the beginning); ``view`` is what the panels tell of, one of ``flinksim.viz.widgets.export.html_page.VIEWS``
    (empty: what the run has most to tell of). All three can be read and set; everything else happens
    in the browser. Unless *position* is given, it opens at the most telling moment of the run.
    ``title`` (the job's name, unless given) stands above it, ``mark`` is a position that is marked
    (-1: none), and ``time_ms`` is the virtual time, by which two steppers can be linked
    (:func:`flinksim.viz.widgets.linked_steppers.pair`).

    ``language`` is "en" or "zh", Simplified Chinese; a button of the page turns it, too.

    *program* has the lines that declare the job; *turn* runs the program again with one of *knobs*
    turned, while one drags it, and *crash* with tasks that die where one clicks: the page puts what it
    wants into ``asked``, and gets ``turned`` with ``turned_trace`` (:mod:`flinksim.viz.widgets.protocol.rerun_messages`). A
    message that is none is answered with its problem. ``answer`` is shown as the answer to a question:
    plain values, as ``sim.why(...).to_json()`` gives them.
    *more* takes one more step of a run that is not over and gives its trace, or None if there is no
    more: the page asks for it (``beyond``: past how many facts, else -1) when one steps on at the end.
    *ask* replies to what the page asks about the run (``asks``, replied to in ``told``): why, until
    when, what is watched.

    Raises:
        TypeError: an unknown keyword.
        ValueError: a position or step that the trace does not have, or an unknown view.
    """

    _esm = bundle()
    # the first picture of a lesson: below a title, a question and a cell it is in sight as a whole,
    # where the window is not too low for it (960 pixels)
    _css = """.flinksim-opening {
        --stage-height:
            clamp(430px, max(calc(100vh - 356px), min(600px, calc(100vh - 200px))), 780px);
    }"""
    tables = traitlets.Bytes(b"").tag(sync=True)
    trace = traitlets.Bytes(b"").tag(sync=True)
    position = traitlets.Int(0).tag(sync=True)
    step = traitlets.Int(-1).tag(sync=True)
    choose = traitlets.Bool(False).tag(sync=True)
    view = traitlets.Unicode("").tag(sync=True)
    title = traitlets.Unicode("").tag(sync=True)
    language = traitlets.Enum(LANGUAGES, "en").tag(sync=True)
    mark = traitlets.Int(-1).tag(sync=True)
    time_ms = traitlets.Float(0).tag(sync=True)
    program = traitlets.Dict({}).tag(sync=True)
    answer = traitlets.Dict({}).tag(sync=True)
    score = traitlets.Dict({}).tag(sync=True)
    knobs = traitlets.List(traitlets.Dict(), []).tag(sync=True)
    crashes = traitlets.Bool(False).tag(sync=True)
    asked = traitlets.Dict({}).tag(sync=True)
    turned = traitlets.Dict({}).tag(sync=True)
    turned_trace = traitlets.Bytes(b"").tag(sync=True)
    can_ask = traitlets.Bool(False).tag(sync=True)
    asks = traitlets.Dict({}).tag(sync=True)
    told = traitlets.Dict({}).tag(sync=True)
    goes_on = traitlets.Bool(False).tag(sync=True)
    beyond = traitlets.Int(-1).tag(sync=True)

    def __init__(
        self,
        trace: Trace,
        *,
        position: int | None = None,
        view: str = "",
        title: str = "",
        mark: int = -1,
        program: Mapping[str, Any] | None = None,
        knobs: Sequence[Knob] = (),
        turn: Turn | None = None,
        crash: CrashAgain | None = None,
        answer: Mapping[str, Any] | None = None,
        language: Language = "en",
        ask: Ask | None = None,
        more: Callable[[], Trace | None] | None = None,
    ) -> None:
        self._knobs, self._turn, self._crash, self._ask = list(knobs), turn, crash, ask
        self._more = more
        self._facts, self._steps = len(trace.events), len(trace)
        super().__init__(
            tables=packed_tables(),
            trace=encode(trace),
            position=position or 0,
            choose=position is None,
            view=view,
            title=title,
            language=language,
            mark=mark,
            program=dict(program or {}),
            answer=dict(answer or {}),
            can_ask=ask is not None,
            goes_on=more is not None,
            knobs=[{**knob.to_data(), "live": True} for knob in knobs] if turn else [],
            crashes=crash is not None,
        )

    def show(self, trace: Trace) -> None:
        """Show another run, or more of the same one; the position is kept as far as it exists."""
        self._facts, self._steps = len(trace.events), len(trace)
        self.position = min(self.position, self._facts)
        self.trace = encode(trace)

    @traitlets.observe("asked")
    def _run_again(self, change: Any) -> None:
        if not change["new"]:
            return
        told, data = answer_to(change["new"], self._knobs, self._turn, self._crash)
        with self.hold_sync():
            if data:
                self.turned_trace = data
            self.turned = told

    @traitlets.observe("asks")
    def _reply(self, change: Any) -> None:
        if not change["new"] or self._ask is None:
            return
        told, data = reply_to(change["new"], self._ask)
        with self.hold_sync():
            if data:
                self.turned_trace = data
            self.told = told

    @traitlets.observe("beyond")
    def _step_beyond(self, change: Any) -> None:
        if self._more is None or change["new"] != self._facts:
            return  # nothing is asked, or it has gone on since
        trace = self._more()
        with self.hold_sync():
            self.beyond = -1  # the next one may ask the same, if nothing has happened in this step
            self.goes_on = trace is not None
            if trace is not None:
                self.show(trace)
                self.position = self._facts

    @traitlets.validate("position")
    def _check_position(self, proposal: Any) -> int:
        return _within("position", proposal["value"], 0, self._facts)

    @traitlets.validate("step")
    def _check_step(self, proposal: Any) -> int:
        return _within("step", proposal["value"], -1, self._steps - 1)

    @traitlets.validate("view")
    def _check_view(self, proposal: Any) -> str:
        return checked_view(proposal["value"])


def _within(name: str, value: int, low: int, high: int) -> int:
    if not low <= value <= high:
        raise ValueError(f"{name} must be within {low} and {high} in this run, not {value}")
    return value
