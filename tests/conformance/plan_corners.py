"""Programs of plans that chance would seldom find, in the schema of ``facts/plans.json``."""

from __future__ import annotations

from typing import Any

_BATCH = {"execution.runtime-mode": "BATCH"}
_END = {"type": "GlobalWindows", "endOfStreamTrigger": True}


def _case(
    name: str, config: dict[str, str], *statements: dict[str, Any], **settings: Any
) -> dict[str, Any]:
    """A program of parallelism 2, unless *settings* say otherwise."""
    case = {"id": f"c-{name}", "parallelism": 2, **settings, "program": list(statements)}
    return {**case, "config": config} if config else case


def _op(result: str, on: str, op: str, **said: Any) -> dict[str, Any]:
    return {"as": result, "on": on, "op": op, **said}


def _mapped(**said: Any) -> tuple[dict[str, Any], ...]:
    """A source, and a map of tuples called m; *said* is of the map."""
    return {"as": "s", "op": "fromSequence"}, _op("m", "s", "map", **said)


def _partitions() -> list[dict[str, Any]]:
    """Each operator of a full window partition, over all values and by key."""
    cases = []
    for op in ("mapPartition", "sortPartition", "reducePartition", "aggregatePartition"):
        for mode, config in (("streaming", {}), ("batch", _BATCH)):
            cases += [
                _case(
                    f"{op}-{mode}",
                    config,
                    *_mapped(),
                    _op("p", "m", op, **{"name": "all"} if mode == "batch" else {}),
                    _op("f", "p", "filter"),
                    {"on": "f", "op": "print"},
                ),
                _case(
                    f"keyed-{op}-{mode}",
                    config,
                    *_mapped(parallelism=3),
                    _op("k", "m", "keyBy"),
                    _op("p", "k", op),
                    _op("f", "p", "filter"),
                    {"on": "f", "op": "print"},
                ),
            ]
    cases.append(
        _case(
            "partitions-of-a-narrower-stream",
            {},
            *_mapped(parallelism=3, maxParallelism=8),
            _op("p", "m", "sortPartition"),
            _op("q", "p", "reducePartition", chain="startNew"),
            _op("r", "q", "rebalance"),
            _op("a", "r", "aggregatePartition", slotSharingGroup="g1", uid="a"),
            {"on": "a", "op": "sinkTo", "sink": "PrintSink"},
        )
    )
    return cases


def _buffer_timeouts() -> list[dict[str, Any]]:
    """A buffer timeout of an operator, in batch: before an exchange, inside a chain, by any mode."""
    cases = []
    modes = {"blocking": "BLOCKING", "pipelined": "PIPELINED", "full": "HYBRID_FULL",
             "selective": "HYBRID_SELECTIVE"}  # fmt: skip
    for name, mode in modes.items():
        config = {**_BATCH, "execution.batch-shuffle-mode": f"ALL_EXCHANGES_{mode}"}
        for timeout in (0, 5):
            cases.append(
                _case(
                    f"timeout-{timeout}-before-an-exchange-{name}",
                    config,
                    *_mapped(bufferTimeout=timeout),
                    _op("r", "m", "rebalance"),
                    {"on": "r", "op": "print"},
                )
            )
    return [
        *cases,
        _case(
            "timeout-of-two-edges-in-batch",
            _BATCH,
            *_mapped(),
            _op("p", "m", "process", bufferTimeout=8),
            _op("r", "p", "rebalance"),
            {"on": "r", "op": "print"},
            {"on": "r", "op": "printToErr"},
            {"on": "p", "op": "addSink", "parallelism": 3},
        ),
        _case(
            "timeout-inside-a-chain-in-batch",
            {**_BATCH, "execution.buffer-timeout.interval": "35 ms"},
            *_mapped(bufferTimeout=7),
            _op("f", "m", "filter"),
            _op("g", "f", "flatMap", bufferTimeout=-1),
            _op("r", "g", "rebalance"),
            {"on": "r", "op": "print"},
        ),
        _case(
            "timeout-of-a-source-in-batch",
            _BATCH,
            {"as": "s", "op": "fromSequence", "bufferTimeout": 3},
            _op("m", "s", "map", parallelism=3),
            {"on": "m", "op": "print"},
        ),
        _case(
            "timeout-before-the-committer-in-batch",
            _BATCH,
            *_mapped(bufferTimeout=5),
            {"on": "m", "op": "sinkTo", "sink": "CommittingSink"},
        ),
        _case(
            "timeout-of-what-ends-at-the-end",
            {},
            *_mapped(),
            _op("p", "m", "mapPartition", bufferTimeout=5),
            _op("f", "p", "filter", bufferTimeout=6),
            _op("r", "f", "rebalance"),
            {"on": "r", "op": "print"},
        ),
    ]


