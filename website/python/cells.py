"""The Python code of a lesson's page: runs its cells and sends their output to the page.

The page shows what a notebook shows with widgets: the stepper, the plan viewer and the buttons of a
prediction. Modules that need Jupyter are replaced by modules with the same names.
"""

from __future__ import annotations

import ast
import io
import json
import linecache
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from types import ModuleType
from typing import Any

from flinksim.core.i18n.languages import Language
from flinksim.core.tunable_parameter import TunableParameter
from flinksim.course import lesson as lessons
from flinksim.trace.recorder import Trace
from flinksim.trace.storage.codec import encode
from flinksim.viz.diagram.model import PlanDiagram
from flinksim.viz.widgets.export.html_page import check_view, pack_plan
from flinksim.viz.widgets.protocol.query_messages import QueryFunction, handle_query
from flinksim.viz.widgets.protocol.rerun_messages import (
    CrashRerunner,
    ParameterRerunner,
    handle_rerun,
)

Send = Callable[[str, dict[str, Any], bytes], None]

_OUTPUTS: dict[int, Any] = {}
"""The outputs on the page by number; the page sends messages about them."""

_send: Send = lambda kind, told, data: None  # noqa: E731


class PageOutput:
    """An output that the page draws."""

    kind = ""

    def __init__(self) -> None:
        self.number = len(_OUTPUTS) + 1
        _OUTPUTS[self.number] = self
        self.is_shown = False

    def show(self) -> None:
        """Show it below the running cell."""
        self.is_shown = True
        _send(self.kind, {"number": self.number, **self.build_message()}, self.encode_data())

    def build_message(self) -> dict[str, Any]:
        raise NotImplementedError  # each kind has its own message

    def encode_data(self) -> bytes:
        return b""


class StepperWidget(PageOutput):
    """Replaces ``flinksim.viz.widgets.stepper_widget.StepperWidget``."""

    kind = "stepper"

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
        extend_run: Callable[[], Trace | None]
        | None = None,  # for live runs, which a browser does not have
    ) -> None:
        super().__init__()
        self._trace, self._parameters, self._rerun_with_parameter, self._rerun_with_crashes = (
            trace,
            list(parameters),
            rerun_with_parameter,
            rerun_with_crashes,
        )
        self._answer_query = answer_query
        self.choose = position is None
        self._step = -1
        self._state = {
            "position": position or 0, "view": check_view(view), "title": title, "mark": mark,
            "program": dict(program or {}), "answer": dict(answer or {}),
            "language": language,
            "knobs": [{**knob.to_data(), "live": True} for knob in parameters] if rerun_with_parameter else [],
            "crashes": rerun_with_crashes is not None, "can_ask": answer_query is not None,
        }  # fmt: skip

    @property
    def step(self) -> int:
        return self._step

    @step.setter
    def step(self, step: int) -> None:
        self._step = step
        if self.is_shown:
            _send("seek", {"number": self.number, "step": step}, b"")

    def build_message(self) -> dict[str, Any]:
        state = {**self._state, "choose": self.choose}
        if self._step >= 0:
            state |= {"choose": False, "position": self._trace.event_range(self._step)[1]}
        return {"state": state}

    def encode_data(self) -> bytes:
        return encode(self._trace)

    def on_rerun_requested(self, message: Mapping[str, Any]) -> None:
        """Re-run with changes, as the page requests."""
        reply, data = handle_rerun(
            message, self._parameters, self._rerun_with_parameter, self._rerun_with_crashes
        )
        _send("turned", {"number": self.number, "turned": reply}, data)

    def on_query(self, message: Mapping[str, Any]) -> None:
        """Answer a query, or move to where a condition holds."""
        if self._answer_query is not None:
            reply, data = handle_query(message, self._answer_query)
            _send("told", {"number": self.number, "told": reply}, data)


class PlanWidget(PageOutput):
    """Replaces ``flinksim.viz.widgets.plan_widget.PlanWidget``; the plan cannot be edited."""

    kind = "lens"

    def __init__(
        self,
        diagram: PlanDiagram,
        derive: Any = None,
        find_change: Any = None,
        *,
        layer: str | None = None,
        selected: str = "",
        language: Language = "en",
    ) -> None:
        super().__init__()
        self.diagram = diagram
        layer = diagram.layers[0].name if layer is None else layer
        self._state = {
            "layer": layer,
            "selected": selected,
            "language": language,
            "edits": [],
            "editable": False,
            "problem": "",
        }

    def build_message(self) -> dict[str, Any]:
        return {"state": self._state}

    def encode_data(self) -> bytes:
        return pack_plan(self.diagram)


