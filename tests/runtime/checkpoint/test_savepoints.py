"""Jobs that go on from a savepoint or a checkpoint: at the same parallelism, at another, changed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

import flinksim as fs
from flinksim.common import Configuration, TypeInformation, Types, WatermarkStrategy
from flinksim.connectors.collection_sources import NumberSequenceSource
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.connectors.transactional_sinks import TransactionalSink
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.functions import KeyedProcessFunction
from flinksim.datastream.state import ListStateDescriptor, StateDescriptor, ValueStateDescriptor
from flinksim.runtime.checkpoint import storage
from flinksim.runtime.checkpoint.metadata import OperatorState
from flinksim.runtime.checkpoint.repartitioner import repartition
from flinksim.runtime.checkpoint.snapshot_file import SnapshotError
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.runtime.fault_injection import TriggerCheckpoint
from flinksim.runtime.interleaving import Seeded
from flinksim.runtime.jobmaster.state_assignment import CannotRestore
from flinksim.runtime.local_executor import build_job_graph
from flinksim.runtime.minicluster import MiniCluster, RunSettings
from flinksim.runtime.network_settings import NetworkSettings
from flinksim.runtime.state.snapshot_model import Mode, OperatorSnapshot
from flinksim.trace import events as e
from tests.checkpoint_jobs import JOBS, environment

SAVEPOINTS = ("savepoint", "suspend savepoint")


def job(name: str, sink: TransactionalSink, parallelism: int, **options: str) -> Any:
    """The job, with a uid for each operator, so that another parallelism finds its state."""
    env = environment(10, parallelism, **options)
    JOBS[name](env).sink_to(sink)
    graph = build_job_graph(env.pipeline("job"))
    for node in graph.stream_graph.nodes.values():
        node.uid = node.uid or f"{node.name} {node.id}"
    from flinksim.graph.job_graph_generator import create_job_graph

    return create_job_graph(graph.stream_graph)


def run(graph: Any, **settings: Any) -> MiniCluster:
    cluster = MiniCluster(graph, RunSettings(traced=False, **settings))
    cluster.run(max_steps=20_000)
    assert cluster.status == "FINISHED"
    return cluster


@pytest.mark.parametrize("seed", range(40))
def test_a_job_goes_on_from_a_savepoint_at_any_parallelism(seed: int, tmp_path: Path) -> None:
    """What was committed before and after it is what is committed without it, each as often."""
    random = Random(seed)
    name = list(JOBS)[seed % len(JOBS)]
    parallelism = random.choice([1, 2, 3])
    after = parallelism if name == "broadcast" else random.choice([1, 2, 3])
    whole = TransactionalSink()
    schedule = Seeded(seed)
    steps = run(job(name, whole, parallelism), interleaving=schedule).steps_taken
    for _ in range(3):
        kind: Any = random.choice(SAVEPOINTS)
        sink = TransactionalSink()
        asked = TriggerCheckpoint(kind, random.randrange(1, steps), tmp_path)
        settings = RunSettings(schedule, False, injected_actions=(asked,))
        cluster = MiniCluster(job(name, sink, parallelism), settings)
        savepoints = cluster.job_master.checkpoint_coordinator.savepoints
        while not (savepoints and (kind == "savepoint" or cluster.is_over)) and cluster.step():
            pass
        if savepoints:
            path = savepoints[0].path
            run(job(name, sink, after), interleaving=schedule, restore_from=path)
        assert Counter(map(repr, sink.committed_results)) == Counter(
            map(repr, whole.committed_results)
        ), asked


@pytest.mark.parametrize("name", ["tumbling", "timers", "asynchronous", "rebalanced"])
def test_a_retained_unaligned_checkpoint_is_gone_on_from(name: str, tmp_path: Path) -> None:
    options = {
        "execution.checkpointing.unaligned.enabled": "true",
        "execution.checkpointing.dir": str(tmp_path),
        "execution.checkpointing.externalized-checkpoint-retention": "RETAIN_ON_CANCELLATION",
    }
    whole = TransactionalSink()
    steps = run(job(name, whole, 2)).steps_taken
    network = NetworkSettings(segment_bytes=64)
    tried = in_flight = 0
    for at in range(20, steps, 7):
        sink = TransactionalSink()
        cluster = MiniCluster(
            job(name, sink, 2, **options), RunSettings(Seeded(at), False, network=network)
        )
        cluster.run(max_steps=at)
        if cluster.is_over or not cluster.job_master.checkpoint_coordinator.store.latest:
            continue
        cluster.cancel()
        (kept,) = tmp_path.glob("*/chk-*")
        in_flight += len(fs.read_snapshot(kept).in_flight)
        run(job(name, sink, 2, **options), restore_from=kept.parent, network=network)
        tried += 1
        assert Counter(map(repr, sink.committed_results)) == Counter(
            map(repr, whole.committed_results)
        ), at
        (kept / "_metadata").unlink()
        kept.rmdir()
    assert tried > 2
    if name == "rebalanced":
        assert in_flight


# --- small jobs -----------------------------------------------------------------------------------


class Kept(KeyedProcessFunction):
    """Counts in a state that is described when it is made."""

    def __init__(self, descriptor: StateDescriptor | None = None) -> None:
        self.descriptor = descriptor or ValueStateDescriptor("count", Types.LONG())

    def open(self, runtime_context: Any) -> None:
        kind = "list" if isinstance(self.descriptor, ListStateDescriptor) else "value"
        state = runtime_context.get_list_state if kind == "list" else runtime_context.get_state
        self.count = state(self.descriptor)

    def process_element(self, value: Any, ctx: Any) -> Any:
        count = (self.count.value() or 0) + 1
        self.count.update(count)
        yield value % 2, count


def counting(
    sink: TransactionalSink,
    parallelism: int = 1,
    uid: str = "count",
    max_parallelism: int | None = None,
    descriptor: StateDescriptor | None = None,
    items: Any = None,
    key_type: TypeInformation | None = None,
    **options: str,
) -> StreamExecutionEnvironment:
    env = StreamExecutionEnvironment.get_execution_environment(
        Configuration.from_dict({name.replace("__", "."): value for name, value in options.items()})
    )
    env.set_parallelism(parallelism)
    script = items or [x for n in range(6) for x in (record(n), pause(10))]
    source = ScriptedSource(script if isinstance(script, dict) else {"s": script})
    numbers = env.from_source(source, WatermarkStrategy.no_watermarks(), "numbers").uid("numbers")
    counts = numbers.key_by(lambda n: n % 2, key_type).process(Kept(descriptor))
    counts.uid(uid).name("count")
    if max_parallelism is not None:
        counts.set_max_parallelism(max_parallelism)
    counts.sink_to(sink).uid("sink")
    return env


def savepoint_of(sink: TransactionalSink, path: Path, **arguments: Any) -> Path:
    """A savepoint in the middle of the job, which stops with it."""
    sim = fs.simulate(counting(sink, **arguments)).run(until=12).stop(path=path).run()
    assert sim.status == "FINISHED"
    last = sim.checkpoints[-1]
    assert (last.kind, last.status) == ("suspend savepoint", "COMPLETED")
    return Path(last.path)


def test_a_program_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    sink = TransactionalSink()
    path = savepoint_of(sink, tmp_path)
    before = list(sink.committed_results)
    assert 0 < len(before) < 6
    sim = fs.simulate(counting(sink, parallelism=2), from_snapshot=path).run()
    assert sorted(sink.committed_results) == [(0, 1), (0, 2), (0, 3), (1, 1), (1, 2), (1, 3)]
    assert sink.committed_results[: len(before)] == before
    (restored,) = sim.trace.get_events(e.CheckpointRestored)
    assert restored.checkpoint == 1
    assert sim.trace.get_events(e.SplitAssigned)[0].read == len(before)
    assert sim.cluster.clock.now_ms >= sim.trace.plan.start_time_ms > 0


@pytest.mark.parametrize("drain", [False, True])
def test_a_drained_job_fires_all_windows_and_a_suspended_one_none(
    drain: bool, tmp_path: Path
) -> None:
    sink = TransactionalSink()
    env = environment(10)
    JOBS["tumbling"](env).sink_to(sink)
    sim = fs.simulate(env).run(until=30).stop(drain=drain, path=tmp_path).run()
    snapshot = fs.read_snapshot(sim.checkpoints[-1].path)
    assert bool(snapshot.timers()) is not drain
    assert any(row.state == "window-contents" for row in snapshot.state()) is not drain
    assert sim.status == "FINISHED"
    fired = sim.trace.get_events(e.WindowFired)
    assert len(sink.committed_results) == len(fired) >= drain
    assert bool(sim.trace.get_events(e.OperatorFinished)) is drain


def test_a_savepoint_commits_nothing_and_no_failure_goes_back_to_it(tmp_path: Path) -> None:
    sink = TransactionalSink()
    sim = fs.simulate(counting(sink)).run(until=10).savepoint(path=tmp_path)
    sim.run(until=18)
    assert [one.kind for one in sim.checkpoints] == ["savepoint"]
    assert sink.written_results
    assert sink.committed_results == []
    assert not sim.trace.get_events(e.CheckpointNotified)
    assert sim.cluster.job_master.checkpoint_coordinator.store.latest is None
    assert sim.snapshot().path == Path(sim.checkpoints[0].path)


# --- changed programs -----------------------------------------------------------------------------


def test_state_that_nobody_claims_is_an_error_in_flinks_words(tmp_path: Path) -> None:
    path = savepoint_of(TransactionalSink(), tmp_path)
    changed = counting(TransactionalSink(), uid="another")
    told = (
        rf"Failed to rollback to checkpoint/savepoint {path}\. Cannot map checkpoint/savepoint state "
        r"for operator [0-9a-f]{32} to the new program, because the operator is not available in the "
        r"new program\. If you want to allow to skip this, you can set the --allowNonRestoredState "
        r"option on the CLI\. \(It was 'count', with the uid 'count'\.\)"
    )
    with pytest.raises(CannotRestore, match=told):
        fs.simulate(changed, from_snapshot=path)
    sim = fs.simulate(changed, from_snapshot=path, allow_non_restored_state=True).run()
    assert sim.status == "FINISHED"
    option = {"execution__savepoint__ignore-unclaimed-state": "true"}
    fs.simulate(counting(TransactionalSink(), uid="another", **option), from_snapshot=path)


def test_a_uid_that_is_given_twice_is_refused() -> None:
    with pytest.raises(ValueError, match='Hash collision on user-specified ID "numbers"'):
        fs.simulate(counting(TransactionalSink(), uid="numbers"))


def test_the_number_of_key_groups_stays_unless_the_program_says_another(tmp_path: Path) -> None:
    sink = TransactionalSink()
    path = savepoint_of(sink, tmp_path, max_parallelism=4)
    sim = fs.simulate(counting(sink, parallelism=3), from_snapshot=path).run()
    assert sorted(sink.committed_results) == [(0, 1), (0, 2), (0, 3), (1, 1), (1, 2), (1, 3)]
    assert {one.max_parallelism for one in sim.snapshot().operators if one.uid == "count"} == {4}
    with pytest.raises(
        CannotRestore, match="Max parallelism mismatch between checkpoint/savepoint"
    ):
        fs.simulate(counting(sink, max_parallelism=8), from_snapshot=path)
    with pytest.raises(
        CannotRestore, match=r"The maximum parallelism \(4\) of the restored state is"
    ):
        fs.simulate(counting(sink, parallelism=5), from_snapshot=path)


@pytest.mark.parametrize(
    ("descriptor", "told"),
    [
        (
            ListStateDescriptor("count", Types.LONG()),
            r"Incompatible key/value state types\. Was \[VALUE\], registered with \[LIST\]",
        ),
        (
            ValueStateDescriptor("count", Types.STRING()),
            "the new state serializer .* must not be incompatible with the old state serializer",
        ),
    ],
)
def test_state_of_another_kind_is_refused_in_flinks_words(
    descriptor: StateDescriptor, told: str, tmp_path: Path
) -> None:
    path = savepoint_of(TransactionalSink(), tmp_path)
    sim = fs.simulate(counting(TransactionalSink(), descriptor=descriptor), from_snapshot=path)
    with pytest.raises(JobExecutionError, match=told):
        sim.run()


@pytest.mark.parametrize(
    ("before", "now", "words"),
    [
        (Types.LONG(), Types.STRING(), r"\(String\) must be .* previous key serializer \(Long\)"),
        (None, Types.LONG(), r"\(Long\) must be .* previous key serializer \(Pickled.*\)"),
    ],
)
def test_keys_of_another_type_are_refused_in_flinks_words(
    before: Any, now: Any, words: str, tmp_path: Path
) -> None:
    path = savepoint_of(TransactionalSink(), tmp_path, key_type=before)
    sim = fs.simulate(counting(TransactionalSink(), key_type=now), from_snapshot=path)
    with pytest.raises(JobExecutionError, match=rf"The new key serializer {words}"):
        sim.run()
    fs.simulate(counting(TransactionalSink(), key_type=before), from_snapshot=path).run()


def test_a_split_that_the_source_does_not_have_is_refused_by_name(tmp_path: Path) -> None:
    path = savepoint_of(TransactionalSink(), tmp_path)
    other = counting(TransactionalSink(), items={"t": [record(1)]})
    with pytest.raises(
        JobExecutionError, match=r"numbers' does not have the split 's' of the snapshot"
    ):
        fs.simulate(other, from_snapshot=path).run()
    numbers = NumberSequenceSource(1, 10)
    assert numbers.has_split("4..6")
    assert not numbers.has_split("4..60")
    assert not numbers.has_split("x")


@pytest.mark.parametrize("name", ["rebalanced", "tumbling", "two_inputs", "windows_in_a_row"])
def test_what_was_in_flight_goes_to_another_parallelism(name: str, tmp_path: Path) -> None:
    options = {
        "execution.checkpointing.unaligned.enabled": "true",
        "execution.checkpointing.dir": str(tmp_path),
        "execution.checkpointing.externalized-checkpoint-retention": "RETAIN_ON_CANCELLATION",
    }
    whole = TransactionalSink()
    run(job(name, whole, 2))
    expected = Counter(map(repr, whole.committed_results))
    network = NetworkSettings(segment_bytes=64, latency_ms=4)
    tried: Counter[tuple[int, str]] = Counter()
    for seed in range(36):
        sink = TransactionalSink()
        graph = job(name, sink, 2, **options)
        cluster = MiniCluster(graph, RunSettings(Seeded(seed), False, network=network))
        store = cluster.job_master.checkpoint_coordinator.store
        random, wanted = Random(seed), 1 + seed % 4
        while cluster.step() and (store.latest is None or store.latest.id < wanted):
            pass
        if cluster.is_over or store.latest is None:
            continue
        cluster.cancel()
        assert store.latest.path is not None
        in_flight = fs.read_snapshot(store.latest.path).in_flight
        parallelism = random.choice([1, 3, 4])
        again = job(name, sink, parallelism)
        run(again, interleaving=Seeded(seed), restore_from=store.latest.path, network=network)
        assert Counter(map(repr, sink.committed_results)) == expected, (seed, parallelism)
        for one in in_flight:
            tried[parallelism, one.side] += one.elements
    assert {parallelism for parallelism, _ in tried} == {1, 3, 4}
    assert {side for _, side in tried} == {"input", "output"}


# --- what is kept, and where ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("retention", "end", "left"),
    [
        ("RETAIN_ON_CANCELLATION", "cancel", 2), ("RETAIN_ON_CANCELLATION", "finish", 0),
        ("DELETE_ON_CANCELLATION", "cancel", 0), ("DELETE_ON_CANCELLATION", "fail", 2),
        ("NO_EXTERNALIZED_CHECKPOINTS", "fail", 0), ("NO_EXTERNALIZED_CHECKPOINTS", "leave", 2),
    ],
)  # fmt: skip
def test_checkpoints_are_kept_as_long_as_flink_keeps_them(
    retention: str, end: str, left: int, tmp_path: Path
) -> None:
    env = environment(
        10, state__checkpoints__dir=f"file://{tmp_path}",
        **{"execution.checkpointing.externalized-checkpoint-retention": retention,
           "execution.checkpointing.num-retained": "2",
           "restart-strategy.fixed-delay.attempts": "0"},
    )  # fmt: skip
    script = [one for number in range(8) for one in (record(number), pause(10))]
    strategy = WatermarkStrategy.no_watermarks()
    env.from_source(ScriptedSource(script), strategy, "numbers").sink_to(TransactionalSink())
    sim = fs.simulate(env)
    sim.step(lambda step: len(sim.checkpoints) == 4)
    assert sorted(path.name for path in tmp_path.glob("*/*")) == ["chk-3", "chk-4"]
    if end == "cancel":
        sim.cancel()
    elif end == "fail":
        sim.crash(sim.cluster.tasks[0].actor_id).step(lambda step: False)
    elif end == "finish":
        sim.run()
    assert len(list(tmp_path.glob("*/*/_metadata"))) == left


def test_each_run_has_a_folder_of_its_own(tmp_path: Path) -> None:
    for _ in range(2):
        env = environment(10, state__checkpoints__dir=str(tmp_path))
        JOBS["tumbling"](env).sink_to(TransactionalSink())
        sim = fs.simulate(env)
        sim.step(lambda step, sim=sim: bool(sim.checkpoints))
    assert len(list(tmp_path.glob("*/chk-*"))) == 2
    assert len(list(tmp_path.iterdir())) == 2


def test_a_folder_that_cannot_be_made_is_told_before_anything_runs(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    env = environment(10, state__checkpoints__dir=str(tmp_path / "file" / "in"))
    JOBS["tumbling"](env).sink_to(TransactionalSink())
    with pytest.raises(OSError, match="cannot be written"):
        fs.simulate(env)
    env = environment(10, state__checkpoints__dir="s3://bucket/checkpoints")
    JOBS["tumbling"](env).sink_to(TransactionalSink())
    with pytest.warns(UserWarning, match="s3://bucket/checkpoints, which is not a folder"):
        sim = fs.simulate(env)
    assert sim.run().checkpoints  # they stay in memory


def test_a_full_disk_loses_no_checkpoint_that_was_complete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sink, whole = TransactionalSink(), TransactionalSink()
    run(job("tumbling", whole, 1))
    env = environment(10, state__checkpoints__dir=str(tmp_path))
    JOBS["tumbling"](env).sink_to(sink)
    sim = fs.simulate(env)
    sim.step(lambda step: len(sim.checkpoints) == 1)

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("flinksim.core.atomic_files.os.fsync", full)
        sim.step(lambda step: len(sim.checkpoints) == 2)
    second = sim.checkpoints[1]
    assert second.status == "FAILED"
    assert "Failure to finalize checkpoint." in second.reason
    assert "No space left on device" in second.reason
    assert [path.parent.name for path in tmp_path.glob("*/*/_metadata")] == ["chk-1"]
    sim.run()
    assert sim.trace.get_events(e.CheckpointRestored)[0].checkpoint == 1
    assert Counter(map(repr, sink.committed_results)) == Counter(map(repr, whole.committed_results))


# --- opened and changed ---------------------------------------------------------------------------


def test_a_snapshot_can_be_looked_at_and_changed(tmp_path: Path) -> None:
    sink = TransactionalSink()
    path = savepoint_of(sink, tmp_path)
    snapshot = fs.read_snapshot(path)
    assert [(one.operator, one.uid) for one in snapshot.operators][:2] == [
        ("Source: numbers", "numbers"), ("count", "count"),
    ]  # fmt: skip
    before = {row.key: row.value for row in snapshot.state("count", "count")}
    assert before == dict(sink.committed_results)
    (split,) = snapshot.splits
    assert (split.split, split.read) == ("s", sum(before.values()))
    assert "<td>count</td>" in snapshot._repr_html_()
    with pytest.raises(
        KeyError, match=r"does not contain the operator 'x'. Its operators: 'numbers'"
    ):
        snapshot.state("x")
    with pytest.raises(KeyError, match=r"has no keyed state 'x'. Available: count"):
        snapshot.with_value("count", "x", 0, 1)
    changed = snapshot.with_value("count", "count", 0, 100).with_value("count", "count", 1, None)
    assert {row.key: row.value for row in snapshot.state("count")} == before
    written = changed.write(tmp_path / "changed")
    with pytest.raises(FileExistsError, match="already contains a snapshot"):
        changed.write(written)
    for start in (written, changed):
        after = TransactionalSink()
        fs.simulate(counting(after), from_snapshot=start).run()
        counts = [count for key, count in after.written_results if key == 0]
        assert counts == list(range(101, 101 + len(counts)))
        assert next(count for key, count in after.written_results if key == 1) == 1


def test_maps_lists_and_new_keys_can_be_changed() -> None:
    env = environment(10, 2)
    JOBS["timers"](env).sink_to(TransactionalSink())
    sim = fs.simulate(env).run(until=70).savepoint()
    sim.step(lambda step: bool(sim.cluster.job_master.checkpoint_coordinator.savepoints))
    snapshot = sim.snapshot()
    row = snapshot.state(name="counts")[0]
    changed = snapshot.with_value("KeyedProcess", "counts", row.key, dict.fromkeys(row.value, 50))
    changed = changed.with_value("KeyedProcess", "seen", row.key, [7, 8])
    changed = changed.with_value("KeyedProcess", "last", "new", 3)
    assert changed.state(name="counts")[0].value == dict.fromkeys(row.value, 50)
    assert [one.value for one in changed.state(name="seen") if one.key == row.key] == [[7, 8]]
    assert [one.value for one in changed.state(name="last") if one.key == "new"] == [3]
    with pytest.raises(
        ValueError, match=r"does not have the key 'x'. Only existing keys can be changed"
    ):
        snapshot.with_value("KeyedProcess", "counts", row.key, {"x": 1})
    with pytest.raises(ValueError, match="is a list state: expected a list, found int"):
        snapshot.with_value("KeyedProcess", "seen", row.key, 1)
    for wrong in ("text", True, 1.5):
        with pytest.raises(ValueError, match=f"^'last' is a state of Long: found {wrong!r}$"):
            snapshot.with_value("KeyedProcess", "last", row.key, wrong)
    assert fs.simulate(env, from_snapshot=changed).run().status == "FINISHED"


def test_tables_become_pandas_frames_where_it_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    operators = fs.read_snapshot(savepoint_of(TransactionalSink(), tmp_path)).operators
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(ImportError, match=r"to_pandas\(\) needs pandas"):
        operators.to_pandas()
    monkeypatch.undo()
    frame = pytest.importorskip("pandas") and operators.to_pandas()
    assert list(frame.columns) == list(operators.columns)
    assert len(frame) == len(operators)


# --- how lists are dealt out ----------------------------------------------------------------------


def lists_of(mode: Mode, *subtasks: list[int]) -> OperatorState:
    state = OperatorState("0" * 32, "op", None, len(subtasks), 128)
    for number, items in enumerate(subtasks):
        state.subtasks[number] = OperatorSnapshot()
        state.subtasks[number].add_list("x", items, mode)
        state.subtasks[number].add_list("y", items, mode)
    return state


@pytest.mark.parametrize(
    ("mode", "parallelism", "expected"),
    [
        ("SPLIT_DISTRIBUTE", 2, [[1, 2, 3, 4], [5, 6, 7]]),
        ("SPLIT_DISTRIBUTE", 3, [[1, 2, 3], [4, 5], [6, 7]]),
        ("UNION", 2, [[1, 2, 3, 4, 5, 6, 7]] * 2),
        ("BROADCAST", 3, [[1, 2, 3, 4, 5, 6], [7], [1, 2, 3, 4, 5, 6]]),
    ],
)
def test_lists_are_dealt_out_as_flink_does(
    mode: Mode, parallelism: int, expected: list[list[int]]
) -> None:
    old = [[1, 2, 3, 4, 5, 6], [7]]
    if mode == "SPLIT_DISTRIBUTE" and parallelism == 2:
        old = [[1, 2], [3, 4, 5, 6], [7]]
    dealt = repartition(lists_of(mode, *old), parallelism)
    if mode == "SPLIT_DISTRIBUTE" and parallelism == 2:
        assert [each.lists["y"].items for each in dealt] == [[5, 6, 7], [1, 2, 3, 4]]
    assert [each.lists["x"].items for each in dealt] == expected


def test_a_snapshot_of_the_wrong_file_is_no_snapshot(tmp_path: Path) -> None:
    (tmp_path / "_metadata").write_bytes(b"nothing of the kind" * 9)
    with pytest.raises(SnapshotError, match="Unexpected magic number"):
        fs.simulate(counting(TransactionalSink()), from_snapshot=tmp_path)


def test_the_table_of_operators_has_what_the_metadata_has(tmp_path: Path) -> None:
    path = savepoint_of(TransactionalSink(), tmp_path)
    metadata = storage.read_snapshot_folder(path).metadata
    rows = fs.read_snapshot(path).operators
    assert [
        (row.operator, row.uid, row.id, row.parallelism, row.max_parallelism, row.timers)
        for row in rows
    ] == [
        (
            one.name, one.uid, one.id, one.parallelism, one.max_parallelism,
            sum(len(snapshot.timers) for snapshot in one.subtasks.values()),
        )
        for one in metadata.operators
    ]  # fmt: skip
    assert sum(row.bytes for row in rows) == sum(one.bytes for one in metadata.operators) > 0