def _sorted_inputs() -> list[dict[str, Any]]:
    """Inputs that are not sorted, with and without the state backend that relies on it."""
    backend = "execution.batch-state-backend.enabled"
    sorts = "execution.sorted-inputs.enabled"
    cases = []
    for name, config in {
        "unsorted": {sorts: "false", backend: "false"},
        "unsorted-with-backend": {sorts: "false"},
        "sorted-without-backend": {backend: "false"},
    }.items():
        keyed = (
            *_mapped(),
            _op("k", "m", "keyBy"),
            _op("a", "k", "sum"),
            _op("j", "a", "keyBy"),
            _op("c", "j", "connect", **{"with": "k"}),
            _op("p", "c", "keyedCoProcess"),
            _op("q", "p", "keyBy"),
            _op("e", "q", "sortPartition"),
            {"on": "e", "op": "print"},
        )
        cases.append(_case(name, {**_BATCH, **config}, *keyed))
        if name.startswith("unsorted"):
            cases.append(_case(f"{name}-streaming", config, *keyed))
    at_end = (
        *_mapped(),
        _op("k", "m", "keyBy"),
        _op("w", "k", "window", assigner=_END, function="sum"),
        {"on": "w", "op": "print"},
    )
    return [*cases, _case("unsorted-before-the-end-of-the-stream", {sorts: "false"}, *at_end)]


def _unaligned() -> list[dict[str, Any]]:
    """Unaligned checkpoints where they cannot be, or are not to be."""
    unaligned = "execution.checkpointing.unaligned"
    enabled = {f"{unaligned}.enabled": "true"}
    twice = {"execution.checkpointing.mode": "AT_LEAST_ONCE"}
    every = {"execution.checkpointing.interval": "1 s"}
    custom = (
        *_mapped(),
        _op("u", "m", "partitionCustom"),
        _op("f", "u", "filter"),
        _op("k", "f", "keyBy"),
        _op("a", "k", "sum"),
        {"on": "a", "op": "print"},
    )
    return [
        _case("unaligned-custom", {**enabled, **every}, *custom),
        _case("unaligned-at-least-once-custom", {**enabled, **every, **twice}, *custom),
        _case(
            "unaligned-at-least-once-custom-forced",
            {**enabled, **every, **twice, f"{unaligned}.forced": "true"},
            *custom,
        ),
        _case(
            "unaligned-custom-forced",
            {**enabled, **every, f"{unaligned}.forced": "true"},
            *custom,
        ),
        _case("unaligned-at-least-once-without-checkpoints", {**enabled, **twice}, *custom),
        _case("unaligned-custom-in-batch", {**_BATCH, **enabled, **every}, *custom),
    ]


