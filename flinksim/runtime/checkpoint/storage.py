"""Snapshots in the file system: folders ``chk-N`` and ``savepoint-...``, each with ``_metadata``.

Flink: ``FsCheckpointStorageAccess``.
Differs: only local folders. All state is in the metadata file, so there is no ``shared`` and no
``taskowned`` folder.
"""

from __future__ import annotations

import hashlib
import re
import warnings
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from flinksim.common.configuration import Configuration
from flinksim.core.atomic_files import (
    FileError,
    StrPath,
    check_readable,
    make_folder,
    remove_file_and_empty_folder,
    write_file,
)
from flinksim.core.source_locations import find_user_location
from flinksim.runtime.checkpoint.metadata import CheckpointMetadata
from flinksim.runtime.checkpoint.snapshot_file import MAX_BYTES, SnapshotError, decode, encode

METADATA_FILE_NAME = "_metadata"
ALLOW_PICKLE_OPTION = "flinksim.snapshots.allow-pickle"
_CHECKPOINT_FOLDER_PATTERN = re.compile(r"chk-(\d+)\Z")


@dataclass(slots=True)
class FsCheckpointStorage:
    """Writes the snapshots of one run of a job.

    ``checkpoint_folder`` and ``savepoint_folder`` are folders, or ``None`` if the program sets none;
    then checkpoints stay in memory. Each run has its own folder for checkpoints, unless
    ``creates_subdirectory`` is off.

    ``allow_pickle`` is the option ``flinksim.snapshots.allow-pickle``: files may contain objects of any
    class, which only you should read.

    Differs: folder names are derived from the job's name, and the first free one is used. Flink's are
    random.
    """

    checkpoint_folder: Path | None = None
    savepoint_folder: Path | None = None
    job_name: str = ""
    creates_subdirectory: bool = True
    allow_pickle: bool = False

    @classmethod
    def from_configuration(cls, configuration: Configuration, job_name: str) -> FsCheckpointStorage:
        """Create the storage from ``execution.checkpointing.dir`` and ``savepoint-dir``.

        The older names of these options work too. Snapshots stay in memory if an option names another
        file system, such as S3; a warning says so.
        """
        prefix = "execution.checkpointing"
        return cls(
            _read_path_option(configuration, f"{prefix}.dir", "state.checkpoints.dir"),
            _read_path_option(configuration, f"{prefix}.savepoint-dir", "state.savepoints.dir"),
            job_name,
            configuration.get_boolean(
                f"{prefix}.create-subdir",
                configuration.get_boolean("state.checkpoints.create-subdir", True),
            ),
            configuration.get_boolean(ALLOW_PICKLE_OPTION, False),
        )

    def initialize(self) -> None:
        """Create the folder for checkpoints.

        Raises:
            FileError: If it cannot be created.
        """
        if self.checkpoint_folder is None:
            return
        if self.creates_subdirectory:
            self.checkpoint_folder = _find_free_folder(
                self.checkpoint_folder, "", self.job_name, 32
            )
        make_folder(self.checkpoint_folder)

    def write_checkpoint(self, metadata: CheckpointMetadata) -> Path | None:
        """Write a checkpoint; return its folder, or ``None`` if checkpoints stay in memory.

        Raises:
            FileError: If it cannot be written.
            SnapshotError: If it cannot be encoded.
        """
        if self.checkpoint_folder is None:
            return None
        return write_snapshot(
            metadata,
            self.checkpoint_folder / f"chk-{metadata.checkpoint_id}",
            allow_pickle=self.allow_pickle,
        )

    def write_savepoint(self, metadata: CheckpointMetadata, target: Path | None) -> Path | None:
        """Write a savepoint into a new folder.

        Args:
            metadata: The snapshot.
            target: The parent folder; by default the one that the program sets.

        Returns:
            The new folder, or ``None`` if there is no parent folder.

        Raises:
            FileError: If it cannot be written.
            SnapshotError: If it cannot be encoded.
        """
        parent = target or self.savepoint_folder
        if parent is None:
            return None
        prefix = f"savepoint-{_hash_text(self.job_name)[:6]}-"
        return write_snapshot(
            metadata,
            _find_free_folder(parent, prefix, f"{self.job_name} {metadata.checkpoint_id}", 12),
            allow_pickle=self.allow_pickle,
        )


