"""Inspection and modification of savepoints and checkpoints.

Flink: the State Processor API, ``SavepointReader`` and ``SavepointWriter``.
"""

from __future__ import annotations

import copy
import html
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from flinksim.core.atomic_files import StrPath
from flinksim.core.java.hash_map import JavaHashMap
from flinksim.core.java.key_groups import assign_to_key_group
from flinksim.core.validation import validate_arguments
from flinksim.runtime.checkpoint.metadata import OperatorState
from flinksim.runtime.checkpoint.snapshot_file import SnapshotError as SnapshotError
from flinksim.runtime.checkpoint.storage import (
    LoadedSnapshot,
    parse_local_path,
    read_snapshot_folder,
    write_snapshot,
)
from flinksim.runtime.operators.source_operator import SPLITS_STATE
from flinksim.runtime.operators.window_contents import Pane
from flinksim.runtime.state.key_equality import from_key_identity, to_key_identity
from flinksim.runtime.state.namespaces import VOID_NAMESPACE
from flinksim.runtime.state.snapshot_model import KeyGroupState, compute_entry_size
from flinksim.runtime.state.ttl_state import TtlValue

_Row = TypeVar("_Row", bound=tuple[Any, ...])
_SINGLE_VALUE_KINDS = ("VALUE", "REDUCING", "AGGREGATING")


class OperatorRow(NamedTuple):
    """One operator in a savepoint or checkpoint.

    ``states`` are the names of its states, ``timers`` and ``splits`` are counts, and ``bytes`` is the
    size of its state.
    """

    operator: str
    uid: str | None
    id: str
    parallelism: int
    max_parallelism: int
    states: tuple[str, ...]
    timers: int
    splits: int
    bytes: int
    finished: bool


class StateRow(NamedTuple):
    """The value of one keyed state for one key.

    ``namespace`` is the window to which it belongs; ``None`` for state of the key itself.
    """

    operator: str
    state: str
    kind: str
    key_group: int
    key: Any
    namespace: Any
    value: Any


class ListRow(NamedTuple):
    """One item of an operator (non-keyed) list state."""

    operator: str
    state: str
    mode: str
    subtask: int
    item: Any


class TimerRow(NamedTuple):
    """One registered timer of a key; ``domain`` is "event" or "processing" time."""

    operator: str
    domain: str
    timestamp: int
    key_group: int
    key: Any
    namespace: Any


class SplitRow(NamedTuple):
    """A source split that was not read to its end; ``read`` is the number of records read."""

    operator: str
    subtask: int
    split: str
    read: int


class ChannelRow(NamedTuple):
    """Buffered in-flight data of one channel, stored by an unaligned checkpoint.

    ``side`` tells where it was: "input" at the receiver, or "output" at the sender.
    """

    source: str
    target: str
    side: str
    elements: int
    bytes: int


class DataTable(list[_Row]):
    """Rows that Jupyter shows as a table."""

    def __init__(self, columns: type[_Row], rows: Iterable[_Row]) -> None:
        super().__init__(rows)
        self.columns: tuple[str, ...] = columns._fields  # type: ignore[attr-defined]

    def to_pandas(self) -> Any:
        """Convert the rows to a ``pandas.DataFrame``.

        Raises:
            ImportError: pandas is missing; the message says what to install.
        """
        try:
            import pandas
        except ImportError as error:
            raise ImportError(
                f"to_pandas() needs pandas ({error}). Install it with: pip install pandas"
            ) from error
        return pandas.DataFrame.from_records(
            [tuple(row) for row in self], columns=list(self.columns)
        )

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{html.escape(name)}</th>" for name in self.columns)
        body = "".join(
            "<tr>" + "".join(f"<td>{html.escape(str(cell)[:200])}</td>" for cell in row) + "</tr>"
            for row in self[:500]
        )
        more = f"<p>and {len(self) - 500:,} more rows</p>" if len(self) > 500 else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


