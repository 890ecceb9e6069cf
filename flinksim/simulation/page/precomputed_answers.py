"""Precomputed answers for a page without a Python backend. Not in Flink."""

from __future__ import annotations

from dataclasses import replace

from flinksim.analysis.whatif.experiment_runner import ExperimentRunner
from flinksim.analysis.why.answer import Answer
from flinksim.analysis.why.answer_question import answer_about
from flinksim.analysis.why.question_suggestions import suggest_overview, suggest_questions
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.runtime.minicluster import RunSettings
from flinksim.runtime.rerun import MAX_EVENTS
from flinksim.simulation.simulation import Simulation
from flinksim.trace.recorder import Trace
from flinksim.trace.storage.codec import encode
from flinksim.viz.widgets.export.html_page import PrecomputedAnswer

MAX_QUESTIONS = 12
MAX_RUN_BYTES = 1_000_000
"""Maximum total size of the traces of changed runs that an exported page contains, in bytes.

Changes found after that are described without the trace of their run.
"""


def precompute_answers(
    trace: Trace, pipeline: Pipeline, settings: RunSettings, *, is_live: bool = False
) -> list[PrecomputedAnswer]:
    """Answer the first suggested questions about *trace*, for a page without Python.

    The answers come with the traces of the changed runs, and are in English and in Chinese. For a long
    run, or one of live input, only the causes are answered and no change is tried.
    """
    runner = None
    if not is_live and len(trace.events) <= MAX_EVENTS:
        quiet = replace(settings, watchers=())
        runner = ExperimentRunner(
            pipeline, quiet, trace.plan.start_time_ms,
            lambda case: Simulation(case.pipeline, case.settings),
        )  # fmt: skip
    return _answer_questions(trace, runner)


def precompute_causes(trace: Trace) -> list[PrecomputedAnswer]:
    """Answer the first suggested questions about *trace* without trying changes, which is fast."""
    return _answer_questions(trace, None)


def _answer_questions(trace: Trace, runner: ExperimentRunner | None) -> list[PrecomputedAnswer]:
    if trace.plan_or_none is None:
        return []
    run = TraceIndex(trace)
    answers = [answer_about(run, question, runner) for question in _list_page_questions(run)]
    run = run.with_language("zh")
    chinese_answers = [
        answer_about(run, question, runner) for question in _list_page_questions(run)
    ]
    return [
        ({**answer.to_json(), "zh": chinese.to_json()}, runs)
        for answer, chinese, runs in zip(
            answers, chinese_answers, _select_runs(answers), strict=True
        )
    ]


def _list_page_questions(run: TraceIndex) -> list[str]:
    """Return the questions that a page answers: some about events of the run, and those for its facts."""
    return [*suggest_questions(run)[:MAX_QUESTIONS], *suggest_overview(run)]


def _select_runs(answers: list[Answer]) -> list[list[Trace]]:
    """Return the changed runs of each answer, as long as they are small enough for a page."""
    bytes_left = MAX_RUN_BYTES
    selected: list[list[Trace]] = []
    for answer in answers:
        runs: list[Trace] = []
        for change in (answer.counterfactual, *answer.alternatives):
            if change is None:
                break
            run = change.open_simulation().trace
            bytes_left -= len(encode(run))
            if bytes_left < 0:
                break
            runs.append(run)
        selected.append(runs)
    return selected
