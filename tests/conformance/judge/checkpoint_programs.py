"""Jobs that take checkpoints and fail at a fixed element, on real Flink and on flinksim.

Nothing is left to chance: an item says when a checkpoint is taken, and nothing else happens until it is
complete; the element at which a job fails says how many attempts do (a note such as "!2"); then what
had been given is given again, one by one. No checkpoint is taken by itself but the final one.
"""

from __future__ import annotations

from typing import Any

Statement = dict[str, Any]
Item = dict[str, Any]

NEVER = "10 h"
PUNCTUATED = {"kind": "punctuated", "assigner": True}
BOUNDED = {"kind": "bounded", "bound": 500, "assigner": True}
TUMBLING = {"type": "TumblingEventTimeWindows", "size": 5000}
SLIDING = {"type": "SlidingEventTimeWindows", "size": 4000, "slide": 2000}
SESSION = {"type": "EventTimeSessionWindows", "gap": 1500}
PROCESSING = {"type": "TumblingProcessingTimeWindows", "size": 30}

OPTIONS = {
    "execution.checkpointing.interval": NEVER,
    "execution.checkpointing.min-pause": NEVER,
    "restart-strategy.type": "fixed-delay",
    "restart-strategy.fixed-delay.attempts": "3",
    "restart-strategy.fixed-delay.delay": "0 ms",
}


def record(at: int, key: str, time: int, value: int, note: str = "", source: int = 0,
           split: int = 0) -> Item:  # fmt: skip
    """A record; its note may say that the job fails at it."""
    item: Item = {"at": at, "source": source, "split": split, "do": "record",
                  "value": [key, time, value, note]}  # fmt: skip
    if note.startswith("!"):
        item["fails"] = int(note[1:])
    return item


def checkpoint(at: int, fails: int = 0) -> Item:
    """One is taken; a job that does not bear its failure *fails*."""
    return {"at": at, "do": "checkpoint", **({"fails": fails} if fails else {})}


def end(at: int, source: int = 0, split: int = 0) -> Item:
    return {"at": at, "source": source, "split": split, "do": "end"}


ONE = [
    record(10, "a", 1000, 1), record(20, "b", 1500, 2), record(30, "a", 3200, 3), checkpoint(35),
    record(40, "b", 3900, 4), record(50, "a", 7000, 5, "!1"), record(60, "b", 8200, 6),
    record(70, "a", 13000, 7), end(80),
]  # fmt: skip
"""Three records, a checkpoint, one more, and one at which the first attempt fails."""

TWO = [
    record(10, "a", 1000, 1), record(15, "b", 1200, 2, source=1), record(20, "b", 1500, 3),
    record(25, "a", 2500, 4, source=1), checkpoint(30), record(40, "b", 3900, 5),
    record(45, "b", 3000, 6, source=1), record(50, "a", 7000, 7, "!1"),
    record(60, "a", 7500, 8, source=1), record(70, "a", 13000, 9), end(80), end(90, 1),
]  # fmt: skip
"""Of two sources, of which the first fails."""


def program(
    name: str,
    statements: list[Statement],
    items: list[Item] = ONE,
    sources: int = 1,
    splits: int = 1,
    strategy: dict[str, Any] = PUNCTUATED,
    parallelism: int = 1,
    **options: str,
) -> dict[str, Any]:
    """A job whose stream "r" is reported and committed; *options* have "__" for a dot, "_" for "-"."""
    given = {key.replace("__", ".").replace("_", "-"): value for key, value in options.items()}
    begin: list[Statement] = []
    for number in range(sources):
        begin += [
            {"op": "source", "source": number, "as": f"read{number}"},
            {"op": "map", "fn": "fail", "on": f"read{number}", "as": f"s{number}"},
        ]
    return {
        "id": name, "parallelism": parallelism, "interval": 200,
        "options": {**OPTIONS, **given},
        "sources": [{"splits": splits, "strategy": strategy} for _ in range(sources)],
        "items": items,
        "program": [
            *begin, *statements, {"op": "report", "name": "out", "on": "r"},
            {"op": "commit", "name": "committed", "on": "r"},
        ],
    }  # fmt: skip


def keyed(*behind: Statement) -> list[Statement]:
    """*behind* the records by key, the last of which gives the results."""
    on, made = "k", []
    for number, statement in enumerate(behind):
        name = "r" if number == len(behind) - 1 else f"x{number}"
        made.append({"on": on, "as": name, **statement})
        on = name
    return [{"op": "key_by", "on": "s0", "as": "k"}, *made]


