"""Tests readers with the fuzzer atheris (libFuzzer): each input must be accepted or rejected with a message.

    python tools/fuzz_readers.py --minutes 30 --areas snapshot "state values"

The areas are those of ``tools/bad_inputs.py``. libFuzzer chooses and changes the inputs. The branches of
flinksim that they reach guide it. ``--minutes`` is time of the processor, shared by the areas; a signal ends it
sooner.
The limits of time and memory of a case are the same as there. A fault is printed once with its input, and the
command then exits with 1.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import signal
import sys
import tempfile
import time
import warnings
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

import atheris

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
atheris.instrument_imports(include=["flinksim"]).__enter__()  # also what is imported later

from tools import bad_inputs  # noqa: E402

MAX_INPUT_BYTES = 1 << 20

REJECTED_BY_FUZZER = -1
"""Tells libFuzzer not to keep an input."""


def encode_input(value: Any) -> bytes:
    """Return an input of an area as bytes: itself, UTF-8 or JSON."""
    if isinstance(value, bytes):
        return value
    text = value if isinstance(value, str) else json.dumps(value)
    return text.encode("utf-8", "surrogatepass")


def decode_input(data: bytes, kind: type) -> Any:
    """Return the input that bytes stand for.

    Raises:
        ValueError: The bytes are no JSON, or another kind of value.
        RecursionError: The JSON is too deeply nested to be written by a user's tool.
    """
    if kind is bytes:
        return data
    text = data.decode("utf-8", "surrogateescape")
    if kind is str:
        return text
    value = json.loads(text)
    if not isinstance(value, kind):
        raise ValueError(f"{type(value).__name__}")
    return value


@dataclass
class ReaderFuzz:
    """Fuzzes the reader of one area for some time, in a process of its own that then ends.

    The timeout of libFuzzer never ends, since :func:`.bad_inputs.limit_time` uses the same timer.
    """

    name: str
    area: bad_inputs.Area
    minutes: float
    counts: Counter[str] = field(default_factory=Counter)
    faults: set[str] = field(default_factory=set)
    start_s: float = field(default_factory=time.monotonic)

    @property
    def kind(self) -> type:
        """The type of its inputs."""
        return type(self.area.seeds[0])

    def run(self, folder: Path, seed: int) -> NoReturn:
        """Fuzz; the good inputs are the first corpus of libFuzzer."""
        corpus = folder / f"corpus of {self.name}"
        corpus.mkdir()
        for number, good in enumerate(self.area.seeds):
            (corpus / str(number)).write_bytes(encode_input(good))
        settings = [
            f"-seed={seed}", f"-max_len={MAX_INPUT_BYTES}", "-timeout=3600", "-rss_limit_mb=0",
            "-keep_seed=1", "-handle_term=0", "-handle_int=0",
            f"-artifact_prefix={folder}/",
        ]  # fmt: skip
        atheris.Setup(
            [sys.argv[0], *settings, str(corpus)],
            self.try_input,
            custom_mutator=self.change_input,
        )
        atheris.Fuzz()
        sys.exit("libFuzzer ended before its time")

    def change_input(self, data: bytes, max_size: int, seed: int) -> bytes:
        """Change an input: bytes as libFuzzer does, texts and JSON mostly as ``bad_inputs`` does."""
        draw = random.Random(seed)
        if self.kind is not bytes and draw.random() < (0.5 if self.kind is str else 0.9):
            try:
                value = decode_input(data, self.kind)
                return encode_input(bad_inputs.mutate(value, draw))[:max_size]
            except (ValueError, RecursionError):
                pass
        changed: bytes = atheris.Mutate(data, max_size)
        return changed

    def try_input(self, data: bytes) -> int:
        """Read an input; end the process after the last one."""
        if time.process_time() > 60 * self.minutes or bad_inputs.STOPPED:
            self.finish()
        try:
            value = decode_input(data, self.kind)
        except (ValueError, RecursionError):
            return REJECTED_BY_FUZZER
        outcome = bad_inputs.try_input(self.area, value)
        is_fault = outcome not in ("taken", "refused")
        self.counts["internal" if is_fault else outcome] += 1
        if is_fault and outcome not in self.faults:
            self.faults.add(outcome)
            print(f"\n{self.name}: {outcome}\n  for {value!r:.2000}", flush=True)
        return 0

    def finish(self) -> NoReturn:
        """Print a line with the counts and end the process, which libFuzzer does not."""
        elapsed, used = (time.monotonic() - self.start_s) / 60, time.process_time() / 60
        print(
            f"\n{self.name}: {self.counts['taken']} taken, {self.counts['refused']} refused, "
            f"{self.counts['internal']} internal ({len(self.faults)} kinds); {elapsed:.1f} min, "
            f"{used:.1f} of the processor",
            flush=True,
        )
        os._exit(1 if self.faults else 0)


def main() -> int:
    parser = argparse.ArgumentParser(description="Does a bad input lead to an internal traceback?")
    parser.add_argument(
        "--minutes", type=float, default=5, help="of the processor, shared by the areas"
    )
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1, 10_000))
    parser.add_argument("--areas", nargs="+", required=True)
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    os.fsync = lambda fd: None  # waiting for the disk takes longer than reading a log
    resource.setrlimit(resource.RLIMIT_AS, (bad_inputs.MAX_MEMORY_MB << 20, resource.RLIM_INFINITY))
    warnings.simplefilter("ignore")
    exit_code, running = 0, []

    def stop(number: int, _: object) -> None:
        bad_inputs.STOPPED.append(True)
        for process in running:
            os.kill(process, signal.SIGTERM)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    with tempfile.TemporaryDirectory(prefix="fuzz-readers-") as name:
        folder = Path(name)
        every = bad_inputs.build_areas(folder)
        unknown = set(options.areas) - set(every)
        if unknown:
            parser.error(f"no area {sorted(unknown)[0]!r}; there are: {', '.join(every)}")
        for area in options.areas:
            if bad_inputs.STOPPED:
                break
            process = os.fork()
            if process == 0:
                running.clear()
                minutes = options.minutes / len(options.areas)
                ReaderFuzz(area, every[area], minutes).run(folder, options.seed)
            running[:] = [process]
            exit_code |= os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
            running.clear()
    return exit_code


if __name__ == "__main__":
    sys.exit(main())
