"""The programs whose stacks are recorded: at least one for each kind of operator and of source."""

from __future__ import annotations

from typing import Any

Statement = dict[str, Any]
TUMBLING = {"type": "TumblingEventTimeWindows", "size": 5000}
SESSION = {"type": "EventTimeSessionWindows", "gap": 1000}
BOUNDED = {"kind": "bounded", "bound": 500, "assigner": True}
PUNCTUATED = {"kind": "punctuated", "assigner": True}
VALUES = (("a", 1000), ("b", 1500), ("a", 2500), ("a", 7000), ("b", 6500), ("a", 900), ("b", 13000))


def items(sources: int, splits: int, idle: bool = False) -> list[Statement]:
    """The same few records to each source, split by split in turn; some are late."""
    told: list[Statement] = []
    at = 0
    for number, (key, time) in enumerate(VALUES):
        for source in range(sources):
            at += 130
            place = {"source": source, "split": number % splits}
            told.append(
                {"at": at, **place, "do": "record", "value": [key, time + source, number, ""]}
            )
    if idle:
        for what in ("idle", "active"):
            at += 500
            told.append({"at": at, "source": 0, "split": 0, "do": what})
    for source in range(sources):
        for split in range(splits):
            at += 450
            told.append({"at": at, "source": source, "split": split, "do": "end"})
    return told


def program(
    name: str,
    statements: list[Statement],
    strategies: tuple[Statement | None, ...] = (BOUNDED,),
    splits: int = 1,
    idle: bool = False,
    **options: Any,
) -> Statement:
    """A program over scripted sources, one for each strategy."""
    sources = [{"splits": splits, "strategy": strategy} for strategy in strategies]
    reads = [{"op": "source", "source": n, "as": f"s{n}"} for n in range(len(sources))]
    script = items(len(sources), splits, idle) if sources else []
    return {
        "id": name,
        "sources": sources,
        "items": script,
        "program": reads + statements,
        **options,
    }


def _keyed(on: str = "s0") -> Statement:
    return {"op": "key_by", "on": on, "as": f"k{on}"}


def _out(on: str, name: str = "out") -> Statement:
    return {"op": "report", "on": on, "name": name}


def _window(assigner: Statement, function: str, **more: Any) -> list[Statement]:
    statement = {"op": "window", "on": "ks0", "as": "w", "assigner": assigner, "function": function}
    return [_keyed(), statement | more, _out("w")]


def _all(assigner: Statement, function: str, **more: Any) -> list[Statement]:
    statement = {
        "op": "window_all",
        "on": "s0",
        "as": "w",
        "assigner": assigner,
        "function": function,
    }
    return [statement | more, _out("w")]


def _two(op: str, **more: Any) -> list[Statement]:
    return [
        _keyed("s0"),
        _keyed("s1"),
        {"op": op, "on": "ks0", "with": "ks1", "as": "x"} | more,
        _out("x"),
    ]


LEGACY = [[key, time, number, ""] for number, (key, time) in enumerate(VALUES)]
PROCESSING = {"type": "TumblingProcessingTimeWindows", "size": 300}
GLOBAL = {"type": "GlobalWindows"}
COUNT_2 = {"type": "CountTrigger", "count": 2}
CLASSIC: list[Statement] = [
    {"op": "legacy", "values": LEGACY, "as": "l"},
    {"op": "filter", "n": 100, "on": "l", "as": "f"},
    {"op": "map", "fn": "add", "n": 1, "on": "f", "as": "m"},
    {"op": "assign", "strategy": BOUNDED, "on": "m", "as": "s0"},
    *_window(TUMBLING, "reduce")[:-1],
    {"op": "map", "fn": "note", "n": 1, "on": "w", "as": "n"},
    _out("n"),
]
PUNCTUATED_TWICE = (PUNCTUATED, PUNCTUATED)

