"""State of PyFlink's workers in ``open()``, where no key is set. Recorded with PyFlink 2.3.0."""

from __future__ import annotations

from pathlib import Path

import pytest

from flinksim.cli import main

PROGRAM = """
from pyflink.common import Types
from pyflink.datastream import KeyedProcessFunction, StreamExecutionEnvironment
from pyflink.datastream.state import ListStateDescriptor, MapStateDescriptor, ValueStateDescriptor

class Count(KeyedProcessFunction):
    def open(self, context):
        self.value = context.get_state(ValueStateDescriptor("v", Types.INT()))
        self.map = context.get_map_state(MapStateDescriptor("m", Types.STRING(), Types.INT()))
        self.list = context.get_list_state(ListStateDescriptor("l", Types.INT()))
        {body}

    def process_element(self, value, context):
        yield str((value, self.value.value(), list(self.map.items()), list(self.list.get())))
        self.map.put("a", value)
        yield str(self.map.get_internal_state().get("a"))

env = StreamExecutionEnvironment.get_execution_environment()
stream = env.from_collection([1, 2], Types.INT())
stream.key_by(lambda v: v, Types.INT()).process(Count(), Types.STRING()).print()
env.execute()
"""


def write(tmp_path: Path, body: str) -> str:
    path = tmp_path / "job.py"
    path.write_text(PROGRAM.format(body=body))
    return str(path)


@pytest.mark.parametrize(
    "body",
    ["self.value.update(3)", "self.value.clear()", "self.map.put('b', 3)", "self.list.add(3)"],
)
def test_a_write_without_a_key_is_lost(
    body: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = write(tmp_path, body)
    with pytest.warns(UserWarning, match=r"no key is set in open\(\)"):
        assert main(["run", program]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == ["(1, None, [], [])", "1", "(2, None, [], [])", "2"]
    assert main(["check", program]) == 0
    assert "job.py:11: warning: " in capsys.readouterr().out


@pytest.mark.parametrize(
    "body", ["self.value.value()", "self.map.get('b')", "list(self.list.get())"]
)
def test_a_read_without_a_key_fails(
    body: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", write(tmp_path, body)]) == 1
    assert "job.py:11: Flink rejects this: the job failed" in capsys.readouterr().out


READS_IN_OPEN = """
from pyflink.common import Types
from pyflink.datastream import KeyedProcessFunction, StreamExecutionEnvironment
from pyflink.datastream.state import ListStateDescriptor, MapStateDescriptor, ValueStateDescriptor

class Look(KeyedProcessFunction):
    def open(self, context):
        value = context.get_state(ValueStateDescriptor("v", Types.INT()))
        entries = context.get_map_state(MapStateDescriptor("m", Types.STRING(), Types.INT()))
        items = context.get_list_state(ListStateDescriptor("l", Types.INT()))
        entries.put("a", 1)
        self.seen = [entries.get("a"), entries.contains("a")]
        entries.remove("a")
        self.seen += [entries.get("a")]
        entries.put("b", 2)
        self.seen += [entries.is_empty()]
        entries.clear()
        self.seen += [list(entries.items())]
        entries.put("c", 3)
        self.seen += [list(entries.keys()), entries.get("zz")]
        value.update(5)
        self.seen += [value.value()]
        value.clear()
        self.seen += [value.value()]
        items.update([1])
        items.add(2)
        self.seen += [list(items.get())]
        self.value, self.entries, self.items = value, entries, items

    def process_element(self, value, context):
        yield str(self.seen)
        yield str((self.entries.get("c"), self.value.value(), list(self.items.get())))

env = StreamExecutionEnvironment.get_execution_environment()
stream = env.from_collection([1], Types.INT())
stream.key_by(lambda v: v, Types.INT()).process(Look(), Types.STRING()).print()
env.execute()
"""


def test_what_open_wrote_can_be_read_there_and_no_record_sees_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "job.py"
    path.write_text(READS_IN_OPEN)
    with pytest.warns(UserWarning, match=r"no key is set in open\(\)"):
        assert main(["run", str(path)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "[1, True, None, False, [], ['c'], None, 5, None, [1, 2]]",
        "(None, None, [])",
    ]


@pytest.mark.parametrize("read", ["self.map.get('other')", "list(self.map.items())"])
def test_what_open_did_not_write_cannot_be_read(
    read: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = write(tmp_path, f"self.map.put('b', 3); {read}")
    assert main(["check", program]) == 1
    assert "No key set" in capsys.readouterr().out