class Snapshot:
    """An open savepoint or checkpoint, created by :func:`read_snapshot`; immutable.

    Operators are selected by uid, name or id.
    """

    @validate_arguments
    def __init__(self, contents: LoadedSnapshot) -> None:
        self.contents = contents
        self._metadata = contents.metadata

    @property
    def checkpoint_id(self) -> int:
        """The checkpoint number."""
        return self._metadata.checkpoint_id

    @property
    def kind(self) -> str:
        """The kind: "checkpoint", "savepoint", or one for a savepoint that stopped the job."""
        return self._metadata.kind

    @property
    def job(self) -> str:
        """The name of the job."""
        return self._metadata.job

    @property
    def path(self) -> Path | None:
        """The folder of the savepoint or checkpoint; ``None`` if it is only in memory."""
        return self.contents.folder

    @property
    def rejected_checkpoints(self) -> Sequence[str]:
        """Later checkpoints in the same folder that could not be opened, each with the reason."""
        return tuple(self.contents.rejection_reasons)

    # --- inspecting ------------------------------------------------------------------------------

    @property
    def operators(self) -> DataTable[OperatorRow]:
        """Table of all operators, sources first."""
        return DataTable(
            OperatorRow, (_build_operator_row(state) for state in self._metadata.operators)
        )

    @validate_arguments
    def state(self, operator: str | None = None, name: str | None = None) -> DataTable[StateRow]:
        """Return the keyed state of *operator*, or of all operators; *name* selects one state.

        Raises:
            KeyError: There is no such operator or state; the message lists those that exist.
        """
        rows = [
            StateRow(
                one.name,
                state,
                _get_kind(one, state),
                group,
                from_key_identity(key),
                _hide_void_namespace(namespace),
                _to_user_value(value),
            )
            for one in self._select_operators(operator)
            for group, content in _list_key_groups(one)
            for state, entries in content.entries.items()
            if name in (None, state)
            for key, namespace, value in entries
        ]
        names = {state for one in self._select_operators(operator) for state in _list_states(one)}
        if name is not None and name not in names:
            raise KeyError(
                f"there is no state {name!r}. Available: {', '.join(sorted(names)) or 'none'}"
            )
        return DataTable(StateRow, rows)

    @validate_arguments
    def lists(self, operator: str | None = None) -> DataTable[ListRow]:
        """Return the operator state (non-keyed state) of *operator*, or of all operators."""
        return DataTable(
            ListRow,
            [
                ListRow(one.name, name, state.mode, subtask, item)
                for one in self._select_operators(operator)
                for subtask, snapshot in sorted(one.subtasks.items())
                for name, state in snapshot.lists.items()
                if name != SPLITS_STATE
                for item in state.items
            ],
        )

    @validate_arguments
    def timers(self, operator: str | None = None) -> DataTable[TimerRow]:
        """Return the timers of *operator*, or of all operators."""
        return DataTable(
            TimerRow,
            [
                TimerRow(one.name, domain, timestamp, group, key, _hide_void_namespace(namespace))
                for one in self._select_operators(operator)
                for group, content in _list_key_groups(one)
                for domain, timestamp, key, namespace in content.timers
            ],
        )

    @property
    def splits(self) -> DataTable[SplitRow]:
        """Table of the source splits that were not read to their end."""
        return DataTable(
            SplitRow,
            [
                SplitRow(one.name, subtask, split, read)
                for one in self._metadata.operators
                for subtask, snapshot in sorted(one.subtasks.items())
                if SPLITS_STATE in snapshot.lists
                for split, _, read in snapshot.lists[SPLITS_STATE].items
            ],
        )

    @property
    def in_flight(self) -> DataTable[ChannelRow]:
        """Table of the in-flight data of an unaligned checkpoint; empty for all others."""
        names = {one.id: one.name for one in self._metadata.operators}
        return DataTable(
            ChannelRow,
            [
                ChannelRow(
                    f"{names.get(one.source, one.source)}/{one.source_subtask}",
                    f"{names.get(one.target, one.target)}/{one.target_subtask}",
                    "input" if one.is_input else "output",
                    len(one.data.elements),
                    one.data.bytes,
                )
                for one in self._metadata.channels
            ],
        )

    def _select_operators(self, operator: str | None) -> list[OperatorState]:
        metadata = self._metadata
        return metadata.operators if operator is None else [metadata.operator(operator)]

    # --- changing --------------------------------------------------------------------------------

    @validate_arguments
    def with_value(
        self, operator: str, state: str, key: Any, value: Any, namespace: Any = None
    ) -> Snapshot:
        """Return a snapshot in which *state* of *operator* has *value* for *key*; ``None`` clears it.

        For a list state *value* is the list. For a map state it is a dict of existing map keys;
        keys that are missing from it are removed.

        Raises:
            KeyError: There is no such operator or state.
            ValueError: The value does not fit the state, or the key group of a new key is unknown.
        """
        changed = LoadedSnapshot(copy.deepcopy(self._metadata), None)
        operator_state = changed.metadata.operator(operator)
        if state not in _list_states(operator_state):
            names = ", ".join(sorted(_list_states(operator_state))) or "none"
            raise KeyError(
                f"the operator {operator_state.name!r} has no keyed state "
                f"{state!r}. Available: {names}"
            )
        group = _find_key_group(operator_state, key)
        state_namespace = VOID_NAMESPACE if namespace is None else namespace
        identity = to_key_identity(key)
        entries = group.entries.setdefault(state, [])
        index = next(
            (
                number
                for number, one in enumerate(entries)
                if one[:2] == (identity, state_namespace)
            ),
            None,
        )
        if index is not None:
            previous = entries[index]
            group.bytes -= compute_entry_size(*previous)
        if value is None:
            if index is not None:
                del entries[index]
            return Snapshot(changed)
        stored = _to_stored_value(
            operator_state, state, value, None if index is None else entries[index][2]
        )
        group.bytes += compute_entry_size(identity, state_namespace, stored)
        if index is None:
            entries.append((identity, state_namespace, stored))
        else:
            entries[index] = (identity, state_namespace, stored)
        return Snapshot(changed)

    def write(self, path: StrPath, *, allow_pickle: bool = False) -> Path:
        """Write the snapshot to the new folder *path*; return the folder.

        Args:
            path: The folder.
            allow_pickle: Whether to pickle objects that are not plain data.

        Raises:
            FileExistsError: The folder already has a snapshot.
            FileError: The folder cannot be written.
            SnapshotError: The snapshot cannot be written.
        """
        folder = parse_local_path(path)
        if (folder / "_metadata").exists():
            raise FileExistsError(f"{folder} already contains a snapshot. Choose another folder")
        return write_snapshot(self._metadata, folder, allow_pickle=allow_pickle)

    def __repr__(self) -> str:
        metadata = self._metadata
        return (
            f"<Snapshot: {metadata.kind} {metadata.checkpoint_id} of {metadata.job!r}, "
            f"{len(metadata.operators)} operators, {metadata.bytes:,} bytes>"
        )

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(repr(self)[1:-1])}</p>{self.operators._repr_html_()}"


