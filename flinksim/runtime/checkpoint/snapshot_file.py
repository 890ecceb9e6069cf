"""The metadata file of a snapshot: encoding, and the checks before it is decoded.

The file has a magic number, the version of the format, the compressed and uncompressed size, a
checksum, and the compressed snapshot as data (:mod:`.value_codec`). It contains all state, as Flink's
does for small states. Not in Flink.
"""

from __future__ import annotations

import hashlib
import struct
import zlib
from dataclasses import fields, is_dataclass
from typing import Any, get_args, get_origin, get_type_hints

from flinksim.runtime.checkpoint.channel_state_writer import InFlightData
from flinksim.runtime.checkpoint.metadata import ChannelState, CheckpointMetadata, OperatorState
from flinksim.runtime.state.key_equality import to_key_identity
from flinksim.runtime.state.snapshot_model import (
    KeyGroupState,
    ListState,
    Mode,
    OperatorSnapshot,
)

FORMAT_VERSION = 3
MAX_BYTES = 1 << 28
"""Maximum size of a snapshot in bytes, compressed or uncompressed."""
MIN_VALUE_LIMIT = 1_000_000
MAX_VALUES_PER_BYTE = 16
"""Maximum number of values for each compressed byte of a large snapshot.

So a small file cannot fill the memory; the values of a real snapshot take more bytes.
"""

_MAGIC_NUMBER = b"\x89fssnap\n"
_FLINK_MAGIC_NUMBER = (0x4960672D).to_bytes(4, "big")
_HEADER = struct.Struct(">8sIQQ32s")


class SnapshotError(ValueError):
    """A snapshot cannot be read or written; the message tells which, why and what to do."""


def encode(metadata: CheckpointMetadata, *, allow_pickle: bool = False) -> bytes:
    """Encode *metadata* as a file.

    Args:
        metadata: The snapshot.
        allow_pickle: Whether to pickle objects of classes that are not plain data.

    Raises:
        SnapshotError: If an operator's state is not plain data, or the snapshot is too large.
    """
    # loaded here because a job without snapshot files does not need it
    from flinksim.runtime.checkpoint.value_codec import ValueCodecError, encode_value

    try:
        data = encode_value(metadata, allow_pickle=allow_pickle)
    except ValueCodecError as error:
        raise SnapshotError(
            f"{_find_unencodable_state(metadata, allow_pickle)} cannot be written: {error}"
        ) from error
    packed = zlib.compress(data, 1)
    if len(data) > MAX_BYTES:
        raise SnapshotError(
            f"the snapshot is too large: {len(data):,} bytes; the maximum is {MAX_BYTES:,}"
        )
    sizes = struct.pack(">IQQ", FORMAT_VERSION, len(packed), len(data))
    digest = hashlib.sha256(sizes + packed).digest()
    return _HEADER.pack(_MAGIC_NUMBER, FORMAT_VERSION, len(packed), len(data), digest) + packed


def decode(data: bytes, *, allow_pickle: bool = False) -> CheckpointMetadata:
    """Decode the file *data*.

    Args:
        data: The content of the file.
        allow_pickle: Whether to load pickled objects, which can run any code.

    Raises:
        SnapshotError: If it is not a complete snapshot of this version, or has pickled objects.
    """
    if data[:4] == _FLINK_MAGIC_NUMBER:
        raise SnapshotError("it is a snapshot of Flink, and flinksim reads only its own snapshots")
    if data[: len(_MAGIC_NUMBER)] != _MAGIC_NUMBER[: len(data)]:
        raise SnapshotError("Unexpected magic number: it is not a snapshot, or it is corrupted")
    if len(data) < _HEADER.size:
        raise SnapshotError(f"it is incomplete: it ends in its header, after {len(data)} bytes")
    _, version, packed_size, size, digest = _HEADER.unpack_from(data)
    if version != FORMAT_VERSION:
        reason = (
            "Version 2 was pickled, which is not safe to read; run the job again to write a new one."
            if version == 2
            else ""
        )
        raise SnapshotError(
            f"Unrecognized checkpoint version number: {version}. This version of "
            f"flinksim reads version {FORMAT_VERSION}. {reason}".rstrip()
        )
    packed = memoryview(data)[_HEADER.size :]
    if len(packed) != packed_size:
        raise SnapshotError(f"it is incomplete: it has {len(packed):,} of {packed_size:,} bytes")
    if hashlib.sha256(struct.pack(">IQQ", version, packed_size, size) + packed).digest() != digest:
        raise SnapshotError("its checksum is wrong, so it is corrupted")
    if size > MAX_BYTES:
        raise SnapshotError(
            f"its header declares {size:,} bytes of content; the maximum is {MAX_BYTES:,}"
        )
    limit = max(MIN_VALUE_LIMIT, len(packed) * MAX_VALUES_PER_BYTE)
    return _validate_metadata(_decode_value(_decompress(packed, size), limit, allow_pickle))


