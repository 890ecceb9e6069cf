"""A sink that writes files, each of which is seen when a checkpoint has made it safe.

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
from flinksim.core.atomic_files import GrowingFile, make_folder, take_the_place_of, truncate_file
from flinksim.core.validation import checked

BUCKET_CHECK_MS = 60_000


class FileSink(Sink):
    """Writes one line for each value into part files in *folder*, or in the folders below it that
    *bucket_assigner* names.

    A part is *in progress* while it is written (``.part-ID-0.inprogress.ID``), *pending* when
    *rolling_policy* has closed it, and *finished* (``part-ID-0``) when the checkpoint after that has
    completed, or the job has ended. After a failure a part in progress is cut to what the checkpoint
    knew, and written on; one that was begun later stays behind, unfinished. *encode* makes the line of
    a value.

    Differs: IDs are made from the operator, the subtask and its attempt, so a run replaces what the
    same run wrote before; Flink's are random. Each *bucket_check_interval_ms* it is seen which parts
    are to be closed, but only while there are any.
    """

    commits = True

    @checked
    def __init__(
        self,
        folder: str | Path,
        *,
        part_prefix: str = "part",
        part_suffix: str = "",
        encode: Callable[[Any], str] = format_value,
        bucket_assigner: BucketAssigner | None = None,
        rolling_policy: RollingPolicy | None = None,
        bucket_check_interval_ms: int = BUCKET_CHECK_MS,
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
        self.bucket_assigner = bucket_assigner or BasePathBucketAssigner()
        self.rolling_policy = rolling_policy or DefaultRollingPolicy()
        self.bucket_check_interval_ms = bucket_check_interval_ms

    def create_writer(self, context: SinkContext) -> SinkWriter:
        if self.folder.exists() and not self.folder.is_dir():
            raise NotADirectoryError(
                f"FileSink writes into a folder, but {self.folder} is a file; "
                "name a folder, which may be new"
            )
        make_folder(self.folder)
        return FileWriter(self, context)

    def check_own(self, part: PendingFile) -> PendingFile:
        """*part*, which a snapshot has, if its files are in the sink's folder.

        Raises: ValueError: a snapshot must not say what becomes of other files.
        """
        folder = self.folder.resolve()
        for path in (part.target, part.staged):
            if not Path(path).resolve().is_relative_to(folder):
                raise ValueError(
                    f"the snapshot has the part {path}, but this FileSink writes into {self.folder}: "
                    "give it the folder that it had"
                )
        return part

    def create_committer(self) -> Committer:
        return FileCommitter(self)


class OldFileSink(FileSink):
    """Writes as :class:`FileSink`, and finishes no part: without checkpoints Flink does not either.

    Flink: ``StreamingFileSink``. Differs: it finishes them with checkpoints, there.
    """

    commits = False


class FileWriter(SinkWriter):
    """Writes the values of one subtask into its buckets. Flink: ``FileWriter``."""

    def __init__(self, sink: FileSink, context: SinkContext) -> None:
        self._sink = sink
        self._context = context
        self._buckets: dict[str, _Bucket] = {}
        self._numbers = count()
        self._end_of_input = False
        self._begun_ms = self._now_ms
        self._looks_at = 0
        for state in context.restored:
            restored = self._new_bucket(state.bucket)
            if state.part is not None:
                restored.resume(sink.check_own(state.part), state.created_ms, self._begun_ms)
            known = self._buckets.setdefault(state.bucket, restored)
            if known is not restored:
                known.merge(restored)
        if any(bucket.part is not None for bucket in self._buckets.values()):
            self._look_later()

    def write(self, value: Any, timestamp: int | None) -> str:
        line, now_ms = self._sink.encode(value), self._now_ms
        name = self._sink.bucket_assigner.get_bucket_id(value, timestamp, now_ms)
        bucket = self._buckets.get(name)
        if bucket is None:
            bucket = self._buckets[name] = self._new_bucket(name)
        bucket.write(f"{line}\n".encode("utf-8", "backslashreplace"), now_ms)
        self._look_later()
        return line

    def flush(self, end_of_input: bool) -> None:
        self._end_of_input = end_of_input

    def prepare_commit(self) -> Sequence[Any]:
        # one without a part is forgotten only now, or each checkpoint would begin new numbers
        self._buckets = {name: one for name, one in self._buckets.items() if one.is_active}
        return [
            pending
            for bucket in self._buckets.values()
            for pending in bucket.prepare_commit(self._end_of_input)
        ]

    def results_in(self, committable: Any) -> int:
        return int(committable.results)

    def snapshot_state(self) -> Sequence[Any]:
        return [bucket.snapshot_state() for bucket in self._buckets.values()]

    def close(self) -> None:
        for bucket in self._buckets.values():
            bucket.dispose()

    @property
    def _now_ms(self) -> int:
        clock = self._context.processing_time
        return 0 if clock is None else clock.current_processing_time()

    def _new_bucket(self, name: str) -> _Bucket:
        context = self._context
        seed = (
            f"{context.operator_id} {context.subtask_index} {context.restored_checkpoint_id} "
            f"{context.attempt_number} {next(self._numbers)}"
        )
        return _Bucket(self._sink, name, _digits(seed))

    # --- now and then ----------------------------------------------------------------------------

    def _look_later(self) -> None:
        """Flink: ``registerNextBucketInspectionTimer``."""
        clock = self._context.processing_time
        if clock is None or self._looks_at or not self._sink.rolling_policy.rolls_on_time:
            return
        period = self._sink.bucket_check_interval_ms + 1  # a timer comes one ms late
        passed = (self._now_ms - self._begun_ms) // period
        self._looks_at = self._begun_ms + (passed + 1) * period - 1
        clock.register_timer(self._looks_at, self._look, "bucket inspection")

    def _look(self, timestamp: int) -> None:
        """Flink: ``FileWriter.onProcessingTime``."""
        self._looks_at = 0
        for bucket in self._buckets.values():
            bucket.on_processing_time(timestamp)
        if any(bucket.part is not None for bucket in self._buckets.values()):
            self._look_later()


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
        self.part = _Part.resumed(part, created_ms, now_ms)

    def merge(self, other: _Bucket) -> None:
        """*other* has been another subtask's: its part is not written on."""
        other._close_part()
        self._pending += other._pending

    def write(self, line: bytes, now_ms: int) -> None:
        part = self.part
        if part is None or self._sink.rolling_policy.should_roll_on_event(part.size):
            self._close_part()
            part = self.part = self._new_part(now_ms)
        part.write(line, now_ms)

    def _new_part(self, now_ms: int) -> _Part:
        sink = self._sink
        folder = make_folder(sink.folder / self.name) if self.name else sink.folder
        name = f"{sink.part_prefix}-{self._unique_id}-{self._counter}{sink.part_suffix}"
        self._counter += 1
        return _Part(folder / name, GrowingFile(_staged(folder, name)), 0, 0, now_ms, now_ms)

    def _close_part(self) -> None:
        if self.part is not None:
            self._pending.append(self.part.closed())
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
        return BucketState(self.name, part.known, part.created_ms)

    def dispose(self) -> None:
        """The task is over: what was in progress stays where it is."""
        if self.part is not None:
            self.part.file.close(whole=False)


