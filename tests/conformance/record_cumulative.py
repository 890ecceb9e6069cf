"""Records what real Flink says of cumulative windows: its assigner's class, and ``CUMULATE`` in SQL.

    <python of an environment with apache-flink 2.3.0> -m tests.conformance.record_cumulative

(that Python's folder first on ``PATH``) writes ``facts/cumulative_windows.json``.
"""

from __future__ import annotations

import json
import random
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pyflink.java_gateway import get_gateway
from pyflink.table import EnvironmentSettings, TableEnvironment

FACTS = Path(__file__).parent / "facts" / "cumulative_windows.json"
SCHEMA = {
    "kind=assign": "size, step, offset; inputs: timestamps; windows: for each of them the windows in "
    "the order returned, as [start, end). Times in ms. toString: of Flink's class",
    "kind=error": "size, step; exception and message",
    "kind=sql": "size, step, offset; rows [key, value, timestamp] in the order of arrival, and what "
    "CUMULATE makes of them, without a watermark before the end: [key, start, end, sum, count], sorted",
}
CLASS = "CumulativeWindowAssigner"


def assigner(size: int, step: int, offset: int = 0) -> Any:
    """An object of Flink's class."""
    java = get_gateway().jvm
    assigners = java.org.apache.flink.table.runtime.operators.window.groupwindow.assigners
    millis = java.java.time.Duration.ofMillis
    made = getattr(assigners, CLASS).of(millis(size), millis(step))
    return made.withOffset(millis(offset))


def assigned(number: int, rng: random.Random) -> dict[str, Any]:
    """A case of one assigner with some timestamps."""
    step = rng.choice([1, 7, 500, 1000, 3_600_000])
    size = step * rng.choice([1, 2, 5, 24])
    offset = rng.choice([0, 0, 1, -3, step // 2, size, -28_800_000])
    edges = [offset + rng.randrange(-3, 4) * step + rng.randrange(-1, 2) for _ in range(8)]
    inputs = [*edges, 1_700_000_000_000 + rng.randrange(10**8), 0]
    made = assigner(size, step, offset)
    windows = [[[w.getStart(), w.getEnd()] for w in made.assignWindows(None, t)] for t in inputs]
    return {
        "id": f"assign{number}", "kind": "assign", "size": size, "step": step, "offset": offset,
        "inputs": inputs, "windows": windows, "toString": made.toString(),
    }  # fmt: skip


def refused(number: int, size: int, step: int) -> dict[str, Any]:
    """A case of arguments that Flink refuses."""
    try:
        assigner(size, step)
    except Exception as error:
        java: Any = error.java_exception  # type: ignore[attr-defined]
        return {
            "id": f"error{number}", "kind": "error", "size": size, "step": step,
            "exception": java.getClass().getName(), "message": java.getMessage(),
        }  # fmt: skip
    raise AssertionError(f"Flink takes {size} and {step}")


def by_sql(number: int, rng: random.Random) -> dict[str, Any]:
    """A case of a whole query. No watermark before the end: none of the rows comes too late."""
    step = rng.choice([500, 1000, 2000])
    size = step * rng.choice([2, 3, 5])
    offset = rng.choice([0, 0, 300])
    rows = [
        [rng.choice("abc"), rng.randrange(-50, 50), rng.randrange(0, 20_000)] for _ in range(60)
    ]
    environment = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())
    environment.get_config().set("parallelism.default", "1")
    environment.get_config().set("table.local-time-zone", "UTC")
    environment.get_config().set("pipeline.auto-watermark-interval", "0 ms")
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "rows.csv")
        log.write_text("".join(f"{key},{value},{ts}\n" for key, value, ts in rows))
        environment.execute_sql(
            "CREATE TABLE log (k STRING, v BIGINT, ms BIGINT, ts AS TO_TIMESTAMP_LTZ(ms, 3), "
            "WATERMARK FOR ts AS ts - INTERVAL '1' HOUR) WITH ('connector' = 'filesystem', "
            f"'path' = '{log.as_uri()}', 'format' = 'csv')"
        )
        seconds = [f"INTERVAL '{ms / 1000:.3f}' SECOND(4, 3)" for ms in (step, size, offset)]
        query = environment.execute_sql(
            "SELECT k, CAST(window_start AS STRING), CAST(window_end AS STRING), SUM(v), COUNT(*) "
            f"FROM TABLE(CUMULATE(TABLE log, DESCRIPTOR(ts), {', '.join(seconds)})) "
            "GROUP BY k, window_start, window_end"
        )
        with query.collect() as results:
            found = sorted([k, _ms(start), _ms(end), v, n] for k, start, end, v, n in results)
    return {
        "id": f"sql{number}", "kind": "sql", "size": size, "step": step, "offset": offset,
        "rows": rows, "results": found,
    }  # fmt: skip


def _ms(text: str) -> int:
    """A time as SQL writes it, in epoch milliseconds."""
    moment = datetime.fromisoformat(text).replace(tzinfo=UTC)
    return round(moment.timestamp() * 1000)


def main() -> None:
    rng = random.Random(5)
    cases = [assigned(number, rng) for number in range(40)]
    wrong = [(10_000, 3_000), (0, 1), (1, 0), (2, 4), (-5, 5), (-4, -2)]
    cases += [refused(number, *both) for number, both in enumerate(wrong)]
    cases += [by_sql(number, rng) for number in range(6)]
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    about = "Cumulative windows: Flink's CumulativeWindowAssigner, and CUMULATE in Flink SQL"
    FACTS.write_text(
        f'{{"flink":"2.3.0",\n"about":"{about}",\n"schema":{json.dumps(SCHEMA)},\n'
        f'"cases":[\n{lines}\n]}}\n'
    )


if __name__ == "__main__":
    main()
