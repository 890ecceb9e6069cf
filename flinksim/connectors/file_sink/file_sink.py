"""A sink that writes part files, which become visible when a checkpoint completes.

Flink: ``FileSink``, ``FileWriter``, ``FileWriterBucket``, ``FileCommitter`` and the
``LocalRecoverableWriter`` of the local file system.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any

from flinksim.common.typeutils.to_string import format_value
from flinksim.connectors.file_sink.bucket_policies import (
    BasePathBucketAssigner,
    BucketAssigner,
    DefaultRollingPolicy,
    RollingPolicy,
)
from flinksim.connectors.file_sink.pending_files import BucketState, PendingFile
from flinksim.connectors.sink import Committer, Sink, SinkContext, SinkWriter
from flinksim.core.atomic_files import AppendOnlyFile, make_folder, rename_file, truncate_file
from flinksim.core.validation import validate_arguments

BUCKET_CHECK_INTERVAL_MS = 60_000


class FileSink(Sink):
    """Writes one line per value to part files in *folder* or in its buckets.

    A part is *in progress* while it is written (``.part-ID-0.inprogress.ID``). It is *pending* when
    *rolling_policy* has closed it. It is *finished* (``part-ID-0``) when the next checkpoint has
    completed, or the job has ended. After a failure a part in progress is truncated to its size in
    the checkpoint and continued. A part that was created after the checkpoint remains unfinished.

    Differs: IDs derive from the operator, the subtask and its attempt, so a run replaces the files
    of the same earlier run; Flink's are random. Parts are checked every *bucket_check_interval_ms*,
    but only while there are any.

    Args:
        folder: the folder of the sink.
        part_prefix: prefix of the names of parts.
        part_suffix: suffix of the names of parts.
        encode: formats a value as a line.
        encode_file: returns the content of a part with these values, in a bulk format.
        bucket_assigner: assigns values to folders below *folder*.
        rolling_policy: determines when a part is closed.
        bucket_check_interval_ms: interval of the checks by processing time.
    """

    has_committer = True

    @validate_arguments
    def __init__(
        self,
        folder: str | Path,
        *,
        part_prefix: str = "part",
        part_suffix: str = "",
        encode: Callable[[Any], str] = format_value,
        encode_file: Callable[[Sequence[Any]], bytes] | None = None,
        bucket_assigner: BucketAssigner | None = None,
        rolling_policy: RollingPolicy | None = None,
        bucket_check_interval_ms: int = BUCKET_CHECK_INTERVAL_MS,
    ) -> None:
        if bucket_check_interval_ms < 1:
            raise ValueError(
                "Bucket checking interval for processing time should be positive, found "
                f"{bucket_check_interval_ms}."
            )
        self.folder = Path(folder)
        self.part_prefix = part_prefix
        self.part_suffix = part_suffix
        self.encode = encode
        self.encode_file = encode_file
        self.bucket_assigner = bucket_assigner or BasePathBucketAssigner()
        self.rolling_policy = rolling_policy or DefaultRollingPolicy()
        self.bucket_check_interval_ms = bucket_check_interval_ms

    def create_writer(self, context: SinkContext) -> SinkWriter:
        if self.folder.exists() and not self.folder.is_dir():
            raise NotADirectoryError(
                f"FileSink: {self.folder} is a file. Name a folder, which may be new"
            )
        make_folder(self.folder)
        return FileWriter(self, context)

    def check_part_ownership(self, part: PendingFile) -> PendingFile:
        """Return *part*, from a snapshot, if its files are in the sink's folder.

        Raises:
            ValueError: otherwise, because a snapshot must not control other files.
        """
        folder = self.folder.resolve()
        for path in (part.target_path, part.staging_path):
            if not Path(path).resolve().is_relative_to(folder):
                raise ValueError(
                    f"the snapshot contains the part file {path}, but this "
                    f"FileSink writes to {self.folder}. Use the same folder as "
                    "before"
                )
        return part

    def create_committer(self) -> Committer:
        return FileCommitter(self)


class LegacyFileSink(FileSink):
    """A :class:`FileSink` that never finishes a part, as Flink's sink without checkpoints.

    Flink: ``StreamingFileSink``. Differs: with checkpoints Flink's sink finishes parts.
    """

    has_committer = False


class FileWriter(SinkWriter):
    """Writes the values of one subtask to its buckets. Flink: ``FileWriter``."""

    def __init__(self, sink: FileSink, context: SinkContext) -> None:
        self._sink = sink
        self._context = context
        self._buckets: dict[str, _Bucket] = {}
        self._bucket_numbers = count()
        self._end_of_input = False
        self._start_ms = self._now_ms
        self._next_inspection_ms = 0
        for state in context.restored_states:
            restored = self._create_bucket(state.bucket)
            if state.part is not None:
                restored.resume(
                    sink.check_part_ownership(state.part), state.created_ms, self._start_ms
                )
            known = self._buckets.setdefault(state.bucket, restored)
            if known is not restored:
                known.merge(restored)
        if any(bucket.part is not None for bucket in self._buckets.values()):
            self._register_inspection_timer()

    def write(self, value: Any, timestamp: int | None) -> str:
        line, now_ms = self._sink.encode(value), self._now_ms
        name = self._sink.bucket_assigner.get_bucket_id(value, timestamp, now_ms)
        bucket = self._buckets.get(name)
        if bucket is None:
            bucket = self._buckets[name] = self._create_bucket(name)
        is_bulk = self._sink.encode_file is not None
        bucket.write(value if is_bulk else f"{line}\n".encode("utf-8", "backslashreplace"), now_ms)
        self._register_inspection_timer()
        return line

    def flush(self, end_of_input: bool) -> None:
        self._end_of_input = end_of_input

    def prepare_commit(self) -> Sequence[Any]:
        # Inactive buckets are removed only here; else each checkpoint would restart part numbers.
        self._buckets = {name: one for name, one in self._buckets.items() if one.is_active}
        return [
            pending
            for bucket in self._buckets.values()
            for pending in bucket.prepare_commit(self._end_of_input)
        ]

    def count_results(self, committable: Any) -> int:
        return int(committable.result_count)

    def snapshot_state(self) -> Sequence[Any]:
        return [bucket.snapshot_state() for bucket in self._buckets.values()]

    def close(self) -> None:
        for bucket in self._buckets.values():
            bucket.dispose()

    @property
    def _now_ms(self) -> int:
        clock = self._context.processing_time
        return 0 if clock is None else clock.current_processing_time()

    def _create_bucket(self, name: str) -> _Bucket:
        context = self._context
        seed = (
            f"{context.operator_id} {context.subtask_index} {context.restored_checkpoint_id} "
            f"{context.attempt_number} {next(self._bucket_numbers)}"
        )
        return _Bucket(self._sink, name, _build_uuid(seed))

    # --- periodic inspection ---------------------------------------------------------------------

    def _register_inspection_timer(self) -> None:
        """Register the next inspection. Flink: ``registerNextBucketInspectionTimer``."""
        clock = self._context.processing_time
        if (
            clock is None
            or self._next_inspection_ms
            or not self._sink.rolling_policy.rolls_on_processing_time
        ):
            return
        period = self._sink.bucket_check_interval_ms + 1  # a timer fires one ms late
        passed = (self._now_ms - self._start_ms) // period
        self._next_inspection_ms = self._start_ms + (passed + 1) * period - 1
        clock.register_timer(self._next_inspection_ms, self._inspect_buckets, "bucket inspection")

    def _inspect_buckets(self, timestamp: int) -> None:
        """Inspect all buckets. Flink: ``FileWriter.onProcessingTime``."""
        self._next_inspection_ms = 0
        for bucket in self._buckets.values():
            bucket.on_processing_time(timestamp)
        if any(bucket.part is not None for bucket in self._buckets.values()):
            self._register_inspection_timer()


class _Bucket:
    """The parts of one subtask in one folder. Flink: ``FileWriterBucket``."""

    def __init__(self, sink: FileSink, name: str, unique_id: str) -> None:
        self._sink = sink
        self.name = name
        self._unique_id = unique_id
        self._counter = 0
        self._pending: list[PendingFile] = []
        self.part: _Part | None = None

    @property
    def is_active(self) -> bool:
        return self.part is not None or bool(self._pending)

    def resume(self, part: PendingFile, created_ms: int, now_ms: int) -> None:
        self.part = _Part.resume(part, created_ms, now_ms)

    def merge(self, other: _Bucket) -> None:
        """Merge a bucket of another subtask, whose part is closed."""
        other._close_part()
        self._pending += other._pending

    def write(self, value: Any, now_ms: int) -> None:
        part = self.part
        if part is None or self._sink.rolling_policy.should_roll_on_event(part.size):
            self._close_part()
            part = self.part = self._create_part(now_ms)
        part.write(value, now_ms)

    def _create_part(self, now_ms: int) -> _Part:
        sink = self._sink
        folder = make_folder(sink.folder / self.name) if self.name else sink.folder
        name = f"{sink.part_prefix}-{self._unique_id}-{self._counter}{sink.part_suffix}"
        self._counter += 1
        part = _Part(
            folder / name, AppendOnlyFile(_find_staging_path(folder, name)), 0, 0, now_ms, now_ms
        )
        return part if sink.encode_file is None else _BulkPart(part, sink.encode_file)

    def _close_part(self) -> None:
        if self.part is not None:
            self._pending.append(self.part.close())
            self.part = None

    def prepare_commit(self, end_of_input: bool) -> list[PendingFile]:
        part, policy = self.part, self._sink.rolling_policy
        if part is not None and (end_of_input or policy.should_roll_on_checkpoint(part.size)):
            self._close_part()
        pending, self._pending = self._pending, []
        return pending

    def on_processing_time(self, now_ms: int) -> None:
        part, policy = self.part, self._sink.rolling_policy
        if part is not None and policy.should_roll_on_processing_time(
            part.created_ms, part.updated_ms, now_ms
        ):
            self._close_part()

    def snapshot_state(self) -> BucketState:
        part = self.part
        if part is None:
            return BucketState(self.name, None, 0)
        return BucketState(self.name, part.pending_file, part.created_ms)

    def dispose(self) -> None:
        """Release the part in progress when the task ends; the file remains."""
        if self.part is not None:
            self.part.file.close(is_complete=False)


class _Part:
    """A part in progress. Flink: ``RowWisePartWriter``."""

    __slots__ = ("created_ms", "file", "result_count", "size", "target", "updated_ms")

    def __init__(
        self, target: Path, file: AppendOnlyFile, size: int, result_count: int, created_ms: int,
        updated_ms: int,
    ) -> None:  # fmt: skip
        self.target = target
        self.file = file
        self.size = size
        self.result_count = result_count
        self.created_ms = created_ms
        self.updated_ms = updated_ms

    @classmethod
    def resume(cls, pending_file: PendingFile, created_ms: int, now_ms: int) -> _Part:
        """Resume a part from a checkpoint, without later writes.

        Raises:
            FileNotFoundError: with Flink's message if the file is missing.
            FileError: with Flink's message if it is too short.
        """
        file = AppendOnlyFile.resume(pending_file.staging_path, pending_file.size)
        return cls(
            Path(pending_file.target_path),
            file,
            pending_file.size,
            pending_file.result_count,
            created_ms,
            now_ms,
        )

    @property
    def pending_file(self) -> PendingFile:
        """The current state of the part."""
        return PendingFile(str(self.target), str(self.file.path), self.size, self.result_count)

    def write(self, value: Any, now_ms: int) -> None:
        self.file.append(value)
        self.size += len(value)
        self.result_count += 1
        self.updated_ms = now_ms

    def close(self) -> PendingFile:
        self.file.close()
        return self.pending_file


class _BulkPart(_Part):
    """A part that is written when it is closed. Flink: ``BulkPartWriter``."""

    __slots__ = ("_encode", "_values")

    def __init__(self, part: _Part, encode: Callable[[Sequence[Any]], bytes]) -> None:
        super().__init__(part.target, part.file, 0, 0, part.created_ms, part.updated_ms)
        self._encode = encode
        self._values: list[Any] = []

    def write(self, value: Any, now_ms: int) -> None:
        self._values.append(value)
        self.updated_ms = now_ms

    def close(self) -> PendingFile:
        content = self._encode(self._values)
        self.file.append(content)
        self.size, self.result_count = len(content), len(self._values)
        return super().close()


class FileCommitter(Committer):
    """Renames pending parts to their final names. Flink: ``FileCommitter``."""

    def __init__(self, sink: FileSink) -> None:
        self._sink = sink

    def commit(self, committable: Any) -> None:
        self._sink.check_part_ownership(committable)
        staged = Path(committable.staging_path)
        if staged.exists():  # otherwise it was committed before
            truncate_file(staged, committable.size)
            rename_file(staged, committable.target_path)


def _build_uuid(text: str) -> str:
    """Build a UUID-like text from the hash of *text*."""
    digits = hashlib.sha256(text.encode()).hexdigest()
    return "-".join([digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:32]])


def _find_staging_path(folder: Path, name: str) -> Path:
    """Find the first free path for the part *name* while it is written.

    Flink: ``generateStagingTempFilePath``.
    """
    names: Iterator[Path] = (
        folder / f".{name}.inprogress.{_build_uuid(f'{name} {number}')}" for number in count()
    )
    return next(path for path in names if not path.exists())
