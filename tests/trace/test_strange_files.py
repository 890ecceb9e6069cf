"""Traces, plans and lists of decisions from strangers: read as what they are, or refused in words."""

from __future__ import annotations

import json
import os
import random
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest

from flinksim.cli import main
from flinksim.cli.arguments import parse_interleaving
from flinksim.trace.recorder import Trace
from flinksim.trace.schema.event_kinds import SCHEMA_ID
from flinksim.trace.storage import decoder
from flinksim.trace.storage.codec import encode, load_trace
from flinksim.trace.storage.columns import TraceFileError
from flinksim.trace.storage.decoder import decode
from flinksim.trace.storage.file_format import MAGIC, VERSION
from flinksim.viz.plan.plan_import import MAX_CHARACTERS, InvalidPlanError, read_plan
from tests.trace.fixtures import in_chunks, made_up_trace

TRIES = 3_000


def whole_run() -> Trace:
    import flinksim as fs
    from flinksim.datastream import StreamExecutionEnvironment

    env = StreamExecutionEnvironment.get_execution_environment()
    pairs = env.from_collection([("a", 1), ("b", 2)])
    pairs.key_by(lambda pair: pair[0]).map(lambda pair: pair).print()
    return fs.simulate(env).run().trace


def chunk(payload: bytes, is_last: int = 1, says: int | None = None) -> bytes:
    body = zlib.compress(payload)
    length = len(payload) if says is None else says
    checked = struct.pack("<IQQ", is_last, len(body), length) + body
    return struct.pack("<I", zlib.crc32(checked)) + checked


@pytest.fixture(scope="module")
def parts() -> tuple[bytes, dict[str, Any], bytes]:
    """The prelude, header and columns of a file with one chunk."""
    data = encode(whole_run())
    payload = zlib.decompress(data[40:])
    (length,) = struct.unpack_from("<I", payload)
    return data[:16], json.loads(payload[4 : 4 + length]), payload[4 + length :]


def put_together(prelude: bytes, header: Any, columns: bytes) -> bytes:
    text = json.dumps(header).encode()
    text += b" " * (-(len(text) + 4) % 8)
    return prelude + chunk(struct.pack("<I", len(text)) + text + columns)


def refusal(data: bytes) -> str:
    with pytest.raises(TraceFileError) as refused:
        decode(data, "run.flinktrace")
    return str(refused.value)


def nested(depth: int) -> Any:
    value: Any = 0
    for _ in range(depth):
        value = [value]
    return value


def _word(part: bytes | str) -> str:
    """What a file is called in the name of its test, for which bytes will not do."""
    return "".join(sign for sign in part if sign.isalnum()) if isinstance(part, str) else "file"


def test_the_parts_make_a_trace(parts: tuple[bytes, dict[str, Any], bytes]) -> None:
    assert decode(put_together(*parts)).digest() == whole_run().digest()


@pytest.mark.parametrize(
    ("payload", "told"),
    [
        (b"", "a chunk ends before its header; record"),
        (b"abc", "a chunk ends before its header; record"),
        (bytes(4), "are inconsistent (JSONDecodeError"),
        (struct.pack("<I", 1 << 31), "header of a chunk extends past its end"),
        (struct.pack("<I", 2) + b"[]", "header without schema"),
        (struct.pack("<I", 2) + b"{}", "header without schema"),
        (struct.pack("<I", 400_000) + b"[" * 200_000 + b"]" * 200_000, "RecursionError"),
    ],
    ids=_word,
)  # fmt: skip
def test_chunks_that_hold_something_else(payload: bytes, told: str) -> None:
    assert told in refusal(encode(made_up_trace(1))[:16] + chunk(payload))


def test_a_body_that_is_not_deflated() -> None:
    checked = struct.pack("<IQQ", 1, 5, 5) + b"hello"
    data = encode(made_up_trace(1))[:16] + struct.pack("<I", zlib.crc32(checked)) + checked
    assert "are inconsistent (error" in refusal(data)


