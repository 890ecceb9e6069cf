"""Encoding of state values as data: a snapshot file can describe values, but never code.

A value is one byte that names its type, and its content. Containers contain the number of their values,
which is compared with the bytes that are left before anything is allocated. Objects are possible for the
types in :data:`_RECORD_TYPES` only. Values of other types, such as the program's own classes, need
``allow_pickle``. Not in Flink, whose Java serialization can create any object.
"""

from __future__ import annotations

import importlib
import pickle
import struct
import sys
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, TypeAlias
from uuid import UUID  # noqa: TID251 - a value of the program, not an id of flinksim

from flinksim.common.time import Duration, Instant, Time
from flinksim.common.types import Row, RowKind
from flinksim.connectors.file_sink.pending_files import BucketState, PendingFile
from flinksim.core.java.hash_map import JavaHashMap
from flinksim.datastream.evictors import TimestampedValue
from flinksim.datastream.joined_streams import TaggedUnion
from flinksim.datastream.window_types import CountWindow, GlobalWindow, TimeWindow
from flinksim.runtime.checkpoint.channel_state_writer import InFlightData
from flinksim.runtime.checkpoint.checkpoint_options import (
    AlignmentType,
    CheckpointOptions,
    SnapshotType,
)
from flinksim.runtime.checkpoint.metadata import ChannelState, CheckpointMetadata, OperatorState
from flinksim.runtime.elements import (
    CancelCheckpointMarker,
    CheckpointBarrier,
    EndOfData,
    EndOfPartition,
    EventAnnouncement,
    LatencyMarker,
    StreamRecord,
    Watermark,
    WatermarkStatus,
)
from flinksim.runtime.operators.sink_operator import Committable
from flinksim.runtime.operators.window_contents import Pane
from flinksim.runtime.state.key_equality import TypedKey, to_key_identity
from flinksim.runtime.state.snapshot_model import KeyGroupState, ListState, OperatorSnapshot
from flinksim.runtime.state.ttl_state import TtlValue

MAX_DEPTH = 150
"""Maximum nesting of a value."""
MAX_VALUES = 10_000_000
"""Maximum number of values in a snapshot; each takes up to about 100 bytes of memory."""

MAX_EQUAL_HASHES = 64
"""Maximum number of keys of a container that have the same hash value.

A dict compares each such key with all others: a million of them would take hours.
"""
MAX_FRACTION_BITS = 1 << 16
"""Maximum bits of the parts of a fraction, since reducing it takes quadratic time."""

_NONE, _TRUE, _FALSE, _INT, _FLOAT, _STR, _BYTES, _PICKLE, _NUMPY = range(9)
_FIRST_CONTAINER, _FIRST_CONVERSION, _FIRST_RECORD = 16, 48, 96

_Fields: TypeAlias = tuple[Any, ...]


class ValueCodecError(ValueError):
    """A value cannot be encoded or decoded; the message is a sentence that names its type."""


@dataclass(frozen=True, slots=True)
class _Record:
    """A class whose objects are stored as the values of its attributes, with the types these have."""

    kind: type
    attributes: tuple[str, ...]
    types: tuple[Any, ...]

    def create(self, values: list[Any]) -> Any:
        for name, value, expected in zip(self.attributes, values, self.types, strict=True):
            if expected is not object and not isinstance(value, expected):
                raise ValueCodecError(
                    f"{name} of a {self.kind.__name__} must not be a {type(value).__name__}"
                )
        if issubclass(self.kind, tuple):
            return self.kind(*values)
        made = object.__new__(self.kind)
        for name, value in zip(self.attributes, values, strict=True):
            object.__setattr__(made, name, value)
        return made


def _record(kind: type, /, **attributes: Any) -> _Record:
    return _Record(kind, tuple(attributes), tuple(attributes.values()))


_OPTIONAL_INT = (int, type(None))
_OPTIONAL_STR = (str, type(None))