def _without_names() -> list[dict[str, Any]]:
    """Empty names wherever one can be given."""
    cases = [
        _case(f"empty-{argument}", config, *_mapped(**{argument: ""}), {"on": "m", "op": "print"})
        for argument, config in (
            ("name", {}),
            ("uid", {}),
            ("uidHash", {}),
            ("description", {}),
            ("slotSharingGroup", {}),
            ("coLocationGroupKey", {}),
        )
    ]
    return [
        *cases,
        _case("empty-job-name", {"pipeline.name": ""}, *_mapped(), {"on": "m", "op": "print"}),
        _case(
            "empty-job-name-in-batch",
            {**_BATCH, "pipeline.name": ""},
            *_mapped(),
            {"on": "m", "op": "print"},
        ),
        _case(
            "empty-source-names",
            {},
            {"as": "s", "op": "fromSource", "sourceName": ""},
            {"as": "t", "op": "addSource", "sourceName": ""},
            _op("m", "s", "map", description=""),
            _op("n", "t", "map", name=" "),
            {"on": "m", "op": "sinkTo", "sink": "CommittingSink"},
            {"on": "n", "op": "print", "sinkIdentifier": ""},
        ),
        *(
            _case(f"empty-{argument}-of-{op}", {}, *_mapped(), {"on": "m", "op": op, argument: ""})
            for argument in ("name", "uid")
            for op in ("sinkTo", "addSink", "print")
        ),
        _case(
            "empty-name-of-resources",
            {},
            *_mapped(slotSharingGroup={"name": "", "cpuCores": 1, "taskHeapMemoryMB": 10}),
            {"on": "m", "op": "print"},
        ),
    ]


def _fine_grained() -> list[dict[str, Any]]:
    """Slots of a size of their own, with each kind of exchange."""
    small = {"name": "small", "cpuCores": 0.5, "taskHeapMemoryMB": 100}
    large = {"name": "small", "cpuCores": 2, "taskHeapMemoryMB": 100}
    default = {"name": "default", "cpuCores": 1, "taskHeapMemoryMB": 64}

    def sized(name: str, config: dict[str, str], group: Any) -> dict[str, Any]:
        return _case(
            name,
            config,
            *_mapped(slotSharingGroup=group),
            _op("r", "m", "rebalance"),
            _op("f", "r", "filter"),
            _op("k", "f", "keyBy"),
            _op("a", "k", "reduce"),
            {"on": "a", "op": "print"},
        )

    cases = []
    for mode in ("PIPELINED", "HYBRID_FULL", "HYBRID_SELECTIVE", "BLOCKING"):
        config = {**_BATCH, "execution.batch-shuffle-mode": f"ALL_EXCHANGES_{mode}"}
        cases.append(sized(f"resources-{mode}", config, small))
        cases.append(sized(f"resources-of-the-default-{mode}", config, default))
        cases.append(sized(f"a-group-without-resources-{mode}", config, "g1"))
    return [
        *cases,
        sized("resources-streaming", {}, small),
        sized("resources-of-the-default-streaming", {}, default),
        _case(
            "resources-named-twice",
            {},
            *_mapped(slotSharingGroup=small),
            _op("f", "m", "filter", slotSharingGroup=large),
            {"on": "f", "op": "print"},
        ),
        _case(
            "resources-named-once",
            {},
            *_mapped(slotSharingGroup=small),
            _op("f", "m", "filter", slotSharingGroup="small"),
            {"on": "f", "op": "print"},
        ),
    ]


def _co_located() -> list[dict[str, Any]]:
    """Operators that must share slots, in one region of a batch job and in several."""

    def near(name: str, config: dict[str, str], **said: Any) -> dict[str, Any]:
        return _case(
            name,
            config,
            *_mapped(coLocationGroupKey="near", **said),
            _op("r", "m", "rebalance"),
            _op("f", "r", "filter", coLocationGroupKey="near", **said),
            {"on": "f", "op": "print"},
        )

    pipelined = {**_BATCH, "execution.batch-shuffle-mode": "ALL_EXCHANGES_PIPELINED"}
    apart = {"chain": "disable"}
    return [
        near("near-streaming", {}, **apart),
        near("near-in-two-regions", _BATCH, **apart),
        near("near-in-one-region", pipelined, **apart),
        near(
            "near-behind-hybrid",
            {**_BATCH, "execution.batch-shuffle-mode": "ALL_EXCHANGES_HYBRID_FULL"},
            **apart,
        ),
        near("near-in-two-regions-of-a-group", _BATCH, slotSharingGroup="g1", **apart),
        near("near-in-chains", _BATCH),
        _case(
            "near-behind-what-ends-at-the-end",
            {},
            *_mapped(coLocationGroupKey="near", chain="disable"),
            _op("p", "m", "mapPartition"),
            _op("r", "p", "rebalance"),
            _op("f", "r", "filter", coLocationGroupKey="near"),
            {"on": "f", "op": "print"},
        ),
    ]


