"""Real Flink 2.3.0 for SQL: one JVM with a MiniCluster that runs case after case.

A case has the schema of the recorded SQL cases (:mod:`tests.conformance.sql_cases`). Rows of several
sources are released one by one in the order of their numbers, so that no two are under way together.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.conformance.judge.real_flink import folder_of_jars
from tests.conformance.sql_cases import SinkOutput, read_primary_key

SOURCES = Path(__file__).parent / "sql_java"
OPENED = ("util", "lang", "time", "net", "nio")
NUMBERS = re.compile(r"\[\d+\]")


class RealSql:
    """A context: a running JVM. ``run(case)`` returns the case with what Flink did."""

    def __init__(self, jars: str | None = None) -> None:
        self._jars = folder_of_jars(jars)

    def __enter__(self) -> Self:
        self._folder = tempfile.TemporaryDirectory()
        classes = Path(self._folder.name)
        sources = [str(path) for path in sorted(SOURCES.glob("*.java"))]
        path = f"{self._jars}/*"
        subprocess.run(
            ["javac", "-nowarn", "-cp", path, "-d", str(classes), *sources],
            check=True,
            stderr=subprocess.DEVNULL,
        )
        services = classes / "META-INF" / "services"
        services.mkdir(parents=True)
        (services / "org.apache.flink.table.factories.Factory").write_text("ScriptTable\n")
        (classes / "log.properties").write_text("rootLogger.level = OFF\n")
        opened = [f"--add-opens=java.base/java.{name}=ALL-UNNAMED" for name in OPENED]
        self._java = subprocess.Popen(
            ["java", "-Xmx2g", "-XX:+UseSerialGC", *opened,
             f"-Dlog4j.configurationFile={classes / 'log.properties'}",
             "-cp", f"{classes}{os.pathsep}{path}", "SqlJudge"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
        )  # fmt: skip
        return self

    def run(self, case: dict[str, Any]) -> dict[str, Any]:
        """Return *case* with ``explain``, ``changelog``, ``table`` ... or ``error``, as recorded."""
        assert self._java.stdin
        assert self._java.stdout
        self._java.stdin.write(json.dumps(case) + "\n")
        self._java.stdin.flush()
        line = self._java.stdout.readline()
        if not line:
            raise RuntimeError(f"the JVM ended while it ran {case['name']}")
        return complete_case(case, json.loads(line))

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._java.stdin
        self._java.stdin.close()
        self._java.wait(60)
        self._folder.cleanup()


def complete_case(case: dict[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
    """Return *case* with an answer of the JVM in the schema of recorded cases."""
    keys = ("explain", "schema", "compiled_plan", "error", "compile_error")
    complete = {**case, **{key: answer[key] for key in keys if key in answer}}
    if answer.get("vertices") is not None:
        complete["vertices"] = [
            {"name": NUMBERS.sub("", vertex["name"])} for vertex in answer["vertices"]
        ]
    sinks = answer.get("sinks")
    if sinks is None:
        return complete
    if "query" in case:
        return {**complete, **_split_rows(sinks.get("out", []))}
    keys_of = {
        node["dynamicTableSink"]["table"]["identifier"].split("`")[-2]: read_primary_key(node)
        for node in (answer.get("compiled_plan") or {"nodes": []})["nodes"]
        if "dynamicTableSink" in node
    }
    return {
        **complete,
        "sinks": {name: _split_rows(rows, keys_of.get(name)) for name, rows in sinks.items()},
    }


def _split_rows(rows: list[Any], primary_key: list[int] | None = None) -> dict[str, Any]:
    output = SinkOutput(primary_key=primary_key)
    for kind, content in rows:
        if kind == "WM":
            output.watermarks.append([len(output.changelog), content])
        else:
            output.changelog.append([kind, content])
    return {
        "changelog": output.changelog, "watermarks": output.watermarks, "table": output.table(),
    }  # fmt: skip
