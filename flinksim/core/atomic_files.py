"""File access: all writing of flinksim goes through this module.

A file is written as a draft in the same folder and then replaces the target. The old file stays
intact until then. A symbolic link is followed and kept. A file that grows during a run (a trace, an
event log, a part file of a sink) starts the same way. In that case the old file is kept as
``.NAME.before`` until the new one is complete.

``tests/test_file_writes.py`` finds code that writes files without this module. Not in Flink.
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

StrPath: TypeAlias = str | os.PathLike[str]

_SPECIAL_FILE_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISFIFO, "a pipe (FIFO)"),
    (stat.S_ISSOCK, "a socket"),
)

_DISK_FULL_ERRNOS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class FileError(OSError):
    """A file cannot be written or read; the message says which, why and what to do."""

    def __init__(self, message: str, error_number: int | None = None) -> None:
        super().__init__(message)
        self.errno = error_number


def write_file(path: StrPath, data: bytes | str | Iterator[bytes]) -> Path:
    """Write *data* to *path* atomically.

    Args:
        path: the file to write or replace.
        data: text (written as UTF-8), bytes, or pieces, which are never all in memory.

    Returns:
        The path as given.

    Raises:
        FileError: if the file cannot be written; an existing file is unchanged.
        FileNotFoundError: if the folder does not exist.
        IsADirectoryError: if *path* is a folder.
    """
    with write_atomically(path) as draft:
        _write_draft(draft, data, "wb", path)
    return Path(path)


@contextmanager
def write_atomically(path: StrPath) -> Iterator[Path]:
    """Yield a draft next to *path* that replaces it when the block has ended.

    The draft has the same suffix. Use it for libraries that write to a path themselves. Raises the
    errors of :func:`write_file`.
    """
    target = resolve_target(path)
    draft = _create_draft(target, path)
    try:
        yield draft
        with _convert_os_errors(path):
            _commit_draft(draft, target)
    except BaseException as error:
        draft.unlink(missing_ok=True)
        if not isinstance(error, OSError) or isinstance(error, FileError):
            raise
        if error.errno in _DISK_FULL_ERRNOS:  # raised by the library that writes the draft
            raise _build_error(error, path, "nothing was changed") from None
        raise


class AppendOnlyFile:
    """A file that can be read while it is written.

    It starts with *initial_data*, which is readable immediately. An existing file is kept as
    :attr:`backup_path` until :meth:`close` marks the new one as complete. Data that could not be
    written completely is removed.

    Raises: the errors of :func:`write_file`, here and in :meth:`append`.
    """

    def __init__(self, path: StrPath, initial_data: bytes = b"") -> None:
        target = resolve_target(path)
        self.path = Path(path)
        self.backup_path = target.with_name(f".{target.name}.before")
        draft = _create_draft(target, path)
        try:
            _write_draft(draft, initial_data, "wb", path)
            with _convert_os_errors(path):
                if target.exists() and not self.backup_path.exists():
                    _back_up(target, self.backup_path)
                _commit_draft(draft, target)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
        self._open(target, len(initial_data))

    @classmethod
    def resume(cls, path: StrPath, size: int) -> AppendOnlyFile:
        """Resume writing the closed file *path* after its first *size* bytes; the rest is removed.

        Raises:
            FileNotFoundError: if there is no such file.
            FileError: if the file is shorter than *size*.
        """
        file = cls.__new__(cls)
        target = resolve_target(path)
        file.path = Path(path)
        file.backup_path = target.with_name(f".{target.name}.before")
        truncate_file(path, size)
        file._open(target, size)
        return file

    def _open(self, target: Path, size: int) -> None:
        with _convert_os_errors(self.path):
            self._stream = open(target, "ab")  # noqa: SIM115  # closed by close()
        # A TaskManager that dies closes no files, so close when the object is garbage-collected.
        weakref.finalize(self, self._stream.close).atexit = False
        self._flushed_size = size

    @property
    def has_backup(self) -> bool:
        """Whether :attr:`backup_path` exists, the previous file at the path."""
        return self.backup_path.exists()

    @property
    def size(self) -> int:
        """Number of bytes written so far that readers can read."""
        return self._flushed_size

    def append(self, data: bytes, flush: bool = True) -> None:
        """Append *data*.

        Args:
            data: the bytes to append.
            flush: whether readers see the data immediately; otherwise it may stay in the buffer.
        """
        try:
            self._stream.write(data)
            if flush:
                self._stream.flush()
        except OSError as error:
            self._abort()
            raise _build_error(error, self.path, "the previous content is unchanged") from None
        except BaseException:
            self._abort()
            raise
        if flush:
            self._flushed_size = self._stream.tell()

    def move(self, path: StrPath) -> None:
        """Rename the closed file to *path*."""
        rename_file(self.path, path)
        self.path = Path(path)

    def close(self, is_complete: bool = True) -> None:
        """Close the file; unless it is *is_complete*, the previous file stays next to it."""
        if self._stream.closed:
            return
        try:
            self._stream.flush()
            os.fsync(self._stream.fileno())
        except OSError as error:
            self._abort()
            raise _build_error(error, self.path, "the previous content is unchanged") from None
        self._stream.close()
        if is_complete:
            self.backup_path.unlink(missing_ok=True)

    def _abort(self) -> None:
        """Close the file and truncate it to its last complete write."""
        with suppress(OSError):
            self._stream.close()
        with suppress(OSError):
            os.truncate(resolve_target(self.path), self._flushed_size)


class RandomAccessFile:
    """A file that is read in parts on demand; it may grow or be renamed meanwhile.

    Raises: OSError if it cannot be opened.
    """

    def __init__(self, path: StrPath) -> None:
        self._stream = open(_resolve(path), "rb")  # noqa: SIM115  # open while the object lives

    @property
    def size(self) -> int:
        return os.fstat(self._stream.fileno()).st_size

    def read(self, offset: int, count: int) -> bytes:
        """Read up to *count* bytes from *offset*."""
        if hasattr(os, "pread"):  # no shared file position that a forked process could move
            return os.pread(self._stream.fileno(), count, offset)
        self._stream.seek(offset)
        return self._stream.read(count)

    def __del__(self) -> None:
        with suppress(AttributeError, OSError):
            self._stream.close()


def make_folder(path: StrPath) -> Path:
    """Create the folder *path* and its parents unless it exists; return the path as given.

    Raises:
        FileError: if it cannot be created or is not writable.
    """
    target = _resolve(path)
    with _convert_os_errors(path):
        target.mkdir(parents=True, exist_ok=True)
    if not os.access(target, os.W_OK | os.X_OK):
        raise FileError(
            f"{path}: no write permission for this folder. Choose another folder", errno.EACCES
        )
    return Path(path)


def truncate_file(path: StrPath, size: int) -> None:
    """Truncate the file *path* to its first *size* bytes.

    Raises:
        FileNotFoundError: if there is no such file.
        FileError: if the file is shorter than *size*.
    """
    if not isinstance(size, int):
        raise TypeError(f"truncate_file(size): expected a number of bytes, found {size!r:.60}")
    target = _resolve(path)
    if not target.exists():
        raise FileNotFoundError(f"File Not Found: {path}")
    with _convert_os_errors(path):
        if target.stat().st_size < size:
            raise FileError(f"Missing data in tmp file: {path}")
        os.truncate(target, size)


def rename_file(path: StrPath, target: StrPath) -> None:
    """Rename the file *path* to *target*, replacing an existing file."""
    with _convert_os_errors(target):
        os.replace(resolve_target(path), resolve_target(target))


@contextmanager
def write_folder_atomically(path: StrPath) -> Iterator[Path]:
    """Yield a draft folder next to *path* that replaces it when the block has ended.

    An existing folder is moved aside first and removed after the replacement. If the block fails,
    the existing folder stays and the draft is removed.

    Raises:
        FileError: if the folder cannot be written.
    """
    import shutil  # slow imports
    import tempfile

    target = _resolve(path)
    with _convert_os_errors(path):
        draft = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    try:
        yield draft
        before = target.with_name(f".{target.name}.before")
        with _convert_os_errors(path):
            os.chmod(draft, 0o755)  # mkdtemp allows access only to the owner
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


def remove_file_and_empty_folder(path: StrPath) -> None:
    """Remove the file *path*, and its folder if that is then empty.

    Raises:
        FileError: if the file cannot be removed.
    """
    target = _resolve(path)
    with _convert_os_errors(path, "removed"):
        target.unlink(missing_ok=True)
    with suppress(OSError):
        target.parent.rmdir()


# --- checks ---------------------------------------------------------------------------------------


def resolve_target(path: StrPath) -> Path:
    """Resolve the file that a write to *path* replaces, and check that it is writable.

    Raises:
        TypeError: if *path* is not a path.
        FileNotFoundError: if the folder does not exist.
        IsADirectoryError: if *path* is a folder.
        FileError: if the file cannot be written for another reason.
    """
    target = _resolve(path)
    with _convert_os_errors(path):
        folder_is_there = target.parent.is_dir()
        kind = _describe_special_file(target)
    if not folder_is_there:
        folder = target.parent if Path(path).is_symlink() else Path(path).parent
        raise FileNotFoundError(f"{path}: the folder {folder} does not exist. Create it first")
    if kind == "a folder":
        raise IsADirectoryError(f"{path} is a folder. Name a file")
    if kind:
        raise FileError(
            f"{path}: expected a file to write to, but it is {kind}. Choose another file"
        )
    if target.exists() and not os.access(target, os.W_OK):
        raise FileError(
            f"{path}: no write permission for this file. Choose another file", errno.EACCES
        )
    return target


def check_readable(path: StrPath, expected: str) -> None:
    """Check that *path* is a regular file, which has an end.

    A missing file passes; opening it raises the error.

    Args:
        path: the path to check.
        expected: noun phrase for the expected file, used in the message.

    Raises:
        TypeError: if *path* is not a path.
        FileError: if *path* is a folder, device or pipe.
    """
    target = _resolve(path)
    with _convert_os_errors(path, "read"):
        kind = _describe_special_file(target)
    if kind:
        raise FileError(f"{path}: expected {expected}, but it is {kind}. Choose another file")


def _resolve(path: StrPath) -> Path:
    if not isinstance(path, str | os.PathLike):
        raise TypeError(
            f"expected the path of a file, found an object of type {type(path).__name__}"
        )
    try:
        os.fsencode(path)
        if not os.fspath(path):
            raise ValueError("the name is empty")
        return Path(os.path.realpath(path))
    except (UnicodeError, ValueError) as error:
        raise FileError(
            f"{os.fspath(path)!r} is not a valid file name: {error}. Choose another name"
        ) from None


def _describe_special_file(path: Path) -> str:
    """Return what is at *path* if it is not a regular file, else an empty text."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return ""
    return next((kind for is_it, kind in _SPECIAL_FILE_KINDS if is_it(mode)), "")


