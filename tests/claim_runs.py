"""The bundled runs that show what is so where a text claims otherwise: each once, and a step of it."""

from __future__ import annotations

import runpy
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

from flinksim.common.job_client import JobClient
from flinksim.common.job_execution_result import JobExecutionResult
from flinksim.common.job_id import JobID
from flinksim.core.flink_catalog.glossary import OutdatedClaim
from flinksim.core.i18n.languages import Language
from flinksim.datastream.pipeline_executor import Pipeline, redirect_jobs
from flinksim.runtime.minicluster import RunSettings
from flinksim.simulation.simulation import Simulation
from flinksim.trace.narration.templates import render_event
from flinksim.trace.narration.value_formatting import Formatter
from flinksim.trace.recorder import Trace
from flinksim.trace.schema.event_kinds import KINDS_BY_CLASS

FOLDER = Path(__file__).parents[1] / "examples" / "claims"


class _Kept:
    def __init__(self) -> None:
        self.pipelines: list[Pipeline] = []

    def execute(self, pipeline: Pipeline) -> JobClient:
        self.pipelines.append(pipeline)
        return JobClient(JobID(), JobExecutionResult(JobID()))


def pipeline_of(name: str) -> Pipeline:
    """The program of ``examples/claims/NAME.py``, which was not run."""
    kept = _Kept()
    with redirect_stdout(StringIO()), redirect_jobs(kept):
        runpy.run_path(str(FOLDER / f"{name}.py"), run_name="__main__")
    return kept.pipelines[0]


@cache
def trace_of(name: str, **settings: Any) -> Trace:
    """The trace of ``examples/claims/NAME.py``; *settings* are of the run."""
    simulation = Simulation(pipeline_of(name), RunSettings(**settings))
    with redirect_stdout(StringIO()):
        simulation.run()
    return simulation.trace


def step_that_shows(claim: OutdatedClaim, language: Language = "en") -> tuple[int, str]:
    """The first step of the claim's run with its fact, and that fact's sentence in *language*.

    Raises: LookupError if the run has no such fact.
    """
    trace = trace_of(claim.run)
    labels = Formatter(trace.plan_or_none)
    for step in trace:
        for event in step.events:
            if type(event).__name__ == claim.fact:
                sentence = render_event(KINDS_BY_CLASS[type(event)], event, labels)
                if all(part in sentence for part in claim.says):
                    in_language = render_event(
                        KINDS_BY_CLASS[type(event)], event, Formatter(trace.plan_or_none, language)
                    )
                    return step.number, in_language
    raise LookupError(f"{claim.claim}: no {claim.fact} of {claim.run} says {claim.says}")