_CHAIN: list[Statement] = [
    {"op": "map", "fn": "add", "n": 1, "on": "s0", "as": "m"},
    {"op": "broadcast", "on": "m", "as": "b"},
    {"op": "flat_map", "n": 2, "on": "b", "as": "f"},
    {"op": "custom", "on": "f", "as": "c"},
    {"op": "filter", "n": 2, "on": "c", "as": "l"},
    {"op": "key_by", "on": "l", "as": "k"},
    {"op": "window", "on": "k", "as": "w", "assigner": TUMBLING, "function": "process"},
    {"op": "split", "on": "w", "as": "p"},
    {"op": "side", "tag": "odd", "on": "p", "as": "o"},
    _out("p"),
    _out("o", "odd"),
]
"""Every kind of exchange, and every way to write into it."""

_SEVERAL: list[Statement] = [
    {"op": "split", "on": "s0", "as": "p"},
    {"op": "side", "tag": "odd", "on": "p", "as": "o"},
    {"op": "map", "fn": "add", "n": 1, "on": "p", "as": "m"},
    {"op": "filter", "n": 2, "on": "p", "as": "f"},
    {"op": "key_by", "on": "p", "as": "k"},
    {"op": "sum", "on": "k", "as": "s"},
    _out("m"),
    _out("f", "f"),
    _out("s", "s"),
    _out("o", "odd"),
]
"""Operators that several others read, in the chain and out of it."""


