"""What the operators around a sink ask of it, and what they tell: writer, committer, and both again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import flinksim as fs
from flinksim.common import WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.connectors.sink import Committer, Sink, SinkContext, SinkWriter
from flinksim.runtime.operators.sink_operator import CommitterOperator, SinkWriterOperator
from flinksim.trace import events as e
from tests.checkpoint_jobs import environment


class TellingSink(Sink):
    """Commits what was written two by two; what is left over is state of the writer."""

    has_committer = True

    def __init__(self) -> None:
        self.contexts: list[SinkContext] = []
        self.told: list[Any] = []

    def create_writer(self, context: SinkContext) -> SinkWriter:
        self.contexts.append(context)
        return _Writer(self, context)

    def create_committer(self) -> Committer:
        return _Committer(self)


class _Writer(SinkWriter):
    def __init__(self, sink: TellingSink, context: SinkContext) -> None:
        self.sink = sink
        self.open = [value for state in context.restored_states for value in state]

    def write(self, value: Any, timestamp: int | None) -> str:
        self.open.append(value)
        return f"<{value}>"

    def flush(self, end_of_input: bool) -> None:
        self.sink.told.append(("flush", end_of_input))

    def prepare_commit(self) -> Sequence[Any]:
        whole = len(self.open) - len(self.open) % 2
        pairs = [tuple(self.open[place : place + 2]) for place in range(0, whole, 2)]
        self.open = self.open[whole:]
        return pairs

    def count_results(self, committable: Any) -> int:
        return len(committable)

    def snapshot_state(self) -> Sequence[Any]:
        return [list(self.open)] if self.open else []

    def close(self) -> None:
        self.sink.told.append("writer closed")


class _Committer(Committer):
    def __init__(self, sink: TellingSink) -> None:
        self.sink = sink

    def commit(self, committable: Any) -> None:
        self.sink.told.append(("commit", committable))

    def close(self) -> None:
        self.sink.told.append("committer closed")


def simulated(sink: Sink, count: int = 5, interval_ms: int | None = 10) -> fs.Simulation:
    env = environment(interval_ms, 1)
    items = [one for n in range(count) for one in (record(n, timestamp=100 + n), pause(4))]
    numbers = env.from_source(
        ScriptedSource(items), WatermarkStrategy.for_monotonous_timestamps(), "numbers"
    )
    numbers.sink_to(sink).name("told")
    return fs.simulate(env)


def rows(sim: fs.Simulation, kind: type[Any]) -> list[tuple[Any, ...]]:
    return [
        tuple(getattr(event, name) for name in kind.FIELDS) for event in sim.trace.get_events(kind)
    ]


def ids(sim: fs.Simulation) -> tuple[str, str]:
    """Of the writer and the committer."""
    operators = [one for task in sim.cluster.tasks for one in task.operators]
    (writer,) = [one.id for one in operators if isinstance(one, SinkWriterOperator)]
    (committer,) = [one.id for one in operators if isinstance(one, CommitterOperator)]
    return writer, committer


def test_a_run_with_checkpoints_is_told_step_by_step() -> None:
    sink = TellingSink()
    sim = simulated(sink).run()
    writer, committer = ids(sim)
    assert rows(sim, e.ResultWritten) == [(writer, f"<{n}>", n, 100 + n) for n in range(5)]
    # 3 are written by 10 ms, 5 by 20 ms; what is left over waits, and belongs to no checkpoint
    assert rows(sim, e.CommitPrepared)[:2] == [(writer, 1, 2), (writer, 2, 2)]
    assert rows(sim, e.ResultsCommitted) == [(committer, 1, 2, 2), (committer, 2, 2, 4)]
    assert [one for one in sink.told if one[0] == "commit"] == [
        ("commit", (0, 1)), ("commit", (2, 3)),
    ]  # fmt: skip
    assert ("flush", True) in sink.told
    assert sink.told[0] == ("flush", False)
    assert sink.told.count("writer closed") == sink.told.count("committer closed") == 1
    operators = {one.id: one for task in sim.cluster.tasks for one in task.operators}
    assert operators[writer].results_written == 5
    assert operators[committer].results_committed == 4


def test_without_checkpoints_all_is_committed_at_the_end() -> None:
    sink = TellingSink()
    sim = simulated(sink, 4, None).run()
    writer, committer = ids(sim)
    assert rows(sim, e.CommitPrepared) == [(writer, 1, 2), (writer, 1, 2)]
    assert rows(sim, e.ResultsCommitted) == [(committer, 1, 2, 2), (committer, 1, 2, 4)]
    assert [one for one in sink.told if one[0] == "flush"] == [("flush", True)]


def test_a_writer_knows_where_it_runs_and_what_it_had() -> None:
    sink = TellingSink()
    sim = simulated(sink)
    sim.step(lambda step: bool(sim.trace.get_events(e.ResultsCommitted)))
    sim.crash("numbers").run()
    writer, _ = ids(sim)
    first, second = sink.contexts
    for context in sink.contexts:
        assert (context.subtask_index, context.parallelism) == (0, 1)
        assert context.operator_id == writer
        assert context.processing_time is not None
    assert (first.attempt_number, first.restored_states, first.restored_checkpoint_id) == (0, (), 0)
    assert (second.attempt_number, second.restored_states, second.restored_checkpoint_id) == (
        1,
        ([2],),
        1,
    )
    # the pair of checkpoint 1 is committed once more: its first commit may not have come through
    commits = [one[1] for one in sink.told if one[0] == "commit"]
    assert commits == [(0, 1), (0, 1), (2, 3)]


def test_what_a_sink_does_not_count_is_all_that_was_written_since() -> None:
    class Uncounted(TellingSink):
        def create_writer(self, context: SinkContext) -> SinkWriter:
            writer = super().create_writer(context)
            writer.count_results = lambda committable: None  # type: ignore[method-assign]
            return writer

    sim = simulated(Uncounted()).run()
    assert [results for _, _, results in rows(sim, e.CommitPrepared)][:2] == [3, 2]
