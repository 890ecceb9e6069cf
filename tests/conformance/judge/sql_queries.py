# ruff: noqa: E501
"""Random SQL cases: tables with watermarks, inputs with late rows and nulls, and a query over them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from tests.conformance.judge import program_queries as programs
from tests.conformance.judge.sql_expressions import ExpressionWriter

Case = dict[str, Any]
START = "2024-01-01 00:"
BID = {"k": "S", "v": "I", "p": "N", "s": "S", "ts": "T"}
WIDE = {"k": "S", "i": "I", "l": "L", "d": "D", "n": "N", "b": "B", "t": "T", "a": "A", "m": "M", "y": "Y",
        "xs": "AI", "ss": "AS", "mp": "MP", "rw": "RW"}  # fmt: skip
WIDE_DDL = (
    "CREATE TABLE w (k STRING, i INT, l BIGINT, d DOUBLE, n DECIMAL(10, 2), b BOOLEAN, t TIMESTAMP(3), a DATE, "
    "m TIME, y BYTES, xs ARRAY<INT>, ss ARRAY<STRING>, mp MAP<STRING, INT>, rw ROW<x INT, y STRING>) "
    "WITH ('connector'='script')"
)
AGGREGATES = (
    "COUNT(*)", "COUNT(v)", "SUM(v)", "AVG(v)", "MIN(v)", "MAX(v)", "SUM(p)", "AVG(p)", "MAX(s)", "MIN(ts)",
    "COUNT(DISTINCT v)", "SUM(DISTINCT v)", "COUNT(DISTINCT s)", "COUNT(*) FILTER (WHERE v > 3)",
    "SUM(v) FILTER (WHERE s = 'x')", "COUNT(DISTINCT v) FILTER (WHERE s <> 'x')", "LISTAGG(s)", "LISTAGG(s, '|')",
    "LISTAGG(DISTINCT s)", "COLLECT(s)", "FIRST_VALUE(v)", "LAST_VALUE(s)", "STDDEV_POP(v)", "STDDEV_SAMP(v)",
    "VAR_POP(v)", "VAR_SAMP(p)", "SUM(CAST(v AS DOUBLE))", "MAX(CASE WHEN v > 3 THEN v END)", "ARRAY_AGG(v)",
    "JSON_OBJECTAGG(KEY s VALUE v)", "JSON_ARRAYAGG(s)", "JSON_OBJECTAGG(KEY k VALUE s ABSENT ON NULL)", "JSON_ARRAYAGG(v ABSENT ON NULL)",
    "JSON_OBJECTAGG(KEY k VALUE v)", "JSON_ARRAYAGG(v NULL ON NULL)", "BOOL_AND(v > 1)", "SUM(p) / COUNT(p)", "ARRAY_AGG(DISTINCT s)", "SUM(v + 1)", "AVG(CAST(v AS DOUBLE))", "COUNT(1)",
    "MIN(p)", "MAX(ts)", "SUM(v) + COUNT(*)", "MAX(v) - MIN(v)", "APPROX_COUNT_DISTINCT(v)", "SINGLE_VALUE(1)",
)  # fmt: skip
PLAIN_AGGREGATES = AGGREGATES[:17]
HAVINGS = ("COUNT(*) > 1", "SUM(v) > 5", "MAX(s) IS NOT NULL", "MIN(v) > 1", "MAX(v) > MIN(v)", "MIN(v) IS NOT NULL",
           "AVG(v) > 2", "COUNT(DISTINCT s) = 1", "SUM(v) BETWEEN 2 AND 9", "MAX(v) > 3 AND MIN(v) < 3",
           "COUNT(v) = COUNT(*)", "MIN(p) < 2.5")  # fmt: skip
FILTERS = ("v > 2", "v IS NOT NULL", "s <> 'x'", "k = 'a' OR v < 5", "v BETWEEN 1 AND 8", "k IN ('a', 'b')",
           "s LIKE '%x%'", "NOT (k = 'a')", "v % 2 = 1", "p > 1.5 AND v < 9", "k IS NOT NULL")  # fmt: skip


class CaseWriter:
    """Writes one random case."""

    RANGE = "RANGE BETWEEN INTERVAL '5' SECOND PRECEDING AND CURRENT ROW"

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._case: Case = {}

    def write(self, name: str) -> Case:
        """Return a case; its name ends with its family."""
        family = self._chance.choice(FAMILIES)
        self._case = {
            "name": f"{name}-{family.__name__.removeprefix('write_')}", "topic": "random",
            "mode": "streaming", "config": {}, "setup": [], "inputs": {},
        }  # fmt: skip
        written = family(self)
        if isinstance(written, str):
            self._case["query"] = written
        else:
            self._case["statements"] = written
        return self._case

    # --- helpers ---

    def choose(self, *options: Any) -> Any:
        return self._chance.choice(options)

    def sample(self, options: Sequence[str], count: int) -> list[str]:
        return self._chance.sample(options, count)

    def happens(self, share: float) -> bool:
        return self._chance.random() < share

    def add_table(self, ddl: str) -> None:
        self._case["setup"].append(ddl)

    def _times(self, count: int) -> list[str]:
        now, times = 0, []
        for _ in range(count):
            now += self.choose(0, 1, 1, 2, 3, 5, 9)
            late = self.choose(0, 0, 0, 1, 2, 6, 14)
            moment = max(0, now - late)
            times.append(f"{START}{moment // 60:02d}:{moment % 60:02d}")
        return times

    def number(self, name: str, rows: list[list[Any]], kinds: list[str] | None = None) -> None:
        kinds = kinds or ["+I"] * len(rows)
        taken = {number for items in self._case["inputs"].values() for number, *_ in items}
        free = [number for number in range(1, 80) if number not in taken]
        numbers = (
            sorted(self._chance.sample(free, len(rows)))
            if taken
            else [2 * n + 1 for n in range(len(rows))]
        )
        self._case["inputs"][name] = [list(item) for item in zip(numbers, kinds, rows, strict=True)]

    def add_bid(self, name: str = "bid", count: int | None = None) -> None:
        """Add a table of bids: append-only, with a watermark and late rows."""
        delay = self.choose("ts", "ts - INTERVAL '2' SECOND", "ts - INTERVAL '5' SECOND")
        self.add_table(
            f"CREATE TABLE {name} (k STRING, v INT, p DECIMAL(10,2), s STRING, ts TIMESTAMP(3), "
            f"WATERMARK FOR ts AS {delay}) WITH ('connector'='script')"
        )
        count = count or self._chance.randint(5, 14)
        rows = [
            [self.choose("a", "a", "b", "c", None), self.choose(1, 2, 3, 5, 8, 100, -4, None),
             self.choose("1.10", "2.25", "10.00", "-3.50", None), self.choose("x", "y", "", "xx", None), moment]
            for moment in self._times(count)
        ]  # fmt: skip
        self.number(name, rows)

    def add_orders(self) -> None:
        self.add_table(
            "CREATE TABLE orders (oid INT, cust STRING, amt INT, ots TIMESTAMP(3), WATERMARK FOR ots AS ots - "
            "INTERVAL '1' SECOND) WITH ('connector'='script')"
        )
        count = self._chance.randint(4, 9)
        rows = [
            [
                self.choose(1, 2, 3, 4, None),
                self.choose("ann", "bob", None),
                self.choose(5, 10, 20, None),
                moment,
            ]
            for moment in self._times(count)
        ]
        self.number("orders", rows)

    def add_pay(self) -> None:
        self.add_table(
            "CREATE TABLE pay (pid INT, oid INT, paid INT, pts TIMESTAMP(3), WATERMARK FOR pts AS pts - "
            "INTERVAL '1' SECOND) WITH ('connector'='script')"
        )
        moments = self._times(self._chance.randint(4, 9))
        rows = [
            [10 + number, self.choose(1, 2, 3, 5, None), self.choose(5, 10, 20, 0, None), moment]
            for number, moment in enumerate(moments)
        ]
        self.number("pay", rows)

    def add_rates(self) -> None:
        """Add orders in currencies, and a versioned table of rates."""
        self.add_table(
            "CREATE TABLE orders (oid INT, cur STRING, amt INT, ots TIMESTAMP(3), WATERMARK FOR ots AS ots - "
            "INTERVAL '1' SECOND) WITH ('connector'='script')"
        )
        rows = [
            [number, self.choose("EUR", "USD", None), self.choose(1, 5, 10), moment]
            for number, moment in enumerate(self._times(self._chance.randint(4, 8)))
        ]
        self.number("orders", rows)
        mode = self.choose("I,UA,D", "I,UB,UA,D", "I,UA,D")
        self.add_table(
            "CREATE TABLE rates (cur STRING, rate DECIMAL(10,4), rts TIMESTAMP(3), PRIMARY KEY (cur) NOT ENFORCED, "
            f"WATERMARK FOR rts AS rts - INTERVAL '1' SECOND) WITH ('connector'='script', 'changelog'='{mode}')"
        )
        state: dict[str, list[Any]] = {}
        kinds: list[str] = []
        changes: list[list[Any]] = []
        for moment in self._times(self._chance.randint(3, 7)):
            currency = self.choose("EUR", "USD")
            old = state.get(currency)
            if old is not None and self.happens(0.2):
                del state[currency]
                kinds.append("-D")
                changes.append([old[0], old[1], moment])
                continue
            fresh = [currency, self.choose("1.1000", "1.2000", "0.9000"), moment]
            if old is None:
                kinds.append("+I")
            else:
                if mode == "I,UB,UA,D":
                    kinds.append("-U")
                    changes.append(old)
                kinds.append("+U")
            state[currency] = fresh
            changes.append(fresh)
        self.number("rates", changes, kinds)

    def rename_to_updates(self) -> None:
        """Make the rates a stream of rows that a view turns into versions."""
        setup = self._case["setup"]
        number = next(n for n, ddl in enumerate(setup) if "TABLE rates" in ddl)
        rates = self._case["inputs"].pop("rates")
        self._case["inputs"]["updates"] = [
            [n, "+I", row] for n, kind, row in rates if kind in ("+I", "+U")
        ]
        setup[number] = (
            "CREATE TABLE updates (cur STRING, rate DECIMAL(10,4), rts TIMESTAMP(3), WATERMARK FOR rts AS rts - "
            "INTERVAL '1' SECOND) WITH ('connector'='script')"
        )

    def add_users(self, name: str = "usr", mode: str | None = None, key: bool = True) -> None:
        """Add a table of changes: with ``I,UB,UA,D`` or ``I,UA,D``."""
        mode = mode or self.choose("I,UB,UA,D", "I,UA,D")
        primary = ", PRIMARY KEY (id) NOT ENFORCED" if key or mode == "I,UA,D" else ""
        self.add_table(
            f"CREATE TABLE {name} (id INT, name STRING, bal INT{primary}) "
            f"WITH ('connector'='script', 'changelog'='{mode}')"
        )
        state: dict[int, list[Any]] = {}
        rows: list[list[Any]] = []
        kinds: list[str] = []
        for _ in range(self._chance.randint(4, 10)):
            number = self.choose(1, 2, 3)
            fresh = [
                number,
                self.choose("ann", "bob", "cy", None),
                self.choose(5, 10, 20, 30, None),
            ]
            old = state.get(number)
            if old is None:
                kinds.append("+I" if mode != "I,UA,D" else self.choose("+I", "+U"))
            elif self.happens(0.25):
                del state[number]
                kinds.append("-D")
                rows.append(old)
                continue
            else:
                if mode == "I,UB,UA,D":
                    kinds.append("-U")
                    rows.append(old)
                kinds.append("+U")
            state[number] = fresh
            rows.append(fresh)
        self.number(name, rows, kinds)

    def add_wide(self) -> None:
        self.add_table(WIDE_DDL)
        choose = self.choose
        rows = [
            [choose("a", "Abc", "hello world", "", "12", "漢字é", None), choose(1, 2, 3, -7, 2147483647, None),
             choose(5, -1, 9000000000, None), choose(1.5, -0.25, 3.0, 1e10, None),
             choose("1.25", "-7.50", "0.00", "99999999.99", None), choose("true", "false", None),
             choose("2024-01-31 12:34:56.789", "1969-12-31 23:59:58.001", "2024-02-29 00:00:00", None),
             choose("2024-02-29", "1969-01-01", None), choose("12:34:56", "00:00:00", None),
             choose("48656c6c6f", "", None), choose([1, 2, 3], [], [2, None], None),
             choose(["b", "a", "b"], [], [None], None), choose({"k": 1, "j": 2}, {}, {"k": None}, None),
             choose([1, "x"], [None, None], None)]
            for _ in range(4)
        ]  # fmt: skip
        self.number("w", rows)

    def aggregates(self, options: tuple[str, ...] = AGGREGATES) -> str:
        chosen = self._chance.sample(options, self._chance.randint(1, 3))
        return ", ".join(f"{text} AS c{number}" for number, text in enumerate(chosen))

    def where(self, share: float = 0.4) -> str:
        return f" WHERE {self.choose(*FILTERS)}" if self.happens(share) else ""

    def interval(self, *seconds: int) -> str:
        return f"INTERVAL '{self.choose(*seconds)}' SECOND"

    def mini_batch(self) -> None:
        self._case["config"] = {
            "table.exec.mini-batch.enabled": "true", "table.exec.mini-batch.allow-latency": "10 s",
            "table.exec.mini-batch.size": "100",
        }  # fmt: skip
        if self.happens(0.3):
            self._case["config"]["table.optimizer.agg-phase-strategy"] = "ONE_PHASE"

    def zone(self) -> None:
        zone = self.choose("UTC", "Asia/Shanghai", "America/New_York", "Europe/Berlin", "GMT+05:30")
        self._case["config"]["table.local-time-zone"] = zone

    # --- families ---

    def write_literals(self) -> str:
        self.zone()
        writer = ExpressionWriter(self._chance, {})
        kinds = [self.choose(*"IILDNSSSSBBTAMZ", "AI", "AS", "MP", "Y") for _ in range(4)]
        return "SELECT " + ", ".join(
            f"{writer.write(kind, self.choose(1, 1, 2))} AS e{number}"
            for number, kind in enumerate(kinds)
        )

    def write_expressions(self) -> str:
        self.zone()
        self.add_wide()
        writer = ExpressionWriter(self._chance, WIDE)
        kinds = [self.choose(*"IIILDDNNSSSSSBBTTAMZY", "AI", "AS", "MP", "RW") for _ in range(4)]
        columns = ", ".join(
            f"{writer.write(kind, self.choose(1, 1, 2))} AS e{number}"
            for number, kind in enumerate(kinds)
        )
        return f"SELECT {columns} FROM w"

    def write_filter(self) -> str:
        self.add_wide()
        writer = ExpressionWriter(self._chance, WIDE)
        return f"SELECT k, i, d, n FROM w WHERE {writer.write('B', 2)}"

    def write_values(self) -> str:
        writer = ExpressionWriter(self._chance, {"x": "S", "y": "I", "z": "N"})
        rows = ", ".join(
            f"({self.choose(chr(39) + 'p' + chr(39), chr(39) + 'quux' + chr(39), 'CAST(NULL AS STRING)')}, "
            f"{self.choose('1', '2', 'CAST(NULL AS INT)')}, {self.choose('1.5', '22.75', '3')})"
            for _ in range(3)
        )
        source = f"(VALUES {rows}) AS t(x, y, z)"
        if self.happens(0.3):
            return f"SELECT * FROM {source}"
        kinds = [self.choose(*"ISBN") for _ in range(2)]
        columns = ", ".join(f"{writer.write(kind, 1)} AS e{n}" for n, kind in enumerate(kinds))
        return f"SELECT {columns} FROM {source}"

    def write_group(self) -> str:
        self.add_bid()
        if self.happens(0.2):
            self.mini_batch()
        keys = self.choose("k", "k", "s", "k, s", "v / 3", "UPPER(s)", "v > 3", "")
        if not keys:
            figures = self.choose("COUNT(*) AS n", self.aggregates())
            return f"SELECT {figures} FROM bid{self.where()}"
        having = self.choose("", f" HAVING {self.choose(*HAVINGS)}")
        shown = ", ".join(f"{key} AS g{n}" for n, key in enumerate(keys.split(", ")))
        return f"SELECT {shown}, {self.aggregates()} FROM bid{self.where()} GROUP BY {keys}{having}"

    def write_grouping_sets(self) -> str:
        self.add_bid(count=6)
        sets = self.choose(
            "GROUPING SETS ((k, s), (k), ())",
            "ROLLUP (k, s)",
            "CUBE (k, s)",
            "GROUPING SETS ((k), (s))",
        )
        extra = self.choose(
            "", ", GROUPING(k) AS gk", ", GROUPING_ID(k, s) AS gi", ", GROUPING(k, s) AS g"
        )
        return f"SELECT k, s, {self.aggregates(PLAIN_AGGREGATES)}{extra} FROM bid{self.where()} GROUP BY {sets}"

    def write_distinct(self) -> str:
        self.add_bid()
        columns = self.choose("k", "k, s", "v / 2 AS h", "s, k, v")
        return f"SELECT DISTINCT {columns} FROM bid{self.where()}"

    def write_nested_group(self) -> str:
        self.add_bid()
        if self.happens(0.2):
            self.mini_batch()
        inner = f"SELECT k, {self.choose('COUNT(*)', 'SUM(v)', 'MAX(v)', 'COUNT(DISTINCT s)')} AS c FROM bid{self.where()} GROUP BY k"
        outer = self.choose(
            "SELECT c, COUNT(*) AS n FROM ({}) GROUP BY c",
            "SELECT MAX(c) AS m, COUNT(k) AS n, AVG(c) AS a FROM ({})",
            "WITH q AS ({}) SELECT k, c + 1 AS d FROM q WHERE c > 1",
            "SELECT MIN(c) AS m, LISTAGG(k) AS l FROM ({})",
            "SELECT SUM(c) AS s, FIRST_VALUE(k) AS f, LAST_VALUE(c) AS l FROM ({})",
        )
        return outer.format(inner)

    def window(self, table: str = "bid", column: str = "ts") -> str:
        offset = self.choose("", "", "", f", {self.interval(3, -2)}")
        return self.choose(
            f"TUMBLE(TABLE {table}, DESCRIPTOR({column}), {self.interval(5, 10)}{offset})",
            f"HOP(TABLE {table}, DESCRIPTOR({column}), INTERVAL '5' SECOND, {self.interval(10, 15)}{offset})",
            f"CUMULATE(TABLE {table}, DESCRIPTOR({column}), INTERVAL '5' SECOND, {self.interval(10, 20)}{offset})",
        )

    def write_window(self) -> str:
        self.add_bid()
        if self.happens(0.15):
            self._case["config"]["table.optimizer.agg-phase-strategy"] = self.choose(
                "ONE_PHASE", "TWO_PHASE"
            )
        if self.happens(0.25):
            partition = self.choose(" PARTITION BY k", " PARTITION BY (k, s)", "")
            window = f"SESSION(TABLE bid{partition}, DESCRIPTOR(ts), {self.interval(2, 5)})"
            keys = partition.removeprefix(" PARTITION BY ").strip("()")
            if self.happens(0.3):  # then the windows do not depend on the keys
                keys = self.choose("", "k", "k, s")
        else:
            window = self.window()
            keys = self.choose("", "k", "k", "k, s", "s")
        groups = ", ".join(
            filter(
                None, (self.choose("window_start, window_end", "window_end, window_start"), keys)
            )
        )
        shown = ", ".join(
            filter(
                None, (self.choose("window_start, window_end", "window_start", "window_end"), keys)
            )
        )
        options = AGGREGATES if self.happens(0.3) else PLAIN_AGGREGATES
        having = self.choose("", "", "", " HAVING COUNT(*) > 1")
        return f"SELECT {shown}, {self.aggregates(options)} FROM TABLE({window}){self.where(0.3)} GROUP BY {groups}{having}"

    def write_window_sets(self) -> str:
        self.add_bid()
        sets = self.choose(
            "GROUPING SETS ((k), ())", "ROLLUP (k, s)", "CUBE (k)", "GROUPING SETS ((k, s), (s))"
        )
        shown = "k, s" if "s" in sets.replace("SETS", "") else "k"
        return (
            f"SELECT window_start, window_end, {shown}, {self.aggregates(PLAIN_AGGREGATES)} FROM TABLE({self.window()}) "
            f"GROUP BY window_start, window_end, {sets}"
        )

    def write_window_rows(self) -> str:
        self.add_bid()
        columns = self.choose(
            "k, v, window_start, window_end, window_time", "k, window_end", "*", "v, window_time"
        )
        if columns == "*":
            columns = "k, v, CAST(ts AS TIMESTAMP(3)) AS ts0, window_start, window_end, window_time"
        return f"SELECT {columns} FROM TABLE({self.window()}){self.where()}"

    def write_cascade(self) -> str:
        self.add_bid()
        inner = (
            f"SELECT window_time AS wt, k, {self.choose('SUM(v)', 'COUNT(*)')} AS c FROM TABLE({self.window()}) "
            "GROUP BY window_start, window_end, window_time, k"
        )
        if self.happens(0.5):
            self.add_table(f"CREATE VIEW w1 AS {inner}")
            return (
                "SELECT window_start, window_end, SUM(c) AS s, COUNT(*) AS n FROM TABLE(TUMBLE(TABLE w1, "
                "DESCRIPTOR(wt), INTERVAL '20' SECOND)) GROUP BY window_start, window_end"
            )
        return (
            f"WITH w1 AS ({inner}) SELECT window_end, k, MAX(c) AS m FROM TABLE(TUMBLE(TABLE w1, DESCRIPTOR(wt), "
            "INTERVAL '20' SECOND)) GROUP BY window_start, window_end, k"
        )

    def write_window_rank(self) -> str:
        self.add_bid()
        kept = self.choose("rn <= 2", "rn = 1", "rn <= 1", "rn < 3")
        columns = self.choose("*", "*, ROW_NUMBER() OVER {} AS rn").split(", ")[0]
        if self.happens(0.5):
            order = self.choose("c DESC, k", "c, k DESC")
            inner = (
                f"SELECT window_start, window_end, k, {self.choose('SUM(v)', 'COUNT(*)', 'MAX(v)')} AS c FROM "
                f"TABLE({self.window()}) GROUP BY window_start, window_end, k"
            )
            return (
                f"SELECT {columns} FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY window_start, window_end ORDER BY "
                f"{order}) AS rn FROM ({inner})) WHERE {kept}"
            )
        order = self.choose("v DESC, s", "v, s DESC", "ts DESC", "ts")
        return (
            "SELECT k, v, s, window_start FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY window_start, window_end, k "
            f"ORDER BY {order}) AS rn FROM TABLE({self.window()})) WHERE {kept}"
        )

    def write_window_join(self) -> str:
        self.add_orders()
        self.add_pay()
        kind = self.choose("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL OUTER JOIN")
        window = self.choose(
            "TUMBLE(TABLE {}, DESCRIPTOR({}), INTERVAL '10' SECOND)",
            "HOP(TABLE {}, DESCRIPTOR({}), INTERVAL '5' SECOND, INTERVAL '10' SECOND)",
        )
        left = f"(SELECT * FROM TABLE({window.format('orders', 'ots')})) L"
        right = f"(SELECT * FROM TABLE({window.format('pay', 'pts')})) R"
        same = "L.window_start = R.window_start AND L.window_end = R.window_end"
        if self.happens(0.25):
            return (
                f"SELECT oid, amt, window_start FROM {left} WHERE {self.choose('', 'NOT ')}EXISTS (SELECT * FROM "
                f"{right} WHERE L.oid = R.oid AND {same})"
            )
        extra = self.choose("", " AND L.amt > R.paid")
        return (
            f"SELECT L.oid AS lo, R.oid AS ro, amt, paid, COALESCE(L.window_start, R.window_start) AS ws "
            f"FROM {left} {kind} {right} ON L.oid = R.oid AND {same}{extra}"
        )

    def write_legacy(self) -> str:
        self.add_bid()
        call = self.choose("TUMBLE(ts, {})", "HOP(ts, INTERVAL '5' SECOND, {})", "SESSION(ts, {})")
        call = call.format(self.interval(10, 15) if "SESSION" not in call else self.interval(3, 5))
        name, arguments = call.split("(", 1)
        keys = self.choose("k, ", "", "k, s, ")
        shown = self.choose(
            f"{name}_START({arguments} AS ws, {name}_END({arguments} AS we",
            f"{name}_END({arguments} AS we",
        )
        options = tuple(one for one in PLAIN_AGGREGATES if "ts" not in one)
        return f"SELECT {keys}{shown}, {self.aggregates(options)} FROM bid{self.where()} GROUP BY {keys}{call}"

    def write_over(self) -> str:
        self.add_bid()
        partition = self.choose("PARTITION BY k ", "PARTITION BY k ", "PARTITION BY k, s ", "")
        frame = self.choose(
            "", "ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW", "ROWS BETWEEN 1 PRECEDING AND CURRENT ROW",
            "ROWS BETWEEN 2 PRECEDING AND CURRENT ROW", "RANGE BETWEEN INTERVAL '5' SECOND PRECEDING AND CURRENT ROW",
            "RANGE BETWEEN INTERVAL '10' SECOND PRECEDING AND CURRENT ROW", "RANGE UNBOUNDED PRECEDING",
            "ROWS 2 PRECEDING",
        )  # fmt: skip
        options = ("SUM(v)", "COUNT(*)", "MAX(v)", "MIN(p)", "AVG(v)", "COUNT(DISTINCT s)", "LISTAGG(s)", "FIRST_VALUE(v)",
                   "LAST_VALUE(v)", "SUM(p)", "SUM(DISTINCT v)", "MAX(s)", "STDDEV_POP(v)")  # fmt: skip
        calls = self._chance.sample(options, 2)
        if self.happens(0.25):
            special = self.choose(
                "ROW_NUMBER()",
                "LAG(v)",
                "LAG(v, 2, -1)",
                "RANK()",
                "DENSE_RANK()",
                "LAG(s, 1)",
                "LEAD(v)",
                "NTILE(2)",
            )
            return f"SELECT k, v, ts, {special} OVER ({partition}ORDER BY ts) AS x FROM bid{self.where()}"
        if self.happens(0.15):
            order = self.choose("v", "s", "v, s")
            return f"SELECT k, v, SUM(v) OVER ({partition}ORDER BY {order}) AS x, COUNT(*) OVER ({partition}ORDER BY {order}) AS y FROM bid{self.where()}"
        shown = ", ".join(f"{call} OVER w AS x{n}" for n, call in enumerate(calls))
        return f"SELECT k, v, ts, {shown} FROM bid{self.where()} WINDOW w AS ({partition}ORDER BY ts {frame})"

    def write_join(self) -> str:
        self.add_orders()
        self.add_pay()
        kind = self.choose("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL OUTER JOIN")
        extra = self.choose(
            "",
            "",
            " AND o.amt > p.paid",
            " AND o.amt > 5",
            " AND p.paid = 10",
            " AND o.cust = 'ann'",
        )
        where = self.choose("", "", " WHERE amt > 5", " WHERE paid IS NOT NULL", " WHERE o.oid > 1")
        on = self.choose(
            "o.oid = p.oid",
            "o.oid = p.oid",
            "o.oid = p.oid AND o.amt = p.paid",
            "o.oid + 1 = p.oid",
        )
        return (
            f"SELECT o.oid, cust, amt, pid, paid FROM orders o {kind} pay p ON {on}{extra}{where}"
        )

    def write_join_updates(self) -> str:
        self.add_users("l")
        self.add_users("r")
        kind = self.choose("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN")
        on = self.choose(
            "l.id = r.id", "l.id = r.id", "l.name = r.name", "l.id = r.id AND l.bal > r.bal"
        )
        if self.happens(0.3):
            return f"SELECT l.name, COUNT(*) AS c, SUM(r.bal) AS s FROM l {kind} r ON {on} GROUP BY l.name"
        return f"SELECT l.id, l.name, r.id AS rid, r.bal FROM l {kind} r ON {on}"

    def write_join_aggregates(self) -> str:
        self.add_orders()
        self.add_pay()
        kind = self.choose("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN")
        return (
            f"SELECT a.oid, a.c, b.s FROM (SELECT oid, COUNT(*) AS c FROM orders GROUP BY oid) a {kind} "
            f"(SELECT oid, {self.choose('SUM(paid)', 'MAX(pid)')} AS s FROM pay GROUP BY oid) b ON a.oid = b.oid"
        )

    def write_subquery(self) -> str:
        self.add_orders()
        self.add_pay()
        return self.choose(
            "SELECT oid, amt FROM orders WHERE oid IN (SELECT oid FROM pay)",
            "SELECT oid, amt FROM orders WHERE oid IN (SELECT oid FROM pay WHERE paid > 5) AND amt > 5",
            "SELECT oid, amt FROM orders WHERE oid NOT IN (SELECT oid FROM pay WHERE oid IS NOT NULL)",
            "SELECT oid, amt FROM orders o WHERE NOT EXISTS (SELECT 1 FROM pay p WHERE p.oid = o.oid)",
            "SELECT oid, amt FROM orders o WHERE EXISTS (SELECT 1 FROM pay p WHERE p.oid = o.oid AND p.paid >= o.amt)",
            "SELECT oid, amt FROM orders WHERE amt > (SELECT AVG(paid) FROM pay)",
            "SELECT oid, amt FROM orders WHERE amt = (SELECT MAX(paid) FROM pay)",
            "SELECT oid, (SELECT MAX(paid) FROM pay) AS m FROM orders",
            "SELECT oid, amt FROM orders o WHERE amt > (SELECT SUM(paid) FROM pay p WHERE p.oid = o.oid)",
            "SELECT oid, (SELECT COUNT(*) FROM pay p WHERE p.oid = o.oid) AS n FROM orders o",
            "SELECT oid FROM orders WHERE (oid, amt) IN (SELECT oid, paid FROM pay)",
            "SELECT oid FROM orders WHERE EXISTS (SELECT 1 FROM pay WHERE paid > 10)",
            "SELECT a.oid, b.oid AS bo FROM orders a JOIN orders b ON a.cust = b.cust AND a.amt < b.amt",
            "SELECT a.oid, b.pid FROM orders a, pay b WHERE a.oid = b.oid AND a.amt <> b.paid",
            "SELECT o.oid, p.pid FROM orders o CROSS JOIN pay p WHERE o.amt > p.paid",
            "SELECT * FROM (SELECT oid, cust FROM orders) JOIN (SELECT oid, paid FROM pay) USING (oid)",
            "SELECT o.oid, t.paid FROM orders o, LATERAL (SELECT paid FROM pay p WHERE p.oid = o.oid) t",
        )  # fmt: skip

    def write_interval_join(self) -> str:
        self.add_orders()
        self.add_pay()
        kind = self.choose("JOIN", "JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL OUTER JOIN")
        bound = self.choose(
            "p.pts BETWEEN o.ots - INTERVAL '2' SECOND AND o.ots + INTERVAL '8' SECOND",
            "p.pts BETWEEN o.ots AND o.ots + INTERVAL '5' SECOND",
            "p.pts >= o.ots AND p.pts < o.ots + INTERVAL '5' SECOND",
            "o.ots > p.pts - INTERVAL '4' SECOND AND o.ots <= p.pts + INTERVAL '1' SECOND",
            "o.ots = p.pts",
        )
        extra = self.choose("", "", " AND o.amt > p.paid", " AND o.amt > 5")
        return (
            "SELECT o.oid, amt, pid, paid, CAST(ots AS TIMESTAMP(3)) AS ots0, CAST(pts AS TIMESTAMP(3)) AS pts0 "
            f"FROM orders o {kind} pay p ON o.oid = p.oid AND {bound}{extra}"
        )

    def write_temporal_join(self) -> str:
        self.add_rates()
        kind = self.choose("JOIN", "LEFT JOIN")
        extra = self.choose("", " AND r.rate > 1.05", " AND o.amt > 1")
        return (
            f"SELECT oid, o.cur, amt, rate, amt * rate AS x FROM orders o {kind} rates FOR SYSTEM_TIME AS OF o.ots AS r "
            f"ON o.cur = r.cur{extra}"
        )

    def write_rank(self) -> str:
        self.add_bid()
        partition = self.choose("PARTITION BY k ", "PARTITION BY k ", "PARTITION BY k, s ", "")
        order = self.choose(
            "v DESC",
            "v",
            "v DESC, s",
            "p DESC",
            "s",
            "ts",
            "ts DESC",
            "v DESC NULLS LAST",
            "v NULLS LAST",
        )
        kept = self.choose(
            "rn <= 2",
            "rn = 1",
            "rn <= 3",
            "rn BETWEEN 2 AND 3",
            "rn < 3",
            "rn = 2",
            "2 >= rn",
            "rn <= 2 AND v > 1",
        )
        shown = self.choose("k, v", "k, v, rn", "k, s, v", "v, rn, ts")
        return (
            f"SELECT {shown} FROM (SELECT *, ROW_NUMBER() OVER ({partition}ORDER BY {order}) AS rn FROM bid{self.where()}) "
            f"WHERE {kept}"
        )

    def write_rank_updates(self) -> str:
        kept = self.choose("rn <= 2", "rn = 1", "rn <= 3")
        if self.happens(0.5):
            self.add_users()
            order = self.choose("bal DESC", "bal", "name, bal")
            partition = self.choose("", "PARTITION BY name ")
            shown = self.choose("id, name, bal", "id, bal, rn")
            return f"SELECT {shown} FROM (SELECT *, ROW_NUMBER() OVER ({partition}ORDER BY {order}) AS rn FROM usr) WHERE {kept}"
        self.add_bid()
        call = self.choose("SUM(v)", "COUNT(*)", "MAX(v)", "MIN(v)", "COUNT(DISTINCT s)")
        order = self.choose("c DESC", "c", "c DESC, k")
        shown = self.choose("k, c", "k, c, rn")
        return (
            f"SELECT {shown} FROM (SELECT k, c, ROW_NUMBER() OVER (ORDER BY {order}) AS rn FROM (SELECT k, {call} AS c "
            f"FROM bid{self.where()} GROUP BY k)) WHERE {kept}"
        )

    def write_set(self) -> str:
        self.add_orders()
        self.add_pay()
        operation = self.choose(
            "UNION", "UNION ALL", "INTERSECT", "INTERSECT ALL", "EXCEPT", "EXCEPT ALL"
        )
        left = self.choose(
            "SELECT oid, amt FROM orders",
            "SELECT oid, amt FROM orders WHERE amt > 5",
            "SELECT oid, cust FROM orders",
        )
        right = (
            "SELECT oid, paid FROM pay"
            if "cust" not in left
            else "SELECT oid, CASE WHEN oid < 3 THEN 'ann' END FROM pay"
        )
        query = f"{left} {operation} {right}"
        return self.choose(
            query, query, query, f"SELECT oid, COUNT(*) AS n FROM ({query}) GROUP BY oid"
        )

    def write_sort(self) -> str:
        self.add_bid()
        return self.choose(
            f"SELECT k, v, ts FROM bid{self.where()} ORDER BY ts{self.choose('', ', v DESC', ', k', ' DESC')}",
            f"SELECT k, v FROM bid{self.where()} ORDER BY {self.choose('v DESC, k', 'k, v', 's NULLS LAST', 'v')} LIMIT {self.choose(1, 2, 3)}",
            f"SELECT k, v FROM bid{self.where()} LIMIT {self.choose(2, 3, 20)}",
            f"SELECT k, v, s FROM bid ORDER BY v OFFSET 1 ROWS FETCH NEXT {self.choose(1, 2)} ROWS ONLY",
            f"SELECT k, SUM(v) AS c FROM bid GROUP BY k ORDER BY c {self.choose('', 'DESC ')}LIMIT 2",
            "SELECT k, v FROM bid ORDER BY v",
            "SELECT k, COUNT(*) AS c FROM bid GROUP BY k LIMIT 2",
            "SELECT k, v FROM bid LIMIT 3 OFFSET 1",
        )

    def write_changes(self) -> str:
        self.add_users(key=self.happens(0.8))
        writer = ExpressionWriter(self._chance, {"id": "I", "name": "S", "bal": "I"})
        return self.choose(
            f"SELECT id, {writer.write('S', 1)} AS n, bal FROM usr", f"SELECT id, name, bal FROM usr WHERE {writer.write('B', 1)}",
            "SELECT name, COUNT(*) AS c, SUM(bal) AS s, MAX(bal) AS m FROM usr GROUP BY name", "SELECT name FROM usr",
            "SELECT COUNT(*) AS c, SUM(bal) AS s, AVG(bal) AS a, MIN(bal) AS m FROM usr", "SELECT DISTINCT name FROM usr",
            "SELECT COUNT(DISTINCT name) AS c FROM usr", "SELECT name, MIN(bal) AS m FROM usr WHERE bal > 5 GROUP BY name",
            "SELECT name, LISTAGG(CAST(bal AS STRING)) AS l FROM usr GROUP BY name", "SELECT bal, COLLECT(name) AS n FROM usr GROUP BY bal",
            "SELECT id, name FROM usr UNION ALL SELECT 99, 'const' FROM usr WHERE bal > 20",
            "SELECT c, COUNT(*) AS n FROM (SELECT name, COUNT(*) AS c FROM usr GROUP BY name) GROUP BY c",
            "SELECT name, FIRST_VALUE(bal) AS f, LAST_VALUE(bal) AS l FROM usr GROUP BY name",
            "SELECT id, name, bal FROM usr LIMIT 2", "SELECT name FROM usr UNION SELECT 'x' FROM usr",
        )  # fmt: skip

    def write_sink(self) -> list[str]:
        mode = self.choose("I", "I,UB,UA,D", "I,UA,D", "I,UA,D")
        key = ", PRIMARY KEY (k) NOT ENFORCED" if mode == "I,UA,D" and self.happens(0.9) else ""
        self.add_bid()
        types = self.choose(
            "k STRING, c BIGINT",
            "k STRING, c BIGINT",
            "k STRING, c INT",
            "k STRING NOT NULL, c BIGINT",
            "k INT, c BIGINT",
        )
        self.add_table(
            f"CREATE TABLE snk ({types}{key}) WITH ('connector'='script', 'changelog'='{mode}')"
        )
        conflict = self.choose(
            "",
            "",
            " ON CONFLICT DO DEDUPLICATE",
            " ON CONFLICT DO NOTHING",
            " ON CONFLICT DO ERROR",
        )
        query = self.choose(
            "SELECT k, COUNT(*) FROM bid GROUP BY k",
            "SELECT k, CAST(v AS BIGINT) FROM bid WHERE k IS NOT NULL",
            "SELECT k, SUM(CAST(v AS BIGINT)) FROM bid WHERE v IS NOT NULL AND k IS NOT NULL GROUP BY k",
            "SELECT s, COUNT(*) FROM bid WHERE k IS NOT NULL GROUP BY k, s",
            "SELECT k, COUNT(*) AS c FROM TABLE(TUMBLE(TABLE bid, DESCRIPTOR(ts), INTERVAL '10' SECOND)) GROUP BY k, window_start, window_end",
        )
        return [f"INSERT INTO snk {query}{conflict}"]

    def write_batch(self) -> str | list[str]:
        self._case["mode"] = "batch"
        return self.choose(*BATCH_FAMILIES)(self)

    def write_batch_sort(self) -> str:
        """Write an ORDER BY in which no two different rows are equal."""
        self._case["mode"] = "batch"
        self.add_bid()
        order = self.choose(
            "v, k, s, p, ts", "k DESC, v, s, p, ts", "v DESC NULLS LAST, s, k, p, ts"
        )
        limit = self.choose(
            "", " LIMIT 3", " OFFSET 1 ROWS FETCH NEXT 2 ROWS ONLY", " LIMIT 2 OFFSET 2"
        )
        if self.happens(0.3):
            call = self.choose("SUM(v)", "COUNT(*)", "MIN(p)")
            return f"SELECT k, {call} AS c FROM bid{self.where()} GROUP BY k ORDER BY c, k{limit}"
        return f"SELECT k, v, s, p, ts FROM bid{self.where()} ORDER BY {order}{limit}"

    def write_batch_over(self) -> str:
        """Write OVER windows that only batch mode has: any order, following rows, ranks.

        Where rows can be equal in the order, only results are asked for that do not depend on theirs.
        """
        self._case["mode"] = "batch"
        self.add_bid()
        partition = self.choose("PARTITION BY k ", "PARTITION BY k ", "PARTITION BY k, s ", "")
        order = self.choose("ts, v, s, p", "v, s, p, ts", "v DESC, s, p, ts", "p DESC NULLS LAST, v, s, ts", "ts", "v",
                            "v DESC", "s DESC", "")  # fmt: skip
        is_total = "," in order
        calls = [
            "SUM(v)",
            "COUNT(*)",
            "MAX(v)",
            "MIN(p)",
            "AVG(v)",
            "COUNT(v)",
            "SUM(p)",
            "MAX(s)",
            "STDDEV_POP(v)",
            "MIN(ts)",
        ]
        specials = ["RANK()", "DENSE_RANK()", "PERCENT_RANK()", "CUME_DIST()"]
        offsets = ["UNBOUNDED PRECEDING", "CURRENT ROW", "UNBOUNDED FOLLOWING"]
        if order.startswith("v") and not is_total:
            offsets = ["UNBOUNDED PRECEDING", "5 PRECEDING", "1 PRECEDING", "CURRENT ROW", "1 FOLLOWING", "3 FOLLOWING",
                       "UNBOUNDED FOLLOWING"]  # fmt: skip
        if is_total:
            calls += ["FIRST_VALUE(v)", "LAST_VALUE(v)"]
            specials += ["ROW_NUMBER()", "NTILE(2)", "NTILE(3)", "LAG(v)", "LEAD(v)", "LAG(v, 2, -1)", "LEAD(s, 2, 'z')",
                         "LEAD(p, 1)", "LAG(s, 0)", "LAG(s, 1, k)"]  # fmt: skip
            offsets = ["UNBOUNDED PRECEDING", "2 PRECEDING", "1 PRECEDING", "CURRENT ROW", "1 FOLLOWING", "2 FOLLOWING",
                       "UNBOUNDED FOLLOWING"]  # fmt: skip
        frame = ""
        if order and self.happens(0.7):
            low = self._chance.randrange(len(offsets) - 1)
            high = self._chance.randint(max(low, 1), len(offsets) - 1)
            frame = f" {'ROWS' if is_total else 'RANGE'} BETWEEN {offsets[low]} AND {offsets[high]}"
        shown = [
            f"{call} OVER ({partition}{f'ORDER BY {order}' if order else ''}{frame})"
            for call in self._chance.sample(calls, 2)
        ]
        if order and self.happens(0.4):
            shown[0] = f"{self.choose(*specials)} OVER ({partition}ORDER BY {order})"
        columns = ", ".join(f"{call} AS x{n}" for n, call in enumerate(shown))
        return f"SELECT k, v, s, p, ts, {columns} FROM bid{self.where()}"

    def write_batch_rank(self) -> str:
        self._case["mode"] = "batch"
        self.add_bid()
        partition = self.choose("PARTITION BY k ", "PARTITION BY k, s ", "")
        order = self.choose("v DESC, s, p, ts", "v, s, p, ts", "v", "s", "p DESC NULLS LAST")
        call = (
            "ROW_NUMBER()"
            if "ts" in order and self.happens(0.5)
            else self.choose("RANK()", "DENSE_RANK()")
        )
        kept = self.choose("rn <= 2", "rn = 1", "rn BETWEEN 2 AND 3", "rn > 1", "rn < 3 AND v > 1")
        shown = self.choose("k, v", "k, v, rn", "rn, s, p")
        return (
            f"SELECT {shown} FROM (SELECT *, {call} OVER ({partition}ORDER BY {order}) AS rn FROM bid{self.where()}) "
            f"WHERE {kept}"
        )

    def write_statement_set(self) -> list[str]:
        self.add_bid()
        self.add_table(
            f"CREATE VIEW ag AS SELECT k, {self.choose('SUM(v)', 'MAX(v)')} AS s FROM bid{self.where()} GROUP BY k"
        )
        for name in ("s1", "s2"):
            self.add_table(
                f"CREATE TABLE {name} (k STRING, s INT) WITH ('connector'='script', 'changelog'='I,UB,UA,D')"
            )
        second = self.choose(
            "SELECT k, s FROM ag WHERE s <= 5",
            "SELECT k, v FROM bid WHERE v > 2",
            "SELECT k, COUNT(k) FROM bid GROUP BY k",
        )
        return ["INSERT INTO s1 SELECT k, s FROM ag WHERE s > 5", f"INSERT INTO s2 {second}"]

    def write_unnest(self) -> str:
        self.add_wide()
        return self.choose(
            "SELECT i, x FROM w CROSS JOIN UNNEST(ss) AS t(x)", "SELECT i, x FROM w LEFT JOIN UNNEST(xs) AS t(x) ON TRUE",
            "SELECT i, x + 1 AS y FROM w CROSS JOIN UNNEST(xs) AS t(x) WHERE x > 1", "SELECT k, a1, b1 FROM w CROSS JOIN UNNEST(mp) AS t(a1, b1)",
            "SELECT i, x, o FROM w CROSS JOIN UNNEST(ss) WITH ORDINALITY AS t(x, o)", "SELECT x, COUNT(*) AS c FROM w, UNNEST(ss) AS t(x) GROUP BY x",
            "SELECT i, rw.x, w.rw.y AS y FROM w", "SELECT i, q FROM w, UNNEST(ARRAY[i, 2]) AS t(q)",
        )  # fmt: skip

    def write_ltz_window(self) -> str:
        self.zone()
        self.add_table(
            "CREATE TABLE bid (k STRING, v INT, e BIGINT, ts AS TO_TIMESTAMP_LTZ(e, 3), WATERMARK FOR ts AS ts - "
            "INTERVAL '1' SECOND) WITH ('connector'='script')"
        )
        moment, rows = 1710028800000, []
        for _ in range(self._chance.randint(4, 8)):
            moment += self.choose(0, 3600000, 7200000, 30000000)
            rows.append([self.choose("a", "b"), self.choose(1, 2, None), moment])
        self.number("bid", rows)
        size = self.choose("INTERVAL '1' DAY", "INTERVAL '6' HOUR", "INTERVAL '30' MINUTE")
        if self.happens(0.3):
            return f"SELECT k, TUMBLE_START(ts, {size}) AS ws, SUM(v) AS s FROM bid GROUP BY k, TUMBLE(ts, {size})"
        return (
            f"SELECT k, window_start, window_end, SUM(v) AS s FROM TABLE(TUMBLE(TABLE bid, DESCRIPTOR(ts), {size})) "
            "GROUP BY k, window_start, window_end"
        )

    def write_rejected(self) -> str:
        self.add_bid()
        self.add_users()
        writer = ExpressionWriter(self._chance, {**BID, "nope": "I"} if self.happens(0.3) else BID)
        bad = self.choose(
            "k + TRUE", "UPPER(v, 1)", "nope", "ABS(s)", "SUBSTRING(v, 1)", "FOO(v)", "v || TRUE", "ts > 5", "k = 1 + ts",
            "CAST(ts AS INT)", "CAST(k AS ARRAY<INT>)", "bid.x", "b.k", "SUM(v) + v", "COALESCE(v, 'x')", "CASE WHEN v THEN 1 END",
            "v AND TRUE", "NOT v", "ARRAY[1, 'a']", "MAP[1]", "v.x", "k[1]", "LOG(k)", "MOD(d, 2)", "CHAR_LENGTH(v)",
            "TIMESTAMPDIFF(DAY, k, ts)", "DATE_FORMAT(v, 'x')", "ROW_NUMBER()", "LAG(v)", "v IN ('a', TRUE)", "k LIKE 1",
            "IF(v, 1, 2)", "CONCAT(k, v)", "ts + 5", "ts - ts", "EXTRACT(HOUR FROM k)", "FLOOR(k)", "JSON_VALUE(v, '$')",
            "CAST('x' AS NOPE)", "INTERVAL '1' SECOND * k", "POSITION(1 IN k)", "k BETWEEN 1 AND 2", "GREATEST(v, k)",
            "NULLIF(v, k)", "SPLIT_INDEX(k, 1)", "REPLACE(k, 'a')", "TO_DATE(v)", "ELT(k, k)", "v = k",
        )  # fmt: skip
        return self.choose(
            f"SELECT {bad} FROM bid", f"SELECT k FROM bid WHERE {bad}", f"SELECT v, {bad} AS x FROM bid",
            f"SELECT {writer.write(self.choose(*'ISNB'), 1)} FROM bid WHERE nope = 1", "SELECT k, v FROM bid GROUP BY k",
            "SELECT k FROM bid WHERE SUM(v) > 1", "SELECT SUM(SUM(v)) FROM bid", "SELECT k FROM bid HAVING v > 1",
            "SELECT * FROM nope", "SELECT * FROM bid JOIN usr ON k = id", "SELECT b.k FROM bid a", "SELECT k FROM bid ORDER BY nope",
            "SELECT k FROM bid, bid", "SELECT id FROM usr a JOIN usr b ON a.id = b.id", "SELECT k, FROM bid", "SELECT k v s FROM bid",
            "SELECT k FROM bid WHERE", "SELECT (k FROM bid", "SELECT k FROM bid GROUP BY", "SELECT * FROM bid UNION SELECT k FROM bid",
            "SELECT k FROM bid UNION ALL SELECT v FROM bid", "SELECT k FROM bid WHERE v = (SELECT k, v FROM bid)",
            "SELECT k FROM bid WHERE v IN (SELECT k, v FROM bid)", "SELECT COUNT(*) FROM bid GROUP BY TUMBLE(v, INTERVAL '1' SECOND)",
            "SELECT COUNT(*) FROM TABLE(TUMBLE(TABLE bid, DESCRIPTOR(v), INTERVAL '1' SECOND)) GROUP BY window_start, window_end",
            "SELECT COUNT(*) FROM TABLE(TUMBLE(TABLE bid, DESCRIPTOR(nope), INTERVAL '1' SECOND)) GROUP BY window_start, window_end",
            "SELECT COUNT(*) FROM TABLE(TUMBLE(TABLE bid, DESCRIPTOR(ts))) GROUP BY window_start, window_end",
            "SELECT COUNT(*) FROM TABLE(TUMBLE(TABLE nope, DESCRIPTOR(ts), INTERVAL '1' SECOND)) GROUP BY window_start, window_end",
            "SELECT SUM(v) OVER (PARTITION BY k ORDER BY ts DESC) FROM bid", "SELECT SUM(v) OVER (PARTITION BY k) FROM bid",
            "SELECT SUM(bal) OVER (PARTITION BY name ORDER BY bal) FROM usr", "SELECT TUMBLE_START(ts, INTERVAL '1' SECOND) FROM bid",
            "SELECT k FROM bid ORDER BY v", "SELECT * FROM (SELECT *, RANK() OVER (PARTITION BY k ORDER BY v) r FROM bid) WHERE r <= 2",
            "SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY v) AS r FROM bid", "SELECT DISTINCT k, SUM(v) FROM bid",
            "SELECT COUNT(DISTINCT) FROM bid", "SELECT SUM(k) FROM bid", "SELECT AVG(ts) FROM bid", "SELECT MAX(v, k) FROM bid",
            "SELECT LISTAGG(v) FROM bid", "SELECT k AS a, v AS a FROM bid", "SELECT * FROM bid LIMIT -1", "SELECT 1 / 0 AS x FROM bid",
            "SELECT CAST('x' AS INT) AS x FROM bid", "SELECT * FROM bid MINUS SELECT * FROM bid", "SELECT k.v FROM bid",
            "SELECT COUNT(*) c FROM TABLE(HOP(TABLE bid, DESCRIPTOR(ts), INTERVAL '3' SECOND, INTERVAL '10' SECOND)) GROUP BY window_start, window_end",
            "SELECT k, COUNT(*) FROM TABLE(TUMBLE(TABLE usr, DESCRIPTOR(bal), INTERVAL '1' SECOND)) GROUP BY k, window_start, window_end",
        )  # fmt: skip


Family = Callable[[CaseWriter], str | list[str]]
_W = CaseWriter
BATCH_FAMILIES: list[Family] = [
    _W.write_group, _W.write_grouping_sets, _W.write_distinct, _W.write_nested_group, _W.write_window, _W.write_window_sets,
    _W.write_window_rows, _W.write_legacy, _W.write_join, _W.write_join_aggregates, _W.write_subquery, _W.write_interval_join,
    _W.write_set, _W.write_batch_sort, _W.write_changes, _W.write_sink, _W.write_unnest, _W.write_expressions,
    programs.write_enrich, programs.write_daily, programs.write_window_figures, programs.write_hot_items, programs.write_latest,
    programs.write_orders_of_customers, programs.write_exploded, programs.write_trend, programs.write_combined,
]  # fmt: skip
"""The families that are also written for batch mode."""
FAMILIES: list[Family] = [
    *[_W.write_literals] * 5, *[_W.write_expressions] * 8, *[_W.write_filter] * 3, _W.write_values,
    *[_W.write_group] * 4, _W.write_grouping_sets, _W.write_distinct, *[_W.write_nested_group] * 2,
    *[_W.write_window] * 5, _W.write_window_sets, _W.write_window_rows, _W.write_cascade, *[_W.write_window_rank] * 2,
    *[_W.write_window_join] * 2, *[_W.write_legacy] * 2, *[_W.write_over] * 4, *[_W.write_join] * 3,
    *[_W.write_join_updates] * 2, _W.write_join_aggregates, *[_W.write_subquery] * 3, *[_W.write_interval_join] * 2,
    *[_W.write_temporal_join] * 2, *[_W.write_rank] * 3, *[_W.write_rank_updates] * 2, *[_W.write_set] * 2,
    *[_W.write_sort] * 2, *[_W.write_changes] * 3, *[_W.write_sink] * 2, _W.write_statement_set, _W.write_unnest,
    *[_W.write_ltz_window] * 2, *[_W.write_rejected] * 6, *[_W.write_batch] * 4, *[_W.write_batch_over] * 4,
    *[_W.write_batch_rank] * 2, *[programs.write_enrich] * 4, *[programs.write_daily] * 4, *[programs.write_window_figures] * 4,
    *[programs.write_hot_items] * 4, *[programs.write_latest] * 4, *[programs.write_orders_of_customers] * 4,
    *[programs.write_attributed] * 2, *[programs.write_converted] * 3, *[programs.write_looked_up] * 2,
    *[programs.write_exploded] * 3, *[programs.write_trend] * 3, *[programs.write_several_sinks] * 2, *[programs.write_combined] * 4,
]  # fmt: skip
"""The families of cases; a family that stands twice is chosen twice as often."""
