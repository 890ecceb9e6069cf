"""Diagnosis of a run: all rules, applied to its profile. Not in Flink."""

from __future__ import annotations

import html
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from flinksim.analysis.diagnosis.job_profile import JobProfile, build_profile
from flinksim.analysis.diagnosis.load_diagnosis import LOAD_RULES
from flinksim.analysis.diagnosis.program_profile import build_program_profile
from flinksim.analysis.diagnosis.rule import Confidence, Rule, RuleFinding
from flinksim.analysis.diagnosis.time_diagnosis import TIME_RULES
from flinksim.analysis.diagnosis.window_diagnosis import WINDOW_RULES
from flinksim.analysis.why.answer import MessageTemplate, translate_text
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.core.i18n.languages import Language, check_language
from flinksim.core.i18n.message_catalog import translate_word
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.trace.recorder import Trace, check_trace

RULES: tuple[Rule[JobProfile], ...] = (*LOAD_RULES, *TIME_RULES, *WINDOW_RULES)
INPUT_RULES = tuple(rule for rule in RULES if rule.is_about_input)
"""Rules that only need the records of the sources and their keys, so that they apply to a log."""
_ORDER: tuple[Confidence, ...] = ("certain", "likely", "possible")


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One thing that is probably wrong: the rule, how sure it is, the evidence, and the fix."""

    rule: str
    confidence: Confidence
    evidence: str
    fix: str


class DiagnosisReport(Sequence[Diagnosis]):
    """The findings about one run, the surest first; a sequence of :class:`Diagnosis`."""

    def __init__(self, findings: Sequence[Diagnosis], language: Language = "en") -> None:
        self._findings = tuple(findings)
        self._language: Language = language

    def __len__(self) -> int:
        return len(self._findings)

    def __getitem__(self, index: Any) -> Any:
        return self._findings[index]

    def to_json(self) -> list[dict[str, str]]:
        """Return the findings as plain values."""
        return [
            {
                "rule": one.rule,
                "confidence": one.confidence,
                "evidence": one.evidence,
                "fix": one.fix,
            }
            for one in self._findings
        ]

    def json(self) -> str:
        """Return the findings as JSON text."""
        return json.dumps(self.to_json(), ensure_ascii=False, indent=2)

    def __str__(self) -> str:
        if not self._findings:
            return str(translate_text(_NOTHING_FOUND, self._language))
        lines = []
        for one in self._findings:
            confidence = translate_text(_CONFIDENCES[one.confidence], self._language)
            lines += [f"{one.rule} ({confidence})", f"  {one.evidence}"]
            lines.append(
                "  " + translate_text(MessageTemplate("diagnosis.fix", fix=one.fix), self._language)
            )
        return "\n".join(lines)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td><b>{html.escape(one.rule)}</b></td><td>{one.confidence}</td>"
            f"<td style='text-align:left'>{html.escape(one.evidence)}<br>{html.escape(one.fix)}</td></tr>"
            for one in self._findings
        )
        return f"<table>{rows}</table>" if rows else f"<p>{html.escape(str(self))}</p>"


_NOTHING_FOUND = MessageTemplate("diagnosis.nothing_suspicious_found")
_CONFIDENCES = {
    "certain": MessageTemplate("diagnosis.certain"),
    "likely": MessageTemplate("diagnosis.likely"),
    "possible": MessageTemplate("diagnosis.possible"),
}


def diagnose_run(
    trace: Trace,
    language: Language = "en",
    rules: Sequence[Rule[JobProfile]] = RULES,
    pipeline: Pipeline | None = None,
) -> DiagnosisReport:
    """Look for what is wrong in a run, without a question.

        >>> import flinksim as fs
        >>> from flinksim.datastream import StreamExecutionEnvironment
        >>> env = StreamExecutionEnvironment.get_execution_environment()
        >>> _ = env.from_collection([1, 2, 3]).map(lambda x: x + 1)
        >>> sim = fs.simulate(env)
        >>> _ = sim.run()
        >>> fs.diagnose_run(sim.trace)
        Nothing suspicious was found.

    Args:
        trace: The run.
        language: The language of evidence and fixes.
        rules: The rules to apply.
        pipeline: The program. Without it, rules about functions and settings find nothing.
    """
    check_trace(trace, "diagnose_run")
    check_language(language)
    return diagnose_indexed_run(TraceIndex(trace, language), rules, pipeline)


def diagnose_indexed_run(
    run: TraceIndex,
    rules: Sequence[Rule[JobProfile]] = RULES,
    pipeline: Pipeline | None = None,
) -> DiagnosisReport:
    """Look for what is wrong in a run that is indexed already."""
    profile = build_profile(run)
    if pipeline is not None:
        profile.program = build_program_profile(pipeline)
    found = [(rule.name, each) for rule in rules for each in rule.check(profile)]
    return build_report(found, run.language)


def build_report(found: Iterable[tuple[str, RuleFinding]], language: Language) -> DiagnosisReport:
    """Translate findings, each with the name of its rule, and sort them, the surest first."""
    findings = [
        Diagnosis(
            translate_word(language, name),
            one.confidence,
            translate_text(one.evidence, language),
            translate_text(one.fix, language),
        )
        for name, one in found
    ]
    return DiagnosisReport(sorted(findings, key=lambda one: _ORDER.index(one.confidence)), language)
