# ruff: noqa: E501
"""Each built-in function with arguments of wrong types and numbers: Flink's error for each call.

    python -m tests.conformance.judge.function_probes [--jars FOLDER]

A probe is a query and what Flink's planner says to it. Probes are recorded in ``facts/sql``; the test
``test_function_probes`` compares flinksim's planner with them.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.conformance.judge.real_sql import RealSql

RECORDED = Path(__file__).parents[1] / "facts" / "sql" / "function_probes.json.gz"
TEXT, NUMBER, DECIMAL, TRUE = "'t'", "1", "1.5", "TRUE"
NUMBERS, TEXTS, MAPPING = "ARRAY[1, 2]", "ARRAY['a']", "MAP['a', 1]"
MOMENT, DAY, BYTES = "TIMESTAMP '2024-01-01 00:00:00'", "DATE '2024-01-01'", "X'61'"
WRONG = ("NULL", "TRUE", "1", "'x'", DAY, NUMBERS)
CALLS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("UPPER LOWER INITCAP REVERSE CHAR_LENGTH ASCII LTRIM RTRIM BTRIM MD5 SHA1 SHA224 SHA256 SHA384 SHA512 TO_BASE64 "
     "FROM_BASE64 UNHEX URL_ENCODE URL_DECODE IS_DIGIT IS_ALPHA IS_DECIMAL HEX STR_TO_MAP TO_DATE TO_TIMESTAMP "
     "JSON_QUOTE JSON_UNQUOTE UNIX_TIMESTAMP PRINTF JSON_STRING TYPEOF HASH_CODE INET_ATON", (TEXT,)),
    ("CONCAT CONCAT_WS SPLIT REGEXP REGEXP_COUNT REGEXP_INSTR REGEXP_SUBSTR REGEXP_EXTRACT REGEXP_EXTRACT_ALL "
     "STARTSWITH ENDSWITH INSTR LOCATE ENCODE", (TEXT, TEXT)),
    ("REPLACE REGEXP_REPLACE TRANSLATE", (TEXT, TEXT, TEXT)),
    ("LPAD RPAD", (TEXT, NUMBER, TEXT)),
    ("REPEAT LEFT RIGHT SUBSTRING SUBSTR SHA2", (TEXT, NUMBER)),
    ("CHR BIN FROM_UNIXTIME RAND RAND_INTEGER INET_NTOA", (NUMBER,)),
    ("SPLIT_INDEX", (TEXT, TEXT, NUMBER)),
    ("ELT", (NUMBER, TEXT)),
    ("PARSE_URL", ("'http://h.com'", "'HOST'")),
    ("DECODE", (BYTES, "'UTF-8'")),
    ("ABS SIGN SQRT EXP LN LOG10 LOG2 SIN COS TAN COT ASIN ACOS ATAN SINH COSH TANH DEGREES RADIANS LOG CEIL FLOOR",
     (DECIMAL,)),
    ("ROUND TRUNCATE", (DECIMAL, NUMBER)),
    ("POWER ATAN2", (DECIMAL, DECIMAL)),
    ("MOD GREATEST LEAST COALESCE IFNULL NULLIF", (NUMBER, NUMBER)),
    ("IF", (TRUE, NUMBER, NUMBER)),
    ("DATE_FORMAT", (MOMENT, "'yyyy'")),
    ("TO_TIMESTAMP_LTZ", (NUMBER, "3")),
    ("CONVERT_TZ", ("'2024-01-01 00:00:00'", "'UTC'", "'UTC'")),
    ("CARDINALITY ELEMENT ARRAY_DISTINCT ARRAY_REVERSE ARRAY_SORT ARRAY_MAX ARRAY_MIN", (NUMBERS,)),
    ("ARRAY_CONTAINS ARRAY_APPEND ARRAY_PREPEND ARRAY_REMOVE ARRAY_POSITION ARRAY_SLICE", (NUMBERS, NUMBER)),
    ("ARRAY_UNION ARRAY_EXCEPT ARRAY_INTERSECT ARRAY_CONCAT MAP_FROM_ARRAYS", (NUMBERS, NUMBERS)),
    ("ARRAY_JOIN", (TEXTS, TEXT)),
    ("MAP_KEYS MAP_VALUES MAP_ENTRIES", (MAPPING,)),
    ("MAP_UNION", (MAPPING, MAPPING)),
    ("JSON_VALUE JSON_QUERY JSON_EXISTS", ("'{}'", "'$'")),
    ("YEAR QUARTER MONTH WEEK DAYOFYEAR DAYOFMONTH DAYOFWEEK", (DAY,)),
    ("HOUR MINUTE SECOND", (MOMENT,)),
)  # fmt: skip
"""Functions, and arguments that they take."""
OPERATORS = {
    "+ - * / % = < IS~DISTINCT~FROM": NUMBER, "|| LIKE": TEXT, "AND OR": TRUE,
}  # fmt: skip
FURTHER = (
    "SELECT NOT NULL", "SELECT -NULL", "SELECT NULL IN (1, 2)", "SELECT 1 IN (NULL)", "SELECT NULL BETWEEN 1 AND 2",
    "SELECT CASE NULL WHEN 1 THEN 2 END", "SELECT CASE WHEN TRUE THEN NULL END", "SELECT NULL IS NULL",
    "SELECT SUBSTRING(NULL FROM 1 FOR 2)", "SELECT TRIM(NULL)", "SELECT TRIM(LEADING NULL FROM 'a')",
    "SELECT POSITION(NULL IN 'a')", "SELECT OVERLAY(NULL PLACING 'a' FROM 1)", "SELECT EXTRACT(YEAR FROM NULL)",
    "SELECT ARRAY[NULL]", "SELECT ARRAY[1, NULL]", "SELECT MAP['a', NULL]", "SELECT MAP[NULL, 1]", "SELECT ROW(NULL, 1)",
    "SELECT ARRAY[1][NULL]", "SELECT TIMESTAMPADD(DAY, NULL, DATE '2024-01-01')",
    "SELECT TIMESTAMPDIFF(DAY, NULL, DATE '2024-01-01')", "SELECT NULL IS TRUE", "SELECT FOO(NULL)",
    "SELECT SUM(NULL) FROM (VALUES (1)) AS t(x)", "SELECT COUNT(NULL) FROM (VALUES (1)) AS t(x)",
    "SELECT LISTAGG(NULL) FROM (VALUES (1)) AS t(x)", "SELECT 1 FROM (VALUES (1)) AS t(x) WHERE x = NULL",
    "SELECT NULL SIMILAR TO 'a'", "SELECT 2 BETWEEN SYMMETRIC 3 AND 1", "SELECT NULL", "SELECT NULL AS x, 1",
)  # fmt: skip


def write_probes() -> Iterator[str]:
    """Yield the queries."""
    for names, arguments in CALLS:
        for name in names.split():
            for position in range(len(arguments)):
                for wrong in WRONG:
                    if arguments[position] != wrong:
                        changed = [*arguments[:position], wrong, *arguments[position + 1 :]]
                        yield f"SELECT {name}({', '.join(changed)})"
            yield f"SELECT {name}()"
            yield f"SELECT {name}({', '.join(arguments * 5)})"
    for names, argument in OPERATORS.items():
        for name in names.split():
            for wrong in WRONG:
                yield f"SELECT {wrong} {name.replace('~', ' ')} {argument}"
                yield f"SELECT {argument} {name.replace('~', ' ')} {wrong}"
    yield from FURTHER


def record_probes(jars: str | None) -> list[dict[str, Any]]:
    """Return the probes with what Flink's planner says."""
    recorded = []
    with RealSql(jars) as flink:
        for query in write_probes():
            case = {
                "name": query, "topic": "probe", "mode": "streaming", "config": {}, "setup": [], "inputs": {},
                "query": query, "plan_only": True,
            }  # fmt: skip
            error = flink.run(case).get("error")
            kept = (
                {key: error[key] for key in ("phase", "message", "root_message")} if error else None
            )
            recorded.append({"query": query, "error": kept})
    return recorded


def main() -> int:
    """Record the probes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--jars", metavar="FOLDER", help="the folder of Flink's jars")
    probes = record_probes(parser.parse_args().jars)
    RECORDED.write_bytes(gzip.compress(json.dumps(probes).encode(), 9, mtime=0))
    print(f"{len(probes)} probes, {sum(probe['error'] is not None for probe in probes)} rejected")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
