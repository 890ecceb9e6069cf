"""The cases of ``facts/values.json``: types, keys, aggregations and small jobs, as JSON.

A type is the name that it has in ``Types``, or a list of a name and what it is made of.
"""

from __future__ import annotations

import random
from typing import Any

PAIR: list[Any] = ["TUPLE", ["STRING", "LONG"]]
TRIPLE: list[Any] = ["TUPLE", ["STRING", "LONG", "INT"]]

SCHEMA = {
    "kind=key": "type; keys; places: for each of them [hashCode, key group of 128, subtask of 4]",
    "kind=aggregation": "type, method, field, windows (else the keyed stream): what building it says",
    "kind=windows": "script: records {value, timestamp} and watermarks; windows by the first field; "
    "results: [value, timestamp] in order",
    "kind=running": "the same of a keyed stream without windows",
    "kind=map state": "a MapState with keys of type mapKey; each value of the script is (key, "
    "operation, from, to) and puts or removes operands[from:to]; results: the places of its keys, "
    "in its order",
    "kind=interval join": "script and other, joined where lower <= other - script <= upper",
    "kind=source function": "a SourceFunction that follows the script; results: [value, the watermark "
    "that the next operator, chained or behind the network, sees at it]",
    "kind=partition": "full_window_partition, keyed or not, of a stream of one subtask",
}

KEYS: list[tuple[Any, list[Any]]] = [
    ("STRING", ["", "a", "hello", "\u00e4\u00f6", "\U0001f600", "polygenelubricants"]),
    ("BOOLEAN", [True, False]),
    ("BYTE", [0, 1, -1, 127, -128]),
    ("SHORT", [0, 1, -1, 32767, -32768]),
    ("INT", [0, 1, -1, -5, 2147483647, -2147483648]),
    ("LONG", [0, 1, -1, -5, 2147483647, -2147483648, 2147483648, -2147483649, 2**63 - 1, -(2**63)]),
    ("FLOAT", ["0.0", "-0.0", "1.5", "-1.5", "0.1", "NaN", "Infinity", "3.4e38"]),
    ("DOUBLE", ["0.0", "-0.0", "1.5", "-1.5", "0.1", "NaN", "-Infinity", "1e300"]),
    ("CHAR", ["a", "\u00e4", "\u20ac"]),
    ("BIG_INT", ["0", "1", "-1", "-5", "4294967296", "-4294967297", "123456789012345678901234567890"]),
    ("BIG_DEC", ["0", "1.0", "1.00", "-1.5", "1E+3", "12345678901234567890.5"]),
    ("INSTANT", ["1970-01-01T00:00:00Z", "1969-12-31T23:59:59.999999999Z", "2013-01-02T05:17:00.5Z"]),
    ("LOCAL_DATE", ["1970-01-01", "2013-01-02", "0001-12-31"]),
    ("LOCAL_TIME", ["00:00:00", "23:59:59.999999", "05:17:00"]),
    ("LOCAL_DATE_TIME", ["1970-01-01T00:00:00", "2013-01-02T05:17:00.5"]),
    ("SQL_DATE", ["1970-01-01", "2013-01-02", "1969-12-31"]),
    ("SQL_TIME", ["00:00:00", "23:59:59", "05:17:00"]),
    ("SQL_TIMESTAMP", ["1970-01-01T00:00:00", "2013-01-02T05:17:00.5", "1969-12-31T23:59:59.999"]),
    (["TUPLE", ["LONG", "STRING"]], [[-5, "a"], [5, "b"], [-2147483648, ""]]),
    (["TUPLE", [["TUPLE", ["LONG", "FLOAT"]], "INT"]], [[[-1, "0.1"], -1], [[2**40, "2.5"], 7]]),
    (["ROW", ["LONG", "STRING"]], [[-5, "a"], [None, "b"], [7, None]]),
    (["ROW_NAMED", ["n", "x"], ["LONG", "DOUBLE"]], [[-5, "0.5"], [5, "-0.5"]]),
    (["LIST", "LONG"], [[], [-1], [-5, 5], [1, 2, 3]]),
    (["LIST", ["TUPLE", ["LONG", "INT"]]], [[[-1, -1]], [[2**33, 4], [-7, 7]]]),
    (["MAP", "STRING", "LONG"], [[["a", -1]], [["a", 1], ["b", -2]]]),
    (["PRIMITIVE_ARRAY", "LONG"], [[1, 2]]),
    (["BASIC_ARRAY", "LONG"], [[1, 2]]),
    (["TUPLE", ["INT", ["PRIMITIVE_ARRAY", "INT"]]], [[1, [2]]]),
]  # fmt: skip

