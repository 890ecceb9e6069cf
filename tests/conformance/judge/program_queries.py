# ruff: noqa: E501
"""Families of random queries in the shape that public SQL programs have.

Each function writes one query of a :class:`~tests.conformance.judge.sql_queries.CaseWriter`: hot items, winning
rows, sessions, daily figures, enriched streams, views upon views. Tables, constants and parts vary.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.conformance.judge.sql_queries import CaseWriter

FIGURES = (
    "COUNT(*)", "COUNT(DISTINCT s)", "SUM(v)", "MAX(v)", "MIN(v)", "AVG(v)", "AVG(p)", "SUM(p)", "ROUND(AVG(p), 2)",
    "SUM(CASE WHEN v > 3 THEN 1 ELSE 0 END)", "COUNT(CASE WHEN s = 'x' THEN 1 END)", "COALESCE(SUM(v), 0)",
    "CAST(SUM(p) AS DECIMAL(10, 2))", "COUNT(*) FILTER (WHERE v >= 3)", "COUNT(DISTINCT s) FILTER (WHERE v < 8)",
    "SUM(IF(v > 2, v, 0))", "MAX(p) - MIN(p)", "SUM(v) * 1.0 / COUNT(*)", "CAST(AVG(v) AS DOUBLE)", "MAX(CAST(v AS BIGINT))",
    "COUNT(CASE WHEN v IS NULL THEN 1 END)", "SUM(v * p)", "MAX(UPPER(s))", "MIN(COALESCE(s, 'none'))", "SUM(v) FILTER (WHERE s IS NOT NULL)",
    "LAST_VALUE(v)", "FIRST_VALUE(s)", "LISTAGG(s, ',')", "MAX(ts)", "TIMESTAMPDIFF(SECOND, MIN(ts), MAX(ts))",
    "ROUND(SUM(p) / NULLIF(COUNT(v), 0), 2)", "SUM(v) > 5", "CASE WHEN COUNT(*) > 2 THEN 'many' ELSE 'few' END",
)  # fmt: skip
PLAIN_FIGURES = FIGURES[:25]
TEXTS = (
    "CASE WHEN v >= 8 THEN 'high' WHEN v >= 3 THEN 'mid' ELSE 'low' END", "CASE s WHEN 'x' THEN 1 WHEN 'y' THEN 2 ELSE 0 END",
    "CONCAT(k, '-', s)", "k || ':' || CAST(v AS STRING)", "UPPER(COALESCE(k, 'n/a'))", "SUBSTRING(s, 1, 1)", "CHAR_LENGTH(s)",
    "DATE_FORMAT(ts, 'yyyy-MM-dd HH:mm')", "DATE_FORMAT(ts, 'HH:mm:ss')", "CAST(ts AS DATE)", "HOUR(ts)", "MINUTE(ts)",
    "EXTRACT(SECOND FROM ts)", "CAST(DATE_FORMAT(ts, 'ss') AS INT)", "FLOOR(ts TO MINUTE)", "TIMESTAMPADD(MINUTE, 5, ts)",
    "ts + INTERVAL '1' HOUR", "CAST(ts AS STRING)", "TIMESTAMPDIFF(SECOND, TIMESTAMP '2024-01-01 00:00:00', ts)", "CAST(p AS DOUBLE)",
    "ROUND(p, 1)", "CAST(p AS INT)", "p * 0.908", "MOD(v, 2)", "ABS(v)", "COALESCE(v, 0)", "NULLIF(s, '')", "IF(v > 3, 'yes', 'no')",
    "v IS NULL", "CAST(v AS STRING)", "TRY_CAST(s AS INT)", "LPAD(CAST(v AS STRING), 4, '0')", "REGEXP_REPLACE(s, 'x+', 'z')",
    "REGEXP_EXTRACT(k || '=' || s, '(.)=(.*)', 2)", "SPLIT_INDEX(k || ',' || s, ',', 1)", "JSON_OBJECT('k' VALUE k, 'v' VALUE v)",
    "JSON_VALUE('{\"a\": 1, \"b\": \"t\"}', '$.b')", "JSON_OBJECT(KEY 'n' VALUE v NULL ON NULL)", "TO_DATE('2024-01-02')", "GREATEST(v, 3)",
    "MD5(s)", "INITCAP(k)", "POSITION('x' IN s)", "k IN ('a', 'b')", "v BETWEEN 2 AND 8", "s LIKE 'x%'", "LOWER(TRIM(s))", "REVERSE(s)",
    "YEAR(ts)", "DAYOFWEEK(CAST(ts AS DATE))", "CAST(v AS DECIMAL(10, 2)) / 3", "v / 2", "v * 1.0 / 3", "POWER(v, 2)", "CEIL(p)", "SIGN(p)",
)  # fmt: skip
SIZES = (5, 10, 20)


def figures(writer: CaseWriter, options: tuple[str, ...] = FIGURES, most: int = 3) -> str:
    """Return some aggregates with names."""
    chosen = writer.sample(options, writer.choose(*range(1, most + 1)))
    return ", ".join(f"{text} AS f{number}" for number, text in enumerate(chosen))


def write_enrich(writer: CaseWriter) -> str:
    """Write a projection as programs that clean and enrich rows do."""
    writer.add_bid()
    columns = ", ".join(f"{text} AS e{n}" for n, text in enumerate(writer.sample(TEXTS, 4)))
    if writer.happens(0.3):
        return f"SELECT * FROM (SELECT k, v, {columns} FROM bid) WHERE {writer.choose('e0 IS NOT NULL', 'e1 IS NULL', 'v > 2')}"
    return f"SELECT k, {columns} FROM bid{writer.where()}"


def write_daily(writer: CaseWriter) -> str:
    """Write figures by a part of the time, a bucket or a class of the value."""
    writer.add_bid()
    if writer.happens(0.15):
        writer.mini_batch()
    key = writer.choose(
        "DATE_FORMAT(ts, 'yyyy-MM-dd HH:mm')", "CAST(ts AS DATE)", "FLOOR(ts TO MINUTE)", "CASE WHEN v >= 3 THEN 'big' ELSE 'small' END",
        "MINUTE(ts)", "COALESCE(k, 'none')", "SUBSTRING(s, 1, 1)", "v IS NULL", "IF(p > 2, 1, 0)",
    )  # fmt: skip
    having = writer.choose("", "", " HAVING COUNT(*) > 1", " HAVING SUM(v) > 3 AND COUNT(*) < 9")
    more = writer.choose("", "", "k, ")
    return f"SELECT {more}{key} AS g, {figures(writer)} FROM bid{writer.where()} GROUP BY {more}{key}{having}"


def write_window_figures(writer: CaseWriter) -> str:
    """Write a window table function with named arguments, views or expressions as keys."""
    writer.add_bid()
    size = writer.choose(*SIZES)
    window = writer.choose(
        f"TUMBLE(DATA => TABLE bid, TIMECOL => DESCRIPTOR(ts), SIZE => INTERVAL '{size}' SECOND)",
        f"HOP(DATA => TABLE bid, TIMECOL => DESCRIPTOR(ts), SLIDE => INTERVAL '5' SECOND, SIZE => INTERVAL '{2 * size}' SECONDS)",
        f"CUMULATE(DATA => TABLE bid, TIMECOL => DESCRIPTOR(ts), STEP => INTERVAL '5' SECOND, SIZE => INTERVAL '{2 * size}' SECOND)",
        f"TUMBLE(TABLE bid, DESCRIPTOR(ts), INTERVAL '{size}' SECONDS)", f"TUMBLE(TABLE src, DESCRIPTOR(ts), INTERVAL '{size}' SECOND)",
        "SESSION(TABLE bid PARTITION BY k, DESCRIPTOR(ts), INTERVAL '3' SECOND)", "TUMBLE(TABLE bid, DESCRIPTOR(ts), INTERVAL '1' MINUTE)",
    )  # fmt: skip
    if "TABLE src" in window:
        view = writer.choose(
            "SELECT * FROM bid WHERE v > 1",
            "SELECT UPPER(k) AS k, v, p, s, ts FROM bid",
            "SELECT k, v + 1 AS v, p, s, ts FROM bid",
        )
        writer.add_table(f"CREATE VIEW src AS {view}")
    key = (
        "k"
        if "SESSION" in window
        else writer.choose("k", "k", "", "UPPER(k)", "COALESCE(s, '-')", "v > 3")
    )
    shown = writer.choose(
        "window_start, window_end",
        "window_end",
        "CAST(window_start AS STRING) AS st",
        "DATE_FORMAT(window_start, 'HH:mm:ss') AS st, window_end",
    )
    groups = "window_start, window_end" + (f", {key}" if key else "")
    listed = shown + (f", {key} AS g" if key else "")
    options = PLAIN_FIGURES if writer.happens(0.7) else FIGURES
    return f"SELECT {listed}, {figures(writer, options)} FROM TABLE({window}){writer.where(0.25)} GROUP BY {groups}{writer.choose('', '', ' HAVING COUNT(*) > 1', ' HAVING SUM(v) IS NOT NULL')}"


def write_hot_items(writer: CaseWriter) -> str:
    """Write the first rows of each window, of window aggregates or of rows."""
    writer.add_bid()
    size = writer.choose(*SIZES)
    window = writer.choose(f"TUMBLE(TABLE bid, DESCRIPTOR(ts), INTERVAL '{size}' SECOND)",
                           f"HOP(TABLE bid, DESCRIPTOR(ts), INTERVAL '5' SECOND, INTERVAL '{size}' SECOND)")  # fmt: skip
    counted = f"SELECT k, COUNT(*) AS n, SUM(v) AS total, window_start, window_end FROM TABLE({window}) GROUP BY k, window_start, window_end"
    kept = writer.choose("<= 1", "= 1", "<= 2", "<= 3", "< 4")
    return writer.choose(
        f"WITH counts AS ({counted}), ranked AS (SELECT *, ROW_NUMBER() OVER (PARTITION BY window_start, window_end ORDER BY n DESC, k) AS rk FROM counts) SELECT window_start, k, n, rk FROM ranked WHERE rk {kept}",
        f"SELECT k, n, window_end FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY window_start, window_end ORDER BY total DESC, k) AS rk FROM ({counted})) WHERE rk {kept}",
        f"SELECT a.k, a.n, a.window_start FROM ({counted}) a JOIN (SELECT MAX(n) AS most, window_start, window_end FROM ({counted}) GROUP BY window_start, window_end) m ON a.window_start = m.window_start AND a.window_end = m.window_end AND a.n >= m.most",
        f"SELECT b.k, b.v, m.top FROM bid b JOIN (SELECT MAX(v) AS top, window_end AS we FROM TABLE({window}) GROUP BY window_start, window_end) m ON b.v = m.top",
        f"SELECT window_start, MAX(n) AS most, COUNT(*) AS ks FROM ({counted}) GROUP BY window_start, window_end",
        f"SELECT k, v, s, window_start, rk FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY window_start, window_end, k ORDER BY v DESC, s, ts) AS rk FROM TABLE({window})) WHERE rk {kept}",
        f"SELECT k, MAX(n) AS most FROM ({counted}) GROUP BY k",
    )  # fmt: skip


def write_latest(writer: CaseWriter) -> str:
    """Write a deduplication: the first or last row of each key, and what is computed of it."""
    writer.add_bid()
    order = writer.choose("ts DESC", "ts", "ts DESC", "v DESC", "PROCTIME()", "PROCTIME() DESC")
    key = writer.choose("k", "k", "s", "k, s", "UPPER(k)")
    latest = f"SELECT *, ROW_NUMBER() OVER (PARTITION BY {key} ORDER BY {order}) AS rn FROM bid"
    if "PROCTIME" in order:
        latest = latest.replace("PROCTIME()", "pt").replace(
            "FROM bid", "FROM (SELECT *, PROCTIME() AS pt FROM bid)"
        )
    kept = f"SELECT k, v, s, p FROM ({latest}){'' if writer.happens(0.7) else ' AS d'} WHERE rn = 1"
    return writer.choose(
        kept, kept, f"SELECT s, COUNT(*) AS n, SUM(v) AS total FROM ({kept}) GROUP BY s", f"SELECT COUNT(*) AS n, MAX(v) AS top FROM ({kept})",
        f"WITH d AS ({kept}) SELECT k, v FROM d WHERE v > 2", f"SELECT a.k, a.v, b.v AS w FROM ({kept}) a JOIN bid b ON a.k = b.k AND a.v < b.v",
        f"SELECT DISTINCT s FROM ({kept})", f"SELECT k, CASE WHEN v > 3 THEN 'big' ELSE s END AS c FROM ({kept})",
    )  # fmt: skip


def write_orders_of_customers(writer: CaseWriter) -> str:
    """Write joins of several tables, and figures of them."""
    writer.add_orders()
    writer.add_pay()
    if writer.happens(0.5):
        writer.add_users(mode=writer.choose("I,UA,D", "I,UB,UA,D"))
        kind = writer.choose("JOIN", "LEFT JOIN")
        return writer.choose(
            f"SELECT o.oid, o.cust, u.bal FROM orders o {kind} usr u ON o.cust = u.name",
            f"SELECT u.id, u.name, SUM(o.amt) AS total FROM usr u {kind} orders o ON o.cust = u.name GROUP BY u.id, u.name",
            f"SELECT o.oid, u.name, p.paid FROM orders o JOIN usr u ON o.oid = u.id {kind} pay p ON p.oid = o.oid",
            f"SELECT o.oid, o.amt, u.bal FROM orders o {kind} usr u ON o.oid = u.id WHERE u.bal > 5 OR o.amt > 5",
            "SELECT o.oid, o.cust FROM orders o LEFT JOIN usr u ON o.oid = u.id WHERE u.id IS NULL",
            "SELECT name, (SELECT COUNT(*) FROM orders o WHERE o.cust = u.name) AS n FROM usr u",
            "SELECT oid, amt FROM orders WHERE cust IN (SELECT name FROM usr WHERE bal >= 10)",
        )  # fmt: skip
    kind = writer.choose("JOIN", "LEFT JOIN")
    return writer.choose(
        f"SELECT o.cust, COUNT(p.pid) AS n, SUM(p.paid) AS total FROM orders o {kind} pay p ON o.oid = p.oid GROUP BY o.cust",
        f"SELECT o.oid, o.amt, COALESCE(p.paid, 0) AS paid, o.amt - COALESCE(p.paid, 0) AS due FROM orders o {kind} pay p ON o.oid = p.oid",
        "SELECT o.oid, o.cust FROM orders o LEFT JOIN pay p ON o.oid = p.oid WHERE p.pid IS NULL",
        "SELECT o.oid, o.amt, p.paid, CASE WHEN p.paid >= o.amt THEN 'paid' WHEN p.paid > 0 THEN 'part' ELSE 'open' END AS st FROM orders o JOIN pay p USING (oid)",
        "SELECT a.oid, a.cust, b.pid, c.pid AS other FROM orders a JOIN pay b ON a.oid = b.oid JOIN pay c ON b.oid = c.oid AND b.pid < c.pid",
        f"SELECT cust, AVG(top) AS mean FROM (SELECT o.cust, o.oid, MAX(p.paid) AS top FROM orders o {kind} pay p ON o.oid = p.oid GROUP BY o.cust, o.oid) GROUP BY cust",
        "SELECT oid, paid, rn FROM (SELECT o.oid, p.paid, ROW_NUMBER() OVER (PARTITION BY o.oid ORDER BY p.paid DESC, p.pid) AS rn FROM orders o JOIN pay p ON o.oid = p.oid) WHERE rn <= 2",
        "SELECT * FROM orders NATURAL JOIN pay",
        "SELECT o.oid, p.pid FROM orders o JOIN pay p ON o.oid = p.oid OR o.amt = p.paid",
        "SELECT o.cust, p.pid FROM orders o LEFT JOIN pay p ON o.oid = p.oid AND p.paid BETWEEN 5 AND 10 AND o.cust IS NOT NULL",
    )  # fmt: skip


def write_attributed(writer: CaseWriter) -> str:
    """Write an interval join, alone or with an aggregation behind it."""
    writer.add_orders()
    writer.add_pay()
    bound = writer.choose(
        "p.pts BETWEEN o.ots AND o.ots + INTERVAL '5' SECOND", "o.ots BETWEEN p.pts - INTERVAL '4' SECOND AND p.pts",
        "p.pts >= o.ots - INTERVAL '2' SECOND AND p.pts <= o.ots + INTERVAL '10' SECOND",
    )  # fmt: skip
    kind = writer.choose("JOIN", "JOIN", "LEFT JOIN")
    joined = f"SELECT o.oid, o.cust, o.amt, p.pid, p.paid, o.ots, p.pts FROM orders o {kind} pay p ON o.oid = p.oid AND {bound}"
    return writer.choose(
        f"SELECT oid, cust, paid, TIMESTAMPDIFF(SECOND, ots, pts) AS lag_s FROM ({joined})",
        f"SELECT cust, COUNT(*) AS n, SUM(paid) AS total FROM ({joined}) GROUP BY cust",
        f"SELECT oid, COALESCE(paid, -1) AS paid FROM ({joined}) WHERE amt > 5",
        f"SELECT o.oid, p.pid FROM orders o, pay p WHERE o.oid = p.oid AND {bound}",
        f"SELECT TUMBLE_START(ots, INTERVAL '10' SECOND) AS ws, COUNT(*) AS n FROM ({joined.replace('LEFT ', '').replace(', p.pts FROM', ' FROM')}) GROUP BY TUMBLE(ots, INTERVAL '10' SECOND)",
    )  # fmt: skip


def write_converted(writer: CaseWriter) -> str:
    """Write a temporal join, with a versioned table or a versioned view."""
    writer.add_rates()
    kind = writer.choose("JOIN", "LEFT JOIN")
    rates = "rates"
    if writer.happens(0.4):
        writer.add_table(
            "CREATE VIEW versions AS SELECT cur, rate, rts FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY cur ORDER BY rts DESC) AS rn FROM updates) WHERE rn = 1"
        )
        writer.rename_to_updates()
        rates = "versions"
    amount = writer.choose(
        "o.amt * r.rate",
        "ROUND(o.amt * r.rate, 2)",
        "CAST(o.amt * r.rate AS DECIMAL(10, 2))",
        "COALESCE(o.amt * r.rate, 0)",
    )
    join = f"FROM orders AS o {kind} {rates} FOR SYSTEM_TIME AS OF o.ots AS r ON o.cur = r.cur"
    return writer.choose(
        f"SELECT o.oid, o.cur, {amount} AS x {join}",
        f"SELECT o.oid, {amount} AS x, r.rts {join}",
        f"SELECT o.cur, SUM({amount}) AS total, COUNT(*) AS n {join} GROUP BY o.cur",
        f"SELECT o.oid, r.rate {join} WHERE o.amt > 1",
    )  # fmt: skip


def write_looked_up(writer: CaseWriter) -> str:
    """Write a lookup join by the processing time."""
    writer.add_table(
        "CREATE TABLE orders (oid INT, cust STRING, amt INT, pt AS PROCTIME()) WITH ('connector'='script')"
    )
    writer.number(
        "orders",
        [
            [n, writer.choose("ann", "bob", "eve", None), writer.choose(5, 10, None)]
            for n in range(writer.choose(4, 6, 8))
        ],
    )
    writer.add_table(
        "CREATE TABLE dim (name STRING, city STRING, lvl INT) WITH ('connector'='script', 'lookup'='true')"
    )
    writer.number(
        "dim", [["ann", "rome", 1], ["bob", writer.choose("oslo", None), 2], ["bob", "bern", 3]]
    )
    kind = writer.choose("JOIN", "LEFT JOIN")
    extra = writer.choose("", "", " AND d.lvl > 1", " AND o.amt > 5", " AND d.city = 'rome'")
    join = f"FROM orders AS o {kind} dim FOR SYSTEM_TIME AS OF o.pt AS d ON o.cust = d.name{extra}"
    return writer.choose(f"SELECT o.oid, d.city, d.lvl {join}", f"SELECT d.city, COUNT(*) AS n, SUM(o.amt) AS t {join} GROUP BY d.city",
                         f"SELECT o.oid, UPPER(d.city) AS c {join} WHERE o.amt IS NOT NULL")  # fmt: skip


def write_exploded(writer: CaseWriter) -> str:
    """Write UNNEST of arrays and maps, and access to nested values."""
    writer.add_wide()
    return writer.choose(
        "SELECT k, t.x, CHAR_LENGTH(t.x) AS n FROM w CROSS JOIN UNNEST(ss) AS t(x)", "SELECT x, COUNT(*) AS n FROM w CROSS JOIN UNNEST(ss) AS t(x) GROUP BY x",
        "SELECT k, x FROM w LEFT JOIN UNNEST(xs) AS t(x) ON TRUE WHERE k IS NOT NULL", "SELECT i, y.key0, y.val0 FROM w CROSS JOIN UNNEST(mp) AS y(key0, val0) WHERE y.val0 > 1",
        "SELECT k, xs[1] AS a, mp['k'] AS b, rw.x AS c, CARDINALITY(ss) AS d FROM w", "SELECT rw.y, SUM(rw.x) AS s FROM w GROUP BY rw.y",
        "SELECT k, ARRAY_CONTAINS(ss, 'a') AS h, ARRAY_JOIN(ss, '+') AS j FROM w WHERE CARDINALITY(ss) > 0", "SELECT k, ROW(i, k) AS r, ARRAY[i, 1] AS a, MAP['i', i] AS m FROM w",
        "SELECT word, COUNT(*) AS n FROM (SELECT SPLIT(k, ' ') AS ws FROM w) CROSS JOIN UNNEST(ws) AS t(word) GROUP BY word",
        "SELECT JSON_VALUE(j, '$.a' RETURNING INT) AS a, JSON_QUERY(j, '$.b') AS b FROM (SELECT '{\"a\": ' || CAST(i AS STRING) || ', \"b\": [1, 2]}' AS j FROM w)",
        "SELECT JSON_EXISTS(j, '$.x') AS e, JSON_VALUE(j, '$.x.y' DEFAULT 'none' ON EMPTY) AS y FROM (SELECT JSON_OBJECT('x' VALUE rw) AS j FROM w)",
        "SELECT k, JSON_OBJECT('id' VALUE i, 'tags' VALUE JSON_ARRAY(k, i)) AS j FROM w", "SELECT k, IS_DECIMAL(k) AS d, TRY_CAST(k AS DOUBLE) AS n FROM w",
    )  # fmt: skip


def write_trend(writer: CaseWriter) -> str:
    """Write OVER windows as programs use them: running figures, changes, moving means."""
    writer.add_bid()
    part = writer.choose("PARTITION BY k ", "PARTITION BY k ", "PARTITION BY s ", "")
    running = f"OVER ({part}ORDER BY ts)"
    moving = f"OVER ({part}ORDER BY ts {writer.choose('ROWS BETWEEN 2 PRECEDING AND CURRENT ROW', writer.RANGE)})"
    return writer.choose(
        f"SELECT k, v, SUM(v) {running} AS total, COUNT(*) {running} AS n FROM bid{writer.where()}",
        f"SELECT k, v, AVG(v) {moving} AS mean, MAX(v) {moving} AS top FROM bid{writer.where()}",
        f"SELECT k, v, v - LAG(v) {running} AS change FROM bid{writer.where()}",
        f"SELECT k, v, LAG(v, 1, 0) {running} AS before, CASE WHEN v > LAG(v, 1, 0) {running} THEN 'up' ELSE 'down' END AS d FROM bid",
        f"SELECT * FROM (SELECT k, v, AVG(CAST(v AS DOUBLE)) {moving} AS mean FROM bid) WHERE v > mean",
        f"SELECT k, SUM(p) {moving} AS sp, COUNT(DISTINCT s) {moving} AS ds FROM bid",
        f"SELECT k, v, FIRST_VALUE(v) {running} AS f, v * 1.0 / SUM(v) {running} AS share FROM bid WHERE v > 0",
        f"SELECT s, MAX(total) AS m FROM (SELECT s, SUM(v) {running} AS total FROM bid) GROUP BY s",
        f"SELECT k, ROW_NUMBER() {running} AS rn, v FROM bid",
    )  # fmt: skip


def write_several_sinks(writer: CaseWriter) -> list[str]:
    """Write views upon views, and several INSERTs that share them."""
    writer.add_bid()
    writer.add_table(
        f"CREATE TEMPORARY VIEW clean AS SELECT COALESCE(k, 'none') AS k, v, s, ts FROM bid{writer.where()}"
    )
    writer.add_table(
        "CREATE TEMPORARY VIEW sums AS SELECT k, SUM(v) AS total, COUNT(*) AS n FROM clean GROUP BY k"
    )
    writer.add_table(
        "CREATE TABLE s1 (k STRING, total INT, n BIGINT, PRIMARY KEY (k) NOT ENFORCED) WITH ('connector'='script', 'changelog'='I,UA,D')"
    )
    writer.add_table(
        "CREATE TABLE s2 (k STRING, total INT) WITH ('connector'='script', 'changelog'='I,UB,UA,D')"
    )
    writer.add_table(
        "CREATE TABLE s3 (k STRING, v INT) WITH ('connector'='script', 'changelog'='I')"
    )
    options = (
        "INSERT INTO s1 SELECT k, total, n FROM sums", "INSERT INTO s2 SELECT k, total FROM sums WHERE total > 3",
        "INSERT INTO s3 SELECT k, v FROM clean WHERE v > 2", "INSERT INTO s3 (v, k) SELECT v, s FROM clean",
        "INSERT INTO s2 SELECT s, MAX(v) FROM clean GROUP BY s", "INSERT INTO s1 SELECT k, CAST(n AS INT), n FROM sums WHERE n > 1",
    )  # fmt: skip
    return writer.sample(options, writer.choose(1, 2, 2, 3))


def write_combined(writer: CaseWriter) -> str:
    """Write set operations and sub-queries over figures."""
    writer.add_bid()
    return writer.choose(
        "SELECT 'k' AS kind, k AS name, COUNT(*) AS n FROM bid GROUP BY k UNION ALL SELECT 's', s, COUNT(*) FROM bid GROUP BY s",
        "SELECT k FROM bid WHERE v > 3 UNION SELECT s FROM bid WHERE v < 3", "SELECT k FROM bid WHERE v > 3 INTERSECT SELECT k FROM bid WHERE v < 3",
        "SELECT k FROM bid EXCEPT SELECT k FROM bid WHERE v > 5", "SELECT k, v FROM bid WHERE v > (SELECT AVG(v) FROM bid)",
        "SELECT k, n, (SELECT COUNT(*) FROM bid) AS total FROM (SELECT k, COUNT(*) AS n FROM bid GROUP BY k)",
        "SELECT k, v FROM bid b WHERE v = (SELECT MAX(v) FROM bid x WHERE x.k = b.k)", "SELECT k FROM (SELECT k, COUNT(*) AS n FROM bid GROUP BY k) WHERE n >= 2",
        "SELECT k, v FROM bid WHERE k IN (SELECT k FROM bid GROUP BY k HAVING COUNT(*) > 2)", "WITH a AS (SELECT k, v FROM bid WHERE v > 1), b AS (SELECT k, MAX(v) AS m FROM a GROUP BY k) SELECT a.k, a.v, b.m FROM a JOIN b ON a.k = b.k AND a.v = b.m",
        "SELECT k, s, COUNT(*) AS n, GROUPING(s) AS g FROM bid GROUP BY ROLLUP (k, s)", "SELECT COALESCE(k, 'all') AS k, SUM(v) AS t FROM bid GROUP BY CUBE (k)",
        "SELECT COUNT(*) AS n, COUNT(DISTINCT k) AS ks, COUNT(DISTINCT k) FILTER (WHERE v > 3) AS big FROM bid", "SELECT k, v FROM bid ORDER BY v DESC, k LIMIT 3",
        "SELECT k, COUNT(*) AS n FROM bid GROUP BY k ORDER BY n DESC, k LIMIT 2", "SELECT DISTINCT k, v > 3 AS big FROM bid", "SELECT MAX(n) AS m FROM (SELECT k, COUNT(*) AS n FROM bid GROUP BY k)",
    )  # fmt: skip
