"""Submissions that attack the verdict, the teacher's files or others; and a judge with a hostile peer."""

from __future__ import annotations

import json
import os
import socket
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flinksim.cli import main
from flinksim.common.typeinfo import Types
from flinksim.core.safe_repr import replace_unprintable
from flinksim.course.grading import ResourceLimits, grade_folder
from flinksim.course.grading.grader import read_recorded_grades
from flinksim.course.grading.html_reports import build_class_page, write_grades
from flinksim.course.grading.learner_objects import LearnerObjects
from flinksim.course.grading.learner_proxies import LearnerProxies
from flinksim.course.grading.remote_calls import MAX_MESSAGE_BYTES, RemoteCallError
from flinksim.course.grading.submission_run import has_functions, parse_verdict
from flinksim.course.grading.value_messages import InvalidMessage, decode_value, encode_value
from flinksim.datastream.functions import KeyedProcessFunction
from flinksim.datastream.state import ReducingStateDescriptor, ValueState, ValueStateDescriptor
from flinksim.datastream.triggers import CountTrigger, Trigger, TriggerResult
from flinksim.datastream.window_types import TimeWindow
from tests.course.grading import forging, hostile
from tests.course.grading.test_grading import isolates, late_data, noted

LIMITS = ResourceLimits(time_s=8, wait_s=40, memory_mb=900, output_kb=64, processes=8)


@isolates
@pytest.mark.slow("grades 28 submissions")
def test_no_verdict_is_forged_and_nothing_is_seen(tmp_path: Path) -> None:
    folder = tmp_path / "class"
    folder.mkdir()
    secret = tmp_path / "secret.txt"
    secret.write_text("the teacher's")
    for name, answer in forging.FUNCTIONS.items():
        (folder / f"f {name}.ipynb").write_text(json.dumps(late_data(answer, name)))
    for learner in ("ada", "zoe"):
        right = "def total(rows):\n    return sum(dict(rows).values())\n"
        (folder / f"{learner}.ipynb").write_text(json.dumps(late_data(right, learner)))
    with (
        socket.socket(socket.AF_UNIX) as path_socket,
        socket.socket(socket.AF_UNIX) as named_socket,
    ):
        path_socket.bind(str(tmp_path / "socket"))
        path_socket.listen()
        named_socket.bind("\0flinksim-hostile")
        named_socket.listen()
        for name, answer in forging.ANSWERS.items():
            for place, path in (
                ("folder", folder),
                ("secret", secret),
                ("socket", tmp_path / "socket"),
            ):
                answer = answer.replace(f"{{{place}}}", str(path))
            (folder / f"a {name}.ipynb").write_text(json.dumps(hostile.notebook(answer, name)))
        grades = {grade.learner: grade for grade in grade_folder(folder, LIMITS)}
    assert [name for name, grade in grades.items() if grade.is_right] == ["ada", "zoe"]
    assert {name: grade.output for name, grade in grades.items() if "LEAKED" in grade.output} == {}
    assert not [name for name, grade in grades.items() if grade.status == "grader error"]
    assert grades["a children of threads"].status == "processes"
    assert grades["f never returns"].message.endswith("8 s of CPU time (--time-s)")
    assert "MemoryError" in grades["f takes memory"].message
    assert "256 KB" in grades["f a long result"].message


def of_lesson(number: str, answer: str) -> str:
    """The notebook of a lesson with an answer, or with its solution."""
    folder = hostile.ROOT / "notebooks" / ("" if answer else "solutions")
    (path,) = folder.glob(f"{number}_*.ipynb")
    made = json.loads(path.read_text(encoding="utf-8"))
    for cell in made["cells"]:
        if answer and cell["metadata"].get("nbgrader", {}).get("solution"):
            cell["source"] = answer
    return json.dumps(made)


@isolates
@pytest.mark.slow("grades two lessons whose answers are programs")
def test_programs_are_judged_by_the_run_of_the_judge(tmp_path: Path) -> None:
    answers = {
        "13 right": "",
        "13 count": "from flinksim.datastream.triggers import CountTrigger\ntrigger = CountTrigger.of(3)",
        "13 raises": "from flinksim.datastream.triggers import CountTrigger\n"
        "class T(CountTrigger):\n    def clear(self, window, ctx): raise ValueError('mine')\ntrigger = T(3)",
        "13 secret": "from flinksim.datastream.triggers import CountTrigger\n"
        "class T(CountTrigger):\n    def clear(self, window, ctx): ctx._backend\ntrigger = T(3)",
        "14 right": "",
        "14 hard-coded": "from flinksim.datastream.functions import KeyedProcessFunction\n"
        "class Alerts(KeyedProcessFunction):\n    def process_element(self, value, ctx):\n"
        "        yield 'bus'\nfunction = Alerts",
    }  # fmt: skip
    for name, answer in answers.items():
        (tmp_path / f"{name}.ipynb").write_text(of_lesson(name[:2], answer))
    limits = ResourceLimits(time_s=60, wait_s=240)
    grades = {grade.learner: grade for grade in grade_folder(tmp_path, limits)}
    assert [name for name, grade in grades.items() if grade.is_right] == ["13 right", "14 right"]
    assert grades["13 count"].misconception == "a trigger is added to the default trigger"
    assert "ValueError: mine" in grades["13 raises"].message
    assert "AttributeError: _backend" in grades["13 secret"].message
    assert "under one schedule the alerts are" in grades["14 hard-coded"].message