FIELDS: list[tuple[Any, Any]] = [
    (PAIR, 0), (PAIR, 1), (PAIR, 2), (PAIR, -1), (PAIR, "f0"), (PAIR, "f1"), (PAIR, "f2"),
    (PAIR, "1"), (PAIR, "x"), ("LONG", 0), ("LONG", 1), ("LONG", "*"), ("LONG", "x"), ("STRING", 0),
    ("BOOLEAN", 0), ("BIG_DEC", 0), ("BIG_INT", 0), ("SHORT", 0), ("BYTE", 0), ("FLOAT", 0),
    ("CHAR", 0),
    (["TUPLE", ["STRING", ["TUPLE", ["STRING", "INT"]]]], "f1.f1"),
    (["TUPLE", ["STRING", ["TUPLE", ["STRING", "INT"]]]], 1),
    (["PRIMITIVE_ARRAY", "LONG"], 1), (["PRIMITIVE_ARRAY", "INT"], "1"), (["BASIC_ARRAY", "STRING"], 1),
    (["ROW", ["STRING", "LONG"]], 1), (["ROW_NAMED", ["k", "n"], ["STRING", "LONG"]], "n"),
    (["ROW_NAMED", ["k", "n"], ["STRING", "LONG"]], 1), (["LIST", "LONG"], 0), ("SQL_DATE", 0),
]  # fmt: skip


def sliding(size: int, slide: int) -> dict[str, Any]:
    return {"type": "SlidingEventTimeWindows", "size": size, "slide": slide}


END = {"type": "GlobalWindows", "endOfStreamTrigger": True}


def record(value: list[Any], timestamp: int | None = None) -> dict[str, Any]:
    return {"value": value} if timestamp is None else {"value": value, "timestamp": timestamp}


def keys() -> list[dict[str, Any]]:
    return [{"kind": "key", "type": type_, "keys": values} for type_, values in KEYS]


def aggregations() -> list[dict[str, Any]]:
    cases = [
        {"kind": "aggregation", "type": type_, "method": method, "field": field, "windows": False}
        for type_, field in FIELDS
        for method in ("sum", "max")
    ]
    for method, windows in (("sum", True), ("maxBy", True), ("minBy", False)):
        for type_, field in ((PAIR, 0), (PAIR, 2), ("LONG", 1), (PAIR, "x")):
            case = {"type": type_, "method": method, "field": field, "windows": windows}
            cases.append({"kind": "aggregation", **case})
    return cases


def random_script(chance: random.Random, length: int, with_watermarks: bool = True) -> list[Any]:
    """Records of two keys with small numbers, so that there are ties, in and out of order."""
    script: list[Any] = []
    now = 0
    for number in range(length):
        now += chance.randrange(0, 9)
        timestamp = max(0, now - chance.choice([0, 0, 3, 12]))
        script.append(record([chance.choice("ab"), chance.randrange(-3, 9), number], timestamp))
        if with_watermarks and chance.random() < 0.3:
            script.append({"watermark": now - chance.choice([0, 5, 15])})
    return script


def windows() -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = []

    def add(assigner: dict[str, Any], method: str, script: list[Any], **more: Any) -> None:
        case = {
            "kind": "windows",
            "type": TRIPLE,
            "assigner": assigner,
            "method": method,
            "field": 1,
        }
        cases.append({**case, "script": script, **more})

    add(sliding(20, 10), "max", [record(["b", 1, 0], 11), record(["b", 10, 1], 25)])
    chance = random.Random(16)
    for method in ("max", "min", "sum", "maxBy", "minBy"):
        for _ in range(3):
            add(sliding(20, 5), method, random_script(chance, 30), lateness=chance.choice([0, 10]))
        add(sliding(30, 10), method, random_script(chance, 20), trigger={"count": 2})
        purging = {"count": 3, "purging": True}
        add(sliding(30, 10), method, random_script(chance, 20), trigger=purging)
        add({"type": "TumblingEventTimeWindows", "size": 20}, method, random_script(chance, 20))
        add({"type": "EventTimeSessionWindows", "gap": 6}, method, random_script(chance, 30))
        for size, after in ((2, False), (3, True)):
            evictor = {"count": size, "after": after}
            add(sliding(20, 5), method, random_script(chance, 25), evictor=evictor, lateness=10)
            script = random_script(chance, 20)
            add({"type": "GlobalWindows"}, method, script, evictor=evictor, trigger={"count": 1})
        add(END, method, random_script(chance, 15))
        add(END, method, random_script(chance, 15, with_watermarks=False), batch=True)
    for method in ("maxBy", "minBy"):
        for first in (True, False):
            add(sliding(20, 5), method, random_script(chance, 25), first=first)
    return cases


def running() -> list[dict[str, Any]]:
    chance = random.Random(17)
    cases: list[dict[str, Any]] = []
    for method in ("max", "min", "sum", "maxBy", "minBy"):
        for batch in (False, True):
            script = random_script(chance, 20, with_watermarks=not batch)
            case = {"kind": "running", "type": TRIPLE, "method": method, "field": 1, "batch": batch}
            cases.append({**case, "script": script})
            if method.endswith("By"):
                cases.append({**case, "script": script, "first": False})
    return cases


