"""Which of two inputs is read next.

The judged cases "two inputs before a full queue" have Flink's own answers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from flinksim.runtime.tasks.input_selection import InputSelection


@dataclass
class Input:
    number: int
    waiting: int = 0

    @property
    def is_available(self) -> bool:
        return self.waiting > 0


class Bench:
    def __init__(self) -> None:
        self.inputs = [Input(0), Input(1)]
        self.selection = InputSelection(cast(Any, self.inputs))

    def put(self, order: str) -> None:
        for number in order:
            self.inputs[int(number)].waiting += 1

    def read(self, count: int = 1) -> str:
        """The numbers of the inputs that the next elements are read from."""
        read = ""
        for _ in range(count):
            chosen = cast(Input, self.selection.select_next())
            assert chosen.is_available
            chosen.waiting -= 1
            read += str(chosen.number)
        if not any(each.is_available for each in self.inputs):
            self.selection.mark_all_empty()
        return read


def test_they_take_turns() -> None:
    bench = Bench()
    bench.put("000111")
    assert bench.read(6) == "010101"


def test_the_first_begins() -> None:
    bench = Bench()
    bench.put("1")
    assert bench.read() == "1"
    bench.put("10")
    assert bench.read(2) == "01"


def test_what_came_meanwhile_is_seen_after_one_more_element() -> None:
    bench = Bench()
    bench.put("0")
    assert bench.read() == "0"
    bench.put("00")
    assert bench.read() == "0"
    bench.put("11")  # while that one is processed
    assert bench.read(3) == "011"


def test_an_input_that_is_known_to_be_empty_is_looked_at_beside_the_next_choice() -> None:
    bench = Bench()
    bench.put("00")
    assert bench.read() == "0"  # both were taken to have something
    bench.put("11")
    assert bench.read(3) == "101"
    bench.put("000")
    assert bench.read() == "0"
    bench.put("1")  # nothing was there when 0 was chosen
    assert bench.read(3) == "010"


def test_the_short_way_leaves_the_same_behind() -> None:
    long, short = Bench(), Bench()
    long.put("1")
    assert long.read() == "1"
    short.selection.on_handoff(cast(Any, short.inputs[1]))
    short.selection.mark_all_empty()
    for bench in (long, short):
        bench.put("0011")
        assert bench.read(4) == "0101"


def test_nothing_anywhere_gives_the_first() -> None:
    assert Bench().selection.select_next().number == 0
