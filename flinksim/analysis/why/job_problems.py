"""What is wrong with a job, as the rules of ``flinksim diagnose`` find it. Not in Flink."""

from __future__ import annotations

from typing import Any

from flinksim.analysis.diagnosis.diagnose import diagnose_indexed_run
from flinksim.analysis.why.finding import Finding
from flinksim.analysis.why.trace_index import TraceIndex


def explain_problems(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Tell what is wrong, the surest problem first: ``what is wrong with the job``."""
    report = diagnose_indexed_run(run)
    sentences = [
        run.translate("problem.one", rule=one.rule, evidence=one.evidence, fix=one.fix)
        for one in report
    ]
    return Finding(run.sentence_gap.join(sentences) or str(report), [], is_list=True)