class PredictionQuestion(PageOutput):
    """A prediction as buttons."""

    kind = "question"

    def __init__(self, lesson: lessons.Lesson, name: str, prediction: Any) -> None:
        super().__init__()
        self._lesson, self._name = lesson, name
        self._question = lesson.translate(prediction.question)
        self._options = [
            [key, lesson.translate(one.text)] for key, one in prediction.options.items()
        ]

    def build_message(self) -> dict[str, Any]:
        return {"question": self._question, "options": self._options}

    def reveal(self, choice: str) -> None:
        """Show the result of the prediction."""
        show_value(self._lesson.reveal(self._name, choice), output_number=self.number)


class LearnerRecordWidget:
    """Replaces ``flinksim.course.prediction_widget.LearnerRecordWidget``: the page stores the record itself."""

    def update(self, learner_record: dict[str, Any]) -> None:
        pass


def install_stand_ins() -> None:
    """Install the replacements of the modules that need Jupyter."""
    stepper, lens = (
        ModuleType("flinksim.viz.widgets.stepper_widget"),
        ModuleType("flinksim.viz.widgets.plan_widget"),
    )
    prediction = ModuleType("flinksim.course.prediction_widget")
    stepper.StepperWidget, lens.PlanWidget = StepperWidget, PlanWidget  # type: ignore[attr-defined]
    prediction.is_in_notebook, prediction.display, prediction.show_prediction = (
        lambda: True,
        show_value,
        PredictionQuestion,
    )  # type: ignore[attr-defined]
    prediction.LearnerRecordWidget = LearnerRecordWidget  # type: ignore[attr-defined]
    for module in (stepper, lens, prediction):
        sys.modules[module.__name__] = module


def show_value(value: Any, output_number: int = 0) -> None:
    """Show a value as the page can: as a picture, a result or text."""
    if isinstance(value, PageOutput):
        value.show()
    elif isinstance(value, lessons.CheckResult):
        message = {
            "right": value.is_right,
            "text": repr(value),
            "noted": value.learner_record,
            "number": output_number,
        }
        _send("judged", message, b"")
    elif isinstance(value, lessons.Code):
        _send("text", {"text": value.text, "is_code": True}, b"")
    elif value is not None:
        _send("text", {"text": value if isinstance(value, str) else repr(value)}, b"")


class Cells:
    """The namespace of one lesson, shared by its cells."""

    def __init__(self, send: Send) -> None:
        global _send
        _send = send
        install_stand_ins()
        self._namespace: dict[str, Any] = {"__name__": "__main__", "display": show_value}
        self._run_count = 0

    def run(self, code: str) -> bool:
        """Run a cell and show its output and last value; return whether it succeeded."""
        self._run_count += 1
        file = f"cell-{self._run_count}.py"
        linecache.cache[file] = (len(code), None, code.splitlines(keepends=True), file)
        printed = _PrintedOutput()
        with redirect_stdout(printed), redirect_stderr(printed):
            try:
                tree = ast.parse(code, file)
                last = (
                    tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
                )
                exec(compile(tree, file, "exec"), self._namespace)
                if isinstance(last, ast.Expr):
                    value = eval(compile(ast.Expression(last.value), file, "eval"), self._namespace)
                    printed.flush()
                    show_value(value)
            except BaseException as error:
                printed.flush()
                _send("error", {"text": _format_error(error, file)}, b"")
                return False
        printed.flush()
        return True

    def reveal(self, number: int, choice: str) -> None:
        _OUTPUTS[number].reveal(choice)

    def ask(self, number: int, name: str, message: str) -> None:
        """Pass a message of the page to a stepper.

        Args:
            number: The number of the stepper.
            name: ``"asked"`` for a re-run, ``"asks"`` for a query.
            message: The message as JSON.
        """
        handlers = {"asked": _OUTPUTS[number].on_rerun_requested, "asks": _OUTPUTS[number].on_query}
        handlers[name](json.loads(message))


class _PrintedOutput(io.TextIOBase):
    def __init__(self) -> None:
        self._text = ""

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self._text += text
        return len(text)

    def flush(self) -> None:
        if self._text:
            _send("text", {"text": self._text.rstrip("\n")}, b"")
        self._text = ""


def _format_error(error: BaseException, file: str) -> str:
    own = [
        one for one in traceback.extract_tb(error.__traceback__) if one.filename.startswith("cell-")
    ]
    lines = [f"line {one.lineno}: {one.line}\n" for one in own if one.filename == file]
    return "".join([*lines, *traceback.format_exception_only(error)]).rstrip()
