"""The one door through which flinksim writes files.

A file is written beside the one that it replaces and takes its place when it is whole: what stood
there is kept until then, whatever happens. A symbolic link is followed, and stays. What grows while a
run goes on (a trace, an event log, the part of a sink) begins in the same way; then the file that stood
there waits beside it, as ``.NAME.before``, until the new one is whole.

``tests/test_file_writes.py`` finds whoever writes past this door. Not in Flink.
"""

from __future__ import annotations

import errno
import os
import stat
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeAlias

PathText: TypeAlias = str | os.PathLike[str]

_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISFIFO, "a pipe (FIFO)"),
    (stat.S_ISSOCK, "a socket"),
)

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class FileError(OSError):
    """A file cannot be written or read; says which, why and what to do."""

    def __init__(self, text: str, number: int | None = None) -> None:
        super().__init__(text)
        self.errno = number


def write_file(path: PathText, data: bytes | str | Iterator[bytes]) -> Path:
    """Write *data* (text as UTF-8) to *path*, as a whole or not at all; gives the path as given.

    What comes in pieces is never in memory as a whole.

    Raises: FileError, a FileNotFoundError or an IsADirectoryError; then what stood there still does.
    """
    with replacing(path) as draft:
        _fill(draft, data, "wb", path)
    return Path(path)


@contextmanager
def replacing(path: PathText) -> Iterator[Path]:
    """A draft beside *path*, with the same ending, which takes its place when the block has ended.

    For libraries that write to a path of their own. Raises as :func:`write_file` does.
    """
    target = target_of(path)
    draft = _draft_for(target, path)
    try:
        yield draft
        with _told(path):
            _take_the_place(draft, target)
    except BaseException as error:
        draft.unlink(missing_ok=True)
        if not isinstance(error, OSError) or isinstance(error, FileError):
            raise
        if error.errno in _FULL:  # of the library's own writing
            raise _of(error, path, "nothing there has changed") from None
        raise


class GrowingFile:
    """A file that can be read at any moment while it is written.

    It begins with *first*, which may be read as it is. The file that stood there is kept as
    :attr:`before` until :meth:`close` says that this one is whole. What could not be written as a whole
    is taken away again.

    Raises: as :func:`write_file` does, here and in :meth:`append`.
    """

    def __init__(self, path: PathText, first: bytes = b"") -> None:
        target = target_of(path)
        self.path = Path(path)
        self.before = target.with_name(f".{target.name}.before")
        draft = _draft_for(target, path)
        try:
            _fill(draft, first, "wb", path)
            with _told(path):
                if target.exists() and not self.before.exists():
                    _keep(target, self.before)
                _take_the_place(draft, target)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
        self._open(target, len(first))

    @classmethod
    def resumed(cls, path: PathText, size: int) -> GrowingFile:
        """Go on with the file *path*, which was closed; what stands behind its first *size* bytes goes.

        Raises: FileNotFoundError, FileError if there is no such file, or it is shorter.
        """
        file = cls.__new__(cls)
        target = target_of(path)
        file.path = Path(path)
        file.before = target.with_name(f".{target.name}.before")
        truncate_file(path, size)
        file._open(target, size)
        return file

    def _open(self, target: Path, whole: int) -> None:
        with _told(self.path):
            self._stream = open(target, "ab")  # noqa: SIM115  # it is closed by close()
        # or when nobody has it any more: a TaskManager that dies closes nothing by itself
        weakref.finalize(self, self._stream.close).atexit = False
        self._whole = whole

    @property
    def keeps_one_before(self) -> bool:
        """Whether :attr:`before` is there: what stood at the path when this one was begun."""
        return self.before.exists()

    @property
    def size(self) -> int:
        """How many bytes it has that can be read."""
        return self._whole

    def append(self, data: bytes, at_once: bool = True) -> None:
        """Add *data*; unless *at_once*, it may wait for more before it can be read."""
        try:
            self._stream.write(data)
            if at_once:
                self._stream.flush()
        except OSError as error:
            self._give_up()
            raise _of(error, self.path, "what was written before stands there") from None
        except BaseException:
            self._give_up()
            raise
        if at_once:
            self._whole = self._stream.tell()

    def move(self, path: PathText) -> None:
        """Give the file, which is closed, another name."""
        take_the_place_of(self.path, path)
        self.path = Path(path)

    def close(self, whole: bool = True) -> None:
        """The end; if the file is not *whole*, the one before it stays beside it."""
        if self._stream.closed:
            return
        try:
            self._stream.flush()
            os.fsync(self._stream.fileno())
        except OSError as error:
            self._give_up()
            raise _of(error, self.path, "what was written before stands there") from None
        self._stream.close()
        if whole:
            self.before.unlink(missing_ok=True)

    def _give_up(self) -> None:
        """Close the file, and take away what stands behind its last whole part."""
        with suppress(OSError):
            self._stream.close()
        with suppress(OSError):
            os.truncate(target_of(self.path), self._whole)


