"""A source with partitions generates the watermarks of its table itself.

Recorded on Flink 2.3.0 with a source that implements ``SupportsWatermarkPushDown``, as Kafka's does.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from flinksim.table.environment_settings import EnvironmentSettings
from flinksim.table.table_environment import TableEnvironment

PLAIN = "customer STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '2' SECOND"
COMPUTED = (
    "customer STRING, t STRING, ts AS TO_TIMESTAMP(t), WATERMARK FOR ts AS ts - INTERVAL '2' SECOND"
)
TUMBLE = """SELECT window_start, COUNT(*) AS n
FROM TABLE(TUMBLE(TABLE clicks, DESCRIPTOR(ts), INTERVAL '10' SECOND)) GROUP BY window_start, window_end"""
PARAMS = {
    "emitStrategy": "ON_PERIODIC", "alignGroupName": None, "alignMaxDrift": "PT0S",
    "alignUpdateInterval": "PT1S", "sourceIdleTimeout": -1,
}  # fmt: skip


def create(columns: str, options: str = "", connector: str = "kafka") -> TableEnvironment:
    environment = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())
    environment.execute_sql(
        f"CREATE TABLE clicks ({columns}) WITH ('connector' = '{connector}', 'topic' = 'clicks', "
        f"'path' = 'clicks', 'format' = 'json'{options})"
    )
    return environment


def list_operators(environment: TableEnvironment, query: str) -> list[str]:
    plan = environment.explain_sql(query).partition("== Optimized Execution Plan ==")[2]
    return [line.strip(" +-|:") for line in plan.strip().splitlines()]


def read_ability(environment: TableEnvironment, folder: Path) -> Any:
    environment.execute_sql(
        "CREATE TABLE `out` (a TIMESTAMP(3), n BIGINT) WITH ('connector' = 'print')"
    )
    file = folder / "plan.json"
    environment.execute_sql(f"COMPILE PLAN '{file}' FOR INSERT INTO `out` {TUMBLE}")
    scan = json.loads(file.read_text())["nodes"][0]["scanTableSource"]
    (ability,) = scan["abilities"]
    return ability


@pytest.mark.parametrize(
    ("columns", "options", "calc", "shown"),
    [
        (PLAIN, "", "Calc(select=[ts])", "-(ts, 2000:INTERVAL SECOND)], watermarkEmitStrategy=[on-periodic]"),
        (PLAIN, ", 'scan.watermark.idle-timeout' = '5 s'", "Calc(select=[ts])",
         "-(ts, 2000:INTERVAL SECOND)], idletimeout=[5000], watermarkEmitStrategy=[on-periodic]"),
        (COMPUTED, "", "Calc(select=[Reinterpret(TO_TIMESTAMP(t)) AS ts])",
         "-(TO_TIMESTAMP(t), 2000:INTERVAL SECOND)], watermarkEmitStrategy=[on-periodic]"),
        (PLAIN, ", 'scan.watermark.emit.strategy' = 'on-event', 'scan.watermark.alignment.group' = 'g', "
         "'scan.watermark.alignment.max-drift' = '1 min'", "Calc(select=[ts])",
         "-(ts, 2000:INTERVAL SECOND)], watermarkEmitStrategy=[on-event], watermarkAlignment=[g, PT1M, PT1S]"),
    ],
)  # fmt: skip
def test_a_scan_has_the_watermark(columns: str, options: str, calc: str, shown: str) -> None:
    operators = list_operators(create(columns, options), TUMBLE)
    fields = "t" if "TO_TIMESTAMP" in columns else "ts"
    assert operators[-2:] == [
        calc,
        f"TableSourceScan(table=[[default_catalog, default_database, clicks, watermark=[{shown}]], "
        f"fields=[customer, {fields}])",
    ]


def test_the_option_of_the_job_is_the_default() -> None:
    environment = create(PLAIN)
    environment.get_config().set("table.exec.source.idle-timeout", "3 s")
    assert "idletimeout=[3000]" in list_operators(environment, TUMBLE)[-1]


def test_a_file_system_has_an_operator_for_watermarks() -> None:
    operators = list_operators(create(PLAIN, connector="filesystem"), TUMBLE)
    assert any(line.startswith("WatermarkAssigner(rowtime=[ts]") for line in operators)


def test_the_compiled_plan_has_the_ability(tmp_path: Path) -> None:
    timestamp = {"kind": "INPUT_REF", "inputIndex": 1, "type": "TIMESTAMP(3)"}
    delay = {"kind": "LITERAL", "value": "2000", "type": "INTERVAL SECOND(6) NOT NULL"}
    ability = read_ability(create(PLAIN), tmp_path)
    ability.pop("producedType")
    assert ability == {
        "type": "WatermarkPushDown",
        "watermarkExpr": {
            "kind": "CALL", "syntax": "SPECIAL", "internalName": "$-$1", "operands": [timestamp, delay],
            "type": "TIMESTAMP(3)",
        },
        "rowtimeExpr": timestamp,
        "idleTimeoutMillis": -1,
        "watermarkParams": PARAMS,
    }  # fmt: skip


def test_a_computed_rowtime_is_in_the_compiled_plan(tmp_path: Path) -> None:
    rowtime = read_ability(create(COMPUTED), tmp_path)["rowtimeExpr"]
    assert rowtime["internalName"] == "$REINTERPRET$1"
    assert rowtime["operands"][0]["internalName"] == "$TO_TIMESTAMP$1"
    assert rowtime["type"] == {
        "type": "TIMESTAMP_WITHOUT_TIME_ZONE", "precision": 3, "kind": "ROWTIME",
    }  # fmt: skip
