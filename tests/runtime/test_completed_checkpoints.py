"""What a completed checkpoint gives to whom, and which ones are kept."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from flinksim.core.ids import OperatorId, SubtaskId
from flinksim.runtime.jobmaster.checkpoint_records import (
    CompletedCheckpoint,
    CompletedCheckpointStore,
    PendingCheckpoint,
)
from flinksim.runtime.state.snapshot_model import OperatorSnapshot
from flinksim.runtime.tasks.subtask_checkpoint_coordinator import SubtaskStatistics, TaskSnapshot


def snapshot(subtask: int, items: list[int], is_finished: bool = False) -> TaskSnapshot:
    """One with a union state and a list, of the operator o3 behind o2."""
    state = OperatorSnapshot()
    state.add_list("union", items, "UNION")
    state.add_list("own", items)
    return TaskSnapshot(
        {OperatorId(f"o3/{subtask}"): state, OperatorId(f"o2/{subtask}"): OperatorSnapshot()},
        is_finished=is_finished,
    )


def completed(number: int = 1, **snapshots: TaskSnapshot) -> CompletedCheckpoint:
    parts = {SubtaskId(name.replace("_", "/")): one for name, one in snapshots.items()}
    metrics = {name: SubtaskStatistics(0, 0, 0, 0, 0, 0, 7, 9, False) for name in parts}
    return CompletedCheckpoint(number, "checkpoint", 100, 5, parts, metrics)


@pytest.mark.parametrize(
    ("kind", "is_savepoint", "stops"),
    [
        ("checkpoint", False, False), ("savepoint", True, False), ("suspend savepoint", True, True),
        ("terminate savepoint", True, True),
    ],
)  # fmt: skip
def test_savepoints_are_the_users_and_some_of_them_stop_the_job(
    kind: str, is_savepoint: bool, stops: bool
) -> None:
    pending = PendingCheckpoint(1, kind, 0, set())  # type: ignore[arg-type]
    assert (pending.is_savepoint, pending.stops_job) == (is_savepoint, stops)


def test_of_a_union_every_subtask_gets_the_items_of_all_in_their_order() -> None:
    parts = {f"v2_{number}": snapshot(number, [number]) for number in (10, 2, 0)}
    checkpoint = completed(**parts, v20_0=snapshot(0, [99]))
    begins = checkpoint.snapshot_for(SubtaskId("v2/2"))
    assert begins is not None
    assert list(begins.operators) == ["o3/2", "o2/2"]
    assert begins.operators[OperatorId("o3/2")].items("union") == [0, 2, 10]
    assert begins.operators[OperatorId("o3/2")].items("own") == [2]
    assert parts["v2_2"].operators[OperatorId("o3/2")].items("union") == [2], "it stays as it was"


def test_who_was_not_there_gets_nothing_and_without_unions_it_is_ones_own() -> None:
    plain = TaskSnapshot({OperatorId("o3/0"): OperatorSnapshot()})
    checkpoint = completed(v2_0=plain)
    assert checkpoint.snapshot_for(SubtaskId("v2/1")) is None
    assert checkpoint.snapshot_for(SubtaskId("v2/0")) is plain


def test_a_vertex_had_finished_if_all_of_its_subtasks_had() -> None:
    done, runs = snapshot(0, [], is_finished=True), snapshot(1, [])
    checkpoint = completed(v2_0=done, v2_1=runs, v3_0=done, v3_1=done, v20_0=runs)
    assert not checkpoint.is_vertex_finished(SubtaskId("v2/0"))
    assert checkpoint.is_vertex_finished(SubtaskId("v3/0"))


def test_its_size_and_what_had_to_be_written() -> None:
    checkpoint = completed(v2_0=snapshot(0, [1, 2]), v2_1=snapshot(1, [3]))
    assert checkpoint.bytes == sum(one.bytes for one in checkpoint.snapshots.values()) > 0
    assert checkpoint.written_bytes == 14


@pytest.mark.parametrize("retained", [1, 2])
def test_the_last_ones_are_kept_and_the_others_go_the_oldest_first(retained: int) -> None:
    store = CompletedCheckpointStore(retained)
    assert store.latest is None
    assert store.all == ()
    gone = []
    for number in range(1, 5):
        gone += store.add(replace(completed(number), path=Path(f"chk-{number}")))
        assert store.latest is not None
        assert store.latest.id == number
    assert [one.id for one in gone] == list(range(1, 5 - retained))
    assert [one.id for one in store.all] == list(range(5 - retained, 5))