CORNERS: tuple[dict[str, Any], ...] = (
    {
        "id": "c-side-output-is-data-of-its-own",
        "parallelism": 2,
        "config": _BATCH,
        "program": [
            {"as": "s", "op": "fromSequence"},
            {"as": "p", "on": "s", "op": "process"},
            {"as": "r", "on": "p", "op": "rebalance"},
            {"as": "o", "on": "p", "op": "sideOutput", "tag": "late"},
            {"as": "ro", "on": "o", "op": "rebalance"},
            {"as": "m", "on": "r", "op": "map"},
            {"as": "mo", "on": "ro", "op": "map"},
            {"as": "m2", "on": "r", "op": "flatMap"},
        ],
    },
    {
        "id": "c-end-of-stream-reaches-down-the-chain",
        "parallelism": 2,
        "program": [
            {"as": "s", "op": "fromSequence"},
            {"as": "m", "on": "s", "op": "map"},
            {"as": "k", "on": "m", "op": "keyBy"},
            {"as": "w", "on": "k", "op": "window", "assigner": _END, "function": "sum"},
            {"as": "f", "on": "w", "op": "filter"},
            {"as": "g", "on": "f", "op": "map"},
            {"as": "r", "on": "g", "op": "rebalance"},
            {"on": "r", "op": "print"},
        ],
    },
    {
        "id": "c-forward-joins-maximum-parallelism",
        "parallelism": 2,
        "config": _BATCH,
        "program": [
            {"as": "s", "op": "fromSequence"},
            {"as": "a", "on": "s", "op": "map", "maxParallelism": 64, "chain": "disable"},
            {"as": "w", "on": "a", "op": "forward"},
            {"as": "b", "on": "w", "op": "filter", "maxParallelism": 32, "chain": "disable"},
            {"as": "x", "on": "b", "op": "forward"},
            {"as": "c", "on": "x", "op": "filter", "parallelism": 2, "chain": "disable"},
            {"on": "c", "op": "print"},
        ],
    },
    {
        "id": "c-broadcast-forgets-its-chain",
        "parallelism": 2,
        "program": [
            {"as": "s", "op": "fromSequence"},
            {"as": "m", "on": "s", "op": "map"},
            {"as": "b", "on": "m", "op": "broadcastState"},
            {"as": "c", "on": "m", "op": "connect", "with": "b"},
            {"as": "x", "on": "c", "op": "broadcastProcess", "chain": "disable"},
            {"as": "y", "on": "x", "op": "map"},
            {"on": "y", "op": "print"},
        ],
    },
    {
        "id": "c-cascading-names-a-fork",
        "parallelism": 2,
        "config": {"pipeline.vertex-description-mode": "CASCADING"},
        "program": [
            {"as": "s", "op": "fromSequence"},
            {"as": "m", "on": "s", "op": "map"},
            {"as": "f", "on": "m", "op": "filter"},
            {"on": "f", "op": "print"},
            {"on": "m", "op": "addSink"},
        ],
    },
    {
        "id": "c-partition-may-head-a-chain",
        "parallelism": 2,
        "program": [
            {"as": "s", "op": "fromSequence"},
            {"as": "m", "on": "s", "op": "map"},
            {"as": "p", "on": "m", "op": "mapPartition", "chain": "startNew"},
            {"as": "f", "on": "p", "op": "filter"},
            {"on": "f", "op": "print"},
        ],
    },
    *_partitions(),
    *_buffer_timeouts(),
    *_sorted_inputs(),
    *_unaligned(),
    *_without_names(),
    *_fine_grained(),
    *_co_located(),
)
