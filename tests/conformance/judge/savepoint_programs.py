"""Jobs that stop with a savepoint and go on from it, changed or not; and options that are refused.

All items are given in one list: at "stop" the first job ends, and what comes behind is for the second.
"""

from __future__ import annotations

from typing import Any

from tests.conformance.judge.checkpoint_programs import (
    BOUNDED,
    ONE,
    REMEMBER,
    SESSION,
    SNAPSHOTS,
    TUMBLING,
    TWO,
    Item,
    Statement,
    by_key_both,
    end,
    keyed,
    program,
    record,
    windowed,
)


def stop(at: int, drain: bool = False) -> Item:
    return {"at": at, "do": "stop", **({"drain": True} if drain else {})}


HALF = [
    record(10, "a", 1000, 1), record(20, "b", 1500, 2), record(30, "c", 3200, 3),
    record(35, "d", 3300, 4), stop(40), record(50, "b", 3900, 5), record(60, "a", 7000, 6),
    record(70, "d", 8200, 7), record(80, "c", 13000, 8), end(90),
]  # fmt: skip
DRAINED = [stop(40, drain=True) if item["do"] == "stop" else item for item in HALF]
SPLITS = [
    record(10, "a", 1000, 1), record(20, "b", 1500, 2, split=1), record(30, "c", 3200, 3),
    record(40, "d", 3300, 4, split=1), stop(45), record(50, "b", 3900, 5, split=1),
    record(60, "a", 7000, 6), record(70, "b", 8200, 7, split=1), end(80), end(90, 0, 1),
]  # fmt: skip
BOTH = [stop(30) if item["do"] == "checkpoint" else {**item, "fails": 0} for item in TWO]
for _item in BOTH:
    if _item["do"] == "record":
        _item["value"] = [*_item["value"][:3], ""]


def again(
    name: str,
    statements: list[Statement],
    items: list[Item] = HALF,
    *,
    parallelism: int = 1,
    then_parallelism: int = 1,
    then: list[Statement] | None = None,
    allow: bool = False,
    sources: int = 1,
    splits: int = 1,
    strategy: dict[str, Any] | None = None,
    then_options: dict[str, str | None] | None = None,
    **options: str,
) -> dict[str, Any]:
    """A job that stops, and what goes on from there: the same, or *then*."""
    more: dict[str, Any] = {"sources": sources, "splits": splits, **options}
    if strategy is not None:
        more["strategy"] = strategy
    first = program(name, statements, items, parallelism=parallelism, **more)
    second = program(
        name, statements if then is None else then, items, parallelism=then_parallelism,
        **{key: value for key, value in {**more, **(then_options or {})}.items() if value is not None},
    )  # fmt: skip
    place = next(number for number, item in enumerate(items) if item["do"] == "stop")
    second |= {"skip": place + 1, "uids": True, "allow": allow}
    return {**first, "uids": True, "then": second}


KEPT = ("none", "list", "map", "reducing")
LIST = keyed({"op": "process", "state": "list", "event": [700, 2500]})
NOTED = [
    {"op": "map", "fn": "note", "n": 1, "on": "s0", "as": "noted"},
    {"op": "key_by", "on": "noted", "as": "k"},
    {"op": "process", "state": "list", "event": [700, 2500], "on": "k", "as": "r"},
]
STATELESS = [{"op": "map", "fn": "note", "n": 1, "on": "s0", "as": "r", "uid": "stateless"}]

