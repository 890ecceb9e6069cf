"""Random programs in the schema of ``facts/plans.json``: all that one can say, oddly combined."""

from __future__ import annotations

import random
from typing import Any

NAMES = (
    "parse",
    "a -> b",
    "(x, y)",
    "50 %",
    "gr\u00fc\u00dfe \u2713",
    'say "hi"',
    "<b>&amp;</b>",
    "a|b\\c",
    "..",
)
GROUPS = ("default", "g1", "g2")
SINKS = ("DiscardingSink", "PrintSink", "CommittingSink")
WINDOWS: tuple[dict[str, Any], ...] = (
    {"type": "TumblingEventTimeWindows", "size": 10000},
    {"type": "TumblingEventTimeWindows", "size": 60000, "offset": -5000},
    {"type": "SlidingEventTimeWindows", "size": 10000, "slide": 2500, "offset": 100},
    {"type": "TumblingProcessingTimeWindows", "size": 5000},
    {"type": "SlidingProcessingTimeWindows", "size": 9000, "slide": 3000},
    {"type": "EventTimeSessionWindows", "gap": 3000},
    {"type": "ProcessingTimeSessionWindows", "gap": 700},
    {"type": "DynamicEventTimeSessionWindows"},
    {"type": "DynamicProcessingTimeSessionWindows"},
    {"type": "GlobalWindows"},
    {"type": "GlobalWindows", "endOfStreamTrigger": True},
)
TRIGGERS: tuple[dict[str, Any], ...] = (
    {"type": "EventTimeTrigger"},
    {"type": "ProcessingTimeTrigger"},
    {"type": "CountTrigger", "count": 7},
    {"type": "ContinuousEventTimeTrigger", "interval": 1000},
    {"type": "ContinuousProcessingTimeTrigger", "interval": 1000},
    {"type": "PurgingTrigger", "nested": {"type": "CountTrigger", "count": 2}},
    {"type": "PurgingTrigger", "nested": {"type": "EventTimeTrigger"}},
    {"type": "DeltaTrigger", "threshold": 2.5},
    {
        "type": "ProcessingTimeoutTrigger",
        "nested": {"type": "CountTrigger", "count": 3},
        "timeout": 1500,
    },
)
EVICTORS: tuple[dict[str, Any], ...] = (
    {"type": "CountEvictor", "count": 4},
    {"type": "TimeEvictor", "windowSize": 2000, "evictAfter": True},
    {"type": "DeltaEvictor", "threshold": 0.5},
)
FUNCTIONS = (
    "sum", "min", "max", "minBy", "maxBy", "reduce", "aggregate", "process", "apply", "reduce+process",
    "reduce+apply", "aggregate+process", "aggregate+apply",
)  # fmt: skip
PARTITIONS = ("mapPartition", "sortPartition", "reducePartition", "aggregatePartition")
RESOURCES: tuple[dict[str, Any], ...] = (
    {"name": "small", "cpuCores": 0.5, "taskHeapMemoryMB": 100},
    {"name": "large", "cpuCores": 2, "taskHeapMemoryMB": 1500, "managedMemoryMB": 300},
    {"name": "off", "cpuCores": 1.25, "taskHeapMemoryMB": 3, "taskOffHeapMemoryMB": 8},
)
CONFIGS: tuple[dict[str, str], ...] = (
    {"pipeline.operator-chaining.chain-operators-with-different-max-parallelism": "false"},
    {"pipeline.operator-chaining.enabled": "false"},
    {"execution.buffer-timeout.interval": "35 ms"},
    {"execution.buffer-timeout.enabled": "false"},
    {"pipeline.vertex-description-mode": "CASCADING"},
    {"pipeline.vertex-name-include-index-prefix": "true"},
    {"pipeline.max-parallelism": "64"},
    {
        "execution.checkpointing.unaligned.enabled": "true",
        "execution.checkpointing.interval": "1 s",
    },
    {"pipeline.name": "odd \u2013 job"},
)
BATCH: tuple[dict[str, str], ...] = (
    {"execution.runtime-mode": "BATCH"},
    {"execution.runtime-mode": "AUTOMATIC"},
    {"execution.runtime-mode": "BATCH", "jobmanager.scheduler": "Default"},
    {"execution.runtime-mode": "BATCH", "execution.batch-shuffle-mode": "ALL_EXCHANGES_PIPELINED"},
    {
        "execution.runtime-mode": "BATCH",
        "execution.batch-shuffle-mode": "ALL_EXCHANGES_HYBRID_FULL",
    },
    {
        "execution.runtime-mode": "BATCH",
        "execution.batch-shuffle-mode": "ALL_EXCHANGES_HYBRID_SELECTIVE",
    },
)
UNSORTED: tuple[dict[str, str], ...] = (
    {
        "execution.sorted-inputs.enabled": "false",
        "execution.batch-state-backend.enabled": "false",
    },
    {"execution.batch-state-backend.enabled": "false"},
    {"execution.buffer-timeout.interval": "35 ms"},
)