PROGRAMS: list[Statement] = [
    program("classic", CLASSIC, (), interval=20),
    program("classic, objects reused", CLASSIC, (), interval=20, objectReuse=True),
    program("classic, not chained", CLASSIC, (), interval=20, chaining=False),
    program(
        "legacy source with timestamps",
        [{"op": "legacy", "values": LEGACY, "timed": True, "as": "s0"}, *_window(TUMBLING, "sum")],
        (),
    ),
    program("tumbling, two splits", _window(TUMBLING, "sum", late=True), splits=2, idle=True),
    program(
        "tumbling, four tasks", _window(TUMBLING, "process", lateness=2000), splits=2, parallelism=2
    ),
    program(
        "strategy with idleness", _window(TUMBLING, "apply"), (BOUNDED | {"idle": 300},), splits=2
    ),
    program(
        "punctuated",
        [
            *_window(TUMBLING, "aggregate", late=True),
            {"op": "side", "tag": "late", "on": "w", "as": "late"},
            _out("late", "late"),
        ],
        (PUNCTUATED,),
    ),
    program(
        "strategies as operators",
        [
            {"op": "assign", "strategy": PUNCTUATED, "on": "s0", "as": "p"},
            {"op": "assign", "strategy": BOUNDED | {"idle": 300}, "on": "p", "as": "q"},
            _out("q"),
        ],
        (None,),
    ),
    program(
        "sliding",
        _window({"type": "SlidingEventTimeWindows", "size": 4000, "slide": 2000}, "max_by"),
    ),
    program("sessions reduced", _window(SESSION, "reduce+process", late=True), (PUNCTUATED,)),
    program("sessions processed", _window(SESSION, "process", lateness=500), (PUNCTUATED,)),
    program("sessions aggregated", _window(SESSION, "aggregate+process"), (PUNCTUATED,)),
    program("processing time windows", _window(PROCESSING, "reduce")),
    program(
        "processing time sessions",
        _window({"type": "ProcessingTimeSessionWindows", "gap": 200}, "process"),
    ),
    program(
        "purging and counting",
        _window(GLOBAL, "sum", trigger={"type": "PurgingTrigger", "nested": COUNT_2}),
    ),
    program(
        "continuous triggers",
        _window(TUMBLING, "sum", trigger={"type": "ContinuousEventTimeTrigger", "interval": 2000}),
    ),
    program(
        "continuous triggers, processing time",
        _window(
            GLOBAL, "sum", trigger={"type": "ContinuousProcessingTimeTrigger", "interval": 200}
        ),
    ),
    program(
        "delta trigger",
        _window(GLOBAL, "process", trigger={"type": "DeltaTrigger", "threshold": 2.0}),
    ),
    program("evictors", _window(TUMBLING, "process", evictor={"type": "CountEvictor", "count": 2})),
    program(
        "evictors, aggregated",
        _window(TUMBLING, "aggregate+process", evictor={"type": "CountEvictor", "count": 2}),
    ),
    program(
        "evictors afterwards",
        _window(SESSION, "reduce", evictor={"type": "TimeEvictor", "size": 500, "after": True}),
        (PUNCTUATED,),
    ),
    program(
        "count windows",
        [
            _keyed(),
            {"op": "count_window", "size": 2, "function": "reduce", "on": "ks0", "as": "w"},
            {
                "op": "count_window",
                "size": 3,
                "slide": 2,
                "function": "process",
                "on": "ks0",
                "as": "v",
            },
            _out("w"),
            _out("v", "slide"),
        ],
    ),
    program("windows of all", _all(TUMBLING, "process", late=True), splits=2),
    program("windows of all, summed", _all(SESSION, "sum"), (PUNCTUATED,)),
    program(
        "timers",
        [
            _keyed(),
            {
                "op": "process",
                "on": "ks0",
                "as": "p",
                "event": [700, 3000],
                "processing": [200],
                "delete": 2,
                "state": "map",
                "again": 500,
            },
            _out("p"),
        ],
    ),
    program(
        "state",
        [
            _keyed(),
            {
                "op": "process",
                "on": "ks0",
                "as": "p",
                "event": [900],
                "clear": True,
                "state": "list",
            },
            {"op": "process", "on": "ks0", "as": "q", "state": "reducing"},
            _out("p"),
            _out("q", "q"),
        ],
    ),
    program(
        "side outputs",
        [
            {"op": "split", "on": "s0", "as": "p"},
            {"op": "side", "tag": "odd", "on": "p", "as": "o"},
            _out("p"),
            _out("o", "odd"),
        ],
    ),
    program(
        "flat maps in front of partitions",
        [
            {"op": "flat_map", "n": 3, "on": "s0", "as": "f"},
            {"op": "rebalance", "on": "f", "as": "r"},
            {"op": "map", "fn": "add", "n": 1, "on": "r", "as": "m"},
            {"op": "broadcast", "on": "m", "as": "b"},
            {"op": "map", "fn": "add", "n": 1, "on": "b", "as": "n"},
            {"op": "custom", "on": "n", "as": "c"},
            _out("c"),
        ],
        splits=2,
        parallelism=2,
    ),
    program(
        "rolling",
        [
            _keyed(),
            {"op": "reduce", "on": "ks0", "as": "r"},
            {"op": "sum", "on": "ks0", "as": "s"},
            {"op": "max_by", "on": "ks0", "as": "m"},
            _out("r"),
            _out("s", "sum"),
            _out("m", "max"),
        ],
    ),
    program(
        "union",
        [
            {"op": "union", "on": "s0", "with": "s1", "as": "u"},
            _keyed("u"),
            {"op": "window", "on": "ku", "as": "w", "assigner": TUMBLING, "function": "sum"},
            _out("w"),
        ],
        (BOUNDED, BOUNDED),
    ),
    program("connected", _two("co_process", delta=1000), PUNCTUATED_TWICE),
    program(
        "connected, processing time",
        _two("co_process", delta=100, processing=True),
        PUNCTUATED_TWICE,
    ),
    program(
        "connected maps",
        [
            {"op": "co_map", "on": "s0", "with": "s1", "as": "x"},
            {"op": "co_flat_map", "on": "s0", "with": "s1", "as": "y"},
            _out("x"),
            _out("y", "y"),
        ],
        PUNCTUATED_TWICE,
    ),
    program(
        "broadcast state",
        [{"op": "broadcast_process", "on": "s0", "with": "s1", "as": "x"}, _out("x")],
        PUNCTUATED_TWICE,
    ),
    program(
        "keyed broadcast state",
        [
            _keyed(),
            {"op": "broadcast_process", "on": "ks0", "with": "s1", "delta": 500, "as": "x"},
            _out("x"),
        ],
        PUNCTUATED_TWICE,
    ),
    program("interval join", _two("interval_join", lower=-1000, upper=1500), PUNCTUATED_TWICE),
    program(
        "window join",
        [
            {"op": "join", "on": "s0", "with": "s1", "assigner": TUMBLING, "as": "j"},
            {"op": "co_group", "on": "s0", "with": "s1", "assigner": SESSION, "as": "g"},
            _out("j"),
            _out("g", "g"),
        ],
        PUNCTUATED_TWICE,
    ),
    program(
        "async, ordered",
        [
            {"op": "async", "ordered": True, "delay": 150, "timeout": 1000, "on": "s0", "as": "x"},
            _out("x"),
        ],
    ),
    program(
        "async, unordered",
        [{"op": "async", "delay": 150, "timeout": 250, "on": "s0", "as": "x"}, _out("x")],
    ),
    program(
        "async, at once",
        [
            {"op": "async", "ordered": True, "delay": 0, "timeout": 1000, "on": "s0", "as": "x"},
            _out("x"),
        ],
    ),
    program(
        "async, without room",
        [
            {"op": "async", "delay": 150, "timeout": 900, "capacity": 1, "on": "s0", "as": "x"},
            _out("x"),
        ],
        chaining=False,
    ),
    program(
        "windows behind windows",
        [
            *_window(TUMBLING, "sum")[:-1],
            {"op": "window_all", "on": "w", "as": "v", "assigner": TUMBLING, "function": "process"},
            _out("v"),
        ],
    ),
    program(
        "batch",
        [*_window(TUMBLING, "sum"), {"op": "reduce", "on": "ks0", "as": "r"}, _out("r", "r")],
        mode="batch",
    ),
    program(
        "batch with timers",
        [
            _keyed(),
            {"op": "process", "on": "ks0", "as": "p", "event": [700], "state": "map"},
            _out("p", "p"),
            *_window(SESSION, "process")[1:],
        ],
        mode="batch",
    ),
    program("batch, a result for each operator", _CHAIN, mode="batch", chaining=False),
    program(
        "batch, pipelined",
        _CHAIN,
        mode="batch",
        chaining=False,
        options={
            "jobmanager.scheduler": "Default",
            "execution.batch-shuffle-mode": "ALL_EXCHANGES_PIPELINED",
        },
    ),
    program(
        "batch, the old scheduler",
        _CHAIN,
        mode="batch",
        chaining=False,
        options={"jobmanager.scheduler": "Default"},
    ),
    program(
        "batch, unsorted",
        [*_window(TUMBLING, "reduce"), {"op": "reduce", "on": "ks0", "as": "r"}, _out("r", "r")],
        mode="batch",
        options={
            "execution.sorted-inputs.enabled": "false",
            "execution.batch-state-backend.enabled": "false",
        },
    ),
    program(
        "batch, state of all keys",
        [
            *_window(TUMBLING, "reduce"),
            {"op": "process", "on": "ks0", "as": "p", "event": [700], "state": "list"},
            _out("p", "p"),
        ],
        mode="batch",
        options={"execution.batch-state-backend.enabled": "false"},
    ),
    program(
        "batch, broadcast state",
        [
            {"op": "broadcast_process", "on": "s0", "with": "s1", "as": "x"},
            _keyed(),
            {"op": "broadcast_process", "on": "ks0", "with": "s1", "delta": 500, "as": "y"},
            _out("x"),
            _out("y", "y"),
        ],
        PUNCTUATED_TWICE,
        mode="batch",
    ),
    program(
        "batch, several subtasks",
        [
            {"op": "map", "fn": "add", "n": 1, "on": "s0", "as": "m", "parallelism": 2},
            {"op": "rebalance", "on": "m", "as": "r"},
            {"op": "flat_map", "n": 2, "on": "r", "as": "f", "parallelism": 2},
            {"op": "broadcast", "on": "f", "as": "b"},
            {"op": "map", "fn": "add", "n": 1, "on": "b", "as": "n", "parallelism": 2},
            _out("n"),
        ],
        mode="batch",
        parallelism=2,
    ),
    program(
        "at the end of the stream",
        [
            *_window({"type": "GlobalWindowsAtEnd"}, "reduce"),
            {"op": "rebalance", "on": "w", "as": "r"},
            {"op": "map", "fn": "add", "n": 1, "on": "r", "as": "m"},
            _out("m", "again"),
        ],
        chaining=False,
    ),
    program("several outputs", _SEVERAL),
    program("several outputs, objects reused", _SEVERAL, objectReuse=True),
    program("several outputs, each a task", _SEVERAL, chaining=False),
    program(
        "several outputs, each a task, objects reused", _SEVERAL, chaining=False, objectReuse=True
    ),
    program("batch, connected", _two("co_process", delta=1000), PUNCTUATED_TWICE, mode="batch"),
]