@pytest.mark.parametrize("columns", [0, 400])
def test_a_body_that_is_deflated_up_to_its_columns_or_into_them(
    columns: int, parts: tuple[bytes, dict[str, Any], bytes]
) -> None:
    told = refusal(parts[0] + deflated_up_to(*parts[1:], columns=columns))
    assert "its contents are inconsistent (error: Error -3 while decompressing" in told
    assert told.endswith(f"; {AGAIN}")


def deflated_up_to(header: Any, body: bytes, columns: int) -> bytes:
    """A chunk that can be inflated up to so many bytes of its columns, and says that it is whole."""
    text = json.dumps(header).encode()
    deflate = zlib.compressobj()
    sound = deflate.compress(struct.pack("<I", len(text)) + text + body[:columns])
    there = sound + deflate.flush(zlib.Z_FULL_FLUSH) + b"\x07" * 8  # no block begins so
    checked = struct.pack("<IQQ", 1, len(there), 4 + len(text) + len(body)) + there
    return struct.pack("<I", zlib.crc32(checked)) + checked


def test_up_to_a_size_all_of_a_trace_is_read_when_it_is_opened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = encode(in_chunks(made_up_trace(20), 50))
    sizes, at = [], 16
    while at < len(data):
        _, _, length, inflated = struct.unpack_from("<IIQQ", data, at)
        sizes.append(inflated)
        at += 24 + length
    assert len(sizes) > 2
    looked_at: list[int] = []
    monkeypatch.setattr(decoder, "check_chunk", lambda _, one: looked_at.append(one.first_event))
    for most, read in ((sum(sizes), len(sizes)), (sum(sizes) - 1, 1)):
        monkeypatch.setattr(decoder, "MAX_EAGER_BYTES", most)
        looked_at.clear()
        decode(data)
        assert len(looked_at) == read


def test_many_chunks_that_are_small_in_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decoder, "MAX_INFLATED_BYTES", 1_000_000)
    data = encode(made_up_trace(1))[:16] + chunk(bytes(2_000_000))
    assert "bytes inflate to more than 1,000,000 bytes" in refusal(data)


def test_every_part_of_the_header_is_checked(parts: tuple[bytes, dict[str, Any], bytes]) -> None:
    prelude, header, columns = parts
    entries = header["columns"]
    bad: list[tuple[dict[str, Any], str]] = [
        ({"columns": 5}, "its directory has None"),
        ({"columns": [5]}, "its directory has 5"),
        ({"columns": [["x", "u8", -1, 1, None]]}, "which is not one of its columns"),
        ({"columns": [["x", "u8", 0, 1 << 40, None]]}, "which is not one of its columns"),
        ({"columns": [["x", "f64", 0, 1, None]]}, "which is not one of its columns"),
        ({"columns": entries[1:]}, "it has no column steps.time_ms"),
        ({"info": ["job"]}, "for texts about the run"),
        ({"info": {"job": 5}}, "for texts about the run"),
        ({"schema": nested(300)}, "its events have schema [[[["),
    ]
    for change, told in bad:
        assert told in refusal(put_together(prelude, {**header, **change}, columns))


def damaged_prelude() -> bytes:
    data = encode(made_up_trace(1))
    return data[:12] + struct.pack("<I", 7) + data[16:]


def saying(length: int, body: bytes) -> bytes:
    """A file of one chunk, with the right checksum, that says it inflates to *length* bytes."""
    checked = struct.pack("<IQQ", 1, len(body), length) + body
    prelude = encode(made_up_trace(1))[:16]
    return prelude + struct.pack("<I", zlib.crc32(checked)) + checked