# --- steps of writing -----------------------------------------------------------------------------


def _create_draft(target: Path, path: StrPath) -> Path:
    """Create an empty draft in the folder of *target*, with the permissions of *target*."""
    import tempfile  # slow import, only needed for writing

    with _convert_os_errors(path):
        # A short name, because the target's name may already have the maximum length.
        handle, name = tempfile.mkstemp(".part" + target.suffix[:16], ".flinksim-", target.parent)
        os.close(handle)
        mode = target.stat().st_mode if target.exists() else 0o666 & ~_read_umask()
        # The draft must be writable, even if no umask is set (0o777 in WebAssembly).
        os.chmod(name, stat.S_IMODE(mode) | stat.S_IRUSR | stat.S_IWUSR)
    return Path(name)


def _write_draft(
    draft: Path, data: bytes | str | Iterator[bytes], mode: str, path: StrPath
) -> None:
    # A text may contain a lone surrogate, which UTF-8 cannot encode; it is written as an escape.
    content = data.encode("utf-8", "backslashreplace") if isinstance(data, str) else data
    with _convert_os_errors(path), open(draft, mode) as stream:
        for piece in [content] if isinstance(content, bytes) else content:
            stream.write(piece)


def _commit_draft(draft: Path, target: Path) -> None:
    with open(draft, "rb+") as stream:
        os.fsync(stream.fileno())
    os.replace(draft, target)


