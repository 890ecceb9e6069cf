"""A trace whose older part is packed, in memory or in its file, is the same trace."""

from __future__ import annotations

import copy
import gc
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import flinksim as fs
from flinksim import RunSettings, Seeded
from flinksim.course.demo.flights_with_crash import simulate_crashing_flights
from flinksim.trace import events as e
from flinksim.trace import recorder
from flinksim.trace.query import count_kinds, find_step
from flinksim.trace.recorder import Trace
from flinksim.trace.state.keyframes import StateKeyframes
from flinksim.trace.storage import chunk, decoder
from flinksim.trace.storage import compaction as packer
from flinksim.trace.storage import spillable_list as rows
from flinksim.trace.storage.codec import decode, encode, load_trace
from flinksim.trace.storage.columns import TraceFileError
from flinksim.trace.storage.streaming_writer import TraceWriter
from tests.trace.fixtures import again, in_chunks, made_up_trace

Job = Callable[[], fs.Simulation]


def crash() -> fs.Simulation:
    sim = simulate_crashing_flights(parallelism=2)
    sim.run(until=1500)
    sim.crash("departures 2/2")
    return sim


@pytest.fixture(scope="module")
def whole() -> Trace:
    """A run with checkpoints, a failure and a restart, as it was always kept."""
    return crash().run().trace


def assert_same(found: Trace, whole: Trace) -> None:
    assert len(found) == len(whole)
    assert found.digest() == whole.digest()
    assert found.headers == whole.headers
    assert found.events == whole.events
    assert found.decisions == whole.decisions
    one, other = found.links, whole.links
    assert one.cause == other.cause
    assert one.origin == other.origin
    assert one.frames == other.frames
    assert one.frame_numbers == other.frame_numbers
    every = 0, len(whole.events)
    assert one.get_extra_origins(*every) == other.get_extra_origins(*every)
    assert found.plan == whole.plan


def set_aside_as_it_goes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Trace:
    monkeypatch.setattr(recorder, "MAX_OPEN_EVENTS", 170)
    monkeypatch.setattr(packer, "EVENTS_PER_CHUNK", 1000)
    trace = crash().run().trace
    assert len(trace.events.open_rows) < 300
    return trace


def set_aside_and_packed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Trace:
    """With links from the beginning, and later only if all of it is packed."""
    monkeypatch.setattr(recorder, "MAX_UNCOMPACTED_EVENTS", 5000)
    trace = set_aside_as_it_goes(monkeypatch, tmp_path)
    assert trace.links
    assert trace.chunks
    return trace