# The position in this table is the number in the file: add new rows at the end.
_RECORD_TYPES = (
    _record(CheckpointMetadata, checkpoint_id=int, kind=str, job=str, timestamp=int, now_ms=int,
            operators=list, channels=list),
    _record(OperatorState, id=str, name=str, uid=_OPTIONAL_STR, parallelism=int, max_parallelism=int,
            subtasks=dict, finished=list),
    _record(OperatorSnapshot, key_groups=dict, lists=dict, state_signatures=dict, key_type=str),
    _record(KeyGroupState, entries=dict, timers=list, bytes=int),
    _record(ListState, mode=str, items=list),
    _record(ChannelState, source=str, source_subtask=int, target=str, target_subtask=int,
            occurrence=int, is_input=bool, data=InFlightData),
    _record(InFlightData, elements=list, buffers=int, bytes=int),
    _record(StreamRecord, value=object, timestamp=_OPTIONAL_INT),
    _record(Watermark, timestamp=int),
    _record(WatermarkStatus, is_idle=bool),
    _record(EndOfData, drain=bool),
    _record(EndOfPartition),
    _record(CheckpointBarrier, checkpoint_id=int, timestamp=int, options=CheckpointOptions),
    _record(CheckpointOptions, checkpoint_type=SnapshotType, alignment=AlignmentType,
            aligned_checkpoint_timeout_ms=_OPTIONAL_INT),
    _record(CancelCheckpointMarker, checkpoint_id=int),
    _record(EventAnnouncement, announced_event=object, sequence_number=int),
    _record(LatencyMarker, marked_time=int, operator_id=object, subtask_index=int),
    _record(TimestampedValue, value=object, timestamp=_OPTIONAL_INT),
    _record(Pane, contents=object, count=int, fired_end=_OPTIONAL_INT),
    _record(TtlValue, value=object, last_access_timestamp=int),
    _record(TaggedUnion, stream=int, value=object),
    _record(Committable, checkpoint_id=int, results=int, committable=object),
    _record(PendingFile, target_path=str, staging_path=str, size=int, result_count=int),
    _record(BucketState, bucket=str, part=(PendingFile, type(None)), created_ms=int),
    _record(CountWindow, id=int),
    _record(Duration, _nanos=int),
    _record(Instant, seconds=int, nanos=int),
    _record(Time, _milliseconds=int),
    _record(Row, _fields=(list, type(None)), _values=list, _row_kind=RowKind),
)  # fmt: skip


def _check_type(value: Any, expected: type) -> Any:
    if type(value) is not expected:
        raise ValueCodecError(
            f"found a {type(value).__name__} where a {expected.__name__} was expected"
        )
    return value


def check_keys(keys: Iterable[Any]) -> None:
    """Check that *keys* can be those of a dict or a set, and that building it takes no quadratic time.

    Raises:
        ValueCodecError: If too many have the same hash value.
        TypeError: If one has none.
    """
    counts = Counter(map(hash, keys))
    if counts and max(counts.values()) > MAX_EQUAL_HASHES:
        raise ValueCodecError(
            f"it contains more than {MAX_EQUAL_HASHES} keys with the same hash value"
        )


def decode_pairs(fields: _Fields) -> Iterable[tuple[Any, Any]]:
    """Return the keys and values of a dict, whose *fields* are each key and its value."""
    check_keys(fields[::2])
    return zip(fields[::2], fields[1::2], strict=True)


def _decode_set(fields: _Fields) -> _Fields:
    check_keys(fields)
    return fields


def _decode_java_map(fields: _Fields) -> JavaHashMap:
    check_keys(identity for identity, _ in fields[1])
    return JavaHashMap.from_parts(fields)


def _decode_datetime(fields: _Fields) -> datetime:
    year, month, day, hour, minute, second, microsecond, fold, zone = fields
    return datetime(year, month, day, hour, minute, second, microsecond, zone, fold=fold)


def _encode_datetime(value: datetime) -> _Fields:
    zone = _check_zone(value.tzinfo)
    return (value.year, value.month, value.day, value.hour, value.minute, value.second,
            value.microsecond, value.fold, zone)  # fmt: skip


def _encode_time(value: time) -> _Fields:
    zone = _check_zone(value.tzinfo)
    return (value.hour, value.minute, value.second, value.microsecond, zone, value.fold)


def _check_zone(zone: Any) -> timezone | None:
    if zone is None or type(zone) is timezone:
        return zone
    raise ValueCodecError(f"the time zone of a time has the unsupported type {type(zone).__name__}")


def _decode_fraction(fields: _Fields) -> Fraction:
    if any(_check_type(part, int).bit_length() > MAX_FRACTION_BITS for part in fields):
        raise ValueCodecError(f"a part of a fraction has more than {MAX_FRACTION_BITS:,} bits")
    numerator, denominator = fields
    return Fraction(numerator, denominator)


def _encode_fraction(value: Fraction) -> _Fields:
    fields = (value.numerator, value.denominator)
    _decode_fraction(fields)  # what cannot be read must not be written
    return fields


def _decode_timezone(fields: _Fields) -> timezone:
    return timezone(timedelta(seconds=fields[0]))


def _decode_deque(fields: _Fields) -> deque[Any]:
    return deque(fields[1:], fields[0])


