"""Programs that do what no program should: the run ends with what happened, told shortly."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import flinksim
from flinksim.cli import main

ROOT = Path(__file__).parents[2]

HEAD = """
import os, sys, threading
from flinksim.common import Time, Types, WatermarkStrategy
from flinksim.common.watermark_strategy import TimestampAssigner
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.functions import (
    FlatMapFunction, KeyedProcessFunction, MapFunction, ProcessWindowFunction, SourceFunction)
from flinksim.datastream.window import CountTumblingWindowAssigner, TumblingEventTimeWindows

env = StreamExecutionEnvironment.get_execution_environment()
ones = env.from_collection([1, 2, 3])

class Bad:
    def __repr__(self):
        raise ValueError("no text")

class Endless:
    def __repr__(self):
        return repr(self)

class Long:
    def __repr__(self):
        return "x" * 10_000_000

class BadText(Exception):
    def __str__(self):
        raise ValueError("no text")
    __repr__ = __str__

class NoText(Exception):
    def __str__(self):
        return 5

class EndlessText(Exception):
    def __str__(self):
        return str(self)
    __repr__ = __str__

class OnlyBase(BaseException):
    pass

def fail(error):
    raise error

def made(value):
    ones.map(lambda n: value).map(lambda v: fail(RuntimeError("after it"))).print()