@validate_arguments
def read_snapshot(path: StrPath, *, allow_pickle: bool = False) -> Snapshot:
    """Open the savepoint or checkpoint in the folder *path*.

    In a folder of checkpoints the last complete one is opened. Only plain data is loaded.

    Args:
        path: The folder.
        allow_pickle: Whether to load pickled objects as well. They can run any code: set it only for
            files that you have written yourself.

    Raises:
        SnapshotError: There is no complete snapshot, or it has pickled objects.
    """
    return Snapshot(read_snapshot_folder(path, allow_pickle=allow_pickle))


# --- parts -----------------------------------------------------------------------------------------


def _build_operator_row(state: OperatorState) -> OperatorRow:
    splits = [
        one.lists[SPLITS_STATE] for one in state.subtasks.values() if SPLITS_STATE in one.lists
    ]
    lists = {name for one in state.subtasks.values() for name in one.lists if name != SPLITS_STATE}
    return OperatorRow(
        state.name, state.uid, state.id, state.parallelism, state.max_parallelism,
        tuple(sorted({*_list_states(state), *lists})),
        sum(len(content.timers) for _, content in _list_key_groups(state)),
        sum(len(one.items) for one in splits), state.bytes, state.is_finished,
    )  # fmt: skip


def _list_key_groups(state: OperatorState) -> list[tuple[int, KeyGroupState]]:
    return sorted(
        (pair for one in state.subtasks.values() for pair in one.key_groups.items()),
        key=lambda pair: pair[0],
    )


def _list_states(state: OperatorState) -> dict[str, None]:
    found: dict[str, None] = {}
    for one in state.subtasks.values():
        found.update(dict.fromkeys(one.state_signatures))
    for _, content in _list_key_groups(state):
        found.update(dict.fromkeys(content.entries))
    return found


def _get_kind(state: OperatorState, name: str) -> str:
    """Return the kind of a state, such as VALUE or LIST.

    It is "" for internal state of an operator, which no user function has declared.
    """
    kinds = [
        one.state_signatures[name][0]
        for one in state.subtasks.values()
        if name in one.state_signatures
    ]
    return kinds[0] if kinds else ""


def _has_ttl(state: OperatorState, name: str) -> bool:
    return any(
        one.state_signatures[name][2]
        for one in state.subtasks.values()
        if name in one.state_signatures
    )


def _hide_void_namespace(namespace: Any) -> Any:
    return None if namespace == VOID_NAMESPACE else namespace


