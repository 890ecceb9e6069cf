"""The stepper for notebooks: a thin wrapper of ``static/stepper.js``.

It needs ``anywidget`` (``pip install 'flinksim[notebook]'``). The exported page of
:mod:`flinksim.viz.widgets.export.html_page` does not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import anywidget
import traitlets

from flinksim.core.i18n.languages import LANGUAGES, Language
from flinksim.core.tunable_parameter import TunableParameter
from flinksim.trace.recorder import Trace
from flinksim.trace.storage.codec import encode
from flinksim.viz.widgets.export.html_page import check_view, pack_tables, read_widget_bundle
from flinksim.viz.widgets.protocol.query_messages import QueryFunction, handle_query
from flinksim.viz.widgets.protocol.rerun_messages import (
    CrashRerunner,
    ParameterRerunner,
    handle_rerun,
)

MAX_OPEN_STEPPERS = 40
"""Number of steppers of a kernel that stay open; each keeps its run in memory until it is closed."""


class StepperWidget(anywidget.AnyWidget):  # type: ignore[misc,unused-ignore]  # anywidget may be missing
    """Shows a run and steps through it.

    Traits that can be read and set: ``position`` is the number of events that have happened,
    ``step`` the step of the last one (-1 at the beginning), ``view`` the visible panels,
    ``language`` "en" or "zh". Two steppers can be linked by ``time_ms``, the virtual time
    (:func:`flinksim.viz.widgets.linked_steppers.link_steppers`). Everything else happens in the
    browser.

    Messages: the page puts a rerun message into ``asked`` and gets ``turned`` with ``turned_trace``
    (:mod:`flinksim.viz.widgets.protocol.rerun_messages`). It puts a query message into ``asks`` and
    gets ``told``. An invalid message is answered with its problem. At the end of a live run the
    page sets ``beyond`` to the number of known events (else -1) to request one more step.

    A stepper stays open until it is closed, or until :data:`MAX_OPEN_STEPPERS` later ones are opened.

    Args:
        trace: The run.
        position: Initial position; by default the most informative event of the run.
        view: Initial view, one of ``flinksim.viz.widgets.export.html_page.VIEWS``; empty selects
            the best one.
        title: Title; by default the job name.
        mark: A marked position; -1 for none.
        program: Source lines that declare the job.
        parameters: Parameters that the user can change.
        rerun_with_parameter: Runs the program again with one parameter changed.
        rerun_with_crashes: Runs the program again with crashes.
        answer: Answer to show, as plain values from ``sim.why(...).to_json()``.
        language: "en", or "zh" for Simplified Chinese.
        answer_query: Answers query messages about the run.
        extend_run: Takes one more step of an unfinished run; returns its trace, or ``None`` at the end.

    Raises:
        TypeError: A keyword argument is unknown.
        ValueError: The trace has no such position or step, or the view is unknown.
    """

    _esm = read_widget_bundle()
    # In a lesson the stepper is below a title, a question and a cell. This height keeps it visible as a
    # whole in windows of at least 960 pixels.
    _css = """.flinksim-opening {
        --stage-height:
            clamp(430px, max(calc(100vh - 392px), min(600px, calc(100vh - 200px))), 780px);
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
    _opened: ClassVar[list[StepperWidget]] = []

    def __init__(
        self,
        trace: Trace,
        *,
        position: int | None = None,
        view: str = "",
        title: str = "",
        mark: int = -1,
        program: Mapping[str, Any] | None = None,
        parameters: Sequence[TunableParameter] = (),
        rerun_with_parameter: ParameterRerunner | None = None,
        rerun_with_crashes: CrashRerunner | None = None,
        answer: Mapping[str, Any] | None = None,
        language: Language = "en",
        answer_query: QueryFunction | None = None,
        extend_run: Callable[[], Trace | None] | None = None,
    ) -> None:
        (
            self._parameters,
            self._rerun_with_parameter,
            self._rerun_with_crashes,
            self._answer_query,
        ) = list(parameters), rerun_with_parameter, rerun_with_crashes, answer_query
        self._extend_run = extend_run
        self._events, self._steps = len(trace.events), len(trace)
        super().__init__(
            tables=pack_tables(),
            trace=encode(trace),
            position=position or 0,
            choose=position is None,
            view=view,
            title=title,
            language=language,
            mark=mark,
            program=dict(program or {}),
            answer=dict(answer or {}),
            can_ask=answer_query is not None,
            goes_on=extend_run is not None,
            knobs=[{**knob.to_data(), "live": True} for knob in parameters]
            if rerun_with_parameter
            else [],
            crashes=rerun_with_crashes is not None,
        )
        self._opened.append(self)
        while len(self._opened) > MAX_OPEN_STEPPERS:
            self._opened[0].close()

    def close(self) -> None:
        """Close the stepper and release its run; it disappears from the notebook."""
        if self in self._opened:
            self._opened.remove(self)
        self.layout.close()
        super().close()

    def show(self, trace: Trace) -> None:
        """Show another run, or more of the same one; keep the position as far as it exists."""
        self._events, self._steps = len(trace.events), len(trace)
        self.position = min(self.position, self._events)
        self.trace = encode(trace)

    @traitlets.observe("asked")
    def _on_rerun_requested(self, change: Any) -> None:
        if not change["new"]:
            return
        reply, data = handle_rerun(
            change["new"], self._parameters, self._rerun_with_parameter, self._rerun_with_crashes
        )
        with self.hold_sync():
            if data:
                self.turned_trace = data
            self.turned = reply

    @traitlets.observe("asks")
    def _on_query(self, change: Any) -> None:
        if not change["new"] or self._answer_query is None:
            return
        reply, data = handle_query(change["new"], self._answer_query)
        with self.hold_sync():
            if data:
                self.turned_trace = data
            self.told = reply

    @traitlets.observe("beyond")
    def _on_step_beyond_end(self, change: Any) -> None:
        if self._extend_run is None or change["new"] != self._events:
            return  # no request, or the run has advanced since
        trace = self._extend_run()
        with self.hold_sync():
            self.beyond = -1  # reset, so that an equal request is a change again
            self.goes_on = trace is not None
            if trace is not None:
                self.show(trace)
                self.position = self._events

    @traitlets.validate("position")
    def _check_position(self, proposal: Any) -> int:
        return _check_range("position", proposal["value"], 0, self._events)

    @traitlets.validate("step")
    def _check_step(self, proposal: Any) -> int:
        return _check_range("step", proposal["value"], -1, self._steps - 1)

    @traitlets.validate("view")
    def _check_view(self, proposal: Any) -> str:
        return check_view(proposal["value"])


def _check_range(name: str, value: int, low: int, high: int) -> int:
    if not low <= value <= high:
        raise ValueError(f"{name}={value}: expected {low} to {high} in this run")
    return value