class ReadableFile:
    """A file of which parts are read when they are needed; it may grow, or get another name.

    Raises: OSError if it cannot be opened.
    """

    def __init__(self, path: PathText) -> None:
        self._stream = open(_resolved(path), "rb")  # noqa: SIM115  # as long as somebody may ask

    @property
    def size(self) -> int:
        return os.fstat(self._stream.fileno()).st_size

    def read(self, offset: int, count: int) -> bytes:
        """So many bytes from *offset* on, or fewer where it ends."""
        if hasattr(os, "pread"):  # which has no place in the file that a forked process could move
            return os.pread(self._stream.fileno(), count, offset)
        self._stream.seek(offset)
        return self._stream.read(count)

    def __del__(self) -> None:
        with suppress(AttributeError, OSError):
            self._stream.close()


def make_folder(path: PathText) -> Path:
    """Make the folder *path*, with those above it, unless it is there; gives the path as given.

    Raises: FileError if it cannot be made, or may not be written to.
    """
    target = _resolved(path)
    with _told(path):
        target.mkdir(parents=True, exist_ok=True)
    if not os.access(target, os.W_OK | os.X_OK):
        raise FileError(f"{path}: that folder may not be written to; name another", errno.EACCES)
    return Path(path)


def truncate_file(path: PathText, size: int) -> None:
    """Take away what stands behind the first *size* bytes of the file *path*.

    Raises: FileNotFoundError, FileError if there is no such file, or it is shorter.
    """
    if not isinstance(size, int):
        raise TypeError(f"truncate_file(size): expected a number of bytes, found {size!r:.60}")
    target = _resolved(path)
    if not target.exists():
        raise FileNotFoundError(f"File Not Found: {path}")
    with _told(path):
        if target.stat().st_size < size:
            raise FileError(f"Missing data in tmp file: {path}")
        os.truncate(target, size)


def take_the_place_of(path: PathText, other: PathText) -> None:
    """Call the file *path* what *other* is called, which is replaced if it is there."""
    with _told(other):
        os.replace(target_of(path), target_of(other))


@contextmanager
def replacing_folder(path: PathText) -> Iterator[Path]:
    """A draft folder beside *path*, whose place it takes when the block has come to its end.

    The folder that stood there is moved aside first and goes when the new one is in its place; if the
    block fails, it stays and the draft goes. Raises: FileError.
    """
    import shutil  # both take longer to load than a tiny run
    import tempfile

    target = _resolved(path)
    with _told(path):
        draft = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    try:
        yield draft
        before = target.with_name(f".{target.name}.before")
        with _told(path):
            os.chmod(draft, 0o755)  # mkdtemp's is for one person
            had_one = target.exists()
            if had_one:
                shutil.rmtree(before, ignore_errors=True)
                os.replace(target, before)
            try:
                os.replace(draft, target)
            except BaseException:
                if had_one:
                    os.replace(before, target)
                raise
        shutil.rmtree(before, ignore_errors=True)
    except BaseException:
        shutil.rmtree(draft, ignore_errors=True)
        raise


def remove_folder_of(path: PathText) -> None:
    """Take the file *path* away, and its folder if nothing else is in it.

    Raises: FileError if the file cannot be taken away.
    """
    target = _resolved(path)
    with _told(path, "removed"):
        target.unlink(missing_ok=True)
    with suppress(OSError):
        target.parent.rmdir()


# --- what may be written, and read ----------------------------------------------------------------