def windowed(assigner: dict[str, Any], function: str, **more: Any) -> list[Statement]:
    return keyed({"op": "window", "assigner": assigner, "function": function, **more})


def by_key_both(statement: Statement) -> list[Statement]:
    return [
        {"op": "key_by", "on": "s0", "as": "k0"}, {"op": "key_by", "on": "s1", "as": "k1"},
        {"on": "k0", "with": "k1", "as": "r", **statement},
    ]  # fmt: skip


def both(statement: Statement) -> list[Statement]:
    return [{"on": "s0", "with": "s1", "as": "r", **statement}]


REMEMBER = [{"op": "remember", "name": "remember", "on": "s0", "as": "r"}]
SPLITS = [
    record(10, "a", 1000, 1), record(20, "b", 1500, 2, split=1), record(30, "c", 3200, 3),
    record(40, "d", 3300, 4, split=1), checkpoint(45), record(50, "b", 3900, 5, split=1),
    record(60, "a", 7000, 6, "!1"), record(70, "b", 8200, 7, split=1), end(80), end(90, 0, 1),
]  # fmt: skip
SNAPSHOTS = [
    record(10, "a", 1000, 1), checkpoint(20), record(30, "b", 1500, 2), checkpoint(400),
    record(1000, "a", 3200, 3), checkpoint(1010), record(1020, "b", 8200, 4), end(1030),
]  # fmt: skip
"""Three checkpoints; what becomes of the second is a job's own affair."""


def _failing(items: list[Item], at: int) -> list[Item]:
    """The same, with a job that does not bear the failure of the checkpoint at that time."""
    return [
        checkpoint(at, fails=1) if item["do"] == "checkpoint" and item["at"] == at else item
        for item in items
    ]


RELEASE: Item = {"at": 50, "do": "release"}
"""What the function "hold" waits for: on flinksim it sleeps till then."""
_UNALIGNED = {"execution__checkpointing__unaligned__enabled": "true"}
_HELD_AT_AN_INPUT = [
    record(10, "a", 1000, 1), record(20, "b", 1200, 2, "hold", source=1), checkpoint(30),
    RELEASE, record(60, "b", 3900, 3), record(70, "a", 7000, 4, "!1"),
    record(80, "b", 7500, 5, source=1),
    end(90), end(100, 1),
]  # fmt: skip
"""The second source's task is held before it puts a record out, which the barrier of the first one's
channel comes before.
"""
_HELD_AT_AN_OUTPUT = [
    record(20, "a", 1000, 1, "hold"), record(22, "b", 1200, 2), record(24, "a", 1400, 3),
    checkpoint(30), RELEASE, record(60, "b", 3900, 4), record(70, "a", 7000, 5, "!1"),
    record(80, "b", 7500, 6), end(90),
]  # fmt: skip
"""The task behind the source is held; two records wait for it, which the barrier overtakes."""
_HELD_TO_ITS_END = [
    record(10, "a", 1000, 1), record(20, "b", 1200, 2, "hold", source=1), checkpoint(30), end(40),
    RELEASE, record(60, "b", 3900, 3, source=1), end(90, 1),
]  # fmt: skip
"""The first source ends behind its barrier, before the barrier of the second one can come."""

_DECLINES = [
    {"op": "rebalance", "on": "s1", "as": "b"},
    {"op": "map", "fn": "hold", "on": "b", "as": "h1"},
    {"op": "union", "on": "s0", "with": "h1", "as": "u"},
    {"op": "rebalance", "on": "u", "as": "c"}, {**REMEMBER[0], "on": "c"},
]  # fmt: skip
_BORNE = {
    **_UNALIGNED,
    "execution__checkpointing__tolerable_failed_checkpoints": "1",
    "execution__checkpointing__checkpoints_after_tasks_finish": "false",
}

_SLOW = [{**REMEMBER[0], "sleepsAt": 2, "sleeps": 400}]

