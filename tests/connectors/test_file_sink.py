"""Part files: in progress, pending, finished; what a crash leaves of them."""

from __future__ import annotations

import gc
import pickle
import re
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import flinksim as fs
from flinksim.common import WatermarkStrategy
from flinksim.connectors.file_sink.bucket_policies import (
    BucketAssigner,
    DateTimeBucketAssigner,
    DefaultRollingPolicy,
    OnCheckpointRollingPolicy,
    RollingPolicy,
)
from flinksim.connectors.file_sink.file_sink import FileSink, FileWriter
from flinksim.connectors.file_sink.pending_files import BucketState, PendingFile
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.connectors.sink import SinkContext
from flinksim.core.atomic_files import FileError
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.trace import events as e
from tests.checkpoint_jobs import environment

NO_RESTART = {"restart-strategy.type": "none"}
UUID = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
FINISHED = re.compile(rf"part-({UUID})-(\d+)\Z")
IN_PROGRESS = re.compile(rf"\.part-({UUID})-(\d+)\.inprogress\.{UUID}\Z")


class Clock:
    """Processing time by hand."""

    def __init__(self) -> None:
        self.now_ms = 0
        self.timers: list[tuple[int, Callable[[int], None]]] = []

    def current_processing_time(self) -> int:
        return self.now_ms

    def register_timer(self, timestamp: int, callback: Callable[[int], None], name: str) -> object:
        self.timers.append((timestamp, callback))
        return None

    def go_to(self, now_ms: int) -> None:
        while due := sorted(
            (one for one in self.timers if one[0] < now_ms), key=lambda one: one[0]
        ):
            self.timers.remove(due[0])
            self.now_ms = due[0][0] + 1
            due[0][1](due[0][0])
        self.now_ms = now_ms


_OPEN: list[FileWriter] = []


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    while _OPEN:
        _OPEN.pop().close()


def writer_of(
    sink: FileSink, clock: Clock | None = None, subtask: int = 0, **context: Any
) -> FileWriter:
    writer = sink.create_writer(SinkContext(subtask, 2, processing_time=clock, **context))
    assert isinstance(writer, FileWriter)
    _OPEN.append(writer)
    return writer


def finished(folder: Path) -> dict[str, str]:
    """The finished parts, by the path below *folder*."""
    return {
        str(path.relative_to(folder)): path.read_text()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith(".")
    }


def unfinished(folder: Path) -> list[str]:
    return [path.read_text() for path in sorted(folder.rglob(".*")) if path.is_file()]


def commit(sink: FileSink, writer: FileWriter, end: bool = False) -> int:
    """What a checkpoint that completes does; gives the number of committables."""
    writer.flush(end)
    committables = pickle.loads(pickle.dumps(writer.prepare_commit()))
    writer.snapshot_state()
    for one in committables:
        sink.create_committer().commit(one)
    return len(committables)


def write(writer: FileWriter, *values: Any) -> None:
    for value in values:
        writer.write(value, None)


# --- parts -------------------------------------------------------------------------------------------


def test_a_part_is_hidden_until_it_is_committed(tmp_path: Path) -> None:
    sink = FileSink(tmp_path, rolling_policy=OnCheckpointRollingPolicy())
    writer = writer_of(sink)
    write(writer, ("a", 1), ("b", 2.5))
    (name,) = [path.name for path in tmp_path.iterdir()]
    assert IN_PROGRESS.match(name)
    assert unfinished(tmp_path) == ["(a,1)\n(b,2.5)\n"], "written at once"
    assert commit(sink, writer) == 1
    write(writer, True)
    commit(sink, writer)
    parts = {FINISHED.match(name)[2]: text for name, text in finished(tmp_path).items()}  # type: ignore[index]
    assert parts == {"0": "(a,1)\n(b,2.5)\n", "1": "true\n"}
    assert not unfinished(tmp_path)
    assert len({FINISHED.match(name)[1] for name in finished(tmp_path)}) == 1  # type: ignore[index]


