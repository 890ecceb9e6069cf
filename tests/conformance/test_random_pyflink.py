"""When the judge of random PyFlink programs counts a difference."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any, cast

from tests.conformance.judge.random_pyflink import Written, judged
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