PROGRAMS = [
    program("tumbling, reduce", windowed(TUMBLING, "reduce")),
    program("tumbling, process with state of the key", windowed(TUMBLING, "process")),
    program("tumbling, aggregate and process", windowed(TUMBLING, "aggregate+process")),
    program("tumbling, lateness", windowed(TUMBLING, "process", lateness=4000, late=True)),
    program("sliding, aggregate", windowed(SLIDING, "aggregate")),
    program("sliding, two subtasks", windowed(SLIDING, "process"), parallelism=2),
    program("sessions, reduce", windowed(SESSION, "reduce")),
    program("sessions, process", windowed(SESSION, "process")),
    program("count windows", keyed({"op": "count_window", "size": 2, "function": "reduce"})),
    program(
        "purging trigger",
        windowed(TUMBLING, "reduce",
                 trigger={"type": "PurgingTrigger", "nested": {"type": "CountTrigger", "count": 2}}),
    ),
    program(
        "evictor", windowed(TUMBLING, "process", evictor={"type": "CountEvictor", "count": 1})
    ),
    program("windows of processing time", windowed(PROCESSING, "reduce")),
    program("windows in a row",
            keyed({"op": "window", "assigner": SLIDING, "function": "reduce"}, {"op": "key_by"},
                  {"op": "window", "assigner": TUMBLING, "function": "process"})),
    program("rolling sum", keyed({"op": "sum"})),
    program("rolling reduce", keyed({"op": "reduce"})),
    program("list state, event timers",
            keyed({"op": "process", "state": "list", "event": [700, 2500]})),
    program("map state, processing timers",
            keyed({"op": "process", "state": "map", "processing": [12, 33]})),
    program("reducing state, timers deleted and set again",
            keyed({"op": "process", "state": "reducing", "event": [900], "delete": 2,
                   "again": 1000})),
    program("timers that clear", keyed({"op": "process", "event": [1500], "clear": True})),
    program("time to live", keyed({"op": "process", "ttl": 25})),
    program("time to live over the failure", keyed({"op": "process", "ttl": 15})),
    program("two inputs", by_key_both({"op": "co_process", "delta": 2000}), TWO, 2),
    program("two inputs, processing timers",
            by_key_both({"op": "co_process", "delta": 12, "processing": True}), TWO, 2),
    program("interval join",
            by_key_both({"op": "interval_join", "lower": -2000, "upper": 2000}), TWO, 2),
    program("window join", both({"op": "join", "assigner": TUMBLING}), TWO, 2),
    program("co-group", both({"op": "co_group", "assigner": TUMBLING}), TWO, 2),
    program("broadcast", both({"op": "broadcast_process"}), TWO, 2),
    program("broadcast to keys",
            [{"op": "key_by", "on": "s0", "as": "k"},
             {"op": "broadcast_process", "on": "k", "with": "s1", "as": "r", "delta": 1000}],
            TWO, 2),
    program("union",
            [{"op": "union", "on": "s0", "with": "s1", "as": "u"},
             {"op": "key_by", "on": "u", "as": "k"},
             {"op": "window", "assigner": TUMBLING, "function": "reduce", "on": "k", "as": "r"}],
            TWO, 2),
    program("asynchronous, ordered",
            [{"op": "async", "on": "s0", "as": "r", "ordered": True, "delay": 7, "timeout": 1000}]),
    program("asynchronous, unordered",
            [{"op": "async", "on": "s0", "as": "r", "delay": 7, "timeout": 1000}]),
    program("state of no key", REMEMBER),
    program("state of no key, two subtasks", REMEMBER, SPLITS, splits=2, parallelism=2),
    program("two splits in one reader", windowed(TUMBLING, "process"), SPLITS, splits=2),
    program("two splits, two subtasks", windowed(TUMBLING, "process"), SPLITS, splits=2,
            parallelism=2),
    program("watermarks now and then", windowed(TUMBLING, "process", late=True),
            [record(10, "a", 1000, 1), record(150, "b", 6500, 2), checkpoint(220),
             record(230, "a", 900, 3), record(240, "b", 7000, 4, "!1"), record(250, "a", 800, 5),
             record(500, "b", 13000, 6), end(800)],
            strategy=BOUNDED),
    program("fails twice at one element", windowed(TUMBLING, "process"),
            [{**item, **({"fails": 2, "value": [*item["value"][:3], "!2"]} if "fails" in item else {})}
             for item in ONE]),
    program("fails twice, at two elements", windowed(TUMBLING, "process"),
            [record(10, "a", 1000, 1), checkpoint(15), record(20, "b", 1500, 2, "!1"),
             record(30, "a", 3200, 3), checkpoint(35),
             {**record(40, "b", 3900, 4, "!2"), "fails": 1}, record(60, "b", 8200, 6), end(80)]),
    program("fails before the first checkpoint", windowed(TUMBLING, "process"),
            [record(10, "a", 1000, 1), record(20, "b", 1500, 2, "!1"), record(60, "b", 8200, 6),
             end(80)]),
    program("fails for good", windowed(TUMBLING, "process"),
            [record(10, "a", 1000, 1), checkpoint(15), record(20, "b", 6500, 2, "!9"),
             record(60, "b", 8200, 6), end(80)],
            restart_strategy__fixed_delay__attempts="2"),
    program("is not run again", REMEMBER,
            [record(10, "a", 1000, 1), checkpoint(15), record(20, "b", 6500, 2, "!9"), end(80)],
            restart_strategy__type="none"),
    program("no failure, the final checkpoint", REMEMBER,
            [item for item in ONE if "fails" not in item]),
    program("one source has ended before", by_key_both({"op": "co_process", "delta": 2000}),
            [record(10, "a", 1000, 1), record(15, "b", 1200, 2, source=1), end(20, 1),
             checkpoint(30), record(40, "b", 3900, 5), record(50, "a", 7000, 7, "!1"),
             record(70, "a", 13000, 9), end(80)],
            2),
    program("no checkpoints once a task has ended", by_key_both({"op": "co_process", "delta": 2000}),
            [record(10, "a", 1000, 1), checkpoint(12), record(15, "b", 1200, 2, source=1),
             end(20, 1), checkpoint(30), record(40, "b", 3900, 5), end(80)],
            2, execution__checkpointing__checkpoints_after_tasks_finish="false"),
    program("unaligned", by_key_both({"op": "co_process", "delta": 2000}), TWO, 2,
            execution__checkpointing__unaligned__enabled="true"),
    program("unaligned, in flight at an input",
            [{"op": "map", "fn": "hold", "on": "s1", "as": "h1"},
             {"op": "union", "on": "s0", "with": "h1", "as": "u"},
             {"op": "rebalance", "on": "u", "as": "b"}, {**REMEMBER[0], "on": "b"}],
            _HELD_AT_AN_INPUT, 2, **_UNALIGNED),
    program("unaligned, two inputs, in flight at one",
            [{"op": "map", "fn": "hold", "on": "s1", "as": "h1"},
             {"op": "key_by", "on": "s0", "as": "k0"}, {"op": "key_by", "on": "h1", "as": "k1"},
             {"on": "k0", "with": "k1", "as": "r", "op": "co_process", "delta": 2000}],
            _HELD_AT_AN_INPUT, 2, **_UNALIGNED),
    program("unaligned, in flight at an output",
            [{"op": "rebalance", "on": "s0", "as": "b"},
             {"op": "map", "fn": "hold", "on": "b", "as": "h"}, {**REMEMBER[0], "on": "h"}],
            _HELD_AT_AN_OUTPUT, **_UNALIGNED),
    program("a task declines", _DECLINES, _HELD_TO_ITS_END, 2, **_BORNE,
            # else no task acknowledges before all that write into one file have written
            execution__checkpointing__unaligned__max_subtasks_per_channel_state_file="1"),
    program("a task declines, and shares its file", _DECLINES, _HELD_TO_ITS_END, 2, **_BORNE),
    program("at least once", windowed(TUMBLING, "process"),
            execution__checkpointing__mode="AT_LEAST_ONCE"),
    program("a snapshot fails in the function", [{**REMEMBER[0], "failsAt": 2}],
            _failing(SNAPSHOTS, 400),
            execution__checkpointing__tolerable_failed_checkpoints="1"),
    program("a checkpoint expires, and is borne", _SLOW, SNAPSHOTS,
            execution__checkpointing__timeout="200 ms",
            execution__checkpointing__tolerable_failed_checkpoints="1"),
    program("a checkpoint expires, and is not borne", _SLOW, _failing(SNAPSHOTS, 400),
            execution__checkpointing__timeout="200 ms"),
    program("two regions",
            [{"op": "map", "fn": "note", "n": 1, "on": "s1", "as": "m"},
             {"op": "remember", "name": "remember", "on": "m", "as": "q"},
             {"op": "report", "name": "other", "on": "q"},
             {"op": "remember", "name": "fails", "on": "s0", "as": "r"}],
            TWO, 2),
]  # fmt: skip
"""By what they are about."""