def test_a_bucket_that_nothing_went_to_begins_anew_with_another_id(tmp_path: Path) -> None:
    sink = FileSink(tmp_path, rolling_policy=OnCheckpointRollingPolicy())
    writer = writer_of(sink)
    write(writer, 1)
    assert [commit(sink, writer) for _ in range(2)] == [1, 0]
    write(writer, 2)
    commit(sink, writer)
    found = [FINISHED.match(name) for name in finished(tmp_path)]
    assert [match[2] for match in found if match] == ["0", "0"]
    assert len({match[1] for match in found if match}) == 2


def test_by_default_a_part_goes_on_over_a_checkpoint(tmp_path: Path) -> None:
    sink = FileSink(tmp_path, part_prefix="p", part_suffix=".txt")
    writer = writer_of(sink)
    write(writer, 1)
    assert commit(sink, writer) == 0
    write(writer, 2)
    assert commit(sink, writer, end=True) == 1
    ((name, text),) = finished(tmp_path).items()
    assert re.fullmatch(rf"p-{UUID}-0\.txt", name)
    assert text == "1\n2\n"


def test_a_part_that_is_large_enough_ends_with_the_next_value(tmp_path: Path) -> None:
    sink = FileSink(tmp_path, rolling_policy=DefaultRollingPolicy(part_size=4))
    writer = writer_of(sink)
    write(writer, "ab", "c", "de", "f")  # 3 and 5 bytes; more than 4, so the third begins a part
    assert commit(sink, writer, end=True) == 2
    assert list(finished(tmp_path).values()) == ["ab\nc\n", "de\nf\n"]
    write(writer, "abcd")
    assert commit(sink, writer) == 1, "a checkpoint ends one that is too large"


@pytest.mark.parametrize(
    ("policy", "ends"),
    [
        (DefaultRollingPolicy(rollover_interval_ms=250, inactivity_interval_ms=9_999), 303),
        (DefaultRollingPolicy(rollover_interval_ms=9_999, inactivity_interval_ms=90), 202),
        (DefaultRollingPolicy(rollover_interval_ms=9_999, inactivity_interval_ms=9_999), None),
    ],
)
def test_an_old_or_idle_part_ends_when_it_is_looked_at(
    policy: DefaultRollingPolicy, ends: int | None, tmp_path: Path
) -> None:
    sink = FileSink(tmp_path, rolling_policy=policy, bucket_check_interval_ms=100)
    clock = Clock()
    writer = writer_of(sink, clock)
    clock.go_to(50)
    write(writer, 1)
    clock.go_to(60)
    write(writer, 2)
    for now in (101, 202, 303, 404):
        clock.go_to(now)
        pending = len(writer.prepare_commit())
        assert bool(pending) == (now == ends), now
        if pending:
            break
    if ends:
        assert not clock.timers, "nothing is open any more"


@pytest.mark.parametrize(
    ("pattern", "zone", "folder"),
    [
        ("yyyy-MM-dd--HH", None, "1970-01-02--03"),
        ("yyyy-MM-dd--HH", "Europe/Berlin", "1970-01-02--04"),
        (
            "'year='yyyy/'it''s' d.M.yy hh:mm:ss.SSS a",
            "UTC",
            "year=1970/it's 2.1.70 03:04:05.006 AM",
        ),
        ("MMM MMMM", "Z", "Jan January"),
    ],
)
def test_the_folder_of_a_time(pattern: str, zone: str | None, folder: str) -> None:
    now = ((27 * 60 + 4) * 60 + 5) * 1000 + 6
    assert DateTimeBucketAssigner(pattern, zone).get_bucket_id(1, None, now) == folder