class _Part:
    """A part in progress. Flink: ``RowWisePartWriter``."""

    __slots__ = ("created_ms", "file", "results", "size", "target", "updated_ms")

    def __init__(
        self, target: Path, file: GrowingFile, size: int, results: int, created_ms: int,
        updated_ms: int,
    ) -> None:  # fmt: skip
        self.target = target
        self.file = file
        self.size = size
        self.results = results
        self.created_ms = created_ms
        self.updated_ms = updated_ms

    @classmethod
    def resumed(cls, known: PendingFile, created_ms: int, now_ms: int) -> _Part:
        """One that a checkpoint has, without what was written into it since.

        Raises: FileNotFoundError, FileError in Flink's words if it is not what it was.
        """
        file = GrowingFile.resumed(known.staged, known.size)
        return cls(Path(known.target), file, known.size, known.results, created_ms, now_ms)

    @property
    def known(self) -> PendingFile:
        """It, as it is now."""
        return PendingFile(str(self.target), str(self.file.path), self.size, self.results)

    def write(self, line: bytes, now_ms: int) -> None:
        self.file.append(line)
        self.size += len(line)
        self.results += 1
        self.updated_ms = now_ms

    def closed(self) -> PendingFile:
        self.file.close()
        return self.known


class FileCommitter(Committer):
    """Gives pending parts their names. Flink: ``FileCommitter``."""

    def __init__(self, sink: FileSink) -> None:
        self._sink = sink

    def commit(self, committable: Any) -> None:
        self._sink.check_own(committable)
        staged = Path(committable.staged)
        if staged.exists():  # else it was committed before
            truncate_file(staged, committable.size)
            take_the_place_of(staged, committable.target)


def _digits(text: str) -> str:
    """Digits as those of a UUID, made of *text*."""
    digits = hashlib.sha256(text.encode()).hexdigest()
    return "-".join([digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:32]])


def _staged(folder: Path, name: str) -> Path:
    """What the part *name* is called while it is written: the first that is free.

    Flink: ``generateStagingTempFilePath``.
    """
    names: Iterator[Path] = (
        folder / f".{name}.inprogress.{_digits(f'{name} {number}')}" for number in count()
    )
    return next(path for path in names if not path.exists())