def _decompress(packed: memoryview, size: int) -> bytes:
    unpacker = zlib.decompressobj()
    try:
        data = unpacker.decompress(packed, size + 1)
    except zlib.error as error:
        raise SnapshotError(f"its content cannot be decompressed: {error}") from None
    if len(data) != size or not unpacker.eof:
        raise SnapshotError(
            f"its content does not have the {size:,} bytes that its header declares"
        )
    return data


def _decode_value(data: bytes, limit: int, allow_pickle: bool) -> Any:
    from flinksim.runtime.checkpoint.value_codec import (
        MAX_VALUES,
        ValueCodecError,
        decode_value,
    )

    try:
        return decode_value(data, max_values=min(MAX_VALUES, limit), allow_pickle=allow_pickle)
    except ValueCodecError as error:
        raise SnapshotError(f"its values cannot be read: {error}") from error


def _validate_metadata(value: Any) -> CheckpointMetadata:
    """Check that *value* is a snapshot whose parts have their declared types."""
    if type(value) is not CheckpointMetadata:
        raise SnapshotError("it contains no snapshot")
    _validate_value(value, CheckpointMetadata, "snapshot")
    for operator in value.operators:
        subtasks = range(operator.parallelism)
        is_consistent = (
            1 <= operator.parallelism <= operator.max_parallelism <= 1 << 15
            and all(number in subtasks for number in (*operator.subtasks, *operator.finished))
            and all(
                0 <= group < operator.max_parallelism
                for snapshot in operator.subtasks.values()
                for group in snapshot.key_groups
            )
        )
        if not is_consistent:
            raise SnapshotError(f"the counts of its operator {operator.name!r} are inconsistent")
        for snapshot in operator.subtasks.values():
            _validate_keys(operator.name, snapshot)
    return value


def _validate_keys(operator: str, snapshot: OperatorSnapshot) -> None:
    """Check that a restore can build the tables of keys, and that this takes no quadratic time."""
    # loaded already, by whoever decoded the snapshot
    from flinksim.runtime.checkpoint.value_codec import ValueCodecError, check_keys

    try:
        for group in snapshot.key_groups.values():
            for entries in group.entries.values():
                check_keys((identity, namespace) for identity, namespace, _ in entries)
            check_keys(
                (timestamp, to_key_identity(key), namespace)
                for _, timestamp, key, namespace in group.timers
            )
            if not {domain for domain, *_ in group.timers} <= {"event", "processing"}:
                raise ValueCodecError("a timer is neither of event time nor of processing time")
        for state in snapshot.lists.values():
            if state.mode not in get_args(Mode):
                raise ValueCodecError("an unknown mode of an operator state")
            if state.mode == "BROADCAST":
                check_keys(to_key_identity(key) for key, _ in state.items)
    except (ValueCodecError, TypeError, ValueError) as error:
        raise SnapshotError(
            f"the state of its operator {operator!r} cannot be read: {error}"
        ) from None


_METADATA_CLASSES = (
    CheckpointMetadata, OperatorState, OperatorSnapshot, KeyGroupState, ListState, ChannelState,
    InFlightData,
)  # fmt: skip
_TYPE_HINTS = {kind: get_type_hints(kind) for kind in _METADATA_CLASSES}


def _validate_value(value: Any, hint: Any, where: str) -> None:
    origin, inner = get_origin(hint), get_args(hint)
    if is_dataclass(hint):
        if type(value) is not hint:
            raise SnapshotError(f"its {where} is a {type(value).__name__}")
        for each in fields(hint):
            _validate_value(
                getattr(value, each.name, None), _TYPE_HINTS[hint][each.name], each.name
            )
    elif origin in (list, dict):
        if type(value) is not origin:
            raise SnapshotError(f"its {where} is a {type(value).__name__}")
        for part in value.values() if origin is dict else value:
            _validate_value(part, inner[-1], where)
        for key in value if origin is dict else ():
            _validate_value(key, inner[0], where)
    elif origin is tuple:
        if type(value) is not tuple or len(value) != len(inner):
            raise SnapshotError(f"there is a {type(value).__name__} in its {where}")
        for part, kind in zip(value, inner, strict=True):
            _validate_value(part, kind, where)
    elif hint in (int, str, bool) and type(value) is not hint:
        raise SnapshotError(f"its {where} is a {type(value).__name__}")


def _find_unencodable_state(metadata: CheckpointMetadata, allow_pickle: bool) -> str:
    """Find the state that is not plain data, and describe it."""
    from flinksim.runtime.checkpoint.value_codec import ValueCodecError, encode_value

    for operator in metadata.operators:
        for snapshot in operator.subtasks.values():
            named = [(name, state) for name, state in snapshot.lists.items()] + [
                (name, entries)
                for group in snapshot.key_groups.values()
                for name, entries in group.entries.items()
            ]
            for name, state in named:
                try:
                    encode_value(state, allow_pickle=allow_pickle)
                except ValueCodecError:
                    return f"the state {name!r} of {operator.name!r}"
            timers = [group.timers for group in snapshot.key_groups.values()]
            try:
                encode_value(timers, allow_pickle=allow_pickle)
            except ValueCodecError:
                return f"a timer's key of {operator.name!r}"
    return "in-flight data"