def test_folders_follow_the_time() -> None:
    assigner = DateTimeBucketAssigner("uuuu uu H h a m.S")
    minute = 60_000
    folders = [
        assigner.get_bucket_id("any", None, now)
        for now in (
            0,
            0,
            719 * minute + 50,
            720 * minute,
            721 * minute,
            780 * minute,
            1440 * minute,
        )
    ]
    assert folders == [
        "1970 70 0 12 AM 0.0", "1970 70 0 12 AM 0.0", "1970 70 11 11 AM 59.0",
        "1970 70 12 12 PM 0.0", "1970 70 12 12 PM 1.0", "1970 70 13 1 PM 0.0",
        "1970 70 0 12 AM 0.0",
    ]  # fmt: skip
    shares = DateTimeBucketAssigner("S SS SSS SSSS SSSSSSSSSS")
    assert shares.get_bucket_id(1, None, 120) == "1 12 120 1200 1200000000"


def test_a_policy_rolls_only_where_it_says_so() -> None:
    for policy, on_checkpoint in ((RollingPolicy(), False), (OnCheckpointRollingPolicy(), True)):
        assert policy.rolls_on_processing_time is False
        assert policy.should_roll_on_event(1 << 60) is False
        assert policy.should_roll_on_processing_time(0, 0, 1 << 60) is False
        assert policy.should_roll_on_checkpoint(0) is on_checkpoint


@pytest.mark.parametrize("size", [4, 5])
def test_a_part_of_just_the_size_goes_on(size: int) -> None:
    policy = DefaultRollingPolicy(part_size=4)
    assert policy.should_roll_on_event(size) is policy.should_roll_on_checkpoint(size) is (size > 4)


@pytest.mark.parametrize(
    ("pattern", "zone", "match"),
    [
        (
            "XX",
            None,
            "the pattern 'XX' contains the unsupported letter 'X'. Supported letters: y u M",
        ),
        ("yyyy-QQ", None, "unsupported letter 'Q'"),
        ("yyyy 'open", None, "incomplete string literal"),
        ("yyyy", "Moon/Sea", "Unknown time-zone ID: Moon/Sea"),
    ],
)
def test_a_pattern_that_is_none_is_refused(pattern: str, zone: str | None, match: str) -> None:
    with pytest.raises(ValueError, match=match):
        DateTimeBucketAssigner(pattern, zone)


def test_a_part_that_is_resumed_counts_as_idle_from_then_on(tmp_path: Path) -> None:
    policy = DefaultRollingPolicy(rollover_interval_ms=9_999, inactivity_interval_ms=150)
    sink = FileSink(tmp_path, rolling_policy=policy, bucket_check_interval_ms=100)
    clock = Clock()
    clock.go_to(40)
    lost = writer_of(sink, clock)
    write(lost, 1)
    states = lost.snapshot_state()
    assert [(state.bucket, state.created_ms) for state in states] == [("", 40)]
    clock = Clock()
    clock.go_to(1000)
    writer = writer_of(sink, clock, restored_states=states, restored_checkpoint_id=1)
    clock.go_to(1110)
    assert not writer.prepare_commit()
    clock.go_to(1210)
    assert len(writer.prepare_commit()) == 1
    assert writer.snapshot_state() == [BucketState("", None, 0)]
    assert not writer.prepare_commit()
    assert not writer.snapshot_state(), "forgotten"


def test_looking_at_the_buckets_is_called_so(tmp_path: Path) -> None:
    sim = fs.simulate(job(FileSink(tmp_path, bucket_check_interval_ms=15))).run()
    assert "bucket inspection" in {event.mail for event in sim.trace.get_events(e.MailEnqueued)}


class ByKind(BucketAssigner):
    def get_bucket_id(self, value: Any, timestamp: int | None, now_ms: int) -> str:
        return f"kind={value[0]}"


def test_values_go_to_their_folders(tmp_path: Path) -> None:
    sink = FileSink(tmp_path, bucket_assigner=ByKind())
    writer = writer_of(sink)
    write(writer, ("a", 1), ("b", 2), ("a", 3))
    assert [writer.count_results(one) for one in _all(writer)] == [2, 1]
    for one in _all(writer):
        sink.create_committer().commit(one)


def _all(writer: FileWriter) -> list[Any]:
    writer.flush(True)
    return list(writer.prepare_commit())


# --- what a failure leaves ---------------------------------------------------------------------------


