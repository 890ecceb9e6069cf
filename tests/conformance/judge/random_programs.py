"""Random programs in the form of :mod:`build`, such that Flink's answer depends on no race.

What keeps races out, beside one item at a time (:mod:`real_flink`):

* Two-input operators and unions read streams that come of different sources, so that one item
  reaches them along one way only.
* No two tasks have timers of one millisecond, as far as that can be had: items come at times that
  end in 3, ticks of a source at times that end in 0 and in one task alone, and each user of
  processing time has lengths of its own.
* Only a source with one split says by itself that it is idle: whether a reader of several then
  marks its main output, too, is the reader's own affair.
* Where a source is blocked by backpressure, what blocks it takes multiples of 10 ms for each value,
  so that it is unblocked between the ticks of the source, by one value at a time. A value fills all
  buffers: with smaller ones it is a race of threads which of them is written before the pool is empty.
* With several subtasks a value keeps its key, and what depends on the order of values (count
  windows, rolling aggregates, notes that are put together) is keyed: values of one key that one
  item made come from one subtask.
"""

from __future__ import annotations

import random
from typing import Any

Statement = dict[str, Any]
Program = dict[str, Any]
KEYS = "abcd"
FUNCTIONS = ("sum", "min", "max", "min_by", "max_by", "reduce", "aggregate", "process", "apply",
             "reduce+process", "aggregate+process")  # fmt: skip
ROLLING = ("reduce", "sum", "min", "max", "min_by", "max_by")

NO_BATCH_STATE = {"execution.batch-state-backend.enabled": "false"}
SHIFTS = (0,) * 7 + (-20_000, -3_333, 2**62, 2**63 - 6_000, -(2**63) + 4_000)
"""Where the times of a program lie: from 0 on, before 1970, far off, at the ends of all times."""
UNSORTED = {"execution.sorted-inputs.enabled": "false", **NO_BATCH_STATE}


