"""Snapshots that are opened and changed, made by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas
import pytest

from flinksim.core.java.hash_map import JavaHashMap
from flinksim.core.java.key_groups import assign_to_key_group
from flinksim.runtime.checkpoint.channel_state_writer import InFlightData
from flinksim.runtime.checkpoint.metadata import ChannelState, CheckpointMetadata, OperatorState
from flinksim.runtime.checkpoint.storage import LoadedSnapshot
from flinksim.runtime.operators.source_operator import SPLITS_STATE
from flinksim.runtime.operators.window_contents import Pane
from flinksim.runtime.state.key_equality import to_key_identity
from flinksim.runtime.state.namespaces import VOID_NAMESPACE
from flinksim.runtime.state.snapshot_model import OperatorSnapshot, compute_entry_size
from flinksim.runtime.state.ttl_state import TtlValue
from flinksim.simulation.savepoint_inspector import DataTable, Snapshot, SplitRow, read_snapshot

MOST = 128
KINDS = {
    "count": ("VALUE", "Long", False),
    "name": ("VALUE", "String", False),
    "sum": ("REDUCING", "Long", False),
    "seen": ("LIST", "", False),
    "by": ("MAP", "", False),
    "until": ("VALUE", "Long", True),
    "kept": ("LIST", "", True),
}


def java_map(**entries: int) -> JavaHashMap:
    made = JavaHashMap()
    for key, value in entries.items():
        made.put(key, (key, value), hash)
    return made


def pane_of(contents: Any) -> Pane:
    made = Pane()
    made.contents = contents
    return made


def snapshot_of(
    entries: dict[str, dict[Any, Any]],
    timers: tuple[Any, ...] = (),
    parallelism: int = 1,
    finished: tuple[int, ...] = (),
    placed: Any = assign_to_key_group,
) -> Snapshot:
    """One of an operator "op", with what each state has for each key, and timers of keys."""
    parts: dict[int, OperatorSnapshot] = {
        number: OperatorSnapshot(
            state_signatures={name: KINDS[name] for name in entries if name in KINDS}
        )
        for number in range(parallelism)
        if number not in finished
    }

    def group_of(key: Any) -> Any:
        number = placed(key, MOST)
        return parts[number * parallelism // MOST].get_key_group(number)

    for name, values in entries.items():
        for key, value in values.items():
            group = group_of(key)
            group.entries.setdefault(name, []).append((to_key_identity(key), VOID_NAMESPACE, value))
            group.bytes += compute_entry_size(to_key_identity(key), VOID_NAMESPACE, value)
    for key in timers:
        group_of(key).timers.append(("event", 7, key, VOID_NAMESPACE))
    operator = OperatorState("0" * 32, "op", "uid", parallelism, MOST, parts, list(finished))
    return Snapshot(
        LoadedSnapshot(CheckpointMetadata(4, "savepoint", "job", 0, 5, [operator]), None)
    )


def has(snapshot: Snapshot, name: str) -> dict[Any, Any]:
    return {row.key: row.value for row in snapshot.state("op", name)}


def test_rows_tell_kind_group_key_and_value() -> None:
    snapshot = snapshot_of({"count": {"a": 3}, "own": {"a": pane_of([1, 2])}})
    rows = [(row.state, row.kind, row.key_group, row.value) for row in snapshot.state("op")]
    group = assign_to_key_group("a", MOST)
    assert rows == [("count", "VALUE", group, 3), ("own", "", group, [1, 2])]


def test_it_is_shown_with_its_operators() -> None:
    snapshot = snapshot_of({"count": {"a": 3}})
    size = compute_entry_size("a", VOID_NAMESPACE, 3)
    told = f"Snapshot: savepoint 4 of 'job', 1 operators, {size} bytes"
    assert repr(snapshot) == f"<{told}>"
    assert snapshot._repr_html_().startswith(f"<p>{told.replace(chr(39), '&#x27;')}</p><table>")


@pytest.mark.parametrize("name", ["count", "sum"])
def test_a_value_is_changed_and_the_snapshot_before_is_not(name: str) -> None:
    before = snapshot_of({name: {"a": 3, "b": 5}})
    after = before.with_value("op", name, "a", 10**15)
    assert has(before, name) == {"a": 3, "b": 5}
    assert has(after, name) == {"a": 10**15, "b": 5}
    assert after.contents.metadata.bytes == sum(
        compute_entry_size(key, VOID_NAMESPACE, value) for key, value in has(after, name).items()
    )
    cleared = after.with_value("op", name, "a", None)
    assert has(cleared, name) == {"b": 5}
    assert cleared.contents.metadata.bytes == compute_entry_size("b", VOID_NAMESPACE, 5)


def test_a_key_that_has_a_timer_alone_is_no_new_key() -> None:
    """Where the others lie is no matter for it: it lies where its timer does."""
    placed = {"a": 1, "b": 2}
    snapshot = snapshot_of({"count": {"a": 3}}, ("b",), placed=lambda key, _: placed[key])
    changed = snapshot.with_value("op", "count", "b", 9)
    assert [(row.key, row.key_group, row.value) for row in changed.state("op")] == [
        ("a", 1, 3),
        ("b", 2, 9),
    ]
    # and the one that has state has it where that is, whatever timers there are in its group
    changed = snapshot_of(
        {"count": {"a": 3}}, ("c",), placed=lambda key, _: 1
    ).with_value("op", "count", "a", 4)  # fmt: skip
    assert has(changed, "count") == {"a": 4}


def test_a_new_key_goes_where_java_puts_it_or_is_refused() -> None:
    snapshot = snapshot_of({"count": {"a": 3}}, parallelism=2)
    changed = snapshot.with_value("op", "count", "b", 9)
    groups = {row.key: row.key_group for row in changed.state("op")}
    assert groups == {key: assign_to_key_group(key, MOST) for key in ("a", "b")}
    odd = snapshot_of({"count": {"a": 3}}, placed=lambda key, _: 1)
    told = (
        "^'op' does not have the key 'b', and no key can be added, because its keys are "
        "not hashed like plain Java values. Change existing keys$"
    )
    with pytest.raises(ValueError, match=told):
        odd.with_value("op", "count", "b", 9)


def test_a_new_key_of_a_subtask_that_had_finished_is_refused() -> None:
    subtask = assign_to_key_group("a", MOST) * 2 // MOST
    key = next(key for key in "bcdefgh" if assign_to_key_group(key, MOST) * 2 // MOST != subtask)
    snapshot = snapshot_of({"count": {"a": 3}}, parallelism=2, finished=(1 - subtask,))
    with pytest.raises(
        ValueError, match=f"subtask {1 - subtask} of 'op', which owns the key '{key}', has"
    ):
        snapshot.with_value("op", "count", key, 9)


def test_lists_and_maps_of_keys_that_are_there_are_changed() -> None:
    snapshot = snapshot_of({"seen": {"a": [1]}, "by": {"a": java_map(x=1, y=2)}})
    changed = snapshot.with_value("op", "seen", "a", (4, 5)).with_value("op", "by", "a", {"y": 9})
    assert has(changed, "seen") == {"a": [4, 5]}
    assert has(changed, "by") == {"a": {"y": 9}}
    assert has(snapshot, "by") == {"a": {"x": 1, "y": 2}}
    with pytest.raises(ValueError, match="'seen' is a list state: expected a list, found int"):
        snapshot.with_value("op", "seen", "a", 4)
    with pytest.raises(ValueError, match="'by' is a map state: expected a dict, found list"):
        snapshot.with_value("op", "by", "a", [4])
    with pytest.raises(
        ValueError, match=r"the map 'by' does not have the key 'z'. Only existing keys can be"
    ):
        snapshot.with_value("op", "by", "a", {"z": 1})


@pytest.mark.parametrize(("name", "key", "value"), [("own", "a", 1), ("by", "b", {"x": 1})])
def test_what_an_operator_keeps_for_itself_and_maps_of_new_keys_are_refused(
    name: str, key: str, value: Any
) -> None:
    snapshot = snapshot_of(
        {"own": {"a": pane_of([1])}, "by": {"a": java_map(x=1)}, "count": {"b": 1}}
    )
    told = (
        f"^'{name}' is internal state of 'op', or a map of a new key. Values, reduced and "
        "aggregated values, lists, and maps of existing keys can be changed$"
    )
    with pytest.raises(ValueError, match=told):
        snapshot.with_value("op", name, key, value)


def test_a_value_that_expires_keeps_the_time_of_its_last_touch() -> None:
    snapshot = snapshot_of({"until": {"a": TtlValue(1, 77)}, "kept": {"a": [TtlValue(1, 7)]}})
    changed = snapshot.with_value("op", "until", "a", 2)
    assert has(changed, "until") == {"a": 2}
    entry = next(
        entries["until"][0]
        for one in changed.contents.metadata.operator("op").subtasks.values()
        for entries in (group.entries for group in one.key_groups.values())
    )
    assert (entry[2].value, entry[2].last_access_timestamp) == (2, 77)
    for name, key, value in (("until", "b", 2), ("kept", "a", [2])):
        with pytest.raises(
            ValueError, match=f"the state '{name}' expires .TTL.. Only the value of an existing key"
        ):
            snapshot.with_value("op", name, key, value)


@pytest.mark.parametrize(
    ("name", "wrong"), [("count", "3"), ("count", True), ("count", 1.5), ("name", 3)]
)
def test_a_value_that_its_serializer_could_not_write_is_refused(name: str, wrong: Any) -> None:
    snapshot = snapshot_of({name: {"a": None}})
    with pytest.raises(ValueError, match=f"'{name}' is a state of {KINDS[name][1]}: found"):
        snapshot.with_value("op", name, "a", wrong)


def test_what_is_not_there_is_told_with_what_is() -> None:
    snapshot = snapshot_of({"count": {"a": 3}, "name": {"a": "x"}})
    with pytest.raises(
        KeyError, match=r"the operator 'op' has no keyed state 'x'. Available: count, name"
    ):
        snapshot.with_value("op", "x", "a", 1)
    with pytest.raises(KeyError, match=r"there is no state 'x'\. Available: count, name"):
        snapshot.state("op", "x")


def whole() -> Snapshot:
    """A source and an operator, with splits, lists, timers and something in flight."""
    source = OperatorSnapshot()
    source.add_list(SPLITS_STATE, [("left", 0, 3), ("right", 1, 5)])
    source.add_list("offsets", [9], "UNION")
    reading = OperatorState("1" * 32, "src", None, 2, MOST, {1: source}, [0])
    counting = snapshot_of({"count": {"a": 3}}, ("a", "b")).contents.metadata.operators[0]
    flying = ChannelState(reading.id, 1, counting.id, 0, 0, True, InFlightData(bytes=70))
    unknown = ChannelState("f" * 32, 0, counting.id, 0, 0, False, InFlightData(bytes=30))
    metadata = CheckpointMetadata(
        4, "checkpoint", "job", 0, 5, [reading, counting], [flying, unknown]
    )
    return Snapshot(LoadedSnapshot(metadata, None, ["chk-5: cut"]))


def test_everything_in_it_is_a_table() -> None:
    snapshot = whole()
    size = snapshot.contents.metadata.operators[1].bytes
    splits = snapshot.contents.metadata.operators[0].bytes
    assert list(snapshot.operators) == [
        ("src", None, "1" * 32, 2, MOST, ("offsets",), 0, 2, splits, False),
        ("op", "uid", "0" * 32, 1, MOST, ("count",), 2, 0, size, False),
    ]
    assert list(snapshot.splits) == [("src", 1, "left", 3), ("src", 1, "right", 5)]
    assert list(snapshot.lists()) == [("src", "offsets", "UNION", 1, 9)]
    assert list(snapshot.lists("op")) == []
    groups = sorted((assign_to_key_group(key, MOST), key) for key in "ab")
    assert list(snapshot.timers()) == [
        ("op", "event", 7, group, key, None) for group, key in groups
    ]
    assert list(snapshot.timers("src")) == []
    assert list(snapshot.in_flight) == [
        ("src/1", "op/0", "input", 0, 70),
        (f"{'f' * 32}/0", "op/0", "output", 0, 30),
    ]
    assert [row.operator for row in snapshot.state()] == ["op"]
    assert list(snapshot.state("src")) == []
    told = (
        snapshot.checkpoint_id,
        snapshot.kind,
        snapshot.job,
        snapshot.path,
        snapshot.rejected_checkpoints,
    )
    assert told == (4, "checkpoint", "job", None, ("chk-5: cut",))


def test_a_table_is_shown_up_to_its_500th_row_and_is_a_frame() -> None:
    rows = [SplitRow("a<b", 0, "x" * 300, n) for n in range(501)]
    shown = DataTable(SplitRow, rows)._repr_html_()
    assert shown.startswith("<table><thead><tr><th>operator</th><th>subtask</th><th>split</th>")
    assert shown.count("<tr><td>") == 500
    assert f"<tr><td>a&lt;b</td><td>0</td><td>{'x' * 200}</td><td>0</td></tr><tr>" in shown
    assert shown.endswith("</tbody></table><p>and 1 more rows</p>")
    assert DataTable(SplitRow, rows[:500])._repr_html_().endswith("</tbody></table>")
    frame = DataTable(SplitRow, rows[:2]).to_pandas()
    wanted = {"operator": ["a<b"] * 2, "subtask": [0] * 2, "split": ["x" * 300] * 2, "read": [0, 1]}
    pandas.testing.assert_frame_equal(frame, pandas.DataFrame(wanted))


def test_it_is_written_into_a_folder_that_has_none(tmp_path: Path) -> None:
    changed = snapshot_of({"count": {"a": 3}}).with_value("op", "count", "a", 8)
    folder = changed.write(tmp_path / "new")
    assert folder == tmp_path / "new"
    again = read_snapshot(folder)
    assert has(again, "count") == {"a": 8}
    assert again.path == folder
    with pytest.raises(FileExistsError, match=r"new already contains a snapshot. Choose another"):
        changed.write(folder)


def test_values_that_are_shared_among_windows_are_told_for_each() -> None:
    window = (0, 10)
    snapshot = snapshot_of({"count": {"a": 3}})
    changed = snapshot.with_value("op", "count", "a", 7, window)
    assert [(row.namespace, row.value) for row in changed.state("op")] == [(None, 3), (window, 7)]
    assert [(row.namespace, row.value) for row in changed.with_value(
        "op", "count", "a", None, window
    ).state()] == [(None, 3)]  # fmt: skip
    same = snapshot.with_value("op", "count", "a", None, window)  # clears what is not there
    assert list(same.state()) == list(snapshot.state())