SAVEPOINTS = [
    again("a savepoint, and the same again", LIST),
    again("a savepoint, from two subtasks to one", LIST, parallelism=2),
    again("a savepoint, from two subtasks to three", windowed(TUMBLING, "process"), parallelism=2,
          then_parallelism=3),
    again("a savepoint, sessions, from three subtasks to two", windowed(SESSION, "process"),
          parallelism=3, then_parallelism=2),
    again("a savepoint, map state and processing timers, two to three",
          keyed({"op": "process", "state": "map", "processing": [12, 33]}), parallelism=2,
          then_parallelism=3),
    again("a savepoint, two inputs, one to two", by_key_both({"op": "co_process", "delta": 2000}),
          BOTH, then_parallelism=2, sources=2),
    again("a savepoint, state of no key, two to one", REMEMBER, SPLITS, splits=2, parallelism=2),
    again("a savepoint, state of no key, one to two", REMEMBER, SPLITS, splits=2,
          then_parallelism=2),
    again("a savepoint, two splits, two subtasks to one", windowed(TUMBLING, "process"), SPLITS,
          splits=2, parallelism=2),
    again("a savepoint, time to live that ends", keyed({"op": "process", "ttl": 25})),
    again("a savepoint, time to live that goes on", keyed({"op": "process", "ttl": 35})),
    *(again(f"a savepoint, time to live from then on, {kept}", keyed({"op": "process", "state": kept}),
            then=keyed({"op": "process", "state": kept, "ttl": 25})) for kept in KEPT),
    *(again(f"a savepoint, time to live until then, {kept}",
            keyed({"op": "process", "state": kept, "ttl": 25}),
            then=keyed({"op": "process", "state": kept})) for kept in KEPT),
    *(again(f"a savepoint, other times to live, {kept}",
            keyed({"op": "process", "state": kept, "ttl": 1000}),
            then=keyed({"op": "process", "state": kept, "ttl": 25})) for kept in KEPT),
    again("a savepoint, drained", windowed(TUMBLING, "process"), DRAINED),
    again("a savepoint, watermarks now and then", windowed(TUMBLING, "process", late=True),
          strategy=BOUNDED),
    again("a savepoint, and a program with one operator more", LIST, then=NOTED),
    again("a savepoint, and a program without the state, allowed", LIST, then=STATELESS, allow=True),
    again("a savepoint, and a program without the state", LIST, then=STATELESS),
    again("a savepoint, and another number of key groups", LIST,
          pipeline__max_parallelism="64", then_options={"pipeline__max_parallelism": "128"}),
    again("a savepoint, and other state of the same operator", LIST,
          then=keyed({"op": "process", "state": "map", "event": [700, 2500]})),
    again("a savepoint, and more subtasks than key groups", LIST,
          pipeline__max_parallelism="2", then_parallelism=3,
          then_options={"pipeline__max_parallelism": None}),
]  # fmt: skip

_CHECKPOINTING = "execution__checkpointing__"
REFUSED = [
    program(f"refused: {option} of {value}", windowed(TUMBLING, "reduce"),
            [item for item in ONE if "fails" not in item], **{_CHECKPOINTING + option: value})
    for option, value in (
        ("interval", "0 ms"), ("interval", "5 ms"), ("timeout", "5 ms"),
        ("max_concurrent_checkpoints", "0"), ("tolerable_failed_checkpoints", "-1"),
    )
] + [
    {**program("refused: a uid given twice",
               [{"op": "map", "fn": "note", "n": 1, "on": "s0", "as": "m", "uid": "twice"},
                {"op": "map", "fn": "note", "n": 2, "on": "m", "as": "r", "uid": "twice"}],
               [item for item in ONE if "fails" not in item]),
     "uids": True},
    program("refused: two unaligned at once", windowed(TUMBLING, "reduce"),
            [item for item in ONE if "fails" not in item],
            **{_CHECKPOINTING + "unaligned__enabled": "true",
               _CHECKPOINTING + "max_concurrent_checkpoints": "2"}),
]  # fmt: skip
OPTIONS = [
    program("sorted inputs", windowed({"type": "GlobalWindowsAtEnd"}, "reduce"),
            [record(10, "a", 1000, 1), record(20, "b", 1500, 2), end(80)]),
    program("sorted inputs switched off", windowed({"type": "GlobalWindowsAtEnd"}, "reduce"),
            execution__sorted_inputs__enabled="false"),
    program("a source's subtask without a split", windowed(TUMBLING, "process"), SNAPSHOTS,
            parallelism=2),
    program("a timeout below the interval", windowed(TUMBLING, "reduce"),
            **{_CHECKPOINTING + "timeout": "1 s"}),
    program("unaligned at least once", windowed(TUMBLING, "reduce"),
            **{_CHECKPOINTING + "unaligned__enabled": "true",
               _CHECKPOINTING + "mode": "AT_LEAST_ONCE"}),
    program("a checkpoint as soon as the job runs again", windowed(TUMBLING, "reduce"),
            **{_CHECKPOINTING + "min_pause": "0 ms"}),
]  # fmt: skip

PROGRAMS = [*SAVEPOINTS, *REFUSED, *OPTIONS]