class Writer:
    """Writes one program; ``Writer(random.Random(seed)).write("id")``."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.statements: list[Statement] = []
        self.names = 0
        self.clocks = 0
        self.ticks = False
        self.delay = 0

    def write(self, name: str) -> Program:
        chance = self.chance
        self.batch = chance.random() < 0.12
        self.parallel = not self.batch and chance.random() < 0.2
        self.step = chance.choice((30, 130, 400))
        self.shift = chance.choice(SHIFTS)
        self.blocks = not self.batch and not self.parallel and chance.random() < 0.2
        program: Program = {"id": name, "parallelism": 2 if self.parallel else 1}
        if self.batch:
            program["mode"] = "batch"
            if chance.random() < 0.4:
                program["options"] = dict(chance.choice((UNSORTED, NO_BATCH_STATE)))
        program["interval"] = chance.choice((50, 200, 1000))
        for option, odds, value in (("objectReuse", 0.1, True), ("chaining", 0.2, False)):
            if chance.random() < odds:
                program[option] = value
        self.chained = program.get("chaining", True)
        count = 1 if self.batch else chance.choice((1, 1, 1, 2, 2, 3))
        if self.blocks:  # it shows in a watermark that a source is idle if another has more
            count = max(count, 2)
            program["interval"] = chance.choice((50, 200))
        self.sources: list[Statement] = []
        for number in range(count):
            self.sources.append(self._source(polled=not (self.blocks and number)))
            if self.blocks and number:
                self.sources[-1]["strategy"]["kind"] = "punctuated"
        streams = [self._read(number) for number in range(count)]
        while len(streams) > 1:
            first, second = streams.pop(0), streams.pop(0)
            streams.append(self._two(first, second))
        stream = streams[0]
        if self.blocks:
            self._add("report", stream, name="both")
        for _ in range(chance.choice((1, 1, 2, 2, 3))):
            stream = self._operator(stream)
        self._add("report", stream, name="out")
        program["sources"] = self.sources
        program["items"] = self._items()
        program["program"] = self.statements
        return program

    def _add(self, op: str, on: str | None, **more: Any) -> str:
        name = f"x{self.names}"
        self.names += 1
        statement: Statement = {"op": op} | ({} if on is None else {"on": on}) | more
        if op != "report":
            statement["as"] = name
        self.statements.append(statement)
        return name

    # --- sources ---------------------------------------------------------------------------------

    def _source(self, polled: bool) -> Statement:
        splits = 1 if self.batch else self.chance.choice((1, 1, 2, 3))
        return {
            "splits": splits,
            "strategy": self._strategy((self.parallel and splits > 1) or not polled),
        }

    def _strategy(self, in_several_tasks: bool = False) -> Statement:
        """A strategy; only one task of a program has one that looks at the clock."""
        chance = self.chance
        if self.ticks or in_several_tasks or chance.random() < 0.3:
            return {"kind": chance.choice(("punctuated", "punctuated", "none")), "assigner": True}
        self.ticks = True
        kind = chance.choice(("bounded", "bounded", "monotonous", "punctuated"))
        made: Statement = {"kind": kind, "assigner": True}
        if kind == "bounded":
            made["bound"] = chance.choice((0, 300, 1500))
        if chance.random() < (0.9 if self.blocks else 0.2):
            made["idle"] = chance.choice((100, 450, 900))
        return made

    def _items(self) -> list[Statement]:
        chance = self.chance
        items: list[Statement] = []
        at = 0
        open_splits = [
            (source, split)
            for source, told in enumerate(self.sources)
            for split in range(told["splits"])
        ]
        time = {place: chance.randrange(0, 3000) for place in open_splits}
        for _ in range(chance.choice((20, 30) if self.blocks else (6, 12, 20))):
            at = self._later(at, self.step)
            source, split = place = chance.choice(open_splits)
            if self.blocks and chance.random() < 0.5:
                source, split = place = open_splits[0]
            item: Statement = {"at": at, "source": source, "split": split}
            kind = chance.random()
            if kind < 0.86 or self.batch:
                time[place] += chance.choice((0, 100, 400, 900, 2500))
                moment = max(0, time[place] - chance.choice((0, 0, 0, 200, 1200, 4000)))
                moment = self._far(moment)
                number = chance.randrange(-2, 9)
                if self.blocks:  # each takes the slow operator some time
                    number = chance.choice((-2, -1, 1, 2, 4, 5, 7, 8))
                value = [chance.choice(KEYS), moment, number, ""]
                item |= {"do": "record", "value": value}
                if chance.random() < 0.5:
                    item["timestamp"] = moment
            elif kind < 0.92:
                item |= {"do": "watermark", "timestamp": self._far(time[place])}
            elif self.sources[source]["splits"] == 1:
                item |= {"do": chance.choice(("idle", "active"))}
            else:
                continue
            items.append(item)
        at += 2 * self.delay * len(items)  # nothing is under way when the splits end
        chance.shuffle(open_splits)
        for source, split in open_splits:
            at = self._later(at, 3 * self.step)
            items.append({"at": at, "source": source, "split": split, "do": "end"})
        return items

    def _far(self, time: int) -> int:
        return min(time + self.shift, 2**63 - 2)

    def _later(self, at: int, most: int) -> int:
        return (at + self.chance.randrange(10, most)) // 10 * 10 + 3

    def _own(self, *lengths: int) -> tuple[int, ...]:
        """*lengths* of processing time, made such as no other operator has."""
        self.clocks += 1
        return tuple(length + self.clocks - 1 for length in lengths)

    def _read(self, number: int) -> str:
        stream = self._add("source", None, source=number)
        if self.blocks and number == 0:
            stream = self._slow(stream)
        if self.chance.random() < 0.3:
            stream = self._plain(stream)
        if self.chance.random() < 0.15 and not self.blocks:
            stream = self._add("assign", stream, strategy=self._strategy(self.parallel))
        return stream

    def _slow(self, stream: str) -> str:
        """A slow operator behind few buffers: its source is blocked, perhaps for longer than a timeout."""
        chance = self.chance
        padded = self._add("map", stream, fn="pad", n=chance.choice((400_000, 600_000)))
        if not self.ticks:
            padded = self._add("assign", padded, strategy=self._strategy())
        moved = self._add("rebalance", padded)
        delay = self.delay = chance.choice((100, 300, 700))
        more: Statement = {"delay": delay, "timeout": 10 * delay, "capacity": 1}
        slow = self._add("async", moved, ordered=chance.random() < 0.5, **more)
        return self._add("map", slow, fn="short")

    # --- operators -------------------------------------------------------------------------------

    def _plain(self, stream: str) -> str:
        chance = self.chance
        kinds = ["add", "note", "filter", "flat_map", "split"]
        if not self.parallel:  # a rebalance begins with any subtask
            kinds += ["rebalance", "key", "global", "forward", "async"]
        match chance.choice(kinds):
            case "filter":
                return self._add("filter", stream, n=chance.choice((2, 3)))
            case "flat_map":
                return self._add("flat_map", stream, n=chance.choice((2, 3)))
            case "split":
                parts = self._add("split", stream)
                return parts if chance.random() < 0.5 else self._add("side", parts, tag="odd")
            case "rebalance":
                moved = self._add("rebalance", stream)
                return self._add("map", moved, fn="add", n=1)
            case "global" | "forward" as how:
                return self._add("map", self._add(how, stream), fn="add", n=2)
            case "async":
                ordered = chance.random() < 0.5
                delay = 0 if self.batch else chance.choice((0, 70, 333))
                # Behind a slow operator more comes at once than the step lets expect.
                room = 100 if self.blocks else {30: 1, 130: 2, 400: 3}[self.step]
                more: Statement = {"delay": delay, "timeout": 500, "capacity": room}
                if chance.random() < 0.3 and not self.batch:
                    pause = chance.choice(self._own(40, 150))
                    more["retry"] = {"attempts": chance.choice((2, 4)), "pause": pause}
                return self._add("async", stream, ordered=ordered, **more)
            case "key":
                return self._add("map", stream, fn="key", n=3)
            case fn:
                return self._add("map", stream, fn=fn, n=chance.choice((1, 5)))

    def _keyed(self, stream: str) -> str:
        if not self.parallel and self.chance.random() < 0.2:
            return self._add("key_by", stream, n=3)
        return self._add("key_by", stream)

    def _operator(self, stream: str) -> str:
        chance = self.chance
        kinds = ["window"] * 5 + ["rolling", "process", "process", "plain", "count_window"]
        if not self.parallel:
            kinds += ["window_all", "window_all", "count_window_all"]
        kind = chance.choice(kinds)
        if kind == "plain":
            made = self._plain(stream)
            if chance.random() < 0.3 and self.statements[-1]["op"] in ("map", "flat_map", "filter"):
                self.statements[-1]["chain"] = chance.choice(("new", "off"))
            return made
        stream = self._add("map", stream, fn="short") if chance.random() < 0.5 else stream
        if kind == "rolling":
            made = self._add(chance.choice(ROLLING), self._keyed(stream))
        elif kind == "process":
            made = self._add("process", self._keyed(stream), **self._process())
        elif kind in ("count_window", "count_window_all"):
            on = self._keyed(stream) if kind == "count_window" else stream
            more: Statement = {
                "size": chance.choice((1, 2, 3)),
                "function": chance.choice(FUNCTIONS),
            }
            if chance.random() < 0.5:
                more["slide"] = chance.choice((1, 2, 4))
            made = self._add(kind, on, **more)
        else:
            on = self._keyed(stream) if kind == "window" else stream
            made = self._add(kind, on, **self._window())
            if self.statements[-1].get("late") and chance.random() < 0.6:
                self._add("report", self._add("side", made, tag="late"), name="late")
        return made

    def _process(self) -> Statement:
        chance = self.chance
        made: Statement = {"state": chance.choice(("none", "list", "map", "reducing"))}
        if chance.random() < 0.7:
            made["event"] = chance.sample((0, 10, 500, 1700), chance.choice((1, 2)))
        if chance.random() < 0.4 and not self.batch:
            made["processing"] = chance.sample(self._own(0, 90, 400), chance.choice((1, 2)))
        if chance.random() < 0.3:
            made["delete"] = 2
        if chance.random() < 0.3:
            made["again"] = 300
        elif chance.random() < 0.3:
            made["clear"] = True
        return made

    def _window(self) -> Statement:
        chance = self.chance
        made: Statement = {"assigner": self._assigner(), "function": chance.choice(FUNCTIONS)}
        kind = made["assigner"]["type"]
        if chance.random() < 0.35 or kind == "GlobalWindows":
            made["trigger"] = self._trigger(kind)
            if "ContinuousProcessingTimeTrigger" in str(made["trigger"]) and "Event" in kind:
                self._end_apart(made["assigner"])
        if chance.random() < 0.2:
            made["evictor"] = self._evictor()
        if chance.random() < 0.4:
            made["lateness"] = chance.choice((0, 200, 2000))
        if chance.random() < 0.4 and not self.batch:
            made["late"] = True
        return made

    def _assigner(self, joining: bool = False) -> Statement:
        chance = self.chance
        kinds = ["TumblingEventTimeWindows"] * 3 + ["SlidingEventTimeWindows"] * 2
        kinds += ["EventTimeSessionWindows"] * 2 + ["GlobalWindows"]
        if (
            not joining
        ):  # the gap is asked of tagged values, and other sources would start at the end
            kinds += ["DynamicEventTimeSessionWindows", "GlobalWindowsAtEnd"]
        if not self.batch:
            kinds += ["TumblingProcessingTimeWindows", "SlidingProcessingTimeWindows"]
            kinds += ["ProcessingTimeSessionWindows"]
            kinds += [] if joining else ["DynamicProcessingTimeSessionWindows"]
        kind = chance.choice(kinds)
        made: Statement = {"type": kind}
        fast = "Processing" in kind
        if kind.startswith("Tumbling"):
            made["size"] = chance.choice((100, 350)) if fast else chance.choice((700, 2000, 5000))
            made["offset"] = chance.choice((7, -13) if fast else (0, 0, 30, -20))
        elif kind.startswith("Sliding"):
            made["size"], made["slide"] = chance.choice(
                ((300, 100), (100, 300)) if fast else ((2000, 1000), (3000, 700), (500, 2000))
            )
            made["offset"] = chance.choice((7, 37) if fast else (0, 0, 30))
        elif "Dynamic" not in kind and "Global" not in kind:
            made["gap"] = chance.choice(self._own(80, 250)) if fast else chance.choice((300, 1000))
        return made

    def _end_apart(self, assigner: Statement) -> None:
        """Let no window end at a tick: its end is the trigger's last timer of processing time."""
        apart = (1, 2, 4, 5, 6, 8, 9)[self.clocks % 7]
        if "Session" in assigner["type"]:
            assigner["type"] = "EventTimeSessionWindows"
            assigner["gap"] = assigner.get("gap", 1000) + apart
        else:
            assigner["offset"] += apart

    def _trigger(self, window: str, nested: bool = False) -> Statement:
        chance = self.chance
        merging = "Session" in window
        kinds = ["CountTrigger", "CountTrigger"] + ([] if nested else ["PurgingTrigger"] * 2)
        if (
            "Global" not in window
        ):  # where no window ends, time that has ended makes it fire for ever
            kinds.append("ContinuousEventTimeTrigger")
        if "Event" in window:
            kinds.append("EventTimeTrigger")
        if not self.batch:
            kinds += ["ContinuousProcessingTimeTrigger"]
            if "Processing" in window:
                kinds.append("ProcessingTimeTrigger")
        if not merging:
            kinds += ["DeltaTrigger"] + ([] if self.batch else ["ProcessingTimeoutTrigger"])
        match chance.choice(kinds):
            case "CountTrigger":
                return {"type": "CountTrigger", "count": chance.choice((1, 2, 3))}
            case "PurgingTrigger":
                return {"type": "PurgingTrigger", "nested": self._trigger(window, nested=True)}
            case "DeltaTrigger":
                return {"type": "DeltaTrigger", "threshold": chance.choice((0.0, 2.0))}
            case "ContinuousEventTimeTrigger" as kind:
                return {"type": kind, "interval": chance.choice((300, 1000))}
            case "ContinuousProcessingTimeTrigger" as kind:
                return {"type": kind, "interval": chance.choice(self._own(89, 307))}
            case "ProcessingTimeoutTrigger" as kind:
                inner = {"type": "DeltaTrigger", "threshold": 2.0}
                made: Statement = {
                    "type": kind,
                    "nested": inner
                    if chance.random() < 0.3
                    else {"type": "CountTrigger", "count": 3},
                    "timeout": chance.choice(self._own(60, 200)),
                }
                return made | {"reset": chance.random() < 0.5, "clear": chance.random() < 0.5}
            case kind:
                return {"type": kind}

    def _evictor(self) -> Statement:
        chance = self.chance
        after = chance.random() < 0.4
        match chance.choice(("CountEvictor", "TimeEvictor", "DeltaEvictor")):
            case "CountEvictor" as kind:
                return {"type": kind, "count": chance.choice((1, 2)), "after": after}
            case "TimeEvictor" as kind:
                return {"type": kind, "size": chance.choice((200, 1000)), "after": after}
            case kind:
                return {"type": kind, "threshold": 2.0, "after": after}

    # --- two inputs ------------------------------------------------------------------------------

    def _two(self, first: str, second: str) -> str:
        chance = self.chance
        kinds = ["union", "union", "co_process", "interval_join", "co_map"]
        if self.blocks:
            kinds += ["union"] * 4
        if not self.parallel:
            kinds += ["join", "co_group", "co_flat_map", "broadcast_process", "broadcast_process"]
        match chance.choice(kinds):
            case "union" | "co_map" | "co_flat_map" as op:
                return self._add(op, first, **{"with": second})
            case "co_process":
                more: Statement = {"delta": chance.choice((1, 90, 700))}
                if chance.random() < 0.4:
                    more["processing"] = True
                    more["delta"] = chance.choice(self._own(0, 90, 700))
                pair = self._add("key_by", first), self._add("key_by", second)
                return self._add("co_process", pair[0], **{"with": pair[1]}, **more)
            case "interval_join":
                lower = chance.choice((-1000, -200, 0, 100))
                bounds = {"lower": lower, "upper": lower + chance.choice((1, 500, 2000))}
                for side in ("lowerExclusive", "upperExclusive"):
                    if chance.random() < 0.2:
                        bounds[side] = True
                pair = self._add("key_by", first), self._add("key_by", second)
                joined = self._add(
                    "interval_join", pair[0], **{"with": pair[1]}, **bounds, late=True
                )
                late = self._add("side", joined, tag=chance.choice(("left", "right")))
                self._add("report", late, name="too late")
                return joined
            case "broadcast_process":
                on = self._add("key_by", first) if chance.random() < 0.5 else first
                return self._add("broadcast_process", on, **{"with": second}, delta=400)
            case op:
                return self._add(op, first, **{"with": second}, assigner=self._assigner(True))


def programs(seed: int, count: int) -> list[Program]:
    """*count* programs; program ``seed-n`` is the same in every list that holds it."""
    return [
        Writer(random.Random(f"{seed}-{number}")).write(f"{seed}-{number}")
        for number in range(count)
    ]
