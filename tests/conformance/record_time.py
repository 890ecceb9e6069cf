"""Records what real Flink does with time: at both ends of 64 bits, and late by a millisecond.

    FLINKSIM_PYFLINK=<python of an environment with apache-flink 2.3.0> \\
        python -m tests.conformance.record_time [long_times ...]

writes ``facts/<name>.json`` for each program of ``time_recorder/``, which needs a JDK.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from tests.conformance.fact_files import FACTS

HERE = Path(__file__).parent

ENDS = [
    *(MIN_TIMESTAMP + step for step in (0, 1, 2, 3, 7, 8, 12, 20)),
    *(-11, -1, 0, 1),
    *(MAX_TIMESTAMP - step for step in (20, 12, 8, 7, 3, 2, 1, 0)),
]
"""Timestamps at both ends, and in the middle."""

TUMBLING = {"type": "TumblingEventTimeWindows", "size": 10, "offset": 0}
SHIFTED = {"type": "TumblingEventTimeWindows", "size": 7, "offset": -3}
SLIDING = {"type": "SlidingEventTimeWindows", "size": 10, "slide": 4, "offset": 1}
APART = {"type": "SlidingEventTimeWindows", "size": 3, "slide": 5, "offset": 0}
SESSION = {"type": "EventTimeSessionWindows", "gap": 3}
GLOBAL = {"type": "GlobalWindows"}
EVERY_2 = {"type": "ContinuousEventTimeTrigger", "interval": 2}


def _ops(watermarks: list[int], timestamps: list[int]) -> list[list[Any]]:
    """Elements one after the other, with watermarks in between."""
    ops: list[list[Any]] = []
    for number, timestamp in enumerate(timestamps):
        ops.append(["e", "a", number + 1, timestamp])
        if number < len(watermarks):
            ops.append(["w", watermarks[number]])
    return ops


def long_time_cases() -> list[dict[str, Any]]:
    """Assigners, window operators and timers at both ends of time; what they give is Flink's to say."""
    cases: list[dict[str, Any]] = []
    for assigner in (TUMBLING, SHIFTED, SLIDING, APART, SESSION):
        # at MIN + 3 the loop over windows 5 ms apart wraps around, and Flink runs out of memory
        endless = MIN_TIMESTAMP + 3 if assigner is APART else None
        inputs = [[timestamp] for timestamp in ENDS if timestamp != endless]
        cases.append({"kind": "assign", "assigner": assigner, "inputs": inputs})
    low, high = ENDS[1:8], ENDS[12:]
    feeds = {
        "high": _ops([], high),
        "low": _ops([], low),
        "both": _ops([], [5, MAX_TIMESTAMP, ENDS[1], MAX_TIMESTAMP - 1, 6]),
        "behind a watermark": [["w", 5], *_ops([], [MAX_TIMESTAMP, MAX_TIMESTAMP - 4, ENDS[2], 9])],
        "watermarks high": _ops([MAX_TIMESTAMP - 9, MAX_TIMESTAMP - 1, MAX_TIMESTAMP], high),
        "watermarks low": _ops([ENDS[1], ENDS[2], ENDS[5]], low),
    }
    lateness = {
        "": 0,
        ", lateness 5": 5,
        ", lateness MAX": MAX_TIMESTAMP,
    }
    shapes: list[tuple[str, dict[str, Any], dict[str, Any] | None]] = [
        ("tumbling", TUMBLING, None),
        ("sliding", SLIDING, None),
        ("session", SESSION, None),
        ("tumbling, continuous", TUMBLING, EVERY_2),
        ("session, continuous", SESSION, EVERY_2),
        ("global, count", GLOBAL, {"type": "CountTrigger", "count": 2}),
    ]
    for name, assigner, trigger in shapes:
        for feed, ops in feeds.items():
            for suffix, allowed in lateness.items():
                if name == "session, continuous":
                    # a session that ends at MAX_TIMESTAMP + 1 fires for ever, every 2 ms of 64 bits
                    ops = [op for op in ops if op[-1] != MAX_TIMESTAMP - 2]
                if allowed and name not in ("tumbling", "session"):
                    continue
                case = {
                    "id": f"{name}: {feed}{suffix}",
                    "kind": "window",
                    "assigner": assigner,
                    "allowedLateness": allowed,
                    "lateSideOutput": True,
                    "function": "processListAll" if allowed != 5 else "reduceSum",
                    "ops": ops,
                }
                if trigger is not None:
                    case["trigger"] = trigger
                cases.append(case)
    for name, assigner, trigger in shapes[:5]:
        for allowed in (0, 5):
            case = {
                "id": f"behind a count window: {name}, lateness {allowed}",
                "kind": "window",
                "countedBefore": 2,
                "assigner": assigner,
                "allowedLateness": allowed,
                "lateSideOutput": True,
                "function": "processListAll",
                "ops": [["e", "a", 1, 1], ["e", "a", 2, 2], ["w", 5]],
            }
            if trigger is not None:
                case["trigger"] = trigger
            cases.append(case)
    cases.append(
        {
            "id": "timers at both ends",
            "kind": "timers",
            "ops": [
                *(["e", "a", timestamp, 0] for timestamp in ENDS),
                *(["w", timestamp] for timestamp in ENDS),
            ],
        }
    )
    for number, case in enumerate(cases):
        case.setdefault("id", f"{case['kind']}-{number}")
    return cases