def _decode_namespace(fields: _Fields) -> SimpleNamespace:
    return SimpleNamespace(**dict(decode_pairs(fields)))


def _encode_pairs(value: Any) -> _Fields:
    return tuple(part for pair in value.items() for part in pair)


def _decode_counter(fields: _Fields) -> Counter[Any]:
    made: Counter[Any] = Counter()
    dict.update(made, decode_pairs(fields))
    return made


_Encode: TypeAlias = Callable[[Any], Iterable[Any]]
_Decode: TypeAlias = Callable[[_Fields], Any]

# Types that are stored as a tuple of simpler values. Add new rows at the end, as above.
_CONVERSIONS: tuple[tuple[type, _Encode, _Decode], ...] = (
    (complex, lambda v: (v.real, v.imag), lambda f: complex(*f)),
    (range, lambda v: (v.start, v.stop, v.step), lambda f: range(*f)),
    (bytearray, lambda v: (bytes(v),), lambda f: bytearray(_check_type(f[0], bytes))),
    (Decimal, lambda v: (str(v),), lambda f: Decimal(_check_type(f[0], str))),
    (Fraction, _encode_fraction, _decode_fraction),
    (UUID, lambda v: (v.int,), lambda f: UUID(int=f[0])),
    (date, lambda v: (v.year, v.month, v.day), lambda f: date(*f)),
    (datetime, _encode_datetime, _decode_datetime),
    (time, _encode_time, lambda f: time(*f[:5], fold=f[5])),
    (timedelta, lambda v: (v.days, v.seconds, v.microseconds), lambda f: timedelta(*f)),
    (timezone, lambda v: (v.utcoffset(None).total_seconds(),), _decode_timezone),
    (deque, lambda v: (v.maxlen, *v), _decode_deque),
    (OrderedDict, _encode_pairs, lambda f: OrderedDict(decode_pairs(f))),
    (Counter, _encode_pairs, _decode_counter),
    (SimpleNamespace, lambda v: _encode_pairs(vars(v)), _decode_namespace),
    (RowKind, lambda v: (v.value,), lambda f: RowKind(f[0])),
    (SnapshotType, lambda v: (v.name,), lambda f: SnapshotType[f[0]]),
    (AlignmentType, lambda v: (v.name,), lambda f: AlignmentType[f[0]]),
    (TimeWindow, tuple, lambda f: TimeWindow(_check_type(f[0], int), _check_type(f[1], int))),
    (GlobalWindow, lambda _: (), lambda _: GlobalWindow()),
    (TypedKey, lambda v: (v.key,), lambda f: to_key_identity(f[0])),
    (JavaHashMap, JavaHashMap.to_parts, _decode_java_map),
)


_FIRST_EXTENSION = 80
_EXTENSIONS: dict[int, tuple[type, _Encode, _Decode]] = {}
_EXTENSION_MODULE = "flinksim.table.runtime.snapshot_types"
"""Module with the extensions; imported for a snapshot that has values of their types."""


def add_conversion(number: int, kind: type, encode: _Encode, decode: _Decode) -> None:
    """Add a type that is stored as a tuple of simpler values.

    Args:
        number: Number of the type in files, from 0 to 15. It must never change.
        kind: The type.
        encode: Returns the parts of a value.
        decode: Creates a value from its parts.
    """
    _EXTENSIONS[number] = (kind, encode, decode)
    _CONVERSION_TAGS[kind] = (_FIRST_EXTENSION + number, encode)


def _get_conversion(tag: int) -> tuple[type, _Encode, _Decode]:
    if tag < _FIRST_EXTENSION:
        found: tuple[type, _Encode, _Decode] = _get(_CONVERSIONS, tag - _FIRST_CONVERSION)
        return found
    if not _EXTENSIONS:
        importlib.import_module(_EXTENSION_MODULE)
    extension = _EXTENSIONS.get(tag - _FIRST_EXTENSION)
    if extension is None:
        raise ValueCodecError("it contains a type that this version of flinksim does not know")
    return extension


_CONTAINERS: tuple[tuple[type, _Decode], ...] = (
    (tuple, tuple),
    (list, list),
    (dict, lambda f: dict(decode_pairs(f))),
    (set, lambda f: set(_decode_set(f))),
    (frozenset, lambda f: frozenset(_decode_set(f))),
)
_CONTAINER_TAGS = {kind: _FIRST_CONTAINER + n for n, (kind, _) in enumerate(_CONTAINERS)}
_CONVERSION_TAGS = {
    kind: (_FIRST_CONVERSION + n, encode) for n, (kind, encode, _) in enumerate(_CONVERSIONS)
}
_RECORD_TAGS = {
    record.kind: (_FIRST_RECORD + n, record.attributes) for n, record in enumerate(_RECORD_TYPES)
}
_NUMPY_KINDS = frozenset("biufcSU")


