"""Examination of a running job: the state of its vertices, and what is probably wrong. Not in Flink."""

from __future__ import annotations

import json
from dataclasses import dataclass
from html import escape
from typing import Any

from flinksim.analysis.diagnosis.diagnose import DiagnosisReport, build_report
from flinksim.analysis.diagnosis.load_diagnosis import LOAD_RULES
from flinksim.analysis.diagnosis.rule import RuleFinding
from flinksim.analysis.why.trace_index import format_time
from flinksim.clinic.lessons import EXAMPLES
from flinksim.clinic.live_job import LiveJob, VertexMetrics, build_profile
from flinksim.clinic.live_rules import LIVE_RULES
from flinksim.core.i18n.languages import Language
from flinksim.core.i18n.message_catalog import translate, translate_word
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.core.safe_repr import escape_markdown, replace_unprintable

SHARED_RULES = (
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
    examples: tuple[str, ...] = ()
    """Files of the repository that show the findings in small."""

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain values."""
        return {
            "job": self.job.id,
            "name": self.job.name,
            "state": self.job.state,
            "flink": self.job.flink_version,
            "vertices": [_summarize_vertex(vertex) for vertex in self.job.vertices],
            "edges": [
                {"from": source, "to": target, "partitioning": kind, "reason": reason}
                for source, target, kind, reason in self._list_edges()
            ],
            "findings": self.findings.to_json(),
            "examples": list(self.examples),
        }

    def json(self) -> str:
        """Return the report as JSON text."""
        return json.dumps(self.to_json(), ensure_ascii=False, indent=2)

    def __str__(self) -> str:
        parts = [self._format_head(), *self._format_table(), "", *self._format_edges()]
        parts += ["", str(self.findings), *self._format_examples()]
        return "\n".join(parts)

    def markdown(self) -> str:
        """Return the report as Markdown, for a ticket."""
        name, state, head = map(
            escape_markdown, (self.job.name, self.job.state, self._format_head())
        )
        table = [*self._format_table(), "", *self._format_edges()]
        lines = [f"## {name} ({state})", "", head, "", "```"]
        lines += [
            replace_unprintable(" ".join(one.splitlines())).replace("`", "'") for one in table
        ]
        lines += ["```", ""]
        for one in self.findings:
            text = escape_markdown(f"{one.evidence} {one.fix}")
            lines += [f"- **{one.rule}** ({one.confidence}): {text}"]
        if not len(self.findings):
            lines.append(str(self.findings))
        return "\n".join([*lines, *self._format_examples()])

    def html(self) -> str:
        """Return the report as a section of an HTML page."""
        head, *rows = self._list_rows()
        table = [_format_row("th", head), *(_format_row("td", row) for row in rows)]
        edges = [_format_row("td", row) for row in self._list_edges()]
        parts = [f"<h2>{escape(self.job.name)}</h2><p>{escape(self._format_head())}</p>"]
        parts.append(f"<table>{''.join(table)}</table>")
        if edges:
            parts.append(f"<h3>{escape(translate(self.language, 'clinic.edges'))}</h3>")
            parts.append(f"<table>{''.join(edges)}</table>")
        parts.append(f"<h3>{escape(translate(self.language, 'clinic.findings'))}</h3>")
        parts.append(self.findings._repr_html_())
        parts += [f"<p>{escape(line)}</p>" for line in self._format_examples() if line]
        return f"<section>{''.join(parts)}</section>"

    def _format_head(self) -> str:
        return translate(
            self.language, "clinic.head",
            name=self.job.name, state=self.job.state, id=self.job.id, version=self.job.flink_version,
        )  # fmt: skip

    def _format_examples(self) -> list[str]:
        if not self.examples:
            return []
        return ["", translate(self.language, "clinic.lessons", lessons=", ".join(self.examples))]

    def _list_edges(self) -> list[tuple[str, str, str, str]]:
        """Return each edge of the plan: both vertices, the partitioning, and what it does."""
        names = {vertex.id: vertex.name for vertex in self.job.vertices}
        return [
            (
                names.get(source, source), vertex.name, kind,
                translate(self.language, f"clinic.edge_{_EDGE_KINDS.get(kind, 'other')}"),
            )
            for vertex in self.job.vertices
            for source, kind in vertex.inputs.items()
        ]  # fmt: skip

    def _format_edges(self) -> list[str]:
        return [
            f"{source[:50]} -> {target[:50]}: {kind} ({reason})"
            for source, target, kind, reason in self._list_edges()
        ]

    def _list_rows(self) -> list[tuple[str, ...]]:
        head = ("vertex", "subtasks", "busy", "backpr.", "records in", "records out", "watermark")
        rows = [tuple(translate_word(self.language, word) for word in head)]
        for vertex in self.job.vertices:
            each = _summarize_vertex(vertex)
            rows.append(
                (
                    " ".join(vertex.name.split())[:50], str(len(vertex.subtasks)), f"{each['busy']:.0%}",
                    f"{each['backpressured']:.0%}", f"{each['recordsIn']:,}",
                    f"{each['recordsOut']:,}", each["watermark"],
                )
            )  # fmt: skip
        return rows

    def _format_table(self) -> list[str]:
        rows = self._list_rows()
        widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
        return [
            "  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip()
            for row in rows
        ]


_EDGE_KINDS = {
    kind.upper(): kind
    for kind in ("hash", "rebalance", "rescale", "forward", "broadcast", "global")
}


def _format_row(tag: str, cells: tuple[str, ...]) -> str:
    return f"<tr>{''.join(f'<{tag}>{escape(cell)}</{tag}>' for cell in cells)}</tr>"


_STYLE = (
    "body{font:15px/1.45 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem}"
    "table{border-collapse:collapse}td,th{border:1px solid #8886;padding:.25rem .6rem;text-align:left;"
    "vertical-align:top}:root{color-scheme:light dark}"
)


def build_report_page(reports: list[ClinicReport], language: Language) -> str:
    """Build a page with the reports, which needs no network."""
    title = escape(translate(language, "clinic.title"))
    body = "".join(report.html() for report in reports)
    return (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style>'
        f"<h1>{title}</h1>{body}</html>\n"
    )


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
        if rule.name in SHARED_RULES
        for each in rule.check(profile)
    ]
    examples = tuple(dict.fromkeys(EXAMPLES[name] for name, _ in found))
    return ClinicReport(job, build_report(found, language), language, examples)
