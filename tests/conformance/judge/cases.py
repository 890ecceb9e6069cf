"""Small programs in the form of :mod:`build` in which flinksim once told something else than Flink.

    python -m tests.conformance.judge.differential --cases --record [--jars FOLDER]

``facts/judged_cases.json`` has Flink's answers.
"""

from __future__ import annotations

from itertools import product
from typing import Any

Statement = dict[str, Any]

NO_WATERMARKS = {"kind": "none"}
KEYED = {"op": "key_by", "on": "source", "as": "keyed"}
ASSIGNERS = {
    "tumbling": {"type": "TumblingEventTimeWindows", "size": 10, "offset": 0},
    "sliding": {"type": "SlidingEventTimeWindows", "size": 10, "slide": 5, "offset": 0},
    "session": {"type": "EventTimeSessionWindows", "gap": 3},
}
MORE: dict[str, Statement] = {
    "": {},
    ", lateness": {"lateness": 5},
    ", late output": {"late": True},
    ", lateness and late output": {"lateness": 5, "late": True},
    ", a continuous trigger": {"trigger": {"type": "ContinuousEventTimeTrigger", "interval": 2}},
    ", purged by count": {
        "trigger": {"type": "PurgingTrigger", "nested": {"type": "CountTrigger", "count": 1}}
    },
    ", an evictor": {"evictor": {"type": "CountEvictor", "count": 1}},
}
"""What a window may have besides."""


def record(at: int, key: str, number: int, timestamp: int, time: int = 0) -> Statement:
    value = [key, time, number, ""]
    place = {"at": at, "source": 0, "split": 0}
    return {**place, "do": "record", "value": value, "timestamp": timestamp}


def watermark(at: int, timestamp: int) -> Statement:
    return {"at": at, "source": 0, "split": 0, "do": "watermark", "timestamp": timestamp}


def program(
    name: str, items: list[Statement], calls: list[Statement], **more: Any
) -> dict[str, Any]:
    end = {"at": items[-1]["at"] + 30, "source": 0, "split": 0, "do": "end"}
    return {
        "id": name,
        "parallelism": 1,
        "interval": 1000,
        "sources": [{"splits": 1, "strategy": more.pop("strategy", NO_WATERMARKS)}],
        "items": [*items, end],
        "program": [{"op": "source", "source": 0, "as": "source"}, *calls],
        **more,
    }


def told(window: Statement) -> list[Statement]:
    """The window's results, and what came too late for it."""
    calls = [window, {"op": "report", "on": window["as"], "name": "out"}]
    if window.get("late"):
        side = {"op": "side", "on": window["as"], "tag": "late", "as": "late"}
        calls += [side, {"op": "report", "on": "late", "name": "late"}]
    return calls


def behind_a_count_window(kind: str, more: str) -> dict[str, Any]:
    """A count window's results have Long.MAX_VALUE for a timestamp; what is added to it wraps."""
    count = {"op": "count_window", "on": "keyed", "size": 2, "function": "sum", "as": "counted"}
    again = {"op": "key_by", "on": "counted", "as": "again"}
    window = {"op": "window", "on": "again", "assigner": ASSIGNERS[kind], "function": "sum"}
    items = [record(13, "a", 1, 1), record(23, "a", 2, 2), watermark(33, 5)]
    items += [record(43, "b", 4, 7), record(53, "b", 5, 8), record(63, "a", 8, 9)]
    calls = [KEYED, count, again, *told({**window, **MORE[more], "as": "window"})]
    return program(f"{kind} behind a count window{more}", items, calls)


def batch(how: str, kind: str) -> dict[str, Any]:
    """In batch what is rolling gives one result for each key, without a timestamp of its own."""
    rolling = {"op": how, "on": "keyed", "as": "rolled"}
    again = {"op": "key_by", "on": "rolled", "as": "again"}
    window = {"op": "window", "on": "again", "assigner": ASSIGNERS[kind], "function": "sum"}
    values = (("a", 1), ("b", 2), ("a", 3), ("c", 4), ("d", 25), ("a", 26))
    items = [
        record(13 + 10 * n, key, number, number, number) for n, (key, number) in enumerate(values)
    ]
    strategy = {"kind": "monotonous", "assigner": True}
    calls = [KEYED, rolling, again, *told({**window, "as": "window"})]
    return program(f"{kind} behind {how}, batch", items, calls, mode="batch", strategy=strategy)


