"""Precomputed answers for a page without a Python backend. Not in Flink."""

from __future__ import annotations

from dataclasses import replace

from flinksim.analysis.whatif.experiment_runner import Bench
from flinksim.analysis.why.answer_question import ask, questions
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.runtime.minicluster import RunSettings
from flinksim.runtime.rerun import MAX_FACTS
from flinksim.simulation.simulation import Simulation
from flinksim.trace.recorder import Trace
from flinksim.trace.storage.codec import encode
from flinksim.viz.widgets.export.html_page import Answered

MOST_QUESTIONS = 12
MOST_BYTES = 1_000_000
"""Maximum total size of the changed runs of a page; further changes come without their run."""


def answered_beforehand(
    trace: Trace, pipeline: Pipeline, settings: RunSettings, *, is_live: bool = False
) -> list[Answered]:
    """Answer the first suggested questions about *trace*, with the runs of the changes found.

    The answers are in English and in Chinese. For a long run, or one of live input, only the causes are
    answered and no change is tried.
    """
    runner = None
    if not is_live and len(trace.events) <= MAX_FACTS:
        quiet = replace(settings, watchers=())
        runner = Bench(
            pipeline, quiet, trace.plan.start_time_ms,
            lambda case: Simulation(case.pipeline, case.settings),
        )  # fmt: skip
    return _answered(trace, runner)


def causes_beforehand(trace: Trace) -> list[Answered]:
    """Answer the first suggested questions about *trace* without trying changes, which is fast."""
    return _answered(trace, None)


def _answered(trace: Trace, bench: Bench | None) -> list[Answered]:
    answers: list[Answered] = []
    bytes_left = MOST_BYTES
    question_pairs = zip(questions(trace), questions(trace, "zh"), strict=True)
    for question, in_chinese in list(question_pairs)[:MOST_QUESTIONS]:
        answer = ask(trace, question, bench)
        chinese = ask(trace, in_chinese, bench, language="zh")
        runs: list[Trace] = []
        for change in (answer.counterfactual, *answer.also):
            if change is None:
                break
            run = change.open().trace
            bytes_left -= len(encode(run))
            if bytes_left < 0:
                break
            runs.append(run)
        answers.append(({**answer.to_json(), "zh": chinese.to_json()}, runs))
    return answers