AGAIN = "record the run again"
COPY = "copy the file again, or record the run again"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", f"it is not a trace file (expected it to start with {MAGIC!r}, found b''); "
              "choose a .flinktrace file written by Trace.save"),
        (b"a,b\n1,2\n3", f"it is not a trace file (expected it to start with {MAGIC!r}, found "
                        "b'a,b\\n1,2\\n'); choose a .flinktrace file written by Trace.save"),
        (MAGIC, f"it is cut short: 8 bytes, but the prelude has 16; {COPY}"),
        (MAGIC + struct.pack("<II", VERSION + 1, 0),
         f"it has format version {VERSION + 1}, but this version of flinksim reads version {VERSION}; "
         "open it with the version of flinksim that wrote it, or record the run again"),
        (damaged_prelude(), f"it is damaged: its prelude does not end with 0; {COPY}"),
        (encode(made_up_trace(1))[:16], f"it is cut short: chunk 1 is missing; {COPY}"),
        (encode(made_up_trace(1))[:30],
         f"it is cut short: it contains 14 of 24 bytes of chunk 1; {COPY}"),
        (saying(5, b"hello")[:-1], f"it is cut short: it contains 28 of 29 bytes of chunk 1; {COPY}"),
        (saying(5, b"hello")[:-1] + b"!",
         f"it is damaged: the checksum of chunk 1 does not match its contents; {COPY}"),
        (encode(made_up_trace(1)) + b"x",
         f"it is damaged: there is data after its last chunk; {COPY}"),
        (saying(5_501, b"hello"), f"a chunk of 5 bytes claims to inflate to 5501 bytes; {AGAIN}"),
        (saying(5_500, b"hello"), "its contents are inconsistent (error: Error -3 while "
                                  f"decompressing data: incorrect header check); {AGAIN}"),
        (saying(8, zlib.compress(struct.pack("<I", 5) + b"abcd")),
         f"the header of a chunk extends past its end; {AGAIN}"),
        (saying(6, zlib.compress(struct.pack("<I", 2) + b"{}")),
         f"a chunk has a header without schema, info or columns; {AGAIN}"),
        (saying(6, zlib.compress(struct.pack("<I", 2) + b"{]")),
         "its contents are inconsistent (JSONDecodeError: Expecting property name enclosed in "
         f"double quotes: line 1 column 2 (char 1)); {AGAIN}"),
    ],
    ids=_word,
)  # fmt: skip
def test_a_refusal_says_what_is_wrong_and_what_to_do(data: bytes, message: str) -> None:
    assert refusal(data) == f"cannot read run.flinktrace: {message}"


@pytest.mark.parametrize("more", [-1, 1])
def test_a_chunk_is_as_long_as_it_says(more: int) -> None:
    body = encode(made_up_trace(1))[40:]
    payload = zlib.decompress(body)
    size = len(payload) + more - 4 - struct.unpack_from("<I", payload)[0]
    assert refusal(saying(len(payload) + more, body)).endswith(
        f", but a chunk has {size:,} bytes; {AGAIN}"
    )


def test_a_chunk_whose_columns_are_filled_up_is_not_inflated(
    monkeypatch: pytest.MonkeyPatch, parts: tuple[bytes, dict[str, Any], bytes]
) -> None:
    monkeypatch.setattr(decoder, "_inflate", lambda *_: pytest.fail("it was inflated"))
    prelude, header, columns = parts
    told = refusal(put_together(prelude, header, columns + bytes(1 << 20)))
    assert "but a chunk has" in told
    overlapping = [*header["columns"], ["other", *header["columns"][-1][1:]]]
    assert "but a chunk has" in refusal(
        put_together(prelude, {**header, "columns": overlapping}, columns)
    )


def test_a_file_that_inflates_too_much_for_its_size_is_rejected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(decoder, "FREE_INFLATED_BYTES", 1_000)
    data = encode(made_up_trace(1))[:16] + chunk(bytes(2_000_000))
    limit = decoder.MAX_TRACE_RATIO * len(data)
    assert limit < 2_000_000
    assert f"inflate to more than {limit:,} bytes" in refusal(data)


def test_what_has_no_name_is_called_the_trace() -> None:
    with pytest.raises(TraceFileError, match=r"^cannot read the trace: it is not a trace file"):
        decode(b"")


def test_refusals_of_headers_say_what_to_do(parts: tuple[bytes, dict[str, Any], bytes]) -> None:
    prelude, header, columns = parts
    for change, message in (
        ({"columns": [5]}, f"its directory has 5, which is not one of its columns; {AGAIN}"),
        ({"info": ["job"]}, f"it has ['job'] for texts about the run; {AGAIN}"),
        ({"columns": header["columns"][1:]}, f"it has no column steps.time_ms; {AGAIN}"),
        ({"schema": "x"}, f"its events have schema x, but this version of flinksim has schema {SCHEMA_ID}; "
                          "open it with the version of flinksim that wrote it, or record the run again"),
    ):  # fmt: skip
        told = refusal(put_together(prelude, {**header, **change}, columns))
        assert told == f"cannot read run.flinktrace: {message}"


