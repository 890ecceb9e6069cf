"""The files of snapshots: what is refused, and what a snapshot never does."""

from __future__ import annotations

import hashlib
import re
import struct
import zlib
from collections import Counter, OrderedDict, deque
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest

from flinksim.common import Configuration, Row, RowKind
from flinksim.common.time import Duration, Instant
from flinksim.core.atomic_files import FileError
from flinksim.core.java.hash_map import JavaHashMap
from flinksim.datastream.joined_streams import TaggedUnion
from flinksim.datastream.window import TimeWindow
from flinksim.runtime.checkpoint import snapshot_file
from flinksim.runtime.checkpoint.channel_state_writer import InFlightData
from flinksim.runtime.checkpoint.checkpoint_options import ALIGNED
from flinksim.runtime.checkpoint.metadata import ChannelState, CheckpointMetadata, OperatorState
from flinksim.runtime.checkpoint.snapshot_file import FORMAT_VERSION, SnapshotError, decode, encode
from flinksim.runtime.checkpoint.storage import (
    ALLOW_PICKLE_OPTION,
    FsCheckpointStorage,
    parse_local_path,
    read_snapshot_folder,
    write_snapshot,
)
from flinksim.runtime.checkpoint.value_codec import (
    MAX_DEPTH,
    MAX_EQUAL_HASHES,
    MAX_FRACTION_BITS,
    ValueCodecError,
    decode_value,
    encode_value,
)
from flinksim.runtime.elements import CheckpointBarrier, StreamRecord, Watermark
from flinksim.runtime.state.key_equality import to_key_identity
from flinksim.runtime.state.snapshot_model import KeyGroupState, ListState, OperatorSnapshot
from flinksim.table.runtime.snapshot_types import MapValue