def _back_up(target: Path, backup_path: Path) -> None:
    try:
        os.link(target, backup_path)
    except (AttributeError, OSError):  # a file system or platform (WebAssembly) without hard links
        import shutil

        shutil.copy2(target, backup_path)


@contextmanager
def _convert_os_errors(path: StrPath, action: str = "written") -> Iterator[None]:
    """Convert an ``OSError`` raised in the block to a :class:`FileError` that names *path*."""
    try:
        yield
    except FileError:
        raise
    except OSError as error:
        raise _build_error(error, path, "nothing was changed", action) from None


def _build_error(error: OSError, path: StrPath, outcome: str, action: str = "written") -> FileError:
    advice = {
        errno.ENOSPC: "free some space, or choose a file on another disk",
        errno.EDQUOT: "free some space, or choose a file on another disk",
        errno.EFBIG: "the file exceeds the size limit of this system",
        errno.ENAMETOOLONG: "choose a shorter name",
        errno.EACCES: "choose a folder with write permission",
        errno.EPERM: "choose a folder with write permission",
        errno.EROFS: "choose a folder with write permission",
    }.get(error.errno or 0, "choose another file")
    why = error.strerror or str(error)
    return FileError(f"{path} cannot be {action}: {why}; {outcome}; {advice}", error.errno)


def _read_umask() -> int:
    """Return the process umask, which can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
