"""The door for files: whole or not at all, behind links, and told where it cannot be."""

from __future__ import annotations

import errno
import os
import socket
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from flinksim.connectors.event_log.event_log_writer import EventLogWriter
from flinksim.core import atomic_files as files
from flinksim.core.atomic_files import (
    AppendOnlyFile,
    FileError,
    check_readable,
    resolve_target,
    write_atomically,
    write_file,
)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_there_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    assert write_file(path, "ü") == path
    assert path.read_bytes() == "ü".encode()
    write_file(str(path), b"new")
    assert path.read_bytes() == b"new"
    assert names(tmp_path) == ["page.html"]


def test_half_a_surrogate_pair_is_no_reason_to_stop(tmp_path: Path) -> None:
    write_file(tmp_path / "page.html", "a\ud800b")
    assert (tmp_path / "page.html").read_text() == "a\\ud800b"


def test_an_error_keeps_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "run.png"
    write_file(path, b"old")
    with pytest.raises(ZeroDivisionError), write_atomically(path) as draft:  # noqa: PT012
        assert draft.suffix == ".png"
        assert draft.parent == tmp_path
        draft.write_bytes(b"half")
        raise ZeroDivisionError
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["run.png"]


def test_a_link_is_followed_and_stays(tmp_path: Path) -> None:
    (tmp_path / "place").mkdir()
    target = tmp_path / "place" / "real.html"
    target.write_text("old")
    link = tmp_path / "link.html"
    link.symlink_to(target)
    write_file(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"
    dangling = tmp_path / "dangling.html"
    dangling.symlink_to(tmp_path / "place" / "to_come.html")
    write_file(dangling, "come")
    assert (tmp_path / "place" / "to_come.html").read_text() == "come"


def test_permissions_stay(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    write_file(path, "old")
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~mask
    path.chmod(0o640)
    write_file(path, "new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@pytest.fixture
def odd_places(tmp_path: Path) -> Iterator[dict[str, Path]]:
    pipe, loop, plug = tmp_path / "pipe", tmp_path / "loop", tmp_path / "plug"
    os.mkfifo(pipe)
    loop.symlink_to(loop)
    server = socket.socket(socket.AF_UNIX)
    server.bind(str(plug))
    yield {
        "a device": Path("/dev/full"),
        "another device": Path("/dev/null"),
        "a pipe": pipe,
        "a folder": tmp_path,
        "a loop": loop,
        "a socket": plug,
        "in no folder": tmp_path / "none" / "page.html",
        "in a file": Path(__file__) / "page.html",
        "a long name": tmp_path / ("n" * 300),
        "no name": tmp_path / "a\0b",
    }
    server.close()


EXPECTED = {
    "a device": "/dev/full: expected a file to write to, but it is a device. Choose another file",
    "another device": "it is a device",
    "a pipe": "it is a pipe (FIFO). Choose another file",
    "a folder": "is a folder. Name a file",
    "a loop": "",
    "a socket": "it is a socket",
    "in no folder": "does not exist. Create it first",
    "in a file": "",
    "a long name": "choose a shorter name",
    "no name": "is not a valid file name: embedded null byte. Choose another name",
}


@pytest.mark.parametrize("what", EXPECTED)
def test_what_is_no_file_is_refused(odd_places: dict[str, Path], what: str, tmp_path: Path) -> None:
    place = odd_places[what]
    before = names(tmp_path)
    for write in (write_file, lambda path, data: AppendOnlyFile(path, data)):
        with pytest.raises(OSError) as told:
            write(place, b"new")
        assert EXPECTED[what] in str(told.value)
        assert "[Errno" not in str(told.value)
    assert names(tmp_path) == before
    if what.endswith("device"):
        assert stat.S_ISCHR(os.stat(place).st_mode)


@pytest.mark.parametrize("path", [5, None, b"", [], object()])
def test_what_is_no_path_is_refused(path: object) -> None:
    with pytest.raises((TypeError, FileError)):
        resolve_target(path)  # type: ignore[arg-type]


def test_what_no_reader_ends_is_refused(odd_places: dict[str, Path], tmp_path: Path) -> None:
    for what in ("a device", "a pipe", "a folder"):
        with pytest.raises(FileError, match=r"expected a log, but it is a .*Choose another file"):
            check_readable(odd_places[what], "a log")
    check_readable(tmp_path / "not there", "a log")


# --- a full disk ----------------------------------------------------------------------------------


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk takes 10 bytes of each file and no more."""
    real = open

    def opened(path: str | Path, mode: str = "r", *rest: object, **words: object) -> object:
        stream = real(path, mode, 0)  # type: ignore[call-overload]
        return _FullDisk(stream) if mode in ("wb", "ab") else stream

    monkeypatch.setattr(files, "open", opened, raising=False)


class _FullDisk:
    def __init__(self, stream: object) -> None:
        self._stream = stream

    def write(self, data: bytes) -> int:
        left = 10 - self._stream.tell()  # type: ignore[attr-defined]
        self._stream.write(data[:left])  # type: ignore[attr-defined]
        if len(data) > left:
            raise OSError(errno.ENOSPC, "No space left on device")
        return len(data)

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)

    def __enter__(self) -> _FullDisk:
        return self

    def __exit__(self, *error: object) -> None:
        self._stream.close()  # type: ignore[attr-defined]


@pytest.mark.usefixtures("full_disk")
def test_a_full_disk_keeps_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(b"a good page")
    with pytest.raises(FileError) as told:
        write_file(path, b"more than fits there")
    assert str(told.value) == (
        f"{path} cannot be written: No space left on device; nothing was changed; free some "
        "space, or choose a file on another disk"
    )
    assert told.value.errno == errno.ENOSPC
    assert path.read_bytes() == b"a good page"
    assert names(tmp_path) == ["page.html"]


@pytest.mark.usefixtures("full_disk")
def test_a_full_disk_keeps_what_has_grown(tmp_path: Path) -> None:
    path = tmp_path / "run.log"
    path.write_bytes(b"the one before")
    growing = AppendOnlyFile(path, b"1234")
    growing.append(b"5678")
    with pytest.raises(FileError, match="the previous content is unchanged; free some space"):
        growing.append(b"9abcdef")
    assert path.read_bytes() == b"12345678"
    assert growing.backup_path.read_bytes() == b"the one before"
    growing.close()
    assert names(tmp_path) == [".run.log.before", "run.log"]


def test_a_library_on_a_full_disk_is_told(tmp_path: Path) -> None:
    with (
        pytest.raises(FileError, match="free some space"),
        write_atomically(tmp_path / "a.parquet"),
    ):
        raise OSError(errno.ENOSPC, "Error writing bytes to file")
    assert names(tmp_path) == []


# --- growing --------------------------------------------------------------------------------------


def test_what_grows_can_be_read_at_any_moment(tmp_path: Path) -> None:
    path = tmp_path / "run.log"
    path.write_bytes(b"before")
    growing = AppendOnlyFile(path, b"a")
    assert path.read_bytes() == b"a"
    growing.append(b"b")
    assert path.read_bytes() == b"ab"
    assert growing.has_backup
    growing.close()
    assert names(tmp_path) == ["run.log"]
    assert path.read_bytes() == b"ab"


def test_one_that_is_not_whole_leaves_the_one_before(tmp_path: Path) -> None:
    path = tmp_path / "run.log"
    path.write_bytes(b"good")
    for cut in (b"cut 1", b"cut 2"):
        AppendOnlyFile(path, cut).close(is_complete=False)
        assert path.read_bytes() == cut
        assert (tmp_path / ".run.log.before").read_bytes() == b"good"
    AppendOnlyFile(path, b"whole").close()
    assert names(tmp_path) == ["run.log"]


def test_one_is_kept_where_there_are_no_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in Python of WebAssembly."""
    monkeypatch.delattr(os, "link")
    path = tmp_path / "run.log"
    path.write_bytes(b"good")
    AppendOnlyFile(path, b"cut").close(is_complete=False)
    assert (tmp_path / ".run.log.before").read_bytes() == b"good"


def test_we_may_write_our_file_whatever_the_mask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "_read_umask", lambda: 0o777)  # as in Python of WebAssembly
    write_file(tmp_path / "page.html", "new")
    assert stat.S_IMODE((tmp_path / "page.html").stat().st_mode) == 0o600


def test_an_event_log_keeps_the_one_before(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text("split,arrival\n")
    with EventLogWriter(path, ["line:str"]) as log:
        log.write("a", 1, "x\ud800")
        assert path.read_text() == "split,arrival,line:str\na,1,x\\ud800\n"
        assert (tmp_path / ".log.csv.before").read_text() == "split,arrival\n"
    assert names(tmp_path) == ["log.csv"]


def test_a_folder_takes_the_place_of_another_when_it_is_whole(tmp_path: Path) -> None:
    from flinksim.core.atomic_files import write_folder_atomically

    target = tmp_path / "tables"
    for text in ("old", "new"):
        with write_folder_atomically(target) as draft:
            (draft / "part").write_text(text)
            assert not target.exists() or (target / "part").read_text() == "old"
    assert (target / "part").read_text() == "new"

    def write_half() -> None:
        with write_folder_atomically(target) as draft:
            (draft / "part").write_text("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_half()
    assert (target / "part").read_text() == "new"
    assert [path.name for path in tmp_path.iterdir()] == ["tables"]