class Writer:
    """Writes one program, statement by statement; ``extended`` programs also say what is rare."""

    def __init__(self, seed: int, config: dict[str, str], extended: bool) -> None:
        self.random = random.Random(seed)
        self.extended = extended
        self.fine_grained = self.random.random() < 0.3
        self.batch = "execution.runtime-mode" in config
        self.statements: list[dict[str, Any]] = []
        self.streams: list[str] = []
        """Streams of tuples that an operator puts out, or a union or partition of them."""
        self.operators: list[str] = []
        """Those of them that are operators, and so have side outputs."""
        self.parallelism = self.random.choice((1, 2, 2, 3, 4, 5))
        self.case: dict[str, Any] = {"parallelism": self.parallelism, "program": self.statements}
        if config:
            self.case["config"] = config
        if self.random.random() < 0.15:
            self.case["maxParallelism"] = self.random.choice((6, 40, 256))
        if self.batch and extended and self.random.random() < 0.4:
            self.case["config"] = {**config, **self.random.choice(UNSORTED)}
        if self.random.random() < 0.06:
            self.case["disableOperatorChaining"] = True
        if self.random.random() < 0.12:
            self.case["checkpointInterval"] = 5000

    def write(self) -> dict[str, Any]:
        choice = self.random
        for _ in range(choice.choice((1, 1, 2, 3))):
            self.source()
        for _ in range(choice.randint(2, 16)):
            choice.choices(
                (self.one_input, self.partition, self.union, self.keyed, self.two_inputs,
                 self.side_output, self.window_all, self.source, self.broadcast_state),
                (30, 14, 9, 26, 10, 6, 3, 2, 2),
            )[0]()  # fmt: skip
        read = {s.get("on") for s in self.statements}
        read |= {name for s in self.statements for name in _list(s.get("with"))}
        ends = [s for s in self.streams if s not in read]
        for stream in ends:
            if choice.random() < 0.9:
                self.sink(stream)
        if choice.random() < 0.3:
            self.sink(choice.choice(self.streams))
        if not any("as" not in s for s in self.statements):
            self.sink(self.streams[-1])
        return self.case

    # --- statements -------------------------------------------------------------------------------

    def add(self, **statement: Any) -> str:
        name = f"v{len(self.statements) + 1}"
        self.statements.append({"as": name, **statement})
        return name

    def operator(self, fixed: bool = False, **statement: Any) -> str:
        name = self.add(**statement, **self.modifiers(fixed))
        self.streams.append(name)
        self.operators.append(name)
        return name

    def modifiers(self, fixed: bool = False, sink: bool = False) -> dict[str, Any]:
        choice, said = self.random, {}
        chance = choice.random
        if chance() < 0.22 and not fixed:
            said["parallelism"] = choice.choice((1, 2, 3, 4))
        if chance() < 0.08 and not fixed:
            said["maxParallelism"] = choice.choice((8, 30, 512))
        if chance() < 0.2:
            said["name"] = choice.choice(NAMES)
        if chance() < 0.12:
            said["uid"] = f"uid {len(self.statements)} \u00e9"
        if chance() < 0.1:
            said["description"] = choice.choice(("does this & that", "two\nlines", "\u2192 next"))
        if chance() < 0.15 and (self.extended or not self.batch):
            said["slotSharingGroup"] = choice.choice(GROUPS)
        if chance() < 0.22:
            said["chain"] = "disable" if sink else choice.choice(("disable", "startNew"))
        if chance() < 0.04 and not sink and "maxParallelism" not in said:
            said["parallelism"] = 1
            said["forceNonParallel"] = True
        if self.extended:
            if chance() < 0.15 and not sink:
                said["bufferTimeout"] = choice.choice((0, -1, 5))
            if chance() < 0.08:
                said["uidHash"] = f"{choice.getrandbits(128):032x}"
            if chance() < 0.12:
                said["coLocationGroupKey"] = choice.choice(("near", "by"))
            if self.fine_grained and chance() < 0.3:
                said["slotSharingGroup"] = choice.choice(RESOURCES)
        return said

    def source(self) -> None:
        choice = self.random
        kinds = ["fromSequence", "fromData", "fromSource", "fromElements", "fromCollection"]
        if not self.batch:
            kinds += ["socketTextStream", "addSource", "addSource"]
        kind = choice.choice(kinds)
        said: dict[str, Any] = {"op": kind}
        fixed = kind in ("socketTextStream", "fromData", "fromElements", "fromCollection")
        if kind in ("fromData", "fromElements", "fromCollection"):
            said["elements"] = ["a", "b"]
        if kind == "addSource":
            said["parallelSource"] = choice.random() < 0.5
            fixed = not said["parallelSource"]
        if kind == "fromSource":
            said["watermarks"] = choice.choice(("monotonous", "none"))
            said["sourceName"] = choice.choice(NAMES)
        modifiers = {k: v for k, v in self.modifiers(fixed).items() if k != "forceNonParallel"}
        if fixed:
            modifiers.pop("parallelism", None)
        source = self.add(**said, **modifiers)
        self.operator(op=choice.choice(("map", "flatMap", "process")), on=source)

    def one_input(self) -> None:
        kinds = ("map", "filter", "flatMap", "process", "assignTimestampsAndWatermarks", "map",
                 "filter", "asyncOrdered", "asyncUnordered",
                 *PARTITIONS[: 4 if self.extended else 1])  # fmt: skip
        kind = self.random.choice(kinds)
        on = self.random.choice(self.streams)
        self.operator(kind in PARTITIONS, op=kind, on=on)

    def partition(self) -> None:
        on = self.random.choice(self.streams)
        for _ in range(self.random.choice((1, 1, 1, 2))):
            kind = self.random.choice(
                (
                    "shuffle",
                    "rebalance",
                    "rescale",
                    "broadcast",
                    "global",
                    "partitionCustom",
                    "forward",
                )
            )
            on = self.add(op=kind, on=on)
        self.streams.append(on)

    def union(self) -> None:
        count = self.random.choice((1, 1, 2, 3))
        others = [self.random.choice(self.streams) for _ in range(count)]
        union = self.add(op="union", on=self.random.choice(self.streams), **{"with": others})
        self.streams.append(union)

    def key_by(self) -> str:
        on = self.random.choice(self.streams)
        kind = "reinterpretAsKeyed" if self.random.random() < 0.12 else "keyBy"
        return self.add(op=kind, on=on)

    def keyed(self) -> None:
        on = self.key_by()
        kind = self.random.choice(("sum", "min", "max", "minBy", "maxBy", "reduce", "process", "map",
                                   "window", "window", "window", "countWindow"))  # fmt: skip
        if kind == "window":
            self.operator(op=kind, on=on, **self.window(False))
        elif kind == "countWindow":
            slide = {"slide": 2} if self.random.random() < 0.5 else {}
            function = self.random.choice(FUNCTIONS)
            self.operator(op=kind, on=on, size=5, **slide, function=function)
        else:
            self.operator(op=kind, on=on)
        if self.random.random() < 0.1:
            self.streams.append(on)  # read as if it were no keyed stream

    def window(self, over_all: bool) -> dict[str, Any]:
        choice = self.random
        said: dict[str, Any] = {
            "assigner": choice.choice(WINDOWS), "function": choice.choice(FUNCTIONS)
        }  # fmt: skip
        # Over all values Flink prints the delta function, whose name in Java means nothing here.
        names = "Delta" if over_all else "none"
        if choice.random() < 0.4:
            said["trigger"] = choice.choice([t for t in TRIGGERS if names not in t["type"]])
        if choice.random() < 0.25:
            said["evictor"] = choice.choice([e for e in EVICTORS if names not in e["type"]])
        if choice.random() < 0.15:
            said["allowedLateness"] = 4000
        if choice.random() < 0.15:
            said["lateTag"] = "too late"
        return said

    def window_all(self) -> None:
        on = self.random.choice(self.streams)
        if self.random.random() < 0.3:
            function = self.random.choice(FUNCTIONS)
            self.operator(True, op="countWindowAll", on=on, size=3, function=function)
        else:
            self.operator(True, op="windowAll", on=on, **self.window(True))

    def two_inputs(self) -> None:
        choice = self.random
        kind = choice.choice(("coMap", "coFlatMap", "coProcess", "keyedCoProcess", "keyed coMap",
                              "join", "coGroup", "intervalJoin"))  # fmt: skip
        if kind in ("join", "coGroup"):
            one, other = choice.choice(self.streams), choice.choice(self.streams)
            assigner = choice.choice(WINDOWS[:8])
            self.operator(op=kind, on=one, **{"with": other}, assigner=assigner)
            return
        if kind == "intervalJoin":
            one, other = self.key_by(), self.key_by()
            self.operator(op=kind, on=one, **{"with": other}, lower=-500, upper=1000)
            return
        keyed = kind.startswith("keyed")
        one = self.key_by() if keyed else choice.choice(self.streams)
        other = self.key_by() if keyed else choice.choice(self.streams)
        connected = self.add(op="connect", on=one, **{"with": other})
        self.operator(op=kind.removeprefix("keyed "), on=connected)

    def broadcast_state(self) -> None:
        choice = self.random
        rules = self.add(op="broadcastState", on=choice.choice(self.streams))
        keyed = choice.random() < 0.5
        on = self.key_by() if keyed else choice.choice(self.streams)
        connected = self.add(op="connect", on=on, **{"with": rules})
        self.operator(op="keyedBroadcastProcess" if keyed else "broadcastProcess", on=connected)

    def side_output(self) -> None:
        on = self.random.choice(self.operators)
        tag = self.random.choice(("rejected", "too late", "a b"))
        self.streams.append(self.add(op="sideOutput", on=on, tag=tag))

    def sink(self, on: str) -> None:
        kind = self.random.choice(("print", "print", "printToErr", "addSink", "addSink", "sinkTo"))
        said: dict[str, Any] = {"on": on, "op": kind}
        if kind in ("print", "printToErr") and self.random.random() < 0.3:
            said["sinkIdentifier"] = "id"
        if kind == "sinkTo":
            said["sink"] = self.random.choice(SINKS)
        self.statements.append({**said, **self.modifiers(sink=True)})


def _list(value: Any) -> list[str]:
    return value if isinstance(value, list) else [] if value is None else [value]