class _Encoder:
    def __init__(self, allow_pickle: bool) -> None:
        self._allow_pickle = allow_pickle
        self.data = bytearray()

    def write(self, value: Any, depth: int = 0) -> None:
        """Append *value*.

        Raises:
            ValueCodecError: If a part of it has a type that needs ``allow_pickle``, or is too deep.
        """
        if depth > MAX_DEPTH:
            raise ValueCodecError(f"its values are nested more than {MAX_DEPTH} levels deep")
        kind, data = type(value), self.data
        if kind is str:
            self._write_bytes(_STR, value.encode("utf-8", "surrogatepass"))
        elif kind is int:
            self._write_bytes(
                _INT, value.to_bytes(value.bit_length() // 8 + 1, "little", signed=True)
            )
        elif value is None or kind is bool:
            data.append(_NONE if value is None else _TRUE if value else _FALSE)
        elif kind is float:
            data.append(_FLOAT)
            data += struct.pack("<d", value)
        elif kind is bytes:
            self._write_bytes(_BYTES, value)
        elif (tag := _CONTAINER_TAGS.get(kind)) is not None:
            parts = _encode_pairs(value) if kind is dict else value
            self._write_parts(tag, parts, len(value) * (1 + (kind is dict)), depth)
        elif (record := _RECORD_TAGS.get(kind)) is not None:
            data.append(record[0])
            for name in record[1]:
                self.write(getattr(value, name), depth + 1)
        elif (conversion := _CONVERSION_TAGS.get(kind)) is not None:
            parts = tuple(conversion[1](value))
            self._write_parts(conversion[0], parts, len(parts), depth)
        elif not self._write_numpy(value):
            self._write_pickle(value)

    def _write_length(self, length: int) -> None:
        while length > 0x7F:
            self.data.append(length & 0x7F | 0x80)
            length >>= 7
        self.data.append(length)

    def _write_bytes(self, tag: int, content: bytes) -> None:
        self.data.append(tag)
        self._write_length(len(content))
        self.data += content

    def _write_parts(self, tag: int, parts: Iterable[Any], count: int, depth: int) -> None:
        self.data.append(tag)
        self._write_length(count)
        for part in parts:
            self.write(part, depth + 1)

    def _write_numpy(self, value: Any) -> bool:
        """Append a numpy array or scalar of numbers or text; return whether *value* is one."""
        numpy = sys.modules.get("numpy")
        if numpy is None or not isinstance(value, (numpy.ndarray, numpy.generic)):
            return False
        is_plain = type(value) is numpy.ndarray or type(value) is value.dtype.type
        if not is_plain or value.dtype.kind not in _NUMPY_KINDS or value.dtype.names:
            return False
        self.data.append(_NUMPY)
        shape = value.shape if isinstance(value, numpy.ndarray) else None
        self.write((value.dtype.str, shape, value.tobytes()), MAX_DEPTH - 2)
        return True

    def _write_pickle(self, value: Any) -> None:
        kind = type(value)
        name = f"{kind.__module__}.{kind.__qualname__}"
        if not self._allow_pickle:
            raise ValueCodecError(
                f"it contains an object of the class {name}, but a snapshot file "
                "can contain only plain data. Convert it to tuples, dicts or a "
                "Row, or allow pickles with the option "
                "flinksim.snapshots.allow-pickle: true"
            )
        try:
            content = pickle.dumps(value, protocol=5)
        except Exception as error:
            raise ValueCodecError(f"it contains an object of the class {name}: {error}") from error
        self._write_bytes(_PICKLE, content)


class _Decoder:
    def __init__(self, data: bytes, max_values: int, allow_pickle: bool) -> None:
        self._data = data
        self._position = 0
        self._remaining_values = max_values
        self._allow_pickle = allow_pickle

    def read(self, depth: int = 0) -> Any:
        """Read one value.

        Raises:
            ValueCodecError: If the data is not valid, or has more values than allowed.
        """
        self._remaining_values -= 1
        if self._remaining_values < 0:
            raise ValueCodecError("it contains more values than its size allows")
        if depth > MAX_DEPTH:
            raise ValueCodecError(f"its values are nested more than {MAX_DEPTH} levels deep")
        tag = self._take(1)[0]
        if tag >= _FIRST_RECORD:
            record = _get(_RECORD_TYPES, tag - _FIRST_RECORD)
            return record.create([self.read(depth + 1) for _ in record.attributes])
        if tag >= _FIRST_CONVERSION:
            conversion = _get_conversion(tag)
            return self._convert(conversion[2], conversion[0], self._read_parts(depth))
        if tag >= _FIRST_CONTAINER:
            container = _get(_CONTAINERS, tag - _FIRST_CONTAINER)
            return self._convert(container[1], container[0], self._read_parts(depth))
        return self._read_simple(tag, depth)

    def _read_simple(self, tag: int, depth: int) -> Any:
        if tag == _NONE:
            return None
        if tag in (_TRUE, _FALSE):
            return tag == _TRUE
        if tag == _INT:
            return int.from_bytes(self._read_bytes(), "little", signed=True)
        if tag == _FLOAT:
            return struct.unpack("<d", self._take(8))[0]
        if tag == _STR:
            return self._convert(_decode_text, str, self._read_bytes())
        if tag == _BYTES:
            return self._read_bytes()
        if tag == _PICKLE:
            return self._read_pickle()
        if tag == _NUMPY:
            return self._convert(_create_numpy, bytes, self.read(depth + 1))
        raise ValueCodecError(f"it contains the unknown type number {tag}")

    def check_end(self) -> None:
        """Check that everything was read."""
        if self._position != len(self._data):
            raise ValueCodecError("it contains additional bytes after its end")

    def _take(self, size: int) -> bytes:
        end = self._position + size
        if end > len(self._data):
            raise ValueCodecError("it ends in the middle of a value")
        taken = self._data[self._position : end]
        self._position = end
        return taken

    def _read_length(self) -> int:
        length = shift = 0
        while True:
            byte = self._take(1)[0]
            length |= (byte & 0x7F) << shift
            if byte < 0x80:
                return length
            shift += 7
            if shift > 35:
                raise ValueCodecError("it contains an invalid length")

    def _read_bytes(self) -> bytes:
        return self._take(self._read_length())

    def _read_parts(self, depth: int) -> tuple[Any, ...]:
        count = self._read_length()
        if count > len(self._data) - self._position:
            raise ValueCodecError(
                f"it contains a container of {count:,} values but is too short for that"
            )
        return tuple([self.read(depth + 1) for _ in range(count)])

    def _read_pickle(self) -> Any:
        content = self._read_bytes()
        if not self._allow_pickle:
            raise ValueCodecError(
                "it contains a pickled object, which can run any code when it is "
                "read. If you trust the file, read it with "
                "fs.read_snapshot(path, allow_pickle=True), or run the job with "
                "the option flinksim.snapshots.allow-pickle: true"
            )
        try:
            return pickle.loads(content)
        except Exception as error:
            raise ValueCodecError(f"an object cannot be read: {error}") from error

    def _convert(self, decode: _Decode, kind: type, fields: Any) -> Any:
        try:
            return decode(fields)
        except ValueCodecError:
            raise
        except Exception as error:  # an invalid value: a month 13, a list as a key
            raise ValueCodecError(f"it contains an invalid {kind.__name__}: {error}") from error


def _decode_text(content: Any) -> str:
    return str(content, "utf-8", "surrogatepass")


def _get(table: tuple[Any, ...], index: int) -> Any:
    if index >= len(table):
        raise ValueCodecError("it contains a type that this version of flinksim does not know")
    return table[index]


def _create_numpy(fields: Any) -> Any:
    import numpy

    text, shape, content = fields
    kind = numpy.dtype(_check_type(text, str))
    if kind.kind not in _NUMPY_KINDS or kind.names:
        raise ValueCodecError(f"it contains an array of the type {text}")
    array = numpy.frombuffer(_check_type(content, bytes), kind)
    return array[0] if shape is None else array.reshape(shape).copy()


def encode_value(value: Any, *, allow_pickle: bool = False) -> bytes:
    """Encode *value*; objects of other classes are pickled if *allow_pickle* is set.

    >>> decode_value(encode_value({"a": (1, 2.5)}))
    {'a': (1, 2.5)}

    Raises:
        ValueCodecError: If it has an object of a class that is not data.
    """
    encoder = _Encoder(allow_pickle)
    encoder.write(value)
    return bytes(encoder.data)


def decode_value(data: bytes, *, max_values: int = MAX_VALUES, allow_pickle: bool = False) -> Any:
    """Decode what :func:`encode_value` wrote. Data from a stranger is safe unless *allow_pickle* is set.

    Raises:
        ValueCodecError: If the data is not valid, has more than *max_values* values, or has pickles.
    """
    decoder = _Decoder(data, max_values, allow_pickle)
    value = decoder.read()
    decoder.check_end()
    return value