def _hash_text(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()


def _find_free_folder(parent: Path, prefix: str, text: str, length: int) -> Path:
    """Find a folder in *parent* that does not exist yet, named by a hash of *text*."""
    names = (prefix + _hash_text(f"{text} {number}")[:length] for number in count())
    return next(folder for name in names if not (folder := parent / name).exists())


def discard_snapshot(folder: Path) -> None:
    """Delete a snapshot."""
    remove_file_and_empty_folder(folder / METADATA_FILE_NAME)


def write_snapshot(
    metadata: CheckpointMetadata, folder: Path, *, allow_pickle: bool = False
) -> Path:
    """Write *metadata* into *folder*; it becomes visible only when it is complete.

    If this fails, existing files are unchanged.

    Raises:
        FileError: If it cannot be written.
        SnapshotError: If it cannot be encoded.
    """
    data = encode(metadata, allow_pickle=allow_pickle)
    make_folder(folder)
    try:
        write_file(folder / METADATA_FILE_NAME, data)
    except BaseException:
        if not (folder / METADATA_FILE_NAME).exists():
            remove_file_and_empty_folder(folder / METADATA_FILE_NAME)
        raise
    return folder


@dataclass(slots=True)
class LoadedSnapshot:
    """A snapshot, the folder it was read from, and the reasons why newer ones were rejected."""

    metadata: CheckpointMetadata
    folder: Path | None
    rejection_reasons: list[str] = field(default_factory=list)


def read_snapshot_folder(path: StrPath, *, allow_pickle: bool = False) -> LoadedSnapshot:
    """Read the snapshot at *path*.

    Args:
        path: Folder of the snapshot, its metadata file, or a folder of checkpoints, of which the last
            complete one is read.
        allow_pickle: Whether to load pickled objects, which can run any code.

    Raises:
        SnapshotError: If it cannot be read; names the file and the reason.
    """
    file = parse_local_path(path)
    if file.is_dir():
        if not (file / METADATA_FILE_NAME).exists():
            return _read_latest_checkpoint(file, allow_pickle)
        file /= METADATA_FILE_NAME
    if file.name != METADATA_FILE_NAME and not file.exists():
        raise SnapshotError(
            f"Cannot find checkpoint or savepoint file/directory '{file}' on file system 'file'."
        )
    return LoadedSnapshot(_read_metadata(file, allow_pickle), file.parent)


def _read_latest_checkpoint(parent: Path, allow_pickle: bool) -> LoadedSnapshot:
    """Read the last checkpoint in a folder, as a restarted JobManager does.

    Flink: ``CompletedCheckpointStore``.
    """
    numbered_folders = [
        (int(match[1]), one)
        for one in parent.iterdir()
        if (match := _CHECKPOINT_FOLDER_PATTERN.match(one.name))
    ]
    reasons: list[str] = []
    for _, folder in sorted(numbered_folders, reverse=True):
        try:
            return LoadedSnapshot(
                _read_metadata(folder / METADATA_FILE_NAME, allow_pickle), folder, reasons
            )
        except SnapshotError as error:
            reasons.append(str(error))
    if reasons:
        raise SnapshotError(f"{parent}: none of its checkpoints can be read: " + "; ".join(reasons))
    raise SnapshotError(
        f"Cannot find meta data file '{METADATA_FILE_NAME}' in directory '{parent}'. Please try to "
        "load the checkpoint/savepoint directly from the metadata file instead of the directory."
    )


def _read_metadata(file: Path, allow_pickle: bool) -> CheckpointMetadata:
    if not file.exists():
        raise SnapshotError(
            f"Cannot find meta data file '{METADATA_FILE_NAME}' in directory "
            f"'{file.parent}'. Writing it was interrupted, or this is not the "
            "folder of a snapshot."
        )
    try:
        check_readable(file, "the metadata file of a snapshot")
        size = file.stat().st_size
        if size > MAX_BYTES:
            raise SnapshotError(
                f"{file} is too large: {size:,} bytes; the maximum is {MAX_BYTES:,}"
            )
        data = file.read_bytes()
    except FileError as error:
        raise SnapshotError(str(error)) from None
    except OSError as error:
        raise SnapshotError(f"cannot read {file}: {error.strerror}") from None
    try:
        return decode(data, allow_pickle=allow_pickle)
    except SnapshotError as error:
        raise SnapshotError(f"cannot read the snapshot {file}: {error}") from error.__cause__


def parse_local_path(path: StrPath) -> Path:
    """Parse *path* as a path on this machine; the scheme ``file:`` is allowed.

    Raises:
        SnapshotError: For any other file system.
    """
    from urllib.parse import unquote, urlparse

    text = str(path)
    parts = urlparse(text)
    if not text.strip():
        raise SnapshotError("empty checkpoint pointer")
    if parts.scheme == "file":
        return Path(unquote(parts.path))
    if parts.scheme and "://" in text:
        raise SnapshotError(
            f"Cannot access file system for checkpoint/savepoint path '{text}': "
            "flinksim stores snapshots in folders of this machine. Use a plain "
            "path"
        )
    return Path(text)


def _read_path_option(configuration: Configuration, *names: str) -> Path | None:
    for name in names:
        if value := configuration.get_string(name, ""):
            try:
                return parse_local_path(value)
            except SnapshotError:
                file, line = find_user_location() or ("<unknown>", 0)
                warnings.warn_explicit(
                    f"{name} is {value}, which is not a folder of this machine. "
                    "The snapshots of this job stay in memory.",
                    UserWarning,
                    file,
                    line,
                )
                return None
    return None
