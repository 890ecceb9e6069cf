"""Trace files: what is written is read again, and a bad file is refused with words that help."""

from __future__ import annotations

import copy
import os
import random
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from flinksim.trace import events as e
from flinksim.trace.recorder import StepHeader, Trace
from flinksim.trace.schema.event_kinds import KINDS, KindDeclaration
from flinksim.trace.storage.codec import (
    VERSION,
    TraceEncoder,
    TraceFileError,
    compute_digest,
    decode,
    encode,
    load_trace,
    save_trace,
)
from tests.trace.fixtures import in_chunks, made_up_trace
from tests.trace.strategies import events_of, traces

ROOT = Path(__file__).resolve().parents[2]


def same(left: Trace, right: Trace) -> bool:
    # by repr, for NaN is not equal to itself, and 1 == True == 1.0
    return _contents(left) == _contents(right)


def _contents(trace: Trace) -> str:
    return repr((trace.headers, trace.events, trace.decisions, trace.info))


def test_a_trace_is_told_in_a_line_not_in_full() -> None:
    trace = made_up_trace(40)
    assert repr(trace) == f"<Trace: {len(trace)} steps, {len(trace.events)} events>"


@given(traces())
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_trace_is_read_as_it_was_written(trace: Trace) -> None:
    assert same(decode(encode(trace)), trace)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_kind_is_read_as_it_was_written(kind: KindDeclaration) -> None:
    @given(events_of(kind))
    @settings(max_examples=12, deadline=None, derandomize=True)
    def check(event: e.TraceEvent) -> None:
        trace = Trace([StepHeader(0, "a", "b", 0)], [event], [], {})
        assert same(decode(encode(trace)), trace)

    check()


def test_a_whole_run_is_read_as_it_was_written(tmp_path: Path) -> None:
    trace = made_up_trace(200)
    save_trace(trace, tmp_path / "run.flinktrace")
    assert load_trace(tmp_path / "run.flinktrace") == trace


def test_values_of_different_types_stay_different() -> None:
    events: list[e.TraceEvent] = [
        e.KeySelected("o1/0", key, 0)  # type: ignore[arg-type]
        for key in (1, True, 1.0, "1", (1,), None, -0.0, 1 << 70, float("inf"))
    ]
    trace = Trace([StepHeader(0, "a", "b", 0)], events, [], {})
    keys = [event.key for event in decode(encode(trace)).get_events(e.KeySelected)]
    assert [repr(key) for key in keys] == [
        "1", "True", "1.0", "'1'", "(1,)", "None", "-0.0", str(1 << 70), "inf"
    ]  # fmt: skip


def test_a_file_holds_a_few_bytes_per_event() -> None:
    trace = made_up_trace(1_000)
    assert len(encode(trace)) < 6 * len(trace.events)


# --- writing -----------------------------------------------------------------------------------


def test_saving_replaces_a_file_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "run.flinktrace"
    path.write_bytes(b"something else, and longer than a trace would be" * 10_000)
    save_trace(made_up_trace(5), path)
    assert load_trace(path) == made_up_trace(5)
    assert [found.name for found in tmp_path.iterdir()] == ["run.flinktrace"]


def test_a_save_that_fails_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "run.flinktrace"
    save_trace(made_up_trace(5), path)

    def full(*_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="no space left"):
        save_trace(made_up_trace(9), path)
    assert load_trace(path) == made_up_trace(5)
    assert [found.name for found in tmp_path.iterdir()] == ["run.flinktrace"]


def test_a_timestamp_beyond_64_bits_is_refused_with_its_column() -> None:
    trace = Trace([], [e.ProcessingTimeAdvanced(0, 1 << 63)], [], {})
    with pytest.raises(
        TraceFileError, match=r"ProcessingTimeAdvanced.after is 9223372036854775808"
    ):
        encode(trace)


def test_a_word_that_is_not_declared_is_refused() -> None:
    trace = Trace([], [e.JobStatusChanged("RUNNING", "DONE")], [], {})  # type: ignore[arg-type]
    with pytest.raises(
        TraceFileError,
        match=r"JobStatusChanged.after is 'DONE'. Expected one of .* FAILING, CANCELLING",
    ):
        encode(trace)


# --- bad files ---------------------------------------------------------------------------------


def refused(data: bytes) -> str:
    with pytest.raises(TraceFileError) as error:
        decode(data, source="run.flinktrace")
    message = str(error.value)
    assert message.startswith("cannot read run.flinktrace: ")
    assert "; " in message, "it should say what to do"
    return message


GOOD = encode(made_up_trace(20))


def test_an_empty_file_is_no_trace() -> None:
    assert "not a trace file" in refused(b"")


def test_another_kind_of_file_is_no_trace() -> None:
    message = refused(b"split,arrival,carrier\nEWR,0,UA\n")
    assert "not a trace file" in message
    assert "choose a .flinktrace file" in message