"""
TAIL = "\nenv.execute('hostile')\n"

SAID_AND_CODE: dict[str, tuple[str, str, int]] = {
    "exit 0": ("ones.map(lambda n: sys.exit(0)).print()", "SystemExit: 0", 1),
    "exit with a text": ("ones.map(lambda n: sys.exit('why')).print()", "SystemExit: why", 1),
    "Ctrl-C by itself": ("ones.map(lambda n: fail(KeyboardInterrupt())).print()", "interrupted", 130),
    "a generator's exit": ("ones.map(lambda n: fail(GeneratorExit())).print()", "GeneratorExit", 1),
    "a base exception": ("ones.map(lambda n: fail(OnlyBase('x'))).print()", "OnlyBase: x", 1),
    "no text": ("ones.map(lambda n: fail(BadText())).print()", "BadText: <exception str() failed>", 1),
    "no text's kind": ("ones.map(lambda n: fail(NoText())).print()", "NoText", 1),
    "an endless text": ("ones.map(lambda n: fail(EndlessText())).print()", "EndlessText", 1),
    "a long text": ("ones.map(lambda n: fail(ValueError('x' * 10**7))).print()", "ValueError: xxx", 1),
    "a note without a text": (
        "def noted(n):\n    e = ValueError('v')\n    e.__notes__ = [Bad()]\n    raise e\n"
        "ones.map(noted).print()",
        "ValueError: v",
        1,
    ),
    "its own cause": (
        "def circular(n):\n    e = ValueError('v')\n    e.__cause__ = e\n    raise e\n"
        "ones.map(circular).print()",
        "ValueError: v",
        1,
    ),
    "a value without a text": ("made(Bad())", "record:   <Bad object: its repr() raised ValueError>", 1),
    "an endless value": ("made(Endless())", "record:   <Endless object: its repr() raised RecursionError>", 1),
    "a long value": ("made(Long())", "... (10,000,000 characters)", 1),
    "a value without a text printed": ("ones.map(lambda n: Bad()).print()", "ValueError: no text", 1),
    "a deep call": (
        "def deep(n):\n    return deep(n) + 1\nones.map(deep).print()", "RecursionError", 1
    ),
    "exit in open": (
        "class Opens(MapFunction):\n"
        "    def open(self, context):\n        sys.exit(0)\n"
        "    def map(self, value):\n        return value\nones.map(Opens()).print()",
        "SystemExit: 0",
        1,
    ),
    "exit in close": (
        "class Closes(MapFunction):\n"
        "    def close(self):\n        sys.exit(0)\n"
        "    def map(self, value):\n        return value\nones.map(Closes()).print()",
        "SystemExit: 0",
        1,
    ),
    "exit in close after an error": (
        "class Closes(MapFunction):\n"
        "    def close(self):\n        sys.exit(0)\n"
        "    def map(self, value):\n        return value / 0\nones.map(Closes()).print()",
        "ZeroDivisionError",
        1,
    ),
    "exit in a key selector": (
        "ones.key_by(lambda n: sys.exit(0)).map(lambda n: n).print()", "SystemExit: 0", 1
    ),
    "exit in a timestamp assigner": (
        "class Exits(TimestampAssigner):\n"
        "    def extract_timestamp(self, value, before):\n        sys.exit(0)\n"
        "ones.assign_timestamps_and_watermarks(WatermarkStrategy.for_monotonous_timestamps()"
        ".with_timestamp_assigner(Exits())).print()",
        "SystemExit: 0",
        1,
    ),
    "exit in a window": (
        "class Exits(ProcessWindowFunction):\n"
        "    def process(self, key, context, elements):\n        sys.exit(0)\n"
        "ones.key_by(lambda n: 0).window(CountTumblingWindowAssigner.of(2)).process(Exits()).print()",
        "SystemExit: 0",
        1,
    ),
    "exit in a generator": (
        "def parts(n):\n    yield n\n    sys.exit(0)\nones.flat_map(parts).print()",
        "SystemExit: 0",
        1,
    ),
    "a failure that is caught": (
        "ones.map(lambda n: 1 / 0).print()\n"
        "try:\n    env.execute('caught')\nexcept Exception:\n    pass\nsys.exit(0)",
        "caught: failed",
        0,
    ),
    "an exit from the program": ("env.execute('fine')\nsys.exit(3)", "the environment is empty", 1),
    "an exit with a value without a text": (
        "ones.print()\nenv.execute('fine')\nsys.exit(Bad())", "<Bad object: its repr() raised ValueError>", 1
    ),
    "a program's own error without a text": ("raise BadText()", "BadText: <exception str() failed>", 1),
    "a program's own long error": ("raise ValueError('x' * 10**7)", "10,000,0", 1),
    "a program's own base exception": ("raise OnlyBase('x')", "OnlyBase: x", 1),
    "a key whose hash fails": (
        "class Key:\n    def __hash__(self):\n        raise ValueError('no hash')\n"
        "ones.key_by(lambda n: Key()).map(lambda n: n).print()",
        "no hash",
        1,
    ),
    "half a surrogate pair": ("ones.map(lambda n: '\\ud800').print()", "UnicodeEncodeError", 1),
    "standard output closed": (
        "class Closed:\n    def write(self, text):\n        raise ValueError('closed')\n"
        "    def flush(self):\n        pass\n"
        "def closes(n):\n    sys.stdout = Closed()\n    return n\nones.map(closes).print()",
        "ValueError: closed",
        1,
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", SAID_AND_CODE)
def test_what_happened_is_told(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    body, said, code = SAID_AND_CODE[what]
    program, trace = tmp_path / "program.py", tmp_path / "run.flinktrace"
    program.write_text(HEAD + body + TAIL)
    monkeypatch.setattr(sys, "stdout", sys.stdout)  # whatever the program puts there
    assert main(["run", str(program), "--trace", str(trace), "--digest"]) == code
    err = capsys.readouterr().err
    assert said in err
    assert len(err) < 30_000
    assert str(ROOT / "flinksim") not in err
    assert "Traceback" not in err or f'File "{program}"' in err
    if trace.exists():
        found = flinksim.load_trace(trace)
        assert found.digest() in err


OUTSIDE: dict[str, tuple[str, str, int]] = {
    "standard output closed": (
        "sys.stdout.close()\nones.print()",
        "ValueError: I/O operation on closed file",
        1,
    ),
    "exit of the process": ("ones.map(lambda n: os._exit(0)).print()", "SystemExit: 0", 1),
    "exit of a child": (
        "def forks(n):\n    child = os.fork()\n    if child == 0:\n        os._exit(7)\n"
        "    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])\nones.map(forks).print()",
        "hostile: finished",
        0,
    ),
    "exit of the process from a thread": (
        "def leaves(n):\n    thread = threading.Thread(target=os._exit, args=(0,))\n"
        "    thread.start()\n    thread.join()\n    return n\nones.map(leaves).print()",
        "hostile: finished",
        0,
    ),
    "exit in a source's own thread": (
        "class Exits(SourceFunction):\n    def run(self, context):\n        sys.exit(0)\n"
        "    def cancel(self):\n        pass\nenv.add_source(Exits()).print()",
        "SystemExit: 0",
        1,
    ),
}


@pytest.mark.parametrize("what", OUTSIDE)
def test_nobody_leaves_by_another_door(what: str, tmp_path: Path) -> None:
    body, said, code = OUTSIDE[what]
    program = tmp_path / "program.py"
    program.write_text(HEAD + body + TAIL)
    command = [sys.executable, "-m", "flinksim", "run", str(program)]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert said in done.stderr
    assert done.returncode == code


UNPARSABLE = {
    "a chain of minus signs": "x = " + "-" * 200_000 + "1",
    "a sum of 60,000 numbers": "x = " + "+".join(["1"] * 60_000),
    "100,000 brackets": "(" * 100_000 + ")" * 100_000,
}


@pytest.mark.parametrize("command", ["run", "check", "plan", "tell", "diagnose", "explain"])
@pytest.mark.parametrize("what", UNPARSABLE)
def test_a_program_too_deep_for_the_parser_is_an_error(
    what: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "program.py"
    program.write_text(UNPARSABLE[what])
    assert main([command, str(program)]) == 1
    printed = capsys.readouterr()
    assert len(printed.out + printed.err) < 10_000
    assert str(ROOT / "flinksim") not in printed.err