def test_a_part_in_progress_is_cut_to_what_the_checkpoint_knew(tmp_path: Path) -> None:
    sink = FileSink(tmp_path)
    first = writer_of(sink)
    write(first, 1, 2)
    first.flush(False)
    assert not first.prepare_commit()
    states = pickle.loads(pickle.dumps(list(first.snapshot_state())))
    write(first, 3, 4)
    second = writer_of(sink, attempt_number=1, restored_states=states, restored_checkpoint_id=1)
    assert unfinished(tmp_path) == ["1\n2\n"]
    write(second, 5)
    commit(sink, second, end=True)
    assert list(finished(tmp_path).values()) == ["1\n2\n5\n"]


def test_a_part_begun_after_the_checkpoint_stays_behind(tmp_path: Path) -> None:
    sink = FileSink(tmp_path)
    lost = writer_of(sink)
    write(lost, 1)
    again = writer_of(sink, attempt_number=1)
    write(again, 1)
    commit(sink, again, end=True)
    assert list(finished(tmp_path).values()) == ["1\n"]
    assert unfinished(tmp_path) == ["1\n"]


def test_a_pending_part_is_committed_once_and_what_came_behind_it_goes(tmp_path: Path) -> None:
    sink = FileSink(tmp_path, rolling_policy=OnCheckpointRollingPolicy())
    writer = writer_of(sink)
    write(writer, 1)
    writer.flush(False)
    (pending,) = writer.prepare_commit()
    with open(pending.staging_path, "a") as file:
        file.write("torn")
    for _ in range(2):
        sink.create_committer().commit(pending)
    assert list(finished(tmp_path).values()) == ["1\n"]


def test_two_subtasks_states_of_one_bucket_are_merged(tmp_path: Path) -> None:
    sink = FileSink(tmp_path)
    states: list[Any] = []
    for subtask in range(2):
        writer = writer_of(sink, subtask=subtask)
        writer.write(subtask, None)
        writer.flush(False)
        writer.prepare_commit()
        states += writer.snapshot_state()
        writer.write("lost", None)
    one = writer_of(sink, restored_states=states, restored_checkpoint_id=1)
    write(one, 2)
    assert commit(sink, one, end=True) == 2
    assert sorted(finished(tmp_path).values()) == ["0\n2\n", "1\n"]


@pytest.mark.parametrize(
    ("text", "error", "match"),
    [(None, FileNotFoundError, "File Not Found: "), ("1", FileError, "Missing data in tmp file: ")],
)
def test_a_part_that_is_not_what_it_was_is_told(
    text: str | None, error: type[Exception], match: str, tmp_path: Path
) -> None:
    sink = FileSink(tmp_path)
    writer = writer_of(sink)
    write(writer, 1, 2)
    (state,) = writer.snapshot_state()
    assert state.part is not None
    Path(state.part.staging_path).unlink()
    if text is not None:
        Path(state.part.staging_path).write_text(text)
    with pytest.raises(error, match=match):
        writer_of(sink, restored_states=[state])


