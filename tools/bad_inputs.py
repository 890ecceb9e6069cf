"""Tests readers with bad inputs: each must be accepted or rejected with a message.

    python tools/bad_inputs.py --cases 600 --seed 1
    python tools/bad_inputs.py --minutes 10 --areas trace plan

Every case is a good input of its area with a random change. With ``--minutes`` the tool runs for that
time, guided by coverage: inputs that reach new lines of flinksim are kept and changed further. A
reader may only raise the errors of its area. Any other error is printed with its input, and the
command exits with 1.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import io
import json
import random
import struct
import sys
import tempfile
import time
import traceback
import warnings
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

import flinksim as fs  # noqa: E402
from flinksim.common import Configuration, Duration, WatermarkStrategy  # noqa: E402
from flinksim.datastream import StreamExecutionEnvironment  # noqa: E402

ExpectedErrors = tuple[type[BaseException], ...]


@dataclass
class Area:
    """Good inputs, the function that reads one, and the errors that it may raise."""

    seeds: list[Any]
    read: Callable[[Any], object]
    expected_errors: ExpectedErrors
    keeps_kind: bool = True
    """Whether a text stays a text, since users can give nothing else."""
    interesting_inputs: list[Any] = field(default_factory=list)


# --- mutations --------------------------------------------------------------------------------------

ODD_VALUES = [
    None, True, -1, 0, 1 << 31, 1 << 63, 10**30, 1.5, float("nan"), float("inf"), "", "x", "\0",
    "\ud800", "9" * 5000, "{", "🦆", [], {}, [[]], [None], {"": None}, "MIN", "MAX", "-", "..",
]  # fmt: skip


def build_nested(depth: int) -> Any:
    value: Any = 0
    for _ in range(depth):
        value = [value]
    return value


def mutate(value: Any, random_source: random.Random) -> Any:
    """Return *value* with a random change."""
    if isinstance(value, bytes):
        return mutate_bytes(value, random_source)
    if isinstance(value, str) and random_source.random() < 0.8:
        return mutate_text(value, random_source)
    if isinstance(value, list | dict) and value and random_source.random() < 0.85:
        copy: Any = value.copy()
        place = (
            random_source.choice(list(copy))
            if isinstance(copy, dict)
            else random_source.randrange(len(copy))
        )
        if random_source.random() < 0.15:
            del copy[place]
        else:
            copy[place] = mutate(copy[place], random_source)
        return copy
    return random_source.choice([*ODD_VALUES, build_nested(150)])


def mutate_bytes(data: bytes, random_source: random.Random) -> bytes:
    body = bytearray(data)
    for _ in range(random_source.choice([1, 1, 2, 8])):
        at = random_source.randrange(len(body) + 1)
        match random_source.randrange(4):
            case 0:
                del body[at : at + random_source.choice([1, 4, 64])]
            case 1:
                body[at:at] = bytes(
                    random_source.randrange(256) for _ in range(random_source.choice([1, 4, 16]))
                )
            case _ if at < len(body):
                body[at] = random_source.choice([0, 1, 34, 91, 127, 128, 255])
    return bytes(body)


TEXT_PIECES = [
    "",
    "0",
    "-1",
    "9" * 40,
    '"',
    "'",
    "[",
    "(",
    "\0",
    "\n",
    ",",
    ":",
    " ",
    "é",
    "🦆",
    "None",
]


def mutate_text(text: str, random_source: random.Random) -> str:
    for _ in range(random_source.choice([1, 1, 2, 5])):
        at = random_source.randrange(len(text) + 1)
        to = at + random_source.choice([0, 0, 1, 3, len(text)])
        text = text[:at] + random_source.choice(TEXT_PIECES) + text[to:]
    return text


# --- the areas --------------------------------------------------------------------------------------


def declare_program() -> StreamExecutionEnvironment:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(5))
    pairs = env.from_collection([("a", 1), ("b", 2), ("a", 9)])
    timed = pairs.assign_timestamps_and_watermarks(
        strategy.with_timestamp_assigner(lambda value, _: value[1])
    )
    timed.key_by(lambda pair: pair[0]).map(lambda pair: pair).print()
    return env


def build_areas(folder: Path) -> dict[str, Area]:
    from flinksim.analysis.whatif.plan_edits import apply_edits, parse_edit
    from flinksim.cli import main
    from flinksim.cli.arguments import parse_interleaving
    from flinksim.connectors.event_log.event_log_source import EventLogSource
    from flinksim.core.atomic_files import FileError
    from flinksim.core.tunable_parameter import TunableParameter
    from flinksim.simulation.run_tree import RunTreeError, read_runs
    from flinksim.testing.transcripts import read_transcript
    from flinksim.trace.storage.codec import encode
    from flinksim.trace.storage.columns import TraceFileError
    from flinksim.trace.storage.decoder import decode
    from flinksim.viz.plan.layers import build_plan_diagram
    from flinksim.viz.plan.plan_import import InvalidPlanError, read_plan
    from flinksim.viz.widgets.protocol.rerun_messages import rerun_for

    env = declare_program()
    with contextlib.redirect_stdout(io.StringIO()):
        sim = fs.simulate(env).run()
    pipeline = declare_program().pipeline()
    plans = [
        json.loads(path.read_text("utf-8")) for path in (ROOT / "tests/viz/plan/plans").glob("*")
    ]

    def read_log(suffix: str, content: bytes) -> None:
        path = folder / f"log{suffix}"
        path.write_bytes(content)
        for policy in ("error", "reject"):
            source = EventLogSource(path, bad_rows=policy)
            for split in source.splits(1):
                for _ in source.open_split(split):
                    pass

    runs_file = folder / "saved.runs"
    sim.tree().save(runs_file)

    def read_saved_runs(content: bytes) -> None:
        path = folder / "other.runs"
        path.write_bytes(content)
        read_runs(path)

    encoded_trace = encode(sim.trace)
    prelude, payload = encoded_trace[:16], zlib.decompress(encoded_trace[40:])

    def read_trace(content: bytes) -> None:
        trace = decode(content)
        trace.tell("everything")
        trace.digest()

    def read_payload(content: bytes) -> None:
        body = zlib.compress(content)
        checked = struct.pack("<IQQ", 1, len(body), len(content)) + body
        read_trace(prelude + struct.pack("<I", zlib.crc32(checked)) + checked)

    def run_command(words: list[Any]) -> None:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            main([str(word) for word in words])

    def run_until(words: Any) -> None:
        with contextlib.redirect_stdout(io.StringIO()):
            fs.simulate(declare_program()).run(until=words)

    def transcript(text: str) -> None:
        path = folder / "story.yaml"
        path.write_text(text, encoding="utf-8", errors="surrogatepass")
        read_transcript(path)

    stories = sorted((ROOT / "tests/transcripts").glob("*.yaml"))
    trace_file = folder / "run.flinktrace"
    sim.trace.save(trace_file)
    logs = [
        b"split,arrival,key,value\na,1,x,5\nb,2,y,6\na,3,x,7\n",
        b'{"split": "a", "arrival": 1, "value": 5}\n{"split": "b", "arrival": 2, "value": null}\n',
    ]
    return {
        "trace": Area([encoded_trace], read_trace, (TraceFileError,)),
        "payload": Area([payload], read_payload, (TraceFileError,)),
        "runs": Area(
            [runs_file.read_bytes()], read_saved_runs, (RunTreeError, TraceFileError, FileError)
        ),
        "plan": Area(plans, lambda plan: read_plan(json.dumps(plan)), (InvalidPlanError,)),
        "decisions": Area(
            ["scripted:0,1,2", "seeded:5", "arrival", "round-robin"],
            parse_interleaving,
            (argparse.ArgumentTypeError, ValueError),
        ),
        "log": Area(logs[:1], partial(read_log, ".csv"), (ValueError,)),
        "JSON log": Area(logs[1:], partial(read_log, ".jsonl"), (ValueError,)),
        "edits": Area(
            [
                {"edit": "SetParallelism", "transformation": 4, "parallelism": 2},
                {"edit": "InsertPartitioner", "transformation": 4, "partitioner": "REBALANCE"},
                {"edit": "SetOperatorChaining", "enabled": False},
                {"edit": "SetSlotSharingGroup", "transformation": 4, "group": "g"},
            ],
            lambda edit: build_plan_diagram(apply_edits(pipeline, [parse_edit(edit)]), include_changes=False),
            (ValueError, RuntimeError),
            keeps_kind=False,
        ),
        "knobs": Area(
            [{"id": 1, "knob": "delay", "value": 5}],
            lambda message: rerun_for(
                message, [TunableParameter("delay", "Delay", 1, (1, 2))], lambda *_: sim.trace, None
            ),
            (ValueError,),
            keeps_kind=False,
        ),
        "questions": Area(
            [
                "why did record 0 go to Map 2/2",
                "why is the watermark of Map 1/2 at 4",
                "why did the job fail",
            ],
            lambda words: sim.why(words),
            (ValueError, LookupError, TypeError),
            keeps_kind=False,
        ),
        "conditions": Area(
            ["watermark", "record", "watermark of Map 1/2 >= 4", "late", "result"],
            run_until,
            (ValueError, LookupError, TypeError),
            keeps_kind=False,
        ),
        "options": Area(
            [{"parallelism.default": "2", "execution.buffer-timeout": "5 ms"},
             {"pipeline.auto-watermark-interval": "200 ms", "flinksim.dialect": "pyflink"},
             {"restart-strategy.type": "fixed-delay", "restart-strategy.fixed-delay.delay": "1 s"}],
            _run_with_options, (ValueError, TypeError, RuntimeError), keeps_kind=False,
        ),
        "stories": Area([path.read_text("utf-8") for path in stories], transcript, (ValueError,)),
        "commands": Area(
            [["tell", str(trace_file)], ["why", str(trace_file), "why"],
             ["plan", "--from", str(trace_file)],
             ["tell", str(trace_file), "--detail", "records"], ["run", str(trace_file), "--seed", "5"]],
            run_command, (SystemExit,),
        ),
    }  # fmt: skip


def _run_with_options(options: Any) -> None:
    configuration = Configuration.from_dict(options)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.from_collection([1, 2]).map(lambda value: value).print()
    with contextlib.redirect_stdout(io.StringIO()):
        fs.simulate(env).run()


# --- running ----------------------------------------------------------------------------------------


class Coverage:
    """The lines of flinksim that have been reached."""

    def __init__(self) -> None:
        self.lines: set[tuple[CodeType, int]] = set()
        self._has_new_line = False
        self._package = str(ROOT / "flinksim")

    def trace(self, action: Callable[[], None]) -> bool:
        """Run an action and return whether it reached a new line."""
        self._has_new_line = False
        sys.settrace(self._on_call)
        try:
            action()
        finally:
            sys.settrace(None)
        return self._has_new_line

    def _on_call(self, frame: FrameType, event: str, arg: Any) -> Any:
        return self._on_line if frame.f_code.co_filename.startswith(self._package) else None

    def _on_line(self, frame: FrameType, event: str, arg: Any) -> Any:
        where = (frame.f_code, frame.f_lineno)
        if where not in self.lines:
            self.lines.add(where)
            self._has_new_line = True
        return self._on_line


def describe_unexpected(error: BaseException, expected_errors: ExpectedErrors) -> str:
    """Describe what is wrong with an error; empty if it is an expected error with a message."""
    if isinstance(error, expected_errors) and not isinstance(error, UnicodeError | RecursionError):
        text = str(error)
        if len(text) > 20_000:
            return f"{type(error).__name__} of {len(text)} characters"
        return (
            "" if text or isinstance(error, SystemExit) else f"{type(error).__name__} says nothing"
        )
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return (
        f"{type(error).__name__}: {str(error)[:200]} ({Path(frame.filename).name}:{frame.lineno})"
    )


def try_input(area: Area, value: Any) -> str:
    """Read an input and return ``taken``, ``refused`` or a description of the fault."""
    try:
        area.read(value)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # also SystemExit, with which a command ends
        return describe_unexpected(error, area.expected_errors) or "refused"
    return "taken"


def main() -> int:
    parser = argparse.ArgumentParser(description="Does a bad input lead to an internal traceback?")
    parser.add_argument("--cases", type=int, default=600, help="in all areas together")
    parser.add_argument("--minutes", type=float, help="go on for so long, guided by coverage")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10_000))
    parser.add_argument("--areas", nargs="*", default=[])
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    importlib.import_module("flinksim.cli.run_command")
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory(prefix="bad-inputs-") as folder:
        every = build_areas(Path(folder))
        unknown = set(options.areas) - set(every)
        if unknown:
            parser.error(f"no area {sorted(unknown)[0]!r}; there are: {', '.join(every)}")
        chosen = {name: every[name] for name in every if not options.areas or name in options.areas}
        return try_all(chosen, options)


def try_all(chosen: dict[str, Area], options: argparse.Namespace) -> int:
    draw = random.Random(options.seed)
    counts = {name: [0, 0, 0] for name in chosen}
    faults: dict[str, str] = {}
    coverage = Coverage()
    deadline_s = None if options.minutes is None else time.monotonic() + 60 * options.minutes
    done = 0
    while done < options.cases if deadline_s is None else time.monotonic() < deadline_s:
        name = list(chosen)[done % len(chosen)]
        area = chosen[name]
        seed = draw.choice(area.seeds + area.interesting_inputs)
        candidate = mutate(seed, draw)
        while area.keeps_kind and type(candidate) is not type(seed):
            candidate = mutate(seed, draw)
        found: list[str] = []
        if deadline_s is None:
            found.append(try_input(area, candidate))
        elif coverage.trace(lambda: found.append(try_input(area, candidate))):  # noqa: B023
            area.interesting_inputs = [*area.interesting_inputs[-200:], candidate]
        (outcome,) = found
        place = {"taken": 0, "refused": 1}.get(outcome, 2)
        counts[name][place] += 1
        if place == 2:
            faults.setdefault(f"{name}: {outcome}", repr(candidate)[:300])
        done += 1
    print(f"{'area':<12} {'taken':>7} {'refused':>8} {'internal':>9}")
    for name, (taken, refused, wrong) in counts.items():
        print(f"{name:<12} {taken:>7} {refused:>8} {wrong:>9}")
    print(f"{'all':<12} {done:>7} cases, {len(faults)} kinds of internal error")
    for fault, candidate in faults.items():
        print(f"\n{fault}\n  for {candidate}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
