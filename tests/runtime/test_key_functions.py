"""Key selectors and partitioners of the user are opened and closed like any function."""

from __future__ import annotations

from typing import Any

from flinksim.common import Types
from flinksim.datastream import KeySelector, Partitioner, RuntimeContext, StreamExecutionEnvironment


class InTurn(Partitioner):
    """Counts by itself; a subtask that shared it with another would count wrong."""

    def open(self, runtime_context: RuntimeContext) -> None:
        print("open partitioner", runtime_context.get_index_of_this_subtask())
        self.count = 0

    def partition(self, key: Any, num_partitions: int) -> int:
        self.count += 1
        return (self.count - 1) % num_partitions

    def close(self) -> None:
        print("close partitioner", self.count)


class Modulo(KeySelector):
    def open(self, runtime_context: RuntimeContext) -> None:
        self.divisor = 2

    def get_key(self, value: Any) -> Any:
        return value % self.divisor


def test_each_subtask_has_a_partitioner_of_its_own(capsys: Any) -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    numbers = env.from_collection([0, 1, 2, 3, 4], Types.INT()).rebalance()
    numbers.map(lambda n: n, Types.INT()).partition_custom(InTurn(), lambda n: n).print()
    env.execute()
    lines = capsys.readouterr().out.splitlines()
    assert sorted(line for line in lines if "partitioner" in line) == [
        "close partitioner 2", "close partitioner 3", "open partitioner 0", "open partitioner 1",
    ]  # fmt: skip
    assert sorted(line for line in lines if "> " in line) == [
        "1> 0",
        "1> 1",
        "1> 4",
        "2> 2",
        "2> 3",
    ]


def test_a_key_selector_is_open_on_both_sides_of_the_shuffle(capsys: Any) -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.from_collection([1, 2, 3, 4], Types.INT()).key_by(Modulo()).reduce(
        lambda a, b: a + b
    ).print()
    env.execute()
    assert capsys.readouterr().out.splitlines() == ["1", "2", "4", "6"]