def target_of(path: PathText) -> Path:
    """The file that writing to *path* replaces: behind links; told before anything is written.

    Raises: TypeError for what is no path; FileNotFoundError, IsADirectoryError or FileError for what no
    file can be written to.
    """
    target = _resolved(path)
    with _told(path):
        folder_is_there = target.parent.is_dir()
        kind = _kind(target)
    if not folder_is_there:
        folder = target.parent if Path(path).is_symlink() else Path(path).parent
        raise FileNotFoundError(f"{path}: there is no folder {folder}; make it first")
    if kind == "a folder":
        raise IsADirectoryError(f"{path}: that is a folder; name a file")
    if kind:
        raise FileError(f"{path}: expected a file to write to, but that is {kind}; name a file")
    if target.exists() and not os.access(target, os.W_OK):
        raise FileError(f"{path}: that file may not be written; name another", errno.EACCES)
    return target


def check_readable(path: PathText, what: str) -> None:
    """See that *path* is a file, for a reader that is to come to its end.

    Raises: TypeError for what is no path; FileError for a folder, device or pipe. Where nothing stands,
    whoever opens it will tell.
    """
    target = _resolved(path)
    with _told(path, "read"):
        kind = _kind(target)
    if kind:
        raise FileError(f"{path}: expected {what}, but that is {kind}; name a file")


def _resolved(path: PathText) -> Path:
    if not isinstance(path, str | os.PathLike):
        raise TypeError(
            f"expected the path of a file, found an object of type {type(path).__name__}"
        )
    try:
        os.fsencode(path)
        if not os.fspath(path):
            raise ValueError("it is empty")
        return Path(os.path.realpath(path))
    except (UnicodeError, ValueError) as error:
        raise FileError(
            f"{os.fspath(path)!r} can be no file's name: {error}; name another"
        ) from None


def _kind(path: Path) -> str:
    """What stands at *path*, if it is no file."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return ""
    return next((kind for is_it, kind in _KINDS if is_it(mode)), "")


# --- steps ----------------------------------------------------------------------------------------


def _draft_for(target: Path, path: PathText) -> Path:
    """A new, empty file in the folder of *target*, with what it is allowed to whom."""
    import tempfile  # which a program that writes nothing need not load

    with _told(path):
        # A short name: that of the target may be as long as the file system takes.
        handle, name = tempfile.mkstemp(".part" + target.suffix[:16], ".flinksim-", target.parent)
        os.close(handle)
        mode = target.stat().st_mode if target.exists() else 0o666 & ~_umask()
        # It is still to be written by us, also where nobody has set a mask (0o777 in WebAssembly).
        os.chmod(name, stat.S_IMODE(mode) | stat.S_IRUSR | stat.S_IWUSR)
    return Path(name)


def _fill(draft: Path, data: bytes | str | Iterator[bytes], mode: str, path: PathText) -> None:
    # A text may hold half of a surrogate pair, which no encoding has: it is written as its number.
    content = data.encode("utf-8", "backslashreplace") if isinstance(data, str) else data
    with _told(path), open(draft, mode) as stream:
        for piece in [content] if isinstance(content, bytes) else content:
            stream.write(piece)


def _take_the_place(draft: Path, target: Path) -> None:
    with open(draft, "rb+") as stream:
        os.fsync(stream.fileno())
    os.replace(draft, target)


def _keep(target: Path, before: Path) -> None:
    try:
        os.link(target, before)
    except (AttributeError, OSError):  # a file system, or a system (WebAssembly), without links
        import shutil

        shutil.copy2(target, before)


@contextmanager
def _told(path: PathText, doing: str = "written") -> Iterator[None]:
    """What the system says inside of the block is told with the path."""
    try:
        yield
    except FileError:
        raise
    except OSError as error:
        raise _of(error, path, "nothing there has changed", doing) from None


def _of(error: OSError, path: PathText, left: str, doing: str = "written") -> FileError:
    advice = {
        errno.ENOSPC: "make room, or name a file on another disk",
        errno.EDQUOT: "make room, or name a file on another disk",
        errno.EFBIG: "it is larger than a file may be here",
        errno.ENAMETOOLONG: "choose a shorter name",
        errno.EACCES: "choose a place where you may write",
        errno.EPERM: "choose a place where you may write",
        errno.EROFS: "choose a place where you may write",
    }.get(error.errno or 0, "name another file")
    why = error.strerror or str(error)
    return FileError(f"{path} cannot be {doing}: {why}; {left}; {advice}", error.errno)


def _umask() -> int:
    """The permissions that new files do not get; it can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