class Own:
    """A class of the program's."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Own) and other.value == self.value


def metadata_with(
    *values: Any, number: int = 1, mode: Any = "SPLIT_DISTRIBUTE"
) -> CheckpointMetadata:
    snapshot = OperatorSnapshot()
    snapshot.lists["list"] = ListState(mode, list(values))
    operator = OperatorState("0" * 32, "op", "uid", 1, 128, {0: snapshot})
    return CheckpointMetadata(number, "checkpoint", "job", 0, 5, [operator])


def metadata_of(
    entry: Any = ("key", None, 1), timer: Any = ("event", 7, "key", None), group: Any = None,
    number: int = 3, subtask: int = 0,
) -> CheckpointMetadata:  # fmt: skip
    """One with keyed state, which fits unless told otherwise."""
    whole = KeyGroupState({"state": [entry]}, [timer]) if group is None else group
    snapshot = OperatorSnapshot({number: whole})
    operator = OperatorState("0" * 32, "op", "uid", 1, 128, {subtask: snapshot})
    return CheckpointMetadata(1, "checkpoint", "job", 0, 5, [operator])


def packed(content: Any, version: int = FORMAT_VERSION, size: int | None = None) -> bytes:
    """A file with any content, encoded unless it is bytes, and with a valid header."""
    data = content if isinstance(content, bytes) else encode_value(content)
    inner = zlib.compress(data)
    sizes = struct.pack(">IQQ", version, len(inner), len(data) if size is None else size)
    return b"\x89fssnap\n" + sizes + hashlib.sha256(sizes + inner).digest() + inner


HEAD = 60
"""The bytes before the values: mark, version, two sizes, a check sum of 32 bytes."""


def test_what_is_written_is_read_again() -> None:
    values = [
        1, "x", None, 1.5, (1, (2,)), [1], {"a": {1, 2}}, Decimal("1.50"), Row(1, "b"), Row(a=1),
        RowKind.DELETE, TimeWindow(3, 9), Counter("aab"), range(4), b"x", to_key_identity(2.5),
    ]  # fmt: skip
    (operator,) = decode(encode(metadata_with(*values))).operators
    assert operator.subtasks[0].lists["list"].items == values


@pytest.mark.parametrize("cut", [0, 4, 20, 59, 60, 61, -1])
def test_a_file_that_is_not_whole_is_refused(cut: int) -> None:
    data = encode(metadata_with("some text"))
    left, packed_size = len(data[:cut]), len(data) - HEAD
    told = (
        f"it ends in its header, after {left} bytes"
        if left < HEAD
        else f"it has {left - HEAD:,} of {packed_size:,} bytes"
    )
    with pytest.raises(SnapshotError, match=f"it is incomplete: {told}\\Z"):
        decode(data[:cut])


def test_each_changed_byte_is_found() -> None:
    data = encode(metadata_with(*range(30)))
    for place in range(len(data)):
        changed = bytearray(data)
        changed[place] ^= 1
        told = "its checksum is wrong, so it is corrupted" if place >= HEAD - 32 else "."
        with pytest.raises(SnapshotError, match=told):
            decode(bytes(changed))


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"PK\x03\x04 something else that is long enough", "Unexpected magic number"),
        (bytes.fromhex("4960672d00000004") + b"\0" * 90, "a snapshot of Flink"),
        (packed(metadata_with(1), version=7), "Unrecognized checkpoint version number: 7"),
        (packed(metadata_with(1), size=10), "does not have the 10 bytes"),
        (packed(metadata_with(1), size=1 << 40), "the maximum is"),
        (packed([1, 2]), "it contains no snapshot"),
        (packed(metadata_of(entry=["key", None, 1])), "a list in its entries"),
        (packed(metadata_of(entry=("key", None))), "a tuple in its entries"),
        (packed(metadata_of(timer=("event", "now", "key", None))), "its timers is a str"),
        (packed(metadata_of(group=KeyGroupState({1: []}))), "its entries is a int"),  # type: ignore[dict-item]
        (packed(metadata_of(group=ListState("UNION", []))), "its key_groups is a ListState"),
        (packed(metadata_of(number=128)), "counts of its operator 'op' are inconsistent"),
        (packed(metadata_of(subtask=1)), "counts of its operator 'op' are inconsistent"),
        (packed(CheckpointMetadata("1", "checkpoint", "job", 0, 0)), "checkpoint_id of .* must not be a str"),  # type: ignore[arg-type]
        (packed(CheckpointMetadata(1, "checkpoint", "job", 0, 0, {})), "operators of .* must not be a dict"),  # type: ignore[arg-type]
        (
            packed(
                CheckpointMetadata(1, "checkpoint", "j", 0, 0, [OperatorState("", "op", None, 9, 3)])
            ),
            "counts of its operator 'op' are inconsistent",
        ),
    ],
)  # fmt: skip
def test_what_is_no_snapshot_is_refused_by_name(data: bytes, told: str) -> None:
    with pytest.raises(SnapshotError, match=told):
        decode(data)


def test_a_bomb_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshot_file, "MAX_BYTES", 1000)
    data = packed("0" * 5000)
    assert len(data) < 200
    with pytest.raises(SnapshotError, match="the maximum is 1,000"):
        decode(data)
    with pytest.raises(SnapshotError, match="too large"):
        encode(metadata_with("0" * 5000))


def test_keyed_state_that_fits_is_read() -> None:
    (operator,) = decode(packed(metadata_of())).operators
    assert operator.subtasks[0].key_groups[3].entries == {"state": [("key", None, 1)]}


ATTACKS = {
    "a pickle": (b"\x07\x03abc", "a pickled object, which can run any code"),
    "a container longer than the file": (b"\x11" + b"\xff\xff\xff\x7f", "but is too short for that"),
    "a text longer than the file": (b"\x05" + b"\xff\xff\xff\x7f", "it ends in the middle of a value"),
    "a length of 70 bits": (b"\x05" + b"\xff" * 10, "an invalid length"),
    "deep nesting": (b"\x11\x01" * 5000 + b"\x00", f"more than {MAX_DEPTH} levels deep"),
    "too many values": (b"\x11\xc1\x84\x3d" + b"\x00" * 1_000_001, "more values than its size"),
    "an unknown type": (b"\x0f", "unknown type number 15"),
    "a record of a later version": (b"\xff", "a type that this version of flinksim does not know"),
    "a conversion of a later version": (b"\x5f", "a type that this version of flinksim does not know"),
    "additional bytes": (b"\x00\x00", "additional bytes"),
    "a list as a key": (b"\x12\x02\x11\x00\x00", "invalid dict: unhashable"),
    "an odd dict": (b"\x12\x01\x00", "invalid dict"),
    "a fraction as a text of a huge number": (
        b"\x34\x02\x05\x0b1e999999999\x03\x01\x01", "found a str where a int was expected"
    ),
    "text that is none": (b"\x05\x01\xff", "invalid str"),
    "an array of objects": (b"\x08\x10\x03\x05\x02|O\x00\x06\x00", "an array of the type |O"),
    "an array of another size": (b"\x08\x10\x03\x05\x03<i8\x10\x01\x03\x01\x09\x06\x08" + b"0" * 8,
                                 "invalid bytes: cannot reshape"),
}  # fmt: skip


@pytest.mark.parametrize("attack", ATTACKS)
def test_hostile_data_is_rejected(attack: str) -> None:
    data, reason = ATTACKS[attack]
    with pytest.raises(SnapshotError, match=f"its values cannot be read: .*{re.escape(reason)}"):
        decode(packed(data))


EQUAL_HASHES = [number * ((1 << 61) - 1) for number in range(MAX_EQUAL_HASHES + 1)]
"""Numbers with the hash value 0: a dict of a million of them takes hours to build."""


@pytest.mark.parametrize(
    "build",
    [dict.fromkeys, set, frozenset, Counter, OrderedDict.fromkeys,
     lambda keys: MapValue((key, None) for key in keys)],
)  # fmt: skip
def test_keys_with_one_hash_value_are_rejected(build: Any) -> None:
    data = encode_value(build(EQUAL_HASHES))
    with pytest.raises(ValueCodecError, match="more than 64 keys with the same hash value"):
        decode_value(data)
    assert decode_value(encode_value(build(EQUAL_HASHES[1:]))) == build(EQUAL_HASHES[1:])


def test_tables_of_keys_with_one_hash_value_are_rejected() -> None:
    table = JavaHashMap()
    for number in EQUAL_HASHES:
        table.put(number, (number, None), lambda key: 0)
    timers = [("event", number, "key", None) for number in EQUAL_HASHES]
    entries = [(number, None, 1) for number in EQUAL_HASHES]
    for content in (
        metadata_with(table),
        metadata_of(group=KeyGroupState({}, timers)),
        metadata_of(group=KeyGroupState({"state": entries})),
        metadata_with(*((number, 1) for number in EQUAL_HASHES), mode="BROADCAST"),
    ):
        with pytest.raises(SnapshotError, match="more than 64 keys with the same hash value"):
            decode(packed(content))
    many = [("event", time, "key", None) for time in range(1000)]
    assert decode(packed(metadata_of(group=KeyGroupState({}, many))))


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (metadata_of(entry=(["a", "list"], None, 1)), "unhashable type"),
        (metadata_of(timer=("event", 7, {"a": "dict"}, None)), "cannot be used as a key"),
        (metadata_of(timer=("no domain", 7, "key", None)), "neither of event time nor"),
        (metadata_with("x", mode="BROADCAST"), "not enough values"),
        (metadata_with(({}, 1), mode="BROADCAST"), "cannot be used as a key"),
        (metadata_with("x", mode="no mode"), "an unknown mode"),
    ],
)
def test_state_that_cannot_be_restored_is_rejected(
    content: CheckpointMetadata, reason: str
) -> None:
    with pytest.raises(SnapshotError, match=f"operator 'op' cannot be read: .*{reason}"):
        decode(packed(content))


def test_numbers_that_take_long_to_compute_are_rejected() -> None:
    limit = 1 << MAX_FRACTION_BITS
    fraction = Fraction(limit - 1, limit // 2)
    assert decode_value(encode_value(fraction)) == fraction
    parts = encode_value((2 * limit + 1, limit))
    for attack in (b"\x34\x02" + parts[2:], encode_value(Decimal("1E+999999999"))):
        date_of = b"\x51\x01" + attack  # the type Date of SQL, of a value that is no int
        with pytest.raises(ValueCodecError, match=r"65,536 bits|the number is a Decimal"):
            decode_value(date_of)
    with pytest.raises(ValueCodecError, match="65,536 bits"):
        encode_value(Fraction(2 * limit + 1, limit))


def test_a_record_has_values_of_its_declared_types() -> None:
    window = bytearray(encode_value(Watermark(7)))
    window[1:] = encode_value("seven")
    with pytest.raises(ValueCodecError, match="timestamp of a Watermark must not be a str"):
        decode_value(bytes(window))


def test_damaged_data_never_raises_another_error() -> None:
    """Every byte changed in every bit: a value or the declared error, within the memory limits."""
    numpy = pytest.importorskip("numpy")
    now = datetime(2026, 1, 2, 3, 4, 5, 6, tzinfo=timezone(timedelta(hours=8)))
    table = JavaHashMap()
    for number in range(40):
        table.put(number, (number, str(number)), lambda key: key % 3)
    data = encode_value(
        [metadata_with((1, "x", {"k": [2.5]}, Row(a=1), now, Decimal("1.5"), table, TimeWindow(0, 5)),
                       numpy.arange(3), to_key_identity(2.5), Counter("ab"))]
    )  # fmt: skip
    outcomes: Counter[str] = Counter()
    for position in range(len(data)):
        for bit in range(8):
            changed = bytearray(data)
            changed[position] ^= 1 << bit
            try:
                decode_value(bytes(changed), max_values=len(data))
                outcomes["value"] += 1
            except ValueCodecError:
                outcomes["rejected"] += 1
    assert min(outcomes.values()) > 100


@pytest.mark.parametrize("count", [0, 3, 13, 60, 400])
def test_a_hash_map_keeps_its_order(count: int) -> None:
    table = JavaHashMap()
    for number in range(count):
        table.put(number, (number, str(number)), lambda key: key % 3)
    for number in range(0, count, 7):
        table.remove(number)
    read = decode_value(encode_value(table))
    assert read.ordered_entries() == table.ordered_entries()
    for each in (read, table):
        for number in range(1000, 1040):
            each.put(number, (number, ""), lambda key: key % 3)
        for number in range(1, count, 5):
            each.remove(number)
    assert read.ordered_entries() == table.ordered_entries()


def test_a_hash_map_of_parts_that_do_not_fit_is_rejected() -> None:
    for parts in (
        (3, [], [], []), (16, [(1, (1, 2))], [], []), (1, [(1, (1, 2))], [0], []),
        (16, [(1, (1, 2)), (2, (2, 2))], [0, 0], [(0, [(1, 1, False), (-1, -1, False)])]),
        (16, [(1, (1, 2)), (2, (2, 2))], [0, 0], [(0, [(-1, -1, False), (1, -1, False)])]),
        (16, [(1, (1, 2))], [Decimal("1E+999999999")], []),
        (16, [(1, (1, 2))], [0], [(1, [])]),
        (16, [(1, (1, 2))], [0], [(0, [(-1, -1, False)])] * 2),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=r"state of a hash map|hash code|tree|zip"):
            JavaHashMap.from_parts(parts)


def test_values_of_many_types_are_read_again() -> None:
    numpy = pytest.importorskip("numpy")
    zone = timezone(timedelta(minutes=-90))
    values = [
        0, -1, 127, 128, -(10**40), 10**400, True, "", "\ud800", "日本", b"", 1.5, -0.0, float("inf"), (), [],
        {}, set(), frozenset({1}), 1 + 2j, range(1, 9, 2), bytearray(b"ab"), Fraction(1, 3),
        UUID(int=5), date(2026, 1, 2), datetime(2026, 1, 2, fold=1), datetime(1, 1, 1, tzinfo=zone),
        time(1, 2, 3, 4), timedelta(-1, 5, 6), deque([1, 2], 5), OrderedDict(b=1, a=2),
        SimpleNamespace(a=1), Duration.of_millis(5), Instant(1, 2), Row.of_kind(RowKind.DELETE, 1),
        Watermark(5), CheckpointBarrier(1, 2, ALIGNED), TaggedUnion(1, "x"), numpy.float64(2.5), numpy.str_("a"),
    ]  # fmt: skip
    read = decode_value(encode_value(values))
    assert read == values
    assert [type(one) for one in read] == [type(one) for one in values]
    assert read[25].fold == 1
    grid = numpy.arange(6, dtype="<u2").reshape(2, 3)
    assert (decode_value(encode_value(grid)) == grid).all()


def test_a_class_of_the_program_needs_permission_on_both_sides() -> None:
    metadata = metadata_with(Own(3))
    with pytest.raises(SnapshotError, match=r"the state 'list' of 'op' cannot be written: .*\.Own"):
        encode(metadata)
    data = encode(metadata, allow_pickle=True)
    with pytest.raises(SnapshotError, match="a pickled object, which can run any code"):
        decode(data)
    (operator,) = decode(data, allow_pickle=True).operators
    assert operator.subtasks[0].lists["list"].items == [Own(3)]


def test_a_snapshot_of_the_pickled_version_is_rejected_with_the_reason() -> None:
    with pytest.raises(SnapshotError, match="Version 2 was pickled, which is not safe to read"):
        decode(packed(b"", version=2))


def test_what_cannot_be_written_is_told_with_its_state() -> None:
    with pytest.raises(
        SnapshotError, match=r"the state 'list' of 'op' cannot be written: .*lambda"
    ):
        encode(metadata_with(lambda: 1), allow_pickle=True)


# --- folders --------------------------------------------------------------------------------------


def test_of_a_folder_of_checkpoints_the_last_whole_one_is_read(tmp_path: Path) -> None:
    for number in (1, 9, 10):
        write_snapshot(metadata_with(number, number=number), tmp_path / f"chk-{number}")
    whole = (tmp_path / "chk-10" / "_metadata").read_bytes()
    (tmp_path / "chk-10" / "_metadata").write_bytes(whole[:-3])
    (tmp_path / "chk-11").mkdir()
    read = read_snapshot_folder(tmp_path)
    assert read.metadata.checkpoint_id == 9
    assert read.folder == tmp_path / "chk-9"
    assert ["chk-11" in read.rejection_reasons[0], "chk-10" in read.rejection_reasons[1]] == [
        True,
        True,
    ]
    with pytest.raises(SnapshotError, match=r"chk-10/_metadata: it is incomplete"):
        read_snapshot_folder(tmp_path / "chk-10")


def test_where_there_is_no_snapshot_flinks_words_are_told(tmp_path: Path) -> None:
    with pytest.raises(SnapshotError, match="Cannot find checkpoint or savepoint file/directory"):
        read_snapshot_folder(tmp_path / "nothing")
    with pytest.raises(SnapshotError, match="Cannot find meta data file '_metadata' in directory"):
        read_snapshot_folder(tmp_path)
    with pytest.raises(ValueError, match="Cannot access file system for checkpoint/savepoint path"):
        read_snapshot_folder("hdfs://name/savepoint-1")
    with pytest.raises(ValueError, match=r"\Aempty checkpoint pointer\Z"):
        parse_local_path(" ")
    assert parse_local_path("file:///a%20b/c") == Path("/a b/c")


def test_a_snapshot_that_cannot_be_written_leaves_the_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_snapshot(metadata_with("first"), tmp_path / "chk-1")

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("flinksim.core.atomic_files.os.fsync", full)
    with pytest.raises(FileError, match="No space left on device"):
        write_snapshot(metadata_with("second"), folder)
    with pytest.raises(FileError, match="No space left on device"):
        write_snapshot(metadata_with("second"), tmp_path / "chk-2")
    assert [path.name for path in tmp_path.rglob("*")] == ["chk-1", "_metadata"]
    (operator,) = read_snapshot_folder(folder).metadata.operators
    assert operator.subtasks[0].lists["list"].items == ["first"]


def test_pickles_are_read_from_a_folder_with_permission(tmp_path: Path) -> None:
    write_snapshot(metadata_with(Own(1)), tmp_path / "chk-3", allow_pickle=True)
    for place in (tmp_path, tmp_path / "chk-3", tmp_path / "chk-3" / "_metadata"):
        with pytest.raises(SnapshotError, match="allow_pickle=True"):
            read_snapshot_folder(place)
        assert read_snapshot_folder(place, allow_pickle=True).folder == tmp_path / "chk-3"


def test_the_option_allows_pickles_in_the_files_of_a_job() -> None:
    configuration = Configuration.from_dict({ALLOW_PICKLE_OPTION: "true"})
    assert FsCheckpointStorage.from_configuration(configuration, "j").allow_pickle


def test_each_savepoint_has_a_folder_of_its_own(tmp_path: Path) -> None:
    store = FsCheckpointStorage(savepoint_folder=tmp_path, job_name="j")
    paths = [store.write_savepoint(metadata_with(1), None) for _ in range(3)]
    assert len({path for path in paths if path is not None}) == 3
    assert all(path is not None and path.name.startswith("savepoint-") for path in paths)


def test_names_of_savepoints_are_made_from_the_job_and_the_checkpoint(tmp_path: Path) -> None:
    def name(job: str, number: int, place: str) -> str:
        written = FsCheckpointStorage(
            savepoint_folder=tmp_path / place, job_name=job
        ).write_savepoint(metadata_with(1, number=number), None)
        assert written is not None
        assert written.parent == tmp_path / place
        return written.name

    assert name("j", 1, "a") == name("j", 1, "b") != name("j", 2, "c")
    assert name("j", 1, "d")[:16] == name("j", 2, "e")[:16] != name("k", 1, "f")[:16]
    assert name("a half of a pair: \ud800", 1, "g").startswith("savepoint-")


def test_a_job_of_any_name_has_a_folder_for_its_checkpoints(tmp_path: Path) -> None:
    stores = [FsCheckpointStorage(tmp_path, job_name=job) for job in ("j", "j", "\ud800")]
    for store in stores:
        store.initialize()
    made = {store.checkpoint_folder for store in stores}
    assert made == set(tmp_path.iterdir())
    assert {len(folder.name) for folder in tmp_path.iterdir()} == {32}


def test_folders_are_told_by_the_options_of_today_and_of_yesterday() -> None:
    def of(**options: str) -> FsCheckpointStorage:
        named = {name.replace("__", "-").replace("_", "."): one for name, one in options.items()}
        return FsCheckpointStorage.from_configuration(Configuration.from_dict(named), "j")

    assert of() == FsCheckpointStorage(None, None, "j", True)
    old = {"state_checkpoints_dir": "/old", "state_savepoints_dir": "file:///o%20ld"}
    assert of(**old) == FsCheckpointStorage(Path("/old"), Path("/o ld"), "j", True)
    new = {
        "execution_checkpointing_dir": "/new",
        "execution_checkpointing_savepoint__dir": "/news",
        "execution_checkpointing_create__subdir": "false",
    }
    assert of(**old, **new) == FsCheckpointStorage(Path("/new"), Path("/news"), "j", False)
    assert of(state_checkpoints_create__subdir="false").creates_subdirectory is False
    with pytest.warns(UserWarning, match="not a folder of this machine"):
        remote = of(state_savepoints_dir="s3://bucket/there")
    assert remote.savepoint_folder is None


def test_a_disk_that_does_not_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write_snapshot(metadata_with(1), tmp_path / "chk-1")

    def broken(_: Path) -> bytes:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(Path, "read_bytes", broken)
    with pytest.raises(SnapshotError, match=r"chk-1/_metadata: Input/output error"):
        read_snapshot_folder(folder)


def test_a_metadata_file_is_read_under_any_name(tmp_path: Path) -> None:
    folder = write_snapshot(metadata_with(1), tmp_path / "chk-1")
    (folder / "_metadata").rename(tmp_path / "kept")
    assert read_snapshot_folder(tmp_path / "kept").folder == tmp_path
    with pytest.raises(SnapshotError, match="Writing it was interrupted"):
        read_snapshot_folder(folder / "_metadata")


def test_a_folder_is_no_metadata_file(tmp_path: Path) -> None:
    (tmp_path / "chk-1" / "_metadata").mkdir(parents=True)
    told = (
        f"{tmp_path}/chk-1/_metadata: expected the metadata file of a snapshot, but it is "
        "a folder. Choose another file"
    )
    with pytest.raises(SnapshotError) as refused:
        read_snapshot_folder(tmp_path / "chk-1")
    assert str(refused.value) == told
    with pytest.raises(SnapshotError) as refused:
        read_snapshot_folder(tmp_path)
    assert str(refused.value) == f"{tmp_path}: none of its checkpoints can be read: {told}"


def test_an_operator_that_is_not_there_is_told_with_those_that_are() -> None:
    metadata = metadata_with(1)
    metadata.operators.append(OperatorState("1" * 32, "nameless", None, 1, 128))
    for name in ("uid", "op", "0" * 32):
        assert metadata.operator(name) is metadata.operators[0]
    with pytest.raises(KeyError) as refused:
        metadata.operator("other")
    assert refused.value.args == (
        "the snapshot does not contain the operator 'other'. Its operators: 'uid', 'nameless'",
    )


@pytest.mark.parametrize(
    ("parallelism", "most", "fits"),
    [(1, 1, True), (128, 128, True), (1, 1 << 15, True), (0, 128, False), (129, 128, False),
     (1, (1 << 15) + 1, False)],
)  # fmt: skip
def test_the_parallelism_of_an_operator_is_at_most_its_maximum(
    parallelism: int, most: int, fits: bool
) -> None:
    operator = OperatorState("0" * 32, "op", "uid", parallelism, most)
    data = packed(CheckpointMetadata(1, "checkpoint", "job", 0, 5, [operator]))
    if fits:
        assert decode(data).operators[0].parallelism == parallelism
    else:
        with pytest.raises(SnapshotError, match="the counts of its operator 'op' are inconsistent"):
            decode(data)


def test_what_is_in_flight_and_cannot_be_written_is_told() -> None:
    metadata = metadata_of()
    metadata.operators[0].subtasks[0].add_list("list", [1])
    flight = InFlightData([StreamRecord(lambda: 1)], 1, 9)
    metadata.channels.append(ChannelState("0" * 32, 0, "1" * 32, 0, 0, True, flight))
    with pytest.raises(SnapshotError, match=r"\Ain-flight data cannot be written: .*function"):
        encode(metadata)
