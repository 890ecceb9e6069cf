"""Random PyFlink programs: what real PyFlink prints must be what flinksim prints.

    python -m tests.conformance.judge.random_pyflink --seed 1 --programs 100 [--python PYFLINK'S]

Each program (:mod:`pyflink_writer`, :mod:`pyflink_gated_writer`) is run once on PyFlink. Where flinksim
prints something else, it is run twice more, and counts if PyFlink says the same thrice. If subtasks race
in it, it counts only if flinksim says what PyFlink says in no order (:data:`OTHER_ORDERS`). A client
that collects polls every 100 ms: of a job that fails for good it may have read less than it could. Those
that differ are kept in ``--keep``.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import threading
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from flinksim.runtime.interleaving import Interleaving, RoundRobin, Seeded
from tests.conformance.judge.pyflink_gated_writer import GatedWriter
from tests.conformance.judge.pyflink_writer import Writer
from tests.conformance.on_flinksim import Outcome, differences, run_on_flinksim
from tests.conformance.record import RecordingError, Session
from tests.conformance.recorded_programs import Program, comparable, read_program


@dataclass(frozen=True)
class Written(Program):
    """A program that lies elsewhere than among the recorded ones."""

    text: Path
    is_parallel: bool = False
    """Whether subtasks race: the program may then answer otherwise in another order."""

    @property
    def path(self) -> Path:
        return self.text


ONE_AT_A_TIME = threading.Lock()
"""For flinksim is run in this process, whose output is taken."""

OTHER_ORDERS: tuple[Interleaving, ...] = (RoundRobin(), *map(Seeded, range(1, 6)))
"""Orders in which subtasks that race may run, besides that of arrival."""


def judged(session: Session, program: Written) -> tuple[str, str]:
    """One word for what came of *program*, and what there is to tell."""
    try:
        first = session.run(program)
    except RecordingError as error:
        return "no answer", str(error)
    with ONE_AT_A_TIME:
        ours = run_on_flinksim(program.path, program.dialect)
    found = differences(program, _recording(first), ours)
    if not found:
        return ("both fail" if first["raised"] else "same"), ""
    for _ in range(2):
        try:
            again = session.run(program)
        except RecordingError as error:
            return "no answer", str(error)
        if comparable(again["printed"], program.compare) != comparable(
            first["printed"], program.compare
        ):
            return "unstable", ""
    if program.is_parallel and _happens_in_another_order(program, _recording(first)):
        return "another order", ""
    if _has_read_less(program, first, ours):
        return "read less", ""
    raised = first["raised"]
    text = "" if raised is None else _said(raised["text"])
    return "DIFFERS", "\n".join(found) + text


def _happens_in_another_order(program: Written, recording: dict[str, Any]) -> bool:
    with ONE_AT_A_TIME:
        return any(
            not differences(
                program, recording, run_on_flinksim(program.path, program.dialect, interleaving)
            )
            for interleaving in OTHER_ORDERS
        )


def _has_read_less(program: Written, first: dict[str, Any], ours: Outcome) -> bool:
    """Whether both jobs failed, and what PyFlink's client printed of its results is in ours."""
    if first["raised"] is None or ours.raised is None:
        return False
    collects = ".execute_and_collect(" in program.path.read_text(encoding="utf-8")
    return collects and Counter(first["printed"]) < Counter(ours.printed)


def _said(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("\tat ")]
    return "\n".join(["\n  Flink said:", *lines[-6:]])


def _recording(run: dict[str, Any]) -> dict[str, Any]:
    raised = run["raised"]
    return {"printed": run["printed"], "raised": raised and {"says": ""}}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    parser.add_argument("--python", default=os.environ.get("FLINKSIM_PYFLINK"))
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--keep", type=Path, default=Path(tempfile.gettempdir()))
    parser.add_argument("--at-once", type=int, default=2)
    arguments = parser.parse_args()
    if not arguments.python:
        parser.error("say where PyFlink's Python is: --python or FLINKSIM_PYFLINK")
    arguments.keep.mkdir(parents=True, exist_ok=True)
    left: SimpleQueue[int] = SimpleQueue()
    for number in range(arguments.first, arguments.first + arguments.programs):
        left.put(number)
    tally: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    lock = threading.Lock()

    def work() -> None:
        session = Session(Path(arguments.python).absolute(), 40)
        try:
            while True:
                number = left.get_nowait()
                path = arguments.keep / f"p{arguments.seed}_{number}.py"
                chance = random.Random(f"{arguments.seed}-{number}")
                writer = chance.choice((Writer, GatedWriter))(chance)
                path.write_text(writer.write())
                # Where nothing is paced, a task that fails races with those that print.
                races = writer.parallel or not writer.pace
                program = Written(**vars(read_program(path)), text=path, is_parallel=races)
                outcome, told = judged(session, program)
                with lock:
                    tally[outcome] += 1
                    kinds[f"{writer.kind}: {outcome}"] += 1
                    if outcome not in ("DIFFERS", "no answer"):
                        path.unlink()
                    if told:
                        print(f"--- {path}: {outcome}\n{told}", flush=True)
        except Empty:
            return
        finally:
            session.close()

    threads = [threading.Thread(target=work) for _ in range(arguments.at_once)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(f"{arguments.programs} programs of seed {arguments.seed}: {dict(tally)}")
    print(", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items())))
    return 1 if tally["DIFFERS"] else 0


if __name__ == "__main__":
    sys.exit(main())