def processing_time_cases() -> list[dict[str, Any]]:
    """How long a timer waits, and what a job on a real machine saw of it."""
    waits = [[9, 3], [9, 9], [9, 10], [0, 0], [MAX_TIMESTAMP, 5], [MAX_TIMESTAMP, 0], [-5, -5]]
    return [
        {"id": "delay", "kind": "delay", "inputs": waits},
        {"id": "job", "kind": "job"},
    ]


def life_cycle_cases() -> list[dict[str, Any]]:
    """Chains, one that ends and one that fails."""
    chain = ["head", "middle", "tail"]
    return [
        {"id": "ends", "kind": "chain", "chain": chain},
        {"id": "fails", "kind": "chain", "chain": chain, "fails": "middle"},
    ]


PROGRAMS: dict[str, tuple[str, dict[str, str], Any]] = {
    "long_times": (
        "Windows and event timers at both ends of 64 bits, by real operators in a job, op by op",
        {
            "kind=assign": "inputs as in assigners.json; windows: [start, end, max timestamp]",
            "kind=window": "as in windows.json; countedBefore: behind a count window of that size",
            "kind=timers": "each element registers an event timer at its value; onTimer emits "
            "[timestamp, watermark]",
        },
        long_time_cases,
    ),
    "processing_time": (
        "The production clock: ProcessingTimeServiceUtil, and what a real job saw of it",
        {
            "kind=delay": "inputs [timestamp, now]; delays: getProcessingTimeDelay of them",
            "kind=job": "most: the most common of many samples, in ms; auto watermark interval 20 ms",
        },
        processing_time_cases,
    ),
    "life_cycle": (
        "What happens to the operators of a chain, and in which order",
        {
            "kind=chain": "operators behind a source, from head to tail; order: what happened to them, "
            "afterInvoke being StreamTask's; fails: whose processElement throws",
        },
        life_cycle_cases,
    ),
}
"""By the name of the facts: what they are about, their schema, and the cases to be filled in."""

MAINS = {"long_times": "LongTimes", "processing_time": "ProcessingTime", "life_cycle": "LifeCycle"}


def recorded(main: str, cases: Any, python: Path) -> Any:
    """*cases* with what Flink says; *python* has PyFlink, whose jars are used."""
    find = "import pyflink, pathlib; print(pathlib.Path(pyflink.__file__).parent / 'lib')"
    jars = subprocess.run(
        [str(python), "-c", find], check=True, capture_output=True, text=True
    ).stdout.strip()
    with tempfile.TemporaryDirectory() as folder:
        given, told = Path(folder) / "cases.json", Path(folder) / "told.json"
        given.write_text(json.dumps(cases), encoding="utf-8")
        source = str(HERE / "time_recorder" / f"{main}.java")
        subprocess.run(
            ["javac", "-nowarn", "-cp", f"{jars}/*", "-d", folder, source],
            check=True,
            stderr=subprocess.DEVNULL,
        )
        subprocess.run(
            ["java", "--add-opens", "java.base/java.util=ALL-UNNAMED",
             "--add-opens", "java.base/java.lang=ALL-UNNAMED",
             "-cp", f"{folder}{os.pathsep}{jars}/*", main, str(given), str(told)],
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=600,
        )  # fmt: skip
        return json.loads(told.read_text(encoding="utf-8"))


def main(names: list[str]) -> None:
    python = Path(os.environ["FLINKSIM_PYFLINK"])
    for name in names or list(PROGRAMS):
        about, schema, cases = PROGRAMS[name]
        events = recorded(MAINS[name], cases(), python)
        lines = ",\n".join(json.dumps(event) for event in events)
        head = json.dumps({"flink": "2.3.0", "about": about, "schema": schema})[:-1]
        (FACTS / f"{name}.json").write_text(f'{head},\n"cases": [\n{lines}\n]}}\n', "utf-8")
        print(f"{name}: {len(events)} cases")


if __name__ == "__main__":
    main(sys.argv[1:])
