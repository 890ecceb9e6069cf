"""What kinds of snapshots there are, and how their barriers go. Flink: ``CheckpointOptionsTest``."""

from __future__ import annotations

import pytest

from flinksim.runtime.checkpoint.checkpoint_metrics import Alignment
from flinksim.runtime.checkpoint.checkpoint_options import (
    NO_ALIGNED_CHECKPOINT_TIME_OUT,
    AlignmentType,
    CheckpointOptions,
    SnapshotType,
)

OPTIONS = CheckpointOptions
SAVEPOINTS = (
    SnapshotType.SAVEPOINT, SnapshotType.SUSPEND_SAVEPOINT, SnapshotType.TERMINATE_SAVEPOINT,
)  # fmt: skip
FULL = SnapshotType.FULL_CHECKPOINT


@pytest.mark.parametrize("kind", SnapshotType)
def test_savepoints_are_synchronous_if_the_job_stops_with_them(kind: SnapshotType) -> None:
    assert kind.is_savepoint is (kind in SAVEPOINTS)
    assert kind.is_synchronous is (kind in SAVEPOINTS[1:])
    assert kind.should_advance_to_end_of_time is (kind is SnapshotType.TERMINATE_SAVEPOINT)


@pytest.mark.parametrize(
    ("kind", "exactly_once", "unaligned", "timeout_ms", "options"),
    [
        (FULL, True, False, 50, OPTIONS(FULL, AlignmentType.ALIGNED)),
        (FULL, True, True, 0, OPTIONS(FULL, AlignmentType.UNALIGNED)),
        (FULL, True, True, NO_ALIGNED_CHECKPOINT_TIME_OUT, OPTIONS(FULL, AlignmentType.UNALIGNED)),
        (FULL, True, True, 1, OPTIONS(FULL, AlignmentType.ALIGNED, 1)),
        (FULL, False, True, 50, OPTIONS(FULL, AlignmentType.AT_LEAST_ONCE)),
        (SAVEPOINTS[0], True, True, 50, OPTIONS(SAVEPOINTS[0], AlignmentType.ALIGNED)),
        (SAVEPOINTS[0], False, True, 0, OPTIONS(SAVEPOINTS[0], AlignmentType.AT_LEAST_ONCE)),
    ],
)
def test_the_settings_of_a_job_say_how_a_snapshot_is_taken(
    kind: SnapshotType,
    exactly_once: bool,
    unaligned: bool,
    timeout_ms: int,
    options: CheckpointOptions,
) -> None:
    assert OPTIONS.for_config(kind, exactly_once, unaligned, timeout_ms) == options


@pytest.mark.parametrize(
    ("options", "exactly_once", "timeoutable", "aligns", "keeps_in_flight"),
    [
        (OPTIONS.not_exactly_once(), False, False, False, False),
        (OPTIONS.aligned_no_timeout(), True, False, True, False),
        (OPTIONS.aligned_with_timeout(1), True, True, True, True),
        (OPTIONS.aligned_with_timeout(0), True, False, True, False),
        (OPTIONS.unaligned(), True, False, False, True),
        (OPTIONS.aligned_no_timeout(SAVEPOINTS[0]), True, False, True, False),
        (OPTIONS.unaligned().with_unaligned_unsupported(), True, False, True, False),
    ],
)
def test_what_follows_from_the_options(
    options: CheckpointOptions,
    exactly_once: bool,
    timeoutable: bool,
    aligns: bool,
    keeps_in_flight: bool,
) -> None:
    assert options.is_exactly_once_mode is exactly_once
    assert options.is_timeoutable is timeoutable
    assert options.needs_alignment is aligns
    assert options.needs_channel_state is keeps_in_flight
    assert options.is_unaligned_checkpoint is (options.alignment is AlignmentType.UNALIGNED)


@pytest.mark.parametrize("kind", SAVEPOINTS)
def test_a_savepoint_is_never_unaligned(kind: SnapshotType) -> None:
    with pytest.raises(ValueError, match=r"^Savepoint can't be unaligned$"):
        OPTIONS.unaligned(kind)
    with pytest.raises(ValueError, match=r"^Savepoints can not be unaligned$"):
        OPTIONS.aligned_with_timeout(5, kind)


def test_an_unaligned_checkpoint_has_no_timeout() -> None:
    with pytest.raises(ValueError, match=r"^Unaligned checkpoint can't have timeout \(7\)$"):
        OPTIONS(FULL, AlignmentType.UNALIGNED, 7)


def test_only_an_aligned_one_turns_unaligned() -> None:
    assert OPTIONS.aligned_with_timeout(9, FULL).to_unaligned() == OPTIONS.unaligned(FULL)
    with pytest.raises(
        RuntimeError, match=r"^only an aligned .* become unaligned; this one is UNALIG"
    ):
        OPTIONS.unaligned().to_unaligned()


@pytest.mark.parametrize(
    "options", [OPTIONS.unaligned(FULL), OPTIONS.aligned_with_timeout(9, FULL)]
)
def test_where_nothing_may_be_overtaken_it_is_aligned_and_as_before_behind_that(
    options: CheckpointOptions,
) -> None:
    forced = options.with_unaligned_unsupported()
    assert forced.alignment is AlignmentType.FORCED_ALIGNED
    assert forced.checkpoint_type is FULL
    assert forced.with_unaligned_supported() == options


@pytest.mark.parametrize("options", [OPTIONS.aligned_no_timeout(FULL), OPTIONS.not_exactly_once()])
def test_what_overtakes_nothing_goes_everywhere_as_it_is(options: CheckpointOptions) -> None:
    assert options.with_unaligned_unsupported() == options
    assert options.with_unaligned_supported() == options


def test_an_alignment_ends_once() -> None:
    alignment = Alignment()
    assert (alignment.duration_ms, alignment.bytes_processed) == (None, None)
    alignment.end(3, 40)
    alignment.end(5, 60)
    assert (alignment.duration_ms, alignment.bytes_processed) == (3, 40)
