"""What happens while an asynchronous operator waits, and when its input ends, as Flink 2.3.0 told it.

The lines are answers of the real thing to these programs (``tests.conformance.judge.real_flink``).
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.conformance.judge.build import run_on_flinksim

KEYED = [
    {"op": "key_by", "on": "s", "as": "k"},
    {"op": "process", "on": "k", "as": "p", "state": "none", "processing": [90]},
]


def program(values: list[tuple[int, int]], end: int, *statements: dict[str, Any]) -> dict[str, Any]:
    """A source of (arrival, number), a letter each, and what reads it."""
    items = [
        {"at": at, "do": "record", "value": ["abc"[place], 100 + 100 * place, number, ""]}
        for place, (at, number) in enumerate(values)
    ]
    strategy = {"kind": "punctuated", "assigner": True}
    return {
        "id": "waits",
        "sources": [{"splits": 1, "strategy": strategy}],
        "items": [{**one, "source": 0, "split": 0} for one in [*items, {"at": end, "do": "end"}]],
        "program": [
            {"op": "source", "source": 0, "as": "s"},
            *statements,
            {"op": "report", "on": "a", "name": "out"},
        ],
    }


def asynchronous(on: str, **options: Any) -> dict[str, Any]:
    return {"op": "async", "on": on, "as": "a", "ordered": True, "timeout": 50_000, **options}


RETRY = {"attempts": 5, "pause": 100}
NEVER = "w-9223372036854775808"

CASES = {
    "timers of an operator before it wait": (
        program(
            [(13, 2), (23, 2)],
            3303,
            *KEYED,
            {"op": "report", "on": "p", "name": "before"},
            asynchronous("p", delay=333, capacity=1),
        ),
        [
            f"13 before:0 (a,100,2,<1 >) @100 {NEVER}",
            f"679 out:0 (a,100,2,<1 >async) @100 {NEVER}",
            "679 before:0 (a,103,1,p103/a/103) @null w99",
            "679 before:0 (b,200,2,<1 >) @200 w99",
            "1012 out:0 (a,103,1,p103/a/103async) @null w99",
            "1012 before:0 (b,769,1,p769/b/769) @null w99",
            "1678 out:0 (b,200,2,<1 >async) @200 w99",
            "2011 out:0 (b,769,1,p769/b/769async) @null w99",
        ],
    ),
    "with time enough calls are made again": (
        program([(10, 2), (20, 1)], 3303, asynchronous("s", delay=70, retry=RETRY)),
        [
            f"632 out:0 (a,100,2,async3) @100 {NEVER}",
            "632 out:0 (b,200,1,async2) @200 w99",
        ],
    ),
    "what is under way when the input ends is not made again": (
        program([(10, 2), (20, 1)], 30, asynchronous("s", delay=70, retry=RETRY)),
        [],
    ),
    "what waits to be made again is made at once, for the last time": (
        program(
            [(10, 2), (20, 1)], 303, asynchronous("s", delay=70, retry={**RETRY, "pause": 1000})
        ),
        ["443 out:0 (b,200,1,async2) @200 w99"],
    ),
    "the input has not ended while its last watermark waits for room": (
        program([(10, 2), (20, 1)], 30, asynchronous("s", delay=0, capacity=1, retry=RETRY)),
        [
            f"212 out:0 (a,100,2,async3) @100 {NEVER}",
            "313 out:0 (b,200,1,async2) @200 w99",
        ],
    ),
    "nor for several": (
        program(
            [(10, 2), (20, 1), (30, 2)],
            40,
            asynchronous("s", delay=70, capacity=2, ordered=False, retry=RETRY),
        ),
        [
            f"632 out:0 (a,100,2,async3) @100 {NEVER}",
            "873 out:0 (b,200,1,async2) @200 w99",
            "1495 out:0 (c,300,2,async3) @300 w199",
        ],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_it_is_as_in_flink(name: str) -> None:
    described, told = CASES[name]
    assert run_on_flinksim(described)[0] == told