def test_a_snapshot_says_nothing_of_files_elsewhere(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.write_text("precious")
    sink = FileSink(tmp_path / "out")
    part = PendingFile(str(tmp_path / "out" / "part"), str(mine), 0, 0)
    with pytest.raises(ValueError, match="Use the same folder as before"):
        writer_of(sink, restored_states=[BucketState("", part, 0)])
    with pytest.raises(ValueError, match="Use the same folder as before"):
        sink.create_committer().commit(part)
    assert mine.read_text() == "precious"


# --- in jobs -----------------------------------------------------------------------------------------


def job(sink: FileSink, **options: str) -> Any:
    env = environment(20, 1, **options)
    script = [one for number in range(6) for one in (record(number), pause(10))]
    numbers = env.from_source(ScriptedSource(script), WatermarkStrategy.no_watermarks(), "numbers")
    numbers.sink_to(sink)
    return env


@pytest.mark.parametrize("policy", [DefaultRollingPolicy(), OnCheckpointRollingPolicy()])
def test_a_crash_at_any_step_leaves_each_line_once(policy: Any, tmp_path: Path) -> None:
    steps = len(fs.simulate(job(FileSink(tmp_path / "whole", rolling_policy=policy))).run().trace)
    left = 0
    for step in range(2, steps - 1):
        folder = tmp_path / str(step)
        sim = fs.simulate(job(FileSink(folder, rolling_policy=policy)))
        sim.run(until=step)
        seen = "".join(finished(folder).values()).split()
        sim.crash("numbers").run()
        lines = "".join(finished(folder).values()).split()
        assert sorted(lines) == list("012345"), step
        assert set(seen) <= set(lines)
        left += bool(unfinished(folder))
    assert left > 3, "parts that no checkpoint knew"


def test_files_of_a_taskmanager_that_dies_are_closed_for_it(tmp_path: Path) -> None:
    sim = fs.simulate(job(FileSink(tmp_path))).crash("tm0", at=20)
    assert sim.run().status == "FINISHED"
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # what nobody has closed is told when it is collected
        del sim
        gc.collect()
    assert finished(tmp_path)


def test_without_checkpoints_all_is_finished_at_the_end(tmp_path: Path) -> None:
    sim = fs.simulate(job(FileSink(tmp_path), execution__checkpointing__interval="10 h"))
    sim.run(until=8)
    assert not finished(tmp_path)
    assert unfinished(tmp_path)
    sim.run()
    assert list(finished(tmp_path).values()) == ["0\n1\n2\n3\n4\n5\n"]


def test_the_trace_tells_what_waits_and_what_is_seen(tmp_path: Path) -> None:
    policy = DefaultRollingPolicy(part_size=2)
    trace = fs.simulate(job(FileSink(tmp_path, rolling_policy=policy))).run().trace
    prepared = [event.results for event in trace.get_events(e.CommitPrepared)]
    committed = [event.results for event in trace.get_events(e.ResultsCommitted)]
    assert prepared == committed
    assert sum(prepared) == 6
    texts = list(finished(tmp_path).values())
    assert sorted(text.count("\n") for text in texts) == sorted(prepared)


def test_a_job_goes_on_with_its_parts_from_a_savepoint(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    sim = fs.simulate(job(FileSink(folder)))
    sim.run(until=12)
    sim.stop(path=tmp_path / "savepoints").run()
    assert len(unfinished(folder)) == 1
    assert not finished(folder), "it is written on"
    (savepoint,) = (tmp_path / "savepoints").iterdir()
    fs.simulate(job(FileSink(folder)), from_snapshot=savepoint).run()
    assert sorted("".join(finished(folder).values()).split()) == list("012345")


def test_a_file_where_the_folder_should_be_is_named(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    with pytest.raises(NotADirectoryError, match=r"taken is a file. Name a folder"):
        writer_of(FileSink(tmp_path / "taken"))


def test_a_disk_that_is_full_fails_the_task_and_leaves_what_is_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sink = FileSink(tmp_path, rolling_policy=OnCheckpointRollingPolicy())
    sim = fs.simulate(job(sink, **NO_RESTART))
    sim.step(lambda step: bool(finished(tmp_path)))
    before = finished(tmp_path)

    def full(self: Any, data: bytes, at_once: bool = True) -> None:
        raise FileError(f"{self.path} cannot be written: No space left on device; make room")

    monkeypatch.setattr("flinksim.core.atomic_files.AppendOnlyFile.append", full)
    with pytest.raises(JobExecutionError, match="No space left on device"):
        sim.run()
    assert finished(tmp_path) == before


@pytest.mark.parametrize(
    ("call", "match"),
    [
        (lambda: DefaultRollingPolicy(part_size=0), "part_size"),
        (lambda: DefaultRollingPolicy(inactivity_interval_ms=-1), "inactivity_interval_ms"),
        (lambda: FileSink("x", bucket_check_interval_ms=0), "should be positive"),
    ],
)
def test_numbers_that_are_too_small_are_refused(call: Callable[[], Any], match: str) -> None:
    with pytest.raises(ValueError, match=match):
        call()