def test_a_trace_may_have_no_more_columns_than_are_asked_for(
    parts: tuple[bytes, dict[str, Any], bytes],
) -> None:
    prelude, header, columns = parts
    counted = [
        entry for entry in header["columns"] if entry[0] in ("steps.after", "events.kind",
                                                           "texts.end", "frames.caller", "decisions")
    ]  # fmt: skip
    told = refusal(put_together(prelude, {**header, "columns": counted}, columns))
    assert "it has no column that fits" not in told, "those that are counted are there"


def test_a_large_trace_is_read_up_to_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    data = encode(whole_run())
    inflated = len(zlib.decompress(data[40:]))
    monkeypatch.setattr(decoder, "MAX_INFLATED_BYTES", inflated)
    assert decode(data).digest() == whole_run().digest()
    monkeypatch.setattr(decoder, "MAX_INFLATED_BYTES", inflated - 1)
    assert refusal(data) == (
        f"cannot read run.flinktrace: its {len(data):,} bytes inflate to more than {inflated - 1:,} "
        "bytes, the limit for a file of this size; record a shorter run"
    )


def test_values_are_as_deep_as_they_are_kept(tmp_path: Path) -> None:
    import flinksim as fs
    from flinksim.datastream import StreamExecutionEnvironment

    env = StreamExecutionEnvironment.get_execution_environment()
    env.from_collection([nested(90), nested(400)]).print()
    sim = fs.simulate(env).run()
    sim.trace.save(tmp_path / "run.flinktrace")
    assert load_trace(tmp_path / "run.flinktrace").digest() == sim.digest


def test_keys_with_one_hash_value_are_rejected() -> None:
    """A command groups events by key, which takes hours for a million keys of one hash value."""
    import flinksim as fs
    from flinksim.datastream import StreamExecutionEnvironment

    for count in (64, 66):
        env = StreamExecutionEnvironment.get_execution_environment()
        numbers = [(number * ((1 << 61) - 1), "x") for number in range(8, 8 + count)]
        env.from_collection(numbers).print()
        data = encode(fs.simulate(env).run().trace)
        if count == 64:
            assert decode(data).tell()
        else:
            assert "more than 64 integers with the same hash value" in refusal(data)


def changed(value: Any, draw: random.Random) -> Any:
    """*value* with one of its parts, somewhere within, in another way."""
    if draw.random() < 0.15 or not isinstance(value, list | dict) or not value:
        odd = [None, -1, 1 << 40, 10**30, 1.5, "", "x", "u8", [], {}, True, "9" * 6000, nested(150)]
        return draw.choice(odd)
    copy: Any = value.copy()
    place = draw.choice(list(copy)) if isinstance(copy, dict) else draw.randrange(len(copy))
    if draw.random() < 0.1:
        del copy[place]
    else:
        copy[place] = changed(copy[place], draw)
    return copy


def test_nothing_else_comes_of_a_changed_trace(
    parts: tuple[bytes, dict[str, Any], bytes], tmp_path: Path
) -> None:
    draw = random.Random(1)
    prelude, whole, columns = parts
    path = tmp_path / "run.flinktrace"
    read = 0
    for _ in range(TRIES):
        header, body = whole, bytearray(columns)
        if draw.random() < 0.4:
            header = changed(whole, draw)
        else:
            for _ in range(draw.choice([1, 1, 3, 10])):
                body[draw.randrange(len(body))] = draw.choice([0, 1, 127, 128, 255, 34, 91])
        path.write_bytes(put_together(prelude, header, bytes(body)))
        try:
            trace = load_trace(path)
        except TraceFileError:
            continue
        read += 1
        trace.tell("everything")
        trace.digest()
        trace.links.get_successors(0)
    assert TRIES // 20 < read < TRIES


def test_what_is_no_file_is_no_trace(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pipe = tmp_path / "run.flinktrace"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="expected a trace file, but it is a pipe"):
        load_trace(pipe)
    assert main(["tell", str(pipe)]) == 1
    assert "file not found" in capsys.readouterr().err