def shared_element(how: str, more: str) -> dict[str, Any]:
    """All panes of a sliding window share an element, and Flink's aggregate changes it in place."""
    assigner = {"type": "SlidingEventTimeWindows", "size": 20, "slide": 10, "offset": 0}
    window = {"op": "window", "on": "keyed", "assigner": assigner, "function": how}
    items = [record(13, "b", 1, 11), record(23, "b", 10, 25), record(33, "b", 4, 31)]
    items += [watermark(43, 34), record(53, "b", 7, 29)]
    calls = [KEYED, *told({**window, **MORE[more], "as": "window"})]
    return program(f"sliding {how}{more}", items, calls)


def timers_before_a_full_queue() -> dict[str, Any]:
    """A timer waits in the midst of its firing, for room behind it: the next is not even set then."""
    assigner = {"type": "ProcessingTimeSessionWindows", "gap": 250}
    window = {"op": "window", "on": "keyed", "assigner": assigner, "function": "process"}
    waits = {"op": "async", "on": "window", "ordered": True, "delay": 333, "timeout": 500}
    waits |= {"capacity": 2, "retry": {"attempts": 2, "pause": 41}, "as": "results"}
    report = {"op": "report", "on": "results", "name": "out"}
    items = [record(873, "a", 1, 1, time=1), record(1063, "b", 2, 2, time=100)]
    items += [record(1153, "a", 3, 3, time=300), record(1343, "c", 4, 4, time=400)]
    calls = [KEYED, {**window, "as": "window"}, waits, report]
    strategy = {"kind": "monotonous", "assigner": True}
    return program("timers before a full queue", items, calls, strategy=strategy, interval=200)


def evicted_by_time(begin: int, size: int) -> dict[str, Any]:
    """What is as old as time itself, less the size of the evictor, wraps: nothing is young enough."""
    assigner = {"type": "TumblingEventTimeWindows", "size": 1000, "offset": 0}
    evictor = {"type": "TimeEvictor", "size": size, "after": False}
    window = {"op": "window", "on": "keyed", "assigner": assigner, "function": "process"}
    items = [record(13 + 10 * n, "a", n, begin + n * 100, n) for n in range(5)]
    calls = [KEYED, *told({**window, "evictor": evictor, "as": "window"})]
    return program(f"a time evictor of {size} ms at {begin}", items, calls)


def inputs_before_a_full_queue(order: str) -> dict[str, Any]:
    """Records come to two inputs, in this *order*, while room behind them is waited for."""
    items = [
        record(50 + 10 * n, chance, n, n) | {"source": int(chance)}
        for n, chance in enumerate(order)
    ]
    calls = [
        {"op": "source", "source": 1, "as": "other"},
        {"op": "co_flat_map", "on": "source", "with": "other", "as": "both"},
        {"op": "async", "on": "both", "ordered": True, "delay": 70, "timeout": 500, "capacity": 1,
         "as": "results"},
        {"op": "report", "on": "results", "name": "out"},
    ]  # fmt: skip
    made = program(f"two inputs before a full queue: {order}", items, calls)
    end = made["items"][-1]
    return made | {
        "sources": [{"splits": 1, "strategy": NO_WATERMARKS}] * 2,
        "items": [*made["items"], end | {"at": end["at"] + 10, "source": 1}],
    }


def sessions_that_wrap(*begun: tuple[int, int]) -> dict[str, Any]:
    """Sessions that begin so long before the end of time, with a gap by their number: some end before
    it, and some wrap around, so that it counts which of two with one beginning is looked at first.
    """
    window = {"op": "window", "on": "keyed", "assigner": {"type": "DynamicEventTimeSessionWindows"}}
    items = [
        record(13 + 10 * n, "a", number, (1 << 63) - 1 - before, n)
        for n, (before, number) in enumerate(begun)
    ]
    calls = [KEYED, *told({**window, "function": "process", "as": "window"})]
    return program(f"sessions that wrap: {begun}", items, calls)


CASES = [
    sessions_that_wrap((900, 0), (900, 2), (1700, 1)),
    sessions_that_wrap((1200, 1), (1200, 3), (1200, 0), (300, 3)),
    sessions_that_wrap((1700, 3), (1700, 1), (900, 0), (900, 0), (900, 0)),
    *(inputs_before_a_full_queue(order) for order in ("000111", "01110001", "10010110", "1000011")),
    *(evicted_by_time(begin, size) for begin, size in product((-(1 << 63) + 100, 0), (300, 900))),
    timers_before_a_full_queue(),
    *(behind_a_count_window(kind, more) for kind, more in product(ASSIGNERS, MORE)),
    *(batch(how, kind) for how, kind in product(("sum", "max", "reduce"), ASSIGNERS)),
    *(
        shared_element(how, more)
        for how, more in product(
            ("max", "min", "sum", "max_by"), ("", ", lateness", ", an evictor")
        )
    ),
]
