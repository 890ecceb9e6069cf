"""The course's Python: runs the cells of a lesson beside the page, and sends what they show.

What a notebook shows with widgets is shown by the page: the stepper, the lens, the buttons of a prediction. The
modules that need Jupyter have stand-ins here, with the same names.
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
from flinksim.core.tunable_parameter import Knob
from flinksim.course import lesson as lessons
from flinksim.trace.recorder import Trace
from flinksim.trace.storage.codec import encode
from flinksim.viz.diagram.model import LayerDocument
from flinksim.viz.widgets.export.html_page import checked_view, pack_plan
from flinksim.viz.widgets.protocol.query_messages import Ask, reply_to
from flinksim.viz.widgets.protocol.rerun_messages import CrashAgain, Turn, answer_to

Send = Callable[[str, dict[str, Any], bytes], None]

_SHOWN: dict[int, Any] = {}
"""What the page shows, by number: it is told when it moves, and asks when a button is pressed."""

_send: Send = lambda kind, told, data: None  # noqa: E731


class Shown:
    """Something that the page draws."""

    kind = ""

    def __init__(self) -> None:
        self.number = len(_SHOWN) + 1
        _SHOWN[self.number] = self
        self.is_there = False

    def put(self) -> None:
        """Draw it below the cell that runs."""
        self.is_there = True
        _send(self.kind, {"number": self.number, **self.told()}, self.data())

    def told(self) -> dict[str, Any]:
        raise NotImplementedError  # each kind has its own

    def data(self) -> bytes:
        return b""


class Stepper(Shown):
    """In the place of ``flinksim.viz.widgets.stepper_widget.Stepper``."""

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
        knobs: Sequence[Knob] = (),
        turn: Turn | None = None,
        crash: CrashAgain | None = None,
        answer: Mapping[str, Any] | None = None,
        language: Language = "en",
        ask: Ask | None = None,
        more: Callable[[], Trace | None] | None = None,  # of what is live; nothing is, in a browser
    ) -> None:
        super().__init__()
        self._trace, self._knobs, self._turn, self._crash = trace, list(knobs), turn, crash
        self._ask = ask
        self.choose = position is None
        self._step = -1
        self._state = {
            "position": position or 0, "view": checked_view(view), "title": title, "mark": mark,
            "program": dict(program or {}), "answer": dict(answer or {}),
            "language": language,
            "knobs": [{**knob.to_data(), "live": True} for knob in knobs] if turn else [],
            "crashes": crash is not None, "can_ask": ask is not None,
        }  # fmt: skip

    @property
    def step(self) -> int:
        return self._step

    @step.setter
    def step(self, step: int) -> None:
        self._step = step
        if self.is_there:
            _send("seek", {"number": self.number, "step": step}, b"")

    def told(self) -> dict[str, Any]:
        state = {**self._state, "choose": self.choose}
        if self._step >= 0:
            state |= {"choose": False, "position": self._trace.event_range(self._step)[1]}
        return {"state": state}

    def data(self) -> bytes:
        return encode(self._trace)

    def asked(self, message: Mapping[str, Any]) -> None:
        """Run again in another way, as the page asks."""
        told, data = answer_to(message, self._knobs, self._turn, self._crash)
        _send("turned", {"number": self.number, "turned": told}, data)

    def asks(self, message: Mapping[str, Any]) -> None:
        """Answer a question, or go to where a condition holds."""
        if self._ask is not None:
            told, data = reply_to(message, self._ask)
            _send("told", {"number": self.number, "told": told}, data)


class Lens(Shown):
    """In the place of ``flinksim.viz.widgets.plan_widget.Lens``; its plans are looked at, not edited."""

    kind = "lens"

    def __init__(
        self,
        document: LayerDocument,
        derive: Any = None,
        change: Any = None,
        *,
        layer: str | None = None,
        selected: str = "",
        language: Language = "en",
    ) -> None:
        super().__init__()
        self.document = document
        layer = document.layers[0].name if layer is None else layer
        self._state = {
            "layer": layer,
            "selected": selected,
            "language": language,
            "edits": [],
            "editable": False,
            "problem": "",
        }

    def told(self) -> dict[str, Any]:
        return {"state": self._state}

    def data(self) -> bytes:
        return pack_plan(self.document)


class Question(Shown):
    """A prediction as buttons."""

    kind = "question"

    def __init__(self, lesson: lessons.Lesson, name: str, asked: Any) -> None:
        super().__init__()
        self._lesson, self._name = lesson, name
        self._question = lesson.told(asked.question)
        self._options = [[key, lesson.told(one.text)] for key, one in asked.options.items()]

    def told(self) -> dict[str, Any]:
        return {"question": self._question, "options": self._options}

    def reveal(self, choice: str) -> None:
        """What became of the prediction."""
        put(self._lesson.reveal(self._name, choice), number=self.number)


class Keeper:
    """In the place of ``flinksim.course.prediction_widget.Keeper``: the page itself keeps what is noted."""

    def keep(self, noted: dict[str, Any]) -> None:
        pass


def install() -> None:
    """Put the stand-ins where flinksim looks for what needs Jupyter."""
    stepper, lens = (
        ModuleType("flinksim.viz.widgets.stepper_widget"),
        ModuleType("flinksim.viz.widgets.plan_widget"),
    )
    asking = ModuleType("flinksim.course.prediction_widget")
    stepper.Stepper, lens.Lens = Stepper, Lens  # type: ignore[attr-defined]
    asking.in_notebook, asking.put, asking.ask = lambda: True, put, Question  # type: ignore[attr-defined]
    asking.Keeper = Keeper  # type: ignore[attr-defined]
    for module in (stepper, lens, asking):
        sys.modules[module.__name__] = module


def put(value: Any, number: int = 0) -> None:
    """Show *value* as the page can: drawn, judged, or as text."""
    if isinstance(value, Shown):
        value.put()
    elif isinstance(value, lessons.Judged):
        judged = {"right": value.right, "text": repr(value), "noted": value.noted, "number": number}
        _send("judged", judged, b"")
    elif isinstance(value, lessons.Code):
        _send("text", {"text": value.text, "is_code": True}, b"")
    elif value is not None:
        _send("text", {"text": value if isinstance(value, str) else repr(value)}, b"")


class Cells:
    """The names of one lesson, from cell to cell."""

    def __init__(self, send: Send) -> None:
        global _send
        _send = send
        install()
        self._space: dict[str, Any] = {"__name__": "__main__", "display": put}
        self._count = 0

    def run(self, code: str) -> bool:
        """Run a cell: what it prints and its last value are shown; whether it came to its end."""
        self._count += 1
        file = f"cell-{self._count}.py"
        linecache.cache[file] = (len(code), None, code.splitlines(keepends=True), file)
        printed = _Printed()
        with redirect_stdout(printed), redirect_stderr(printed):
            try:
                tree = ast.parse(code, file)
                last = (
                    tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
                )
                exec(compile(tree, file, "exec"), self._space)
                if isinstance(last, ast.Expr):
                    value = eval(compile(ast.Expression(last.value), file, "eval"), self._space)
                    printed.flush()
                    put(value)
            except BaseException as error:
                printed.flush()
                _send("error", {"text": _told(error, file)}, b"")
                return False
        printed.flush()
        return True

    def reveal(self, number: int, choice: str) -> None:
        _SHOWN[number].reveal(choice)

    def ask(self, number: int, name: str, message: str) -> None:
        """What a stepper on the page has set: ``asked`` or ``asks``, as in a notebook."""
        ways = {"asked": _SHOWN[number].asked, "asks": _SHOWN[number].asks}
        ways[name](json.loads(message))


class _Printed(io.TextIOBase):
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


def _told(error: BaseException, file: str) -> str:
    own = [
        one for one in traceback.extract_tb(error.__traceback__) if one.filename.startswith("cell-")
    ]
    lines = [f"line {one.lineno}: {one.line}\n" for one in own if one.filename == file]
    return "".join([*lines, *traceback.format_exception_only(error)]).rstrip()
