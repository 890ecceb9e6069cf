"""The files of snapshots: what is refused, and what a snapshot never does."""

from __future__ import annotations

import hashlib
import importlib
import os
import pickle
import struct
import subprocess
import sys
import types
import zlib
from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from flinksim.common import Configuration, Row, RowKind
from flinksim.core.atomic_files import FileError
from flinksim.datastream.window import TimeWindow
from flinksim.runtime.checkpoint import snapshot_file, storage
from flinksim.runtime.checkpoint.channel_state_writer import InFlightData
from flinksim.runtime.checkpoint.metadata import ChannelState, CheckpointMetadata, OperatorState
from flinksim.runtime.checkpoint.safe_unpickler import ForbiddenClass, loads
from flinksim.runtime.checkpoint.snapshot_file import FORMAT_VERSION, SnapshotError, decode, encode
from flinksim.runtime.checkpoint.storage import (
    FsCheckpointStorage,
    parse_local_path,
    read_snapshot_folder,
    write_snapshot,
)
from flinksim.runtime.elements import StreamRecord
from flinksim.runtime.state.key_equality import to_key_identity
from flinksim.runtime.state.snapshot_model import KeyGroupState, ListState, OperatorSnapshot


class Own:
    """A class of the program's."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Own) and other.value == self.value

    class Inner(Row):
        """One that is declared in it."""


class Calls:
    """Pickled, it is a call."""

    def __init__(self, function: Any, *arguments: Any) -> None:
        self.what = (function, arguments)

    def __reduce__(self) -> Any:
        return self.what


def metadata_with(*values: Any, number: int = 1) -> CheckpointMetadata:
    snapshot = OperatorSnapshot()
    snapshot.add_list("list", values)
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
    """A file with any content, whose head is right."""
    data = pickle.dumps(content, protocol=5)
    inner = zlib.compress(data)
    sizes = struct.pack(">IQQ", version, len(inner), len(data) if size is None else size)
    return b"\x89fssnap\n" + sizes + hashlib.sha256(sizes + inner).digest() + inner


HEAD = 60
"""The bytes before the values: mark, version, two sizes, a check sum of 32 bytes."""


def test_what_is_written_is_read_again() -> None:
    values = [
        1, "x", None, 1.5, (1, (2,)), [1], {"a": {1, 2}}, Decimal("1.50"), Row(1, "b"), Row(a=1),
        RowKind.DELETE, TimeWindow(3, 9), Counter("aab"), Own(3), range(4), b"x", to_key_identity(2.5),
    ]  # fmt: skip
    (operator,) = decode(encode(metadata_with(*values))).operators
    assert operator.subtasks[0].lists["list"].items == values


@pytest.mark.parametrize("cut", [0, 4, 20, 59, 60, 61, -1])
def test_a_file_that_is_not_whole_is_refused(cut: int) -> None:
    data = encode(metadata_with("some text"))
    left, packed_size = len(data[:cut]), len(data) - HEAD
    told = (
        f"it ends within its head, after {left} bytes"
        if left < HEAD
        else f"it has {left - HEAD:,} of {packed_size:,} bytes"
    )
    with pytest.raises(SnapshotError, match=f"it is not whole: {told}\\Z"):
        decode(data[:cut])


def test_each_changed_byte_is_found() -> None:
    data = encode(metadata_with(*range(30)))
    for place in range(len(data)):
        changed = bytearray(data)
        changed[place] ^= 1
        told = "its check sum is wrong: it has been corrupted" if place >= HEAD - 32 else "."
        with pytest.raises(SnapshotError, match=told):
            decode(bytes(changed))


def test_a_file_is_the_same_whatever_pickle_takes_by_default() -> None:
    inner = zlib.decompress(encode(metadata_with(1))[HEAD:])
    assert inner[:2] == b"\x80\x05"


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"PK\x03\x04 something else that is long enough", "Unexpected magic number"),
        (bytes.fromhex("4960672d00000004") + b"\0" * 90, "Flink's own"),
        (packed(metadata_with(1), version=7), "Unrecognized checkpoint version number: 7"),
        (packed(metadata_with(1), size=10), "does not unpack to the 10 bytes"),
        (packed(metadata_with(1), size=1 << 40), "are allowed"),
        (packed([1, 2]), "it holds no snapshot"),
        (packed(metadata_of(entry=["key", None, 1])), "its entries holds a list"),
        (packed(metadata_of(entry=("key", None))), "its entries holds a tuple"),
        (packed(metadata_of(timer=("event", "now", "key", None))), "its timers is a str"),
        (packed(metadata_of(group=KeyGroupState({1: []}))), "its entries is a int"),  # type: ignore[dict-item]
        (packed(metadata_of(group=ListState("UNION", []))), "its key_groups is a ListState"),
        (packed(metadata_of(number=128)), "numbers of its operator 'op' do not fit"),
        (packed(metadata_of(subtask=1)), "numbers of its operator 'op' do not fit"),
        (packed(CheckpointMetadata("1", "checkpoint", "job", 0, 0)), "checkpoint_id is a str"),  # type: ignore[arg-type]
        (packed(CheckpointMetadata(1, "checkpoint", "job", 0, 0, {})), "operators is a dict"),  # type: ignore[arg-type]
        (
            packed(
                CheckpointMetadata(1, "checkpoint", "j", 0, 0, [OperatorState("", "op", None, 9, 3)])
            ),
            "numbers of its operator 'op' do not fit",
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
    with pytest.raises(SnapshotError, match="1,000 are allowed"):
        decode(data)
    with pytest.raises(SnapshotError, match="too large"):
        encode(metadata_with("0" * 5000))


@pytest.mark.parametrize(
    "call",
    [
        Calls(os.system, "echo called"), Calls(eval, "1"), Calls(getattr, 1, "real"),
        Calls(subprocess.Popen, ["true"]), Calls(__import__, "os"), Calls(list, range(9)),
        Calls(storage.discard_snapshot, Path("x")), Calls(FsCheckpointStorage), Calls(open, "x"),
        Calls(pickle.loads, b""), Calls(Path, "x"),
    ],
)  # fmt: skip
def test_nothing_is_called_that_is_no_class_of_data(call: Calls) -> None:
    with pytest.raises(SnapshotError, match=r"names|calls"):
        decode(packed(call))


@pytest.mark.parametrize("kind", [bytearray, bytes, dict, frozenset, int, list, set, str, tuple])
def test_what_pickles_write_by_themselves_is_not_called(kind: type[Any]) -> None:
    for content in (Calls(kind, 9), ["before", Calls(kind, 9)]):
        with pytest.raises(
            SnapshotError, match=rf"\Ait calls {kind.__name__}\(\), which no snapshot"
        ):
            decode(packed(content))


def test_no_class_is_changed() -> None:
    # GLOBAL tests...Own, then a state for it: setattr(Own, "value", 7)
    program = b"\x80\x05" + pickle.dumps(Own, 5)[2:-1] + b"N}\x8c\x05valueK\x07s\x86b."
    data = zlib.compress(program)
    sizes = struct.pack(">IQQ", FORMAT_VERSION, len(data), len(program))
    with pytest.raises(SnapshotError, match="changes the class Own"):
        decode(b"\x89fssnap\n" + sizes + hashlib.sha256(sizes + data).digest() + data)
    assert not hasattr(Own, "value")


def test_keyed_state_that_fits_is_read() -> None:
    (operator,) = decode(packed(metadata_of())).operators
    assert operator.subtasks[0].key_groups[3].entries == {"state": [("key", None, 1)]}


@pytest.mark.parametrize(
    ("module", "name", "told"),
    [
        ("not_loaded.here", "Thing", "of the class not_loaded.here.Thing, and not_loaded.here is not "
         "loaded here: import it before the snapshot is read"),
        (__name__, "Gone", "Gone, and there is no such class now: was it renamed, or moved?"),
        (__name__, "Own.Gone", "Own.Gone, and there is no such class now"),
        (__name__, "Own.Gone.Further", "Own.Gone.Further, and there is no such class now"),
        (__name__, "Path", "Path, and there is no such class now"),
        ("json", "JSONDecoder", "json.JSONDecoder, which is neither the program's own nor plain data"),
        ("_pytest.mark", "Mark", r"trust=\['_pytest'\]"),
        ("flinksim.cli.main", "main", "flinksim.cli.main"),
    ],
)  # fmt: skip
def test_a_class_that_may_not_be_loaded_is_named(module: str, name: str, told: str) -> None:
    data = b"\x80\x05\x8c" + bytes([len(module)]) + module.encode()
    data += b"\x8c" + bytes([len(name)]) + name.encode() + b"\x93."
    with pytest.raises(ForbiddenClass, match=told):
        loads(data)


def test_classes_of_a_program_in_a_folder_of_its_own_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place, is_own in ((tmp_path / "site-packages", False), (tmp_path / "job", True)):
        place.mkdir()
        (place / f"made_{is_own}.py").write_text("class Thing:\n    pass\n")
        monkeypatch.syspath_prepend(place)
        module = importlib.import_module(f"made_{is_own}")
        data = pickle.dumps(module.Thing)
        if is_own:
            assert loads(data) is module.Thing
        else:
            with pytest.raises(ForbiddenClass, match="neither the program's own"):
                loads(data)
            assert loads(data, [f"made_{is_own}"]) is module.Thing


def test_a_class_that_is_declared_in_another_is_read() -> None:
    assert loads(pickle.dumps(Own.Inner)) is Own.Inner


def test_classes_that_are_typed_into_a_notebook_are_the_programs_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("__main__", "made_by_hand"):
        module = types.ModuleType(name)
        made = type("Made", (), {"__module__": name})
        vars(module)["Made"] = made
        monkeypatch.setitem(sys.modules, name, module)
        data = pickle.dumps(made)
        if name == "__main__":
            assert loads(data) is made
        else:  # of which nobody can say where it comes from
            with pytest.raises(ForbiddenClass, match="neither the program's own"):
                loads(data)


def test_a_class_of_an_installed_package_is_refused_unless_it_is_trusted() -> None:
    mark = pytest.MarkDecorator(pytest.mark.slow.mark, _ispytest=True).mark
    data = encode(metadata_with(mark))
    with pytest.raises(SnapshotError, match=r"trust=\['_pytest'\]"):
        decode(data)
    (operator,) = decode(data, ["_pytest"]).operators
    assert operator.subtasks[0].lists["list"].items == [mark]


def test_what_cannot_be_written_is_told_with_its_state() -> None:
    with pytest.raises(SnapshotError, match="the state 'list' of 'op' cannot be written"):
        encode(metadata_with(lambda: 1))


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
    with pytest.raises(SnapshotError, match=r"chk-10/_metadata is refused: it is not whole"):
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


def test_what_is_trusted_is_read_from_a_folder_too(tmp_path: Path) -> None:
    mark = pytest.MarkDecorator(pytest.mark.slow.mark, _ispytest=True).mark
    write_snapshot(metadata_with(mark), tmp_path / "chk-3")
    for place in (tmp_path, tmp_path / "chk-3", tmp_path / "chk-3" / "_metadata"):
        with pytest.raises(SnapshotError, match="neither the program's own"):
            read_snapshot_folder(place)
        assert read_snapshot_folder(place, ["_pytest"]).folder == tmp_path / "chk-3"


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
    with pytest.raises(SnapshotError, match="Cannot access file system"):
        of(state_savepoints_dir="s3://bucket/there")


def test_a_disk_that_does_not_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write_snapshot(metadata_with(1), tmp_path / "chk-1")

    def broken(_: Path) -> bytes:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(Path, "read_bytes", broken)
    with pytest.raises(SnapshotError, match=r"chk-1/_metadata cannot be read: Input/output error"):
        read_snapshot_folder(folder)


def test_a_metadata_file_is_read_under_any_name(tmp_path: Path) -> None:
    folder = write_snapshot(metadata_with(1), tmp_path / "chk-1")
    (folder / "_metadata").rename(tmp_path / "kept")
    assert read_snapshot_folder(tmp_path / "kept").folder == tmp_path
    with pytest.raises(SnapshotError, match="writing it was begun and did not come to its end"):
        read_snapshot_folder(folder / "_metadata")


def test_a_folder_is_no_metadata_file(tmp_path: Path) -> None:
    (tmp_path / "chk-1" / "_metadata").mkdir(parents=True)
    told = (
        f"{tmp_path}/chk-1/_metadata: expected the metadata file of a snapshot, but that is a "
        "folder; name a file"
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
        "there is no operator 'other' in this snapshot; it has 'uid', 'nameless'",
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
        with pytest.raises(SnapshotError, match="the numbers of its operator 'op' do not fit"):
            decode(data)


def test_what_is_in_flight_and_cannot_be_written_is_told() -> None:
    metadata = metadata_of()
    metadata.operators[0].subtasks[0].add_list("list", [1])
    flight = InFlightData([StreamRecord(lambda: 1)], 1, 9)
    metadata.channels.append(ChannelState("0" * 32, 0, "1" * 32, 0, 0, True, flight))
    with pytest.raises(SnapshotError, match=r"\Awhat is in flight cannot be written: .*lambda"):
        encode(metadata)