# --- the protocol ------------------------------------------------------------------------------------


def connect(learner: LearnerObjects | None = None) -> tuple[LearnerProxies, Any]:
    """A judge, and what its peer is to be called with: the file descriptors of the other side."""
    call_reader, call_writer = os.pipe()
    result_reader, result_writer = os.pipe()
    return LearnerProxies(result_reader, call_writer), (call_reader, result_writer)


def serve(fds: tuple[int, int], value: Any) -> tuple[Any, threading.Thread]:
    objects = LearnerObjects(*fds)
    message = objects.encode_answer(value)
    thread = threading.Thread(target=objects.peer.serve_forever, daemon=True)
    thread.start()
    return json.loads(json.dumps(message)), thread


class Alert(KeyedProcessFunction):
    def open(self, runtime_context: Any) -> None:
        self.state = runtime_context.get_state(ValueStateDescriptor("s", Types.LONG()))

    def process_element(self, value: Any, ctx: Any) -> Any:
        self.state.update(value)
        yield (value, self.state.value())


class Memory(ValueState[Any]):
    def __init__(self) -> None:
        self.kept: Any = None
        self.secret = "secret"

    def value(self) -> Any:
        return self.kept

    def update(self, value: Any) -> None:
        self.kept = value

    def clear(self) -> None:
        self.kept = None


def test_a_class_is_called_in_its_own_process_with_the_states_of_the_judge() -> None:
    proxies, fds = connect()
    message, _ = serve(fds, {"function": Alert, "trigger": lambda: CountTrigger.of(3), "plain": 1})
    assert has_functions(message)
    answer = proxies.decode_answer(message)
    assert answer["plain"] == 1
    kind = answer["function"]
    assert issubclass(kind, KeyedProcessFunction)
    assert not issubclass(kind, Alert)
    assert kind.on_timer is KeyedProcessFunction.on_timer  # the learner's class has none
    states: list[Any] = []

    class Context:
        def get_state(self, descriptor: Any) -> Any:
            assert isinstance(descriptor, ValueStateDescriptor)
            assert (descriptor.name, descriptor.type_info) == ("s", Types.LONG())
            states.append(Memory())
            return states[-1]

    from flinksim.datastream.functions import RuntimeContext

    context = type("Real", (Context, RuntimeContext), {})
    context.__abstractmethods__ = frozenset()
    function = kind()
    function.open(context())
    assert function.process_element(5, None) == [(5, 5)]
    assert states[0].kept == 5
    assert isinstance(answer["trigger"](), Trigger)


def test_a_reduce_function_is_called_back_within_a_call() -> None:
    def total(state_of: Any) -> int:
        state = state_of.get_state(ReducingStateDescriptor("sum", lambda a, b: a + b, Types.LONG()))
        return int(state.value())

    from flinksim.datastream.functions import KeyedStateStore

    class Store(KeyedStateStore):
        def get_state(self, descriptor: Any) -> Any:
            memory = Memory()
            memory.kept = descriptor.get_reduce_function().reduce(3, 4)
            return memory

    Store.__abstractmethods__ = frozenset()  # type: ignore[attr-defined]
    proxies, fds = connect()
    message, _ = serve(fds, total)
    assert proxies.decode_answer(message)(Store()) == 7


@pytest.mark.parametrize(
    "method",
    ["secret", "__class__", "__init__", "__dict__", "_kept", "__reduce__", "", 3, None, []],
)
def test_only_declared_methods_of_a_state_can_be_called(method: Any) -> None:
    proxies, _ = connect()
    number = proxies._export(Memory())[1]
    with pytest.raises(InvalidMessage):
        proxies._serve_call([number, method, []])
    for other in (number + 1, -1, True, "0", None):
        with pytest.raises(InvalidMessage):
            proxies._serve_call([other, "value", []])


SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6)
    | st.sampled_from(["tuple", "dict", "type", "TUPLE", "LONG", "descriptor", "object", "class", "call",
                       "function", "judge object", "enum", "int", "ReducingStateDescriptor", "TimeWindow",
                       "Trigger", "KeyedProcessFunction", "process_element", "result", "error", "bytes"])
)  # fmt: skip
JSON: Any = st.deferred(
    lambda: SCALARS | st.lists(JSON, max_size=4) | st.dictionaries(st.text(max_size=3), SCALARS)
)


@settings(max_examples=400, deadline=None)
@given(JSON)
def test_any_message_is_a_value_or_rejected(message: Any) -> None:
    try:
        decode_value(message, lambda tag, content: LearnerProxies(-1, -1)._import(tag, content))
    except InvalidMessage:
        pass
    for line in (message, {"right": message}, {"right": True, "message": message, "belief": ""}):
        assert parse_verdict(json.dumps(line).encode()).failure == "crashed"


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=60) | JSON.map(lambda one: json.dumps(["result", one]).encode()))
def test_any_reply_is_a_result_or_a_failed_call(reply: bytes) -> None:
    proxies, (reader, writer) = connect()
    os.write(writer, reply + b"\n")
    os.close(writer)
    try:
        proxies.call_learner(0, "call", [1])
    except (RemoteCallError, InvalidMessage):
        pass
    finally:
        os.close(reader)


def test_calls_without_end_and_long_messages_end_the_call() -> None:
    proxies, (reader, writer) = connect()
    number = proxies._export(Memory())[1]
    os.write(writer, (json.dumps(["call", [number, "value", []]]) + "\n").encode() * 50)
    os.close(writer)
    with pytest.raises(RemoteCallError, match="has ended"):
        proxies.call_learner(0, "call", [])
    os.close(reader)
    proxies, (reader, writer) = connect()
    thread = threading.Thread(target=os.write, args=(writer, b"x" * (MAX_MESSAGE_BYTES + 70_000)))
    thread.start()
    with pytest.raises(RemoteCallError, match="more than 256 KB"):
        proxies.call_learner(0, "call", [])
    os.read(reader, 1 << 20)
    thread.join(1)


def test_a_long_result_is_a_failed_call_and_the_process_stays() -> None:
    proxies, fds = connect()
    message, _ = serve(fds, {"long": lambda: "x" * MAX_MESSAGE_BYTES, "short": lambda: 1})
    answer = proxies.decode_answer(message)
    with pytest.raises(RemoteCallError, match="a value has more than 256 KB"):
        answer["long"]()
    assert answer["short"]() == 1


def test_values_of_the_api_survive_the_way() -> None:
    def transfer(value: Any) -> Any:
        message = encode_value(value, lambda one: pytest.fail(f"{one!r} is no data"))
        return decode_value(json.loads(json.dumps(message)), lambda *_: None)

    for value in (
        TriggerResult.FIRE_AND_PURGE, TimeWindow(0, 10), Types.TUPLE([Types.STRING(), Types.LONG()]),
        Types.MAP(Types.STRING(), Types.LIST(Types.DOUBLE())), Types.ROW([Types.INT()]), "\ud800",
    ):  # fmt: skip
        assert transfer(value) == value
        assert type(transfer(value)) is type(value)


# --- notebooks and file names ------------------------------------------------------------------------

HOSTILE_TEXT = "<script>alert(1)</script><img src=x onerror=alert(1)>]]>\u202e\x00\x1b[31m\ud800"
BAD_ENTRIES: dict[str, dict[str, Any]] = {
    "belief is a list": {"belief": [1]}, "what is a dict": {"what": {}}, "after is huge": {"after_s": 10**400},
    "after is nan": {"after_s": float("nan")}, "after is text": {"after_s": "1"},
    "name is a list": {"name": [HOSTILE_TEXT]}, "right is a list": {"right": [[]]},
    "script": {"name": HOSTILE_TEXT, "given": HOSTILE_TEXT, "what": "prediction"},
    "formula": {"name": "=1+1", "given": "=cmd|' /C calc'!A0"}, "given is deep": {"given": [[[[1]]]]},
}  # fmt: skip
BAD_NOTEBOOKS: dict[str, Any] = {
    "cells are numbers": {"cells": [1, None]}, "source is a dict": {"cells": [{"cell_type": "code", "source": {}}]},
    "source has numbers": {"cells": [{"cell_type": "code", "source": [1]}]},
    "metadata is a list": {"cells": [{"cell_type": "code", "source": "", "metadata": []}], "metadata": []},
    "no cells": {}, "text": "x", "null": None, "deep": {"cells": [], "x": json.loads("[" * 400 + "]" * 400)},
    "outputs are numbers": {"cells": [{"cell_type": "code", "source": "", "outputs": [1, {"data": 1}]}]},
    "notes": {"cells": [], "metadata": {"flinksim": {"lesson": ["00"], "notes": [1, {"entries": 1}]}}},
    "lesson": {"cells": [], "metadata": {"flinksim": {"lesson": "../../x"}}},
    "lesson of digits": {"cells": [], "metadata": {"flinksim": {"lesson": "\u0663\u0663"}}},
}  # fmt: skip


