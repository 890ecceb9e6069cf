"""Answers worked out for a page that has no Python behind it. Not in Flink."""

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
"""The changed runs of one page are together not larger; changes beyond are told without their run."""


def answered_beforehand(
    trace: Trace, pipeline: Pipeline, settings: RunSettings, *, is_live: bool = False
) -> list[Answered]:
    """The first questions worth asking of *trace*, a run of *pipeline*, with their answers and the
    runs of the changes that they found; in Chinese as well.

    Of a long run, or one of live input, only the causes are told: nothing is tried.
    """
    bench = None
    if not is_live and len(trace.events) <= MAX_FACTS:
        quiet = replace(settings, watchers=())
        bench = Bench(
            pipeline, quiet, trace.plan.start_time_ms,
            lambda case: Simulation(case.pipeline, case.settings),
        )  # fmt: skip
    return _answered(trace, bench)


def causes_beforehand(trace: Trace) -> list[Answered]:
    """The first questions worth asking of *trace*, with what it knows of their answers: nothing is
    tried, so that nobody waits.
    """
    return _answered(trace, None)


def _answered(trace: Trace, bench: Bench | None) -> list[Answered]:
    found: list[Answered] = []
    left = MOST_BYTES
    asked = zip(questions(trace), questions(trace, "zh"), strict=True)
    for question, in_chinese in list(asked)[:MOST_QUESTIONS]:
        answer = ask(trace, question, bench)
        chinese = ask(trace, in_chinese, bench, language="zh")
        runs: list[Trace] = []
        for change in (answer.counterfactual, *answer.also):
            if change is None:
                break
            run = change.open().trace
            left -= len(encode(run))
            if left < 0:
                break
            runs.append(run)
        found.append(({**answer.to_json(), "zh": chinese.to_json()}, runs))
    return found