@pytest.mark.parametrize("length", [3, 8, 15, 16, 17, 39, 40, 41, len(GOOD) // 2, len(GOOD) - 1])
def test_a_file_cut_short_says_how_much_is_missing(length: int) -> None:
    message = refused(GOOD[:length])
    assert "cut short" in message
    assert "copy the file again" in message


def test_a_file_of_another_version_names_both_versions() -> None:
    data = GOOD[:8] + struct.pack("<I", VERSION + 6) + GOOD[12:]
    message = refused(data)
    assert f"version {VERSION + 6}" in message
    assert f"reads version {VERSION}" in message


def test_a_file_of_another_schema_names_both_schemas() -> None:
    body = zlib.decompress(GOOD[40:])
    start = body.index(b'"schema": "') + len(b'"schema": "')
    body = body[:start] + b"0123456789abcdef" + body[start + 16 :]
    message = refused(sealed(body))
    assert "schema 0123456789abcdef" in message
    assert "open it with the version of flinksim that wrote it" in message


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_file_is_never_read(seed: int) -> None:
    data = bytearray(GOOD)
    place = random.Random(seed).randrange(len(data))
    data[place] ^= 1 << (seed % 8)
    refused(bytes(data))


def test_something_after_the_end_is_damage() -> None:
    assert "damaged" in refused(GOOD + b"x")


def test_columns_that_contradict_each_other_are_refused() -> None:
    body = zlib.decompress(GOOD[40:])
    (length,) = struct.unpack_from("<I", body)
    header = body[4 : 4 + length].replace(b'"events.kind"', b'"events.knid"')
    message = refused(sealed(body[:4] + header + body[4 + length :]))
    assert "no column events.kind" in message


def sealed(payload: bytes) -> bytes:
    """A file of one chunk, with the right lengths and checksum around *payload*."""
    body = zlib.compress(payload)
    checked = struct.pack("<IQQ", 1, len(body), len(payload)) + body
    return GOOD[:16] + struct.pack("<I", zlib.crc32(checked)) + checked


# --- chunks ------------------------------------------------------------------------------------


def test_a_trace_in_many_chunks_is_read_as_one() -> None:
    trace = made_up_trace(300)
    data = encode(in_chunks(trace, 100))
    assert len(data) > len(encode(trace)), "there is more than one chunk"
    found = decode(data)
    assert same(found, trace)
    whole = decode(encode(trace))
    for links in (found.links, trace.links):
        assert links.cause == whole.links.cause
        assert links.origin == whole.links.origin
        assert links.frame_numbers == whole.links.frame_numbers
        every = 0, len(found.events)
        assert links.get_extra_origins(*every) == whole.links.get_extra_origins(*every)
        assert links.frames == whole.links.frames


def test_a_trace_that_grew_while_it_was_written_is_read_whole() -> None:
    whole = made_up_trace(300)
    growing = Trace([], [], [], {})
    encoder = TraceEncoder(growing)
    data = encoder.prelude()
    for number in range(len(whole)):
        growing.headers.append(whole.headers[number])
        events = whole.events[slice(*whole.event_range(number))]
        growing.events.extend([event.to_row() for event in events])
        if number % 20 == 0:
            data += encoder.encode_next_chunk()
    growing.info.update(whole.info)
    data += encoder.encode_last_chunk()
    assert same(decode(data), Trace(whole.headers, whole.events, [], whole.info))


@pytest.mark.parametrize("part", [0.3, 0.6, 0.9, 0.999])
def test_a_file_cut_off_behind_a_chunk_opens_up_to_there_and_says_so(part: float) -> None:
    trace = made_up_trace(300)
    data = encode(in_chunks(trace, 100, with_links=True))
    found = decode(data[: int(len(data) * part)])
    assert 0 < len(found) < len(trace)
    assert found.events == trace.events[: len(found.events)]
    assert "cut short" in found.info["cut"]
    assert list(found.links.cause) == list(trace.links.cause)[: len(found.events)]


def test_a_chunk_that_says_it_is_huge_is_not_inflated() -> None:
    body = zlib.compress(b"x")
    checked = struct.pack("<IQQ", 1, len(body), 1 << 40) + body
    message = refused(GOOD[:16] + struct.pack("<I", zlib.crc32(checked)) + checked)
    assert "claims to inflate to 1099511627776" in message


# --- the digest --------------------------------------------------------------------------------


def test_the_digest_tells_runs_apart() -> None:
    trace = made_up_trace(50)
    other = copy.deepcopy(trace)
    assert compute_digest(other) == compute_digest(trace)
    event = other.events[-2]
    assert isinstance(event, e.ResultWritten | e.CreditChanged | e.WatermarkEmitted | e.ElementWritten
                      | e.OperatorWatermarkAdvanced | e.BufferQueued)  # fmt: skip
    kind, first, *others = event.to_row()
    other.events.open_rows[-2] = (kind, first + "x", *others)
    assert compute_digest(other) != compute_digest(trace)


def test_the_digest_does_not_depend_on_info_or_decisions() -> None:
    trace = made_up_trace(20)
    other = Trace(trace.headers, trace.events, [1, 2, 3], {"machine": "another"})
    assert compute_digest(other) == compute_digest(trace)


def test_the_digest_is_the_same_after_a_round_trip_through_a_file() -> None:
    trace = made_up_trace(20)
    assert compute_digest(decode(encode(trace))) == compute_digest(trace)


def test_the_digest_is_the_same_under_another_hash_seed() -> None:
    program = (
        "from tests.trace.fixtures import made_up_trace;"
        "from flinksim.trace.storage.codec import compute_digest as digest; print(digest(made_up_trace(40)))"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", program],
            check=True, capture_output=True, text=True, cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout.strip()
        for seed in ("0", "1", "77")
    }  # fmt: skip
    assert found == {compute_digest(made_up_trace(40))}