def write_bad_class(folder: Path) -> None:
    for name, entry in BAD_ENTRIES.items():
        made = noted(name, ("attempt", "", False))
        note = made["cells"][-2]["outputs"][0]["data"]
        for record in note.values():
            record["entries"] = [{**record["entries"][0], **entry}]
        (folder / f"{name}.ipynb").write_text(json.dumps(made))
    for name, notebook in BAD_NOTEBOOKS.items():
        (folder / f"{name}.ipynb").write_text(json.dumps(notebook))
    honest = json.dumps(noted("ada", ("attempt", "", True)))
    for file in (
        b"\xff\xfe.ipynb",
        b"=1+1.ipynb",
        b"\x1b[31m<b>.ipynb",
        b"a\nb.ipynb",
        b"ada.ipynb",
    ):
        (folder / os.fsdecode(file)).write_text(honest)
    os.mkfifo(folder / "pipe.ipynb")
    (folder / "folder.ipynb").mkdir()
    (folder / "loop").symlink_to(folder)


def test_no_notebook_ends_the_page_of_the_class(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "class"
    folder.mkdir()
    write_bad_class(folder)
    grades = read_recorded_grades(folder)
    assert len(grades) == len(BAD_ENTRIES) + len(BAD_NOTEBOOKS) + 7
    assert [grade.learner for grade in grades if grade.status == "grader error"] == []
    assert [grade.learner for grade in grades if grade.is_right].count("ada") == 1
    page = build_class_page(grades)
    write_grades(grades, tmp_path / "pages")
    pages = [path.read_text() for path in (tmp_path / "pages").rglob("*.*")]
    for text in (page, *pages):
        text.encode()
        assert not [one for one in ("<script", "<img", "\x00", "\x1b", "\u202e") if one in text]
    assert main(["class", str(folder)]) == 0
    assert "\x1b" not in capsys.readouterr().out


@settings(max_examples=200, deadline=None)
@given(st.text(st.characters(codec=None, categories=None)))
def test_cleaned_text_can_be_encoded_and_has_no_controls(text: str) -> None:
    cleaned = replace_unprintable(text)
    cleaned.encode()
    assert all(one in "\t\n" or one.isprintable() or not one.isascii() for one in cleaned)


def test_a_grading_that_ends_early_keeps_its_grades_and_is_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from flinksim.course.grading import grader
    from flinksim.course.grading.grade import Grade

    folder = tmp_path / "class"
    folder.mkdir()
    for number in range(30):
        (folder / f"{number:02}.ipynb").write_text(
            json.dumps(hostile.notebook(f"x = {number}", ""))
        )
    graded: list[str] = []
    interrupted: list[bool] = []

    def grade_one(submission: Any, folder: Path, limits: Any, **_: Any) -> Grade:
        graded.append(submission.learner)
        if submission.learner == "07":
            raise RecursionError("a fault of the grader")
        if submission.learner == "12" and not interrupted:
            interrupted.append(True)
            raise KeyboardInterrupt
        file = str(submission.path.relative_to(folder))
        return Grade(submission.learner, "00", file, "graded", is_right=submission.learner != "03")

    monkeypatch.setattr(grader, "grade_submission", grade_one)
    command = ["grade", str(folder), "--no-isolation"]
    assert main(command) == 130
    rows = (tmp_path / "class-grades" / "grades.csv").read_text().splitlines()
    assert len(rows) == 13
    printed = capsys.readouterr()
    assert "[12/30] 11.ipynb: right" in printed.out
    assert "12 grades are in" in printed.err
    assert "--resume" in printed.err
    graded.clear()
    (folder / "05.ipynb").write_text(json.dumps(hostile.notebook("changed", "")))
    assert main([*command, "--resume"]) == 0
    assert graded == ["05", "07", *(f"{number:02}" for number in range(12, 30))]
    rows = (tmp_path / "class-grades" / "grades.csv").read_text().splitlines()
    assert len(rows) == 31
    assert "07.ipynb: grader error" in capsys.readouterr().out
    graded.clear()
    assert main([*command, "--resume", "--time-s", "31"]) == 0
    assert len(graded) == 30  # with other limits nothing is kept