def _to_user_value(value: Any) -> Any:
    """Convert a stored state value to the Python value that the user's program sees."""
    if type(value) is TtlValue:
        return _to_user_value(value.value)
    if type(value) is Pane:
        return _to_user_value(value.accumulator)
    if type(value) is JavaHashMap:
        return {key: _to_user_value(content) for key, content in value.ordered_entries()}
    if type(value) is list:
        return [_to_user_value(one) for one in value]
    return value


def _find_key_group(state: OperatorState, key: Any) -> KeyGroupState:
    """Find the key group of *key*: where the key is stored, or where Java's hash code puts a new key.

    The hash code is used only if it gives the right key group for all stored keys.

    Raises:
        ValueError: The key group is unknown, or its subtask had finished.
    """
    identity = to_key_identity(key)
    for _, content in _list_key_groups(state):
        identities = {one[0] for entries in content.entries.values() for one in entries}
        identities |= {to_key_identity(timer[2]) for timer in content.timers}
        if identity in identities:
            return content
    for number, content in _list_key_groups(state):
        for entries in content.entries.values():
            for other, _, _ in entries:
                if assign_to_key_group(from_key_identity(other), state.max_parallelism) != number:
                    raise ValueError(
                        f"{state.name!r} does not have the key {key!r}, and no "
                        "key can be added, because its keys are not hashed like "
                        "plain Java values. Change existing keys"
                    )
    number = assign_to_key_group(key, state.max_parallelism)
    subtask = number * state.parallelism // state.max_parallelism
    if subtask not in state.subtasks:
        raise ValueError(
            f"subtask {subtask} of {state.name!r}, which owns the key {key!r}, has finished"
        )
    return state.subtasks[subtask].get_key_group(number)


_BASIC_TYPES: dict[str, tuple[type, ...]] = {
    "Boolean": (bool,), "Byte": (int,), "Short": (int,), "Integer": (int,), "Long": (int,),
    "Float": (float, int), "Double": (float, int), "String": (str,),
}  # fmt: skip
"""Python types of the values that a state can hold, for each of Flink's basic types."""


def _check_basic_type(state: OperatorState, name: str, value: Any) -> None:
    """Check that the serializer of the state can write *value*.

    Raises:
        ValueError: The value has another type.
    """
    declared = {
        kinds[name][1]
        for each in state.subtasks.values()
        if name in (kinds := each.state_signatures)
    }
    for each in declared & _BASIC_TYPES.keys():
        if type(value) not in _BASIC_TYPES[each]:
            raise ValueError(f"{name!r} is a state of {each}: found {value!r:.80}")


def _to_stored_value(state: OperatorState, name: str, value: Any, previous: Any) -> Any:
    """Convert *value*, as the user's program sees it, to the form in which the state is stored."""
    kind = _get_kind(state, name)
    if kind in _SINGLE_VALUE_KINDS:
        _check_basic_type(state, name, value)
    if _has_ttl(state, name):
        if kind not in _SINGLE_VALUE_KINDS or type(previous) is not TtlValue:
            raise ValueError(
                f"the state {name!r} expires (TTL). Only the value of an existing "
                "key can be changed; a list or map cannot"
            )
        return TtlValue(value, previous.last_access_timestamp)
    if kind in _SINGLE_VALUE_KINDS:
        return value
    if kind == "LIST":
        if not isinstance(value, list | tuple):
            raise ValueError(
                f"{name!r} is a list state: expected a list, found {type(value).__name__}"
            )
        return list(value)
    if kind == "MAP" and type(previous) is JavaHashMap:
        if not isinstance(value, dict):
            raise ValueError(
                f"{name!r} is a map state: expected a dict, found {type(value).__name__}"
            )
        return _update_map(name, value, previous)
    raise ValueError(
        f"{name!r} is internal state of {state.name!r}, or a map of a new key. "
        "Values, reduced and aggregated values, lists, and maps of existing keys "
        "can be changed"
    )


def _update_map(name: str, value: dict[Any, Any], stored_map: JavaHashMap) -> JavaHashMap:
    new_entries = {to_key_identity(key): (key, content) for key, content in value.items()}
    if unknown_keys := [key for key in value if to_key_identity(key) not in stored_map]:
        raise ValueError(
            f"the map {name!r} does not have the key {unknown_keys[0]!r}. Only "
            "existing keys can be changed"
        )
    for identity in list(stored_map):
        if identity in new_entries:
            stored_map.put(identity, new_entries[identity], _reject_new_key)
        else:
            stored_map.remove(identity)
    return stored_map


def _reject_new_key(key: Any) -> int:
    raise AssertionError(f"{key!r} is already in the map")
