"""Examination of a running job: the state of its vertices, and what is probably wrong. Not in Flink."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from flinksim.analysis.diagnosis.diagnose import DiagnosisReport, build_report
from flinksim.analysis.diagnosis.load_diagnosis import LOAD_RULES
from flinksim.analysis.diagnosis.rule import RuleFinding
from flinksim.analysis.why.trace_index import format_time
from flinksim.clinic.live_job import LiveJob, VertexMetrics, build_profile
from flinksim.clinic.live_rules import LIVE_RULES
from flinksim.core.i18n.languages import Language
from flinksim.core.i18n.message_catalog import translate
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP

_SHARED_RULES = (
    "task failure", "restart without checkpoint", "failing checkpoints", "backpressure",
    "subtasks without split", "subtasks without records", "uneven load",
)  # fmt: skip
"""Rules about a simulated run that apply to the numbers of a running job as they are."""


@dataclass(frozen=True, slots=True)
class ClinicReport:
    """The state of a running job, and the findings about it."""

    job: LiveJob
    findings: DiagnosisReport
    language: Language

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain values."""
        return {
            "job": self.job.id,
            "name": self.job.name,
            "state": self.job.state,
            "flink": self.job.flink_version,
            "vertices": [_summarize_vertex(vertex) for vertex in self.job.vertices],
            "findings": self.findings.to_json(),
        }

    def json(self) -> str:
        """Return the report as JSON text."""
        return json.dumps(self.to_json(), ensure_ascii=False, indent=2)

    def __str__(self) -> str:
        head = translate(
            self.language, "clinic.head",
            name=self.job.name, state=self.job.state, id=self.job.id, version=self.job.flink_version,
        )  # fmt: skip
        return "\n".join([head, *self._format_table(), "", str(self.findings)])

    def markdown(self) -> str:
        """Return the report as Markdown, for a ticket."""
        lines = [
            f"## {self.job.name} ({self.job.state})",
            "",
            "```",
            *self._format_table(),
            "```",
            "",
        ]
        for one in self.findings:
            lines += [f"- **{one.rule}** ({one.confidence}): {one.evidence} {one.fix}"]
        return "\n".join(lines if len(self.findings) else [*lines, str(self.findings)])

    def _format_table(self) -> list[str]:
        rows = [("vertex", "subtasks", "busy", "backpr.", "records in", "out", "watermark")]
        for vertex in self.job.vertices:
            each = _summarize_vertex(vertex)
            rows.append(
                (
                    vertex.name[:50], str(len(vertex.subtasks)), f"{each['busy']:.0%}",
                    f"{each['backpressured']:.0%}", f"{each['recordsIn']:,}",
                    f"{each['recordsOut']:,}", each["watermark"],
                )
            )  # fmt: skip
        widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
        return [
            "  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip()
            for row in rows
        ]


def _summarize_vertex(vertex: VertexMetrics) -> dict[str, Any]:
    marks = [
        mark
        for one in vertex.subtasks
        if (mark := one.output_watermark if vertex.is_source else one.input_watermark) is not None
    ]
    return {
        "name": vertex.name,
        "subtasks": len(vertex.subtasks),
        "busy": max((one.busy for one in vertex.subtasks), default=0.0),
        "backpressured": max((one.backpressured for one in vertex.subtasks), default=0.0),
        "recordsIn": sum(one.records_in for one in vertex.subtasks),
        "recordsOut": sum(one.records_out for one in vertex.subtasks),
        "watermark": _format_watermark(min(marks)) if marks else "-",
    }


def _format_watermark(watermark: int) -> str:
    special = {MIN_TIMESTAMP: "MIN", MAX_TIMESTAMP: "MAX"}
    return special[watermark] if watermark in special else format_time(watermark)


def diagnose_job(job: LiveJob, language: Language = "en") -> ClinicReport:
    """Apply the rules about running jobs, and the shared ones of ``flinksim diagnose``."""
    profile = build_profile(job)
    found: list[tuple[str, RuleFinding]] = [
        (rule.name, each) for rule in LIVE_RULES for each in rule.check(job)
    ]
    found += [
        (rule.name, each)
        for rule in LOAD_RULES
        if rule.name in _SHARED_RULES
        for each in rule.check(profile)
    ]
    return ClinicReport(job, build_report(found, language), language)