# --- plans ----------------------------------------------------------------------------------------


def stream_plan(parallelism: Any = 1, predecessors: Any = ()) -> dict[str, Any]:
    return {
        "nodes": [
            {"id": 1, "type": "Source: a", "pact": "Data Source", "contents": "Source: a",
             "parallelism": parallelism, "predecessors": list(predecessors)},
            {"id": 2, "type": "Map", "pact": "Operator", "contents": "Map",
             "parallelism": parallelism, "predecessors": [{"id": 1, "ship_strategy": "HASH"}]},
        ]
    }  # fmt: skip


def job_plan(inputs: Any = (), second: str = "b") -> dict[str, Any]:
    return {
        "plan": {
            "name": "j",
            "nodes": [
                {"id": second, "parallelism": 2, "description": "Sink<br/>",
                 "inputs": [{"num": 0, "id": "a", "ship_strategy": "HASH"}]},
                {"id": "a", "parallelism": 2, "description": "Source<br/>+- Map<br/>",
                 "inputs": list(inputs)},
            ],
        }
    }  # fmt: skip


@pytest.mark.parametrize(
    ("plan", "told"),
    [
        (stream_plan(30_000), "the plan has 900,060,000 subtasks and channels; at most 1,000,000"),
        (stream_plan(10**12), "parallelism not within bounds"),
        (stream_plan(1, [{"id": 2, "ship_strategy": "HASH"}]), "form a cycle: 1 -> 2 -> 1"),
        (stream_plan(1, [{"id": 1, "ship_strategy": "HASH"}]), "form a cycle: 1 -> 1"),
        (job_plan([{"num": 0, "id": "b", "ship_strategy": "HASH"}]), "form a cycle"),
        (job_plan(second="a"), "two vertices have the id a"),
        (nested(300), "expected a JSON object"),
    ],
)
def test_plans_that_cannot_be_drawn(plan: Any, told: str) -> None:
    with pytest.raises(InvalidPlanError) as refused:
        read_plan(json.dumps(plan), "plan.json")
    assert told in str(refused.value)
    assert str(refused.value).startswith("plan.json")


def test_a_plan_too_long_or_too_deep_is_not_parsed() -> None:
    with pytest.raises(InvalidPlanError, match="maximum for a plan is 50,000,000"):
        read_plan(" " * (MAX_CHARACTERS + 1))
    with pytest.raises(InvalidPlanError, match="is not valid JSON"):
        read_plan("[" * 100_000)


def test_nothing_else_comes_of_a_changed_plan() -> None:
    draw = random.Random(1)
    read = 0
    for number in range(TRIES // 3):
        plan = changed([stream_plan(), job_plan()][number % 2], draw)
        try:
            read_plan(json.dumps(plan))
        except InvalidPlanError:
            continue
        read += 1
    assert read > 30


# --- decisions ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[" * 100_000, "cannot read a list of decisions from"),
        ('{"a": 1}', "found {'a': 1}"),
        ("[1, -1]", "found -1"),
        ("[1, true]", "found True"),
        (json.dumps([0] * 20_000 + ["x" * 20_000]), "found 'xxx"),
        ("\0", "cannot read a list of decisions from"),
    ],
)
def test_wrong_decisions_are_told_shortly(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "decisions.json"
    path.write_text(text)
    with pytest.raises(Exception, match="list of") as refused:
        parse_interleaving(f"scripted:{path}")
    assert told in str(refused.value)
    assert len(str(refused.value)) < 500


def test_decisions_are_read_from_files_alone(tmp_path: Path) -> None:
    pipe = tmp_path / "decisions"
    os.mkfifo(pipe)
    with pytest.raises(Exception, match="it is a pipe"):
        parse_interleaving(f"scripted:{pipe}")
    with pytest.raises(Exception, match="cannot read a list of decisions") as refused:
        parse_interleaving("scripted:" + "x" * 20_000)
    assert len(str(refused.value)) < 500
    assert repr(parse_interleaving("scripted:" + "1," * 20_000 + "0")).startswith("Scripted")
