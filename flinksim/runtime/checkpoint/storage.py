"""Where snapshots are in the file system: ``chk-N`` and ``savepoint-...``, each with its ``_metadata``.

Flink: ``FsCheckpointStorageAccess``.
Differs: local folders alone. All state is in the metadata file, so there is neither ``shared`` nor
``taskowned``.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from flinksim.common.configuration import Configuration
from flinksim.core.atomic_files import (
    FileError,
    PathText,
    check_readable,
    make_folder,
    remove_folder_of,
    write_file,
)
from flinksim.runtime.checkpoint.metadata import CheckpointMetadata
from flinksim.runtime.checkpoint.snapshot_file import MAX_BYTES, SnapshotError, decode, encode

METADATA = "_metadata"
_CHECKPOINT = re.compile(r"chk-(\d+)\Z")


@dataclass(slots=True)
class FsCheckpointStorage:
    """Writes the snapshots of one run of a job.

    ``checkpoints`` and ``savepoints`` are folders, or ``None`` where the program names none: then
    checkpoints stay in memory. Each run has a folder of its own for its checkpoints, unless it has no
    ``subdirectory``.

    Differs: names are made from the job's, and the first that is free is taken; Flink's are random.
    """

    checkpoints: Path | None = None
    savepoints: Path | None = None
    job: str = ""
    subdirectory: bool = True

    @classmethod
    def of(cls, configuration: Configuration, job: str) -> FsCheckpointStorage:
        """What ``execution.checkpointing.dir`` and ``savepoint-dir`` say, or their older names.

        Raises: SnapshotError for a file system that is none of this machine's folders.
        """
        prefix = "execution.checkpointing"
        return cls(
            _option(configuration, f"{prefix}.dir", "state.checkpoints.dir"),
            _option(configuration, f"{prefix}.savepoint-dir", "state.savepoints.dir"),
            job,
            configuration.get_boolean(
                f"{prefix}.create-subdir",
                configuration.get_boolean("state.checkpoints.create-subdir", True),
            ),
        )

    def initialize(self) -> None:
        """Make the folder for checkpoints. Raises: FileError if that cannot be."""
        if self.checkpoints is None:
            return
        if self.subdirectory:
            self.checkpoints = _free(self.checkpoints, "", self.job, 32)
        make_folder(self.checkpoints)

    def write_checkpoint(self, metadata: CheckpointMetadata) -> Path | None:
        """Write it; gives its folder, or ``None`` where checkpoints stay in memory.

        Raises: FileError, SnapshotError.
        """
        if self.checkpoints is None:
            return None
        return write_snapshot(metadata, self.checkpoints / f"chk-{metadata.checkpoint_id}")

    def write_savepoint(self, metadata: CheckpointMetadata, target: Path | None) -> Path | None:
        """Write it into a new folder in *target*, or where the program says; gives that folder.

        Raises: FileError, SnapshotError.
        """
        parent = target or self.savepoints
        if parent is None:
            return None
        beginning = f"savepoint-{_digits(self.job)[:6]}-"
        return write_snapshot(
            metadata, _free(parent, beginning, f"{self.job} {metadata.checkpoint_id}", 12)
        )


def _digits(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()


def _free(parent: Path, beginning: str, text: str, length: int) -> Path:
    """A folder in *parent* that is not there yet, called by digits made of *text*."""
    names = (beginning + _digits(f"{text} {number}")[:length] for number in count())
    return next(folder for name in names if not (folder := parent / name).exists())


def discard(folder: Path) -> None:
    """Take a snapshot away."""
    remove_folder_of(folder / METADATA)


def write_snapshot(metadata: CheckpointMetadata, folder: Path) -> Path:
    """Write *metadata* into *folder*, which is there as a snapshot when all of it is written.

    Raises: FileError, SnapshotError; nothing that was there before has changed then.
    """
    data = encode(metadata)
    make_folder(folder)
    try:
        write_file(folder / METADATA, data)
    except BaseException:
        if not (folder / METADATA).exists():
            remove_folder_of(folder / METADATA)
        raise
    return folder


@dataclass(slots=True)
class ReadSnapshot:
    """A snapshot, the folder that it was read from, and what was passed over on the way."""

    metadata: CheckpointMetadata
    folder: Path | None
    refused: list[str] = field(default_factory=list)


def read_snapshot_folder(path: PathText, trust: Sequence[str] = ()) -> ReadSnapshot:
    """Read the snapshot at *path*: its folder, its metadata file, or a folder of checkpoints, of which
    the last whole one is taken.

    Raises: SnapshotError naming the file and what is wrong with it.
    """
    place = local_path(path)
    if place.is_dir():
        if not (place / METADATA).exists():
            return _last_of(place, trust)
        place /= METADATA
    if place.name != METADATA and not place.exists():
        raise SnapshotError(
            f"Cannot find checkpoint or savepoint file/directory '{place}' on file system 'file'."
        )
    return ReadSnapshot(_read(place, trust), place.parent)


def _last_of(place: Path, trust: Sequence[str]) -> ReadSnapshot:
    """Flink: ``CompletedCheckpointStore``, whose last one a lost JobManager's successor takes."""
    known = [
        (int(match[1]), one) for one in place.iterdir() if (match := _CHECKPOINT.match(one.name))
    ]
    refused: list[str] = []
    for _, folder in sorted(known, reverse=True):
        try:
            return ReadSnapshot(_read(folder / METADATA, trust), folder, refused)
        except SnapshotError as error:
            refused.append(str(error))
    if refused:
        raise SnapshotError(f"{place}: none of its checkpoints can be read: " + "; ".join(refused))
    raise SnapshotError(
        f"Cannot find meta data file '{METADATA}' in directory '{place}'. Please try to load the "
        "checkpoint/savepoint directly from the metadata file instead of the directory."
    )


def _read(file: Path, trust: Sequence[str]) -> CheckpointMetadata:
    if not file.exists():
        raise SnapshotError(
            f"Cannot find meta data file '{METADATA}' in directory '{file.parent}': writing it was "
            "begun and did not come to its end, or it is the folder of something else."
        )
    try:
        check_readable(file, "the metadata file of a snapshot")
        size = file.stat().st_size
        if size > MAX_BYTES:
            raise SnapshotError(
                f"{file}: it is too large, {size:,} bytes; {MAX_BYTES:,} are allowed"
            )
        data = file.read_bytes()
    except FileError as error:
        raise SnapshotError(str(error)) from None
    except OSError as error:
        raise SnapshotError(f"{file} cannot be read: {error.strerror}") from None
    try:
        return decode(data, trust)
    except SnapshotError as error:
        raise SnapshotError(f"{file} is refused: {error}") from error.__cause__


def local_path(path: PathText) -> Path:
    """*path* as a folder of this machine; ``file:`` may stand before it.

    Raises: SnapshotError for any other file system.
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
            f"Cannot access file system for checkpoint/savepoint path '{text}': flinksim keeps "
            "snapshots in folders of this machine; give a plain path"
        )
    return Path(text)


def _option(configuration: Configuration, *names: str) -> Path | None:
    for name in names:
        if value := configuration.get_string(name, ""):
            return local_path(value)
    return None