def set_aside_and_packed_without_links(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Trace:
    trace = set_aside_as_it_goes(monkeypatch, tmp_path)
    assert trace.digest()
    assert trace.chunks
    return trace


def packed_and_linked_between(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Trace:
    """Links are asked for now and then, also when a part of what is open is known."""
    monkeypatch.setattr(packer, "EVENTS_PER_CHUNK", 150)
    sim = crash()
    for number in range(40):
        sim.run(until=len(sim.trace) + 97)
        if number % 3 == 0:
            assert len(sim.trace.links) == len(sim.trace.events)
        if number % 4 == 1:
            sim.trace.compact()
    return sim.run().trace


def written_as_it_goes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Trace:
    monkeypatch.setattr("flinksim.trace.storage.streaming_writer.EVENTS_PER_CHUNK", 2000)
    sim = crash()
    writer = TraceWriter(sim.trace, tmp_path / "run.flinktrace")
    while sim.step():
        writer()
    writer.close()
    assert not writer.problem
    assert not sim.trace.events.open_rows, "nothing of it is in memory"
    return sim.trace


def loaded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Trace:
    written_as_it_goes(monkeypatch, tmp_path)
    return load_trace(tmp_path / "run.flinktrace")


def loaded_lazily(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Trace:
    """With next to nothing in memory at a time."""
    from flinksim.trace.storage import codec

    monkeypatch.setattr(decoder, "MAX_EAGER_BYTES", 0)
    monkeypatch.setattr(codec, "MAX_BYTES_IN_MEMORY", 0)
    monkeypatch.setattr(chunk, "MAX_CACHED_BYTES", 1)
    monkeypatch.setattr(rows, "MAX_CACHED_ROWS", 0)
    return loaded(monkeypatch, tmp_path)


@pytest.mark.parametrize(
    "made",
    [
        set_aside_as_it_goes, set_aside_and_packed, set_aside_and_packed_without_links,
        packed_and_linked_between, written_as_it_goes, loaded, loaded_lazily,
    ],
)  # fmt: skip
def test_it_is_the_same_trace(
    made: Callable[..., Trace], whole: Trace, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found = made(monkeypatch, tmp_path)
    assert found.get_events(e.MailTaken) == whole.get_events(e.MailTaken)
    assert found.find_steps(e.WindowFired) == whole.find_steps(e.WindowFired)
    assert count_kinds(found) == count_kinds(whole)
    for index in range(0, len(whole.events), 61):
        assert found.events[index] == whole.events[index]
        assert find_step(found, index) == find_step(whole, index)
    assert_same(found, whole)
    assert_same(decode(encode(found)), whole)
    assert len(found.chunks) > 3


def test_what_is_asked_of_it_has_the_same_answers(whole: Trace) -> None:
    found = in_chunks(crash().run().trace, 90)
    assert len(found.chunks) > 20
    assert count_kinds(found) == count_kinds(whole)
    for kind in {type(event) for event in whole.events}:
        assert found.get_events(kind) == whole.get_events(kind)
        assert found.find_steps(kind) == whole.find_steps(kind)
    assert found.get_events(int) == []
    for index in range(0, len(whole.events), 7):
        assert find_step(found, index) == find_step(whole, index)
        assert found.links.get_stack(index) == whole.links.get_stack(index)
        assert found.links.get_predecessors(index) == whole.links.get_predecessors(index)
        assert found.links.get_successors(index) == whole.links.get_successors(index)
    assert list(found) == list(whole)
    assert found[-1] == whole[-1]
    assert found[3:300:40] == whole[3:300:40]
    for first, last in ((0, 5), (40, 800), (100, -3), (-200, None), (500, 400)):
        assert found.events[first:last] == whole.events[first:last]
        assert found.headers[first:last] == whole.headers[first:last]
    assert found.events[::501] == whole.events[::501]
    with pytest.raises(IndexError):
        found.events[len(whole.events)]
    with pytest.raises(IndexError):
        found.events[-len(whole.events) - 1]
    last = StateKeyframes(found).get_state_after(len(found))
    assert last == StateKeyframes(whole).get_state_after(len(whole))
    assert found.tell("everything") == whole.tell("everything")


def test_it_takes_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    import tracemalloc

    monkeypatch.setattr(rows, "MAX_CACHED_ROWS", 0)
    whole = again(made_up_trace(1500))
    found = in_chunks(whole, 4000)
    events = len(whole.events)
    assert events > 10_000
    tracemalloc.start()
    try:
        other = in_chunks(whole, 4000)
        gc.collect()
        taken, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert other == found
    assert taken / events < 60, f"{taken / events:.0f} bytes per fact"


def test_writing_a_trace_reads_nothing_back_and_fills_its_chunks(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(recorder, "MAX_OPEN_EVENTS", 170)
    monkeypatch.setattr("flinksim.trace.storage.streaming_writer.SECONDS_PER_CHUNK", 1e9)

    def refused(*args: Any) -> Any:
        raise AssertionError("a chunk that was written is read")

    with monkeypatch.context() as while_written:
        while_written.setattr("flinksim.trace.storage.streaming_writer.load_columns", refused)
        trace = written_as_it_goes(while_written, tmp_path)
    sizes = [chunk.size.events for chunk in trace.chunks[1:-1]]
    assert len(sizes) > 2
    assert min(sizes) >= 2000, "facts that were set aside and those told since are in one chunk"


def test_a_file_that_is_large_is_checked_where_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whole: Trace
) -> None:
    """Somebody has named a subtask that the job does not have, in a chunk of its middle."""
    events: list[Any] = list(whole.events)
    at = max(i for i, event in enumerate(events) if isinstance(event, e.DefaultActionSuspended))
    events[at] = copy.copy(events[at])
    events[at].subtask = "v99/0"
    path = tmp_path / "run.flinktrace"
    in_chunks(Trace(whole.headers, events, [], whole.info), 500).save(path)
    with pytest.raises(TraceFileError, match="is of the subtask 'v99/0', which its job"):
        load_trace(path)
    monkeypatch.setattr(decoder, "MAX_EAGER_BYTES", 0)
    opened = load_trace(path)
    assert opened.plan == whole.plan
    assert opened.events[1] == whole.events[1]
    for _ in range(2):  # and not only the first time
        with pytest.raises(TraceFileError, match="is of the subtask 'v99/0', which its job"):
            opened.events[at]


def test_one_that_cannot_be_written_stays_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whole: Trace
) -> None:
    monkeypatch.setattr("flinksim.trace.storage.streaming_writer.EVENTS_PER_CHUNK", 500)
    sim = crash()
    writer = TraceWriter(sim.trace, tmp_path / "run.flinktrace")
    monkeypatch.setattr(writer.file, "append", partial(full_after, writer.file.append, [3]))
    while sim.step():
        writer()
    writer.close()
    assert "no space" in writer.problem
    assert_same(sim.trace, whole)


def full_after(append: Callable[[bytes], None], left: list[int], data: bytes) -> None:
    from flinksim.core.atomic_files import FileError

    left[0] -= 1
    if left[0] < 0:
        raise FileError("no space")
    append(data)


def test_a_seeded_run_is_the_same_packed(monkeypatch: pytest.MonkeyPatch) -> None:
    def run() -> Trace:
        from flinksim.datastream import StreamExecutionEnvironment

        env = StreamExecutionEnvironment.get_execution_environment()
        env.set_parallelism(2)
        numbers = env.from_collection([(number % 7, number) for number in range(300)])
        numbers.key_by(lambda pair: pair[0]).reduce(lambda a, b: (a[0], a[1] + b[1])).print()
        return fs.simulate(env, settings=RunSettings(Seeded(3))).run().trace

    whole = run()
    monkeypatch.setattr(recorder, "MAX_OPEN_EVENTS", 200)
    monkeypatch.setattr(packer, "EVENTS_PER_CHUNK", 60)
    found = run()
    assert_same(found, whole)
    assert len(found.chunks) > 10
