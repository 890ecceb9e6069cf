"""When the judge of random PyFlink programs counts a difference."""

from __future__ import annotations

import dataclasses
import random
from pathlib import Path
from typing import Any, cast

import pytest

from tests.conformance.judge.pyflink_gated_writer import GatedWriter
from tests.conformance.judge.pyflink_writer import Writer
from tests.conformance.judge.random_pyflink import Written, judged
from tests.conformance.on_flinksim import run_on_flinksim
from tests.conformance.record import Session
from tests.conformance.recorded_programs import read_program

PROGRAM = '''"""Two subtasks race for a reduce that depends on the order."""

# dialect: pyflink
# compare: in any order

from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(2)
stream = env.from_collection([("a", number) for number in range(6)])
keyed = stream.map(lambda v: v).key_by(lambda v: v[0])
keyed.reduce(lambda left, right: ("a", 10 * left[1] + right[1])).print()
env.execute()
'''


class RecordedSession:
    """Says what PyFlink printed."""

    def __init__(self, *printed: str) -> None:
        self._printed = printed

    def run(self, program: Written) -> dict[str, Any]:
        return {"printed": list(self._printed), "raised": None}


def write_program(folder: Path) -> Written:
    path = folder / "program.py"
    path.write_text(PROGRAM, encoding="utf-8")
    return Written(**vars(read_program(path)), text=path)


def test_the_order_of_racing_subtasks_is_no_difference(tmp_path: Path) -> None:
    program = write_program(tmp_path)
    round_robin = (0, 2, 24, 241, 2413, 24135)
    other = cast(Session, RecordedSession(*(f"1> ('a', {n})" for n in round_robin)))
    assert judged(other, program)[0] == "DIFFERS"
    assert judged(other, dataclasses.replace(program, is_parallel=True))[0] == "another order"


def test_what_happens_in_no_order_is_a_difference(tmp_path: Path) -> None:
    program = dataclasses.replace(write_program(tmp_path), is_parallel=True)
    sums = (0, 1, 3, 6, 10, 15)
    wrong = cast(Session, RecordedSession(*(f"1> ('a', {n})" for n in sums)))
    assert judged(wrong, program)[0] == "DIFFERS"


FAILING = '''"""A job that is collected, and fails."""

# dialect: pyflink

from pyflink.common import Configuration
from pyflink.datastream import StreamExecutionEnvironment

configuration = Configuration()
configuration.set_integer("python.fn-execution.bundle.size", 1)
env = StreamExecutionEnvironment.get_execution_environment(configuration)
env.set_parallelism(1)
stream = env.from_collection([1, 2, 0]).map(lambda v: 10 // v)
with stream.execute_and_collect() as results:
    for result in results:
        print(result)
'''


class FailedSession(RecordedSession):
    """Says what PyFlink printed before its job failed."""

    def run(self, program: Written) -> dict[str, Any]:
        return super().run(program) | {"raised": {"class": "Py4JJavaError", "text": "/ by zero"}}


@pytest.mark.parametrize(
    ("printed", "outcome"),
    [(("10", "5"), "both fail"), (("10",), "read less"), (("9",), "DIFFERS")],
)
def test_a_client_may_read_less_of_a_job_that_fails(
    printed: tuple[str, ...], outcome: str, tmp_path: Path
) -> None:
    path = tmp_path / "program.py"
    path.write_text(FAILING, encoding="utf-8")
    program = Written(**vars(read_program(path)), text=path)
    assert judged(cast(Session, FailedSession(*printed)), program)[0] == outcome


WRITTEN = {
    "time to live": "StateTtlConfig",
    "processing-time timers": "register_processing_time_timer",
    "processing-time windows": "ProcessingTimeSessionWindows",
    "checkpoints and failures": "FailsAt(100, 1)",
    "timers that fail": 'raise RuntimeError("timer")',
    "bundles that end by time": "python__fn_execution__bundle__time='600'",
    "broadcast with keys": "KeyedBroadcastProcessFunction",
    "collected results": "execute_and_collect",
    "functions with two readers that print": 'print("called with", v[2])',
    "forward partitions with two readers": ".forward()",
}


def test_the_writers_reach_every_feature() -> None:
    texts = [
        make(random.Random(f"coverage-{n}")).write()
        for n in range(150)
        for make in (Writer, GatedWriter)
    ]
    for feature, text in WRITTEN.items():
        assert sum(text in each for each in texts) >= 5, feature


@pytest.mark.parametrize("kind", ["failing", "clock", "bundles"])
def test_gated_programs_have_results(kind: str, tmp_path: Path) -> None:
    writers = [GatedWriter(random.Random(f"run-{n}")) for n in range(60)]
    with_results = 0
    for writer in [writer for writer in writers if writer.kind == kind][:8]:
        path = tmp_path / "program.py"
        path.write_text(writer.write(), encoding="utf-8")
        outcome = run_on_flinksim(path, "pyflink")
        with_results += outcome.raised is None and len(outcome.printed) > 0
    assert with_results >= 5