def map_states() -> list[dict[str, Any]]:
    chance = random.Random(18)
    operands: dict[str, list[Any]] = {
        "LONG": [*range(-20, 20), *[chance.randrange(-(2**62), 2**62) for _ in range(40)]],
        "INT": [*range(0, 40 * 16, 16), *[chance.randrange(-(2**31), 2**31) for _ in range(40)]],
        "STRING": [f"{chance.choice('abc')}{number}" for number in range(80)],
        "DOUBLE": [str(number / 8) for number in range(-40, 40)],
        "BOOLEAN": [True, False],
        "SQL_DATE": [f"2013-01-{day:02d}" for day in range(1, 31)],
    }
    tuples = [[number % 7 - 3, f"k{number}"] for number in range(60)]
    cases: list[dict[str, Any]] = []
    for key_type, values in [*operands.items(), (["TUPLE", ["LONG", "STRING"]], tuples)]:
        count = len(values)
        script = []
        for _ in range(14):
            operation = chance.choice(["put", "put", "put all", "remove", "remove", "clear"])
            start = chance.randrange(0, count)
            end = min(count, start + chance.choice([1, 3, 12, 40]))
            script.append(record(["a", operation, start, end]))
        type_ = ["TUPLE", ["STRING", "STRING", "LONG", "LONG"]]
        case = {"kind": "map state", "type": type_, "mapKey": key_type, "operands": values}
        cases.append({**case, "script": script})
        for batch in (False, True):
            ends = [record(["a", "put", 0, count]), record(["a", "put all", 0, count])]
            case = {**case, "batch": batch, "bounded": True}
            cases.append({**case, "script": [*ends, record(["a", "remove", 1, count // 2])]})
    colliding = [place * 64 for place in range(8)] + [place * 64 + 1 for place in range(8)]
    type_ = ["TUPLE", ["STRING", "STRING", "LONG", "LONG"]]
    for more in (range(512, 1024, 64), range(2, 8)):
        many = [*colliding, *more]
        script = [record(["a", "put", n, n + 1]) for n in range(len(many))]
        case = {"kind": "map state", "type": type_, "mapKey": "LONG", "operands": many}
        cases.append({**case, "script": script})
    return cases


def interval_joins() -> list[dict[str, Any]]:
    chance = random.Random(19)
    cases = []
    for number in range(6):
        left = [record([chance.choice("ab"), n], chance.randrange(0, 400)) for n in range(30)]
        right = [record(["a", 100], 200 if number % 2 else -3)]
        case = {"kind": "interval join", "type": PAIR, "script": left, "other": right}
        cases.append({**case, "lower": -300, "upper": 300})
    return cases


def partitions() -> list[dict[str, Any]]:
    chance = random.Random(20)
    cases: list[dict[str, Any]] = []
    for keyed in (False, True):
        script = [record([chance.choice("cab"), chance.randrange(-5, 9)], n) for n in range(14)]
        case = {"kind": "partition", "type": PAIR, "keyed": keyed, "script": script}
        for order in ("ASCENDING", "DESCENDING"):
            for field in (0, 1, "f1"):
                sort = {**case, "method": "sortPartition", "order": order, "field": field}
                cases.append(sort)
            cases.append({**sort, "field": 1, "selector": True})
        cases += [{**case, "method": method} for method in ("reduce", "aggregate", "mapPartition")]
        cases += [{**each, "batch": True} for each in cases if each["keyed"] is keyed][:13]
        wrong = {**case, "method": "sortPartition", "order": "ASCENDING"}
        cases += [{**wrong, "field": field} for field in (2, -1, "x", "f2")]
        cases.append({**wrong, "order": "NONE", "field": 1})
    return cases


def source_functions() -> list[dict[str, Any]]:
    script: list[Any] = [
        record(["a", 0]), record(["a", 1], 100), {"watermark": 50}, record(["a", 2], 40),
        {"idle": True}, record(["a", 3], 60), {"watermark": 40}, record(["a", 4]), {"watermark": 70},
        {"idle": True}, {"watermark": 90}, record(["a", 5], -5), {"idle": True},
    ]  # fmt: skip
    return [
        {"kind": "source function", "type": PAIR, "script": script, "network": network}
        for network in (False, True)
    ]


def all_cases() -> list[dict[str, Any]]:
    """Every case, with an id."""
    found: list[dict[str, Any]] = []
    groups = (
        keys, aggregations, windows, running, map_states, interval_joins, partitions, source_functions,
    )  # fmt: skip
    for group in groups:
        name = group.__name__
        found += [{"id": f"{name}-{number}", **case} for number, case in enumerate(group())]
    return found
