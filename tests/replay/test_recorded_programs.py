"""The programs that were recorded on Flink, on Spark: the same lines, or a refusal with its reason.

In this process; FLINKSIM_SPARK_CASES lets Spark itself run them all, else it runs a few.
"""

from __future__ import annotations

from collections import Counter

import pytest
from pyspark.sql import SparkSession

from flinksim.common.job_client import JobClient
from flinksim.common.job_execution_result import JobExecutionResult
from flinksim.common.job_id import JobID
from flinksim.datastream.pipeline_executor import Pipeline, redirect_jobs
from flinksim.replay.analysis.reproducibility import NotReproducible
from flinksim.replay.executor import write_results
from flinksim.replay.replay_job import SparkJob, check_pipeline
from flinksim.replay.settings import ReplaySettings
from tests.conformance.on_flinksim import Outcome, differences, run_on_flinksim
from tests.conformance.recorded_programs import Program, all_programs
from tests.replay.conftest import MANY

READS_A_FEW_OF_MANY = "refusals/collect_three_of_many"
"""It reads three of 10^12 results; a replay on Spark runs the whole job, whatever is read of it."""

PROGRAMS = [
    program
    for program in all_programs()
    if program.dialect == "java" and program.recording() and program.id != READS_A_FEW_OF_MANY
]
ON_SPARK = PROGRAMS if MANY else PROGRAMS[5::50]

REASONS = {
    "calls time.sleep in": 30,
    "reads one stream on two paths": 1,
    "calls an asynchronous function": 3,
    "reads from shuffle()": 1,
    "it runs in batch mode": 1,
}
"""How many programs are refused at least, by what the refusal says."""

RESTARTS = ("failures/restarts", "failures/restarts_used_up")
DOES_NOT_FAIL = "checkpoints/late_without_a_failure"


def restarts(program: Program) -> bool:
    """Whether it fails and is run again on Flink; a replay on Spark starts once, and fails."""
    fails = program.theme == "checkpoints" and program.id != DOES_NOT_FAIL
    return fails or program.id in RESTARTS


PRINTS_BY_ITSELF = "basics/open_and_close"
"""Its functions print, which is no result: on Spark all results come behind that."""

NOTHING_BEFORE_AN_ERROR = "failures/division_in_reduce"
"""It fails in its middle: then Spark leaves the sinks alone, where Flink had written already."""


class Replaying:
    """An executor for tests; notes what was refused and how many jobs there were."""

    def __init__(self, spark: SparkSession | None) -> None:
        self._spark = spark
        self.refused: str | None = None
        self.jobs = 0

    def execute(self, pipeline: Pipeline) -> JobClient:
        try:
            check_pipeline(pipeline)
        except NotReproducible as reason:
            self.refused = str(reason)
            raise
        self.jobs += 1
        try:
            with SparkJob(self._spark, pipeline, ReplaySettings(units=4)) as job:
                write_results(job)
        except Exception as error:
            return JobClient(JobID(), error=error)
        return JobClient(JobID(), JobExecutionResult(JobID()))


def replayed(program: Program, spark: SparkSession | None) -> tuple[Replaying, Outcome]:
    executor = Replaying(spark)
    with redirect_jobs(executor):
        return executor, run_on_flinksim(program.path)


def assert_same(program: Program, outcome: Outcome) -> None:
    recording = program.recording()
    assert recording is not None
    if program.id == NOTHING_BEFORE_AN_ERROR:
        assert recording["printed"]
        assert not outcome.printed
        recording = recording | {"printed": []}
    if program.id == PRINTS_BY_ITSELF:
        assert sorted(recording["printed"]) == sorted(outcome.printed)
        return
    found = differences(program, recording, outcome)
    assert not found, f"{program.id}: " + "\n".join(found)


def test_every_recorded_program_is_the_same_or_refused() -> None:
    same, without_job = 0, 0
    refused: Counter[str] = Counter()
    for program in PROGRAMS:
        executor, outcome = replayed(program, None)
        if executor.refused is not None:
            reasons = [reason for reason in REASONS if reason in executor.refused]
            assert reasons, executor.refused
            refused.update(reasons)
        elif not executor.jobs:
            without_job += 1
        elif restarts(program):
            assert outcome.raised is not None
            assert type(outcome.raised).__name__ == "ReplayError"
        else:
            assert_same(program, outcome)
            same += 1
    assert all(refused[reason] >= least for reason, least in REASONS.items()), refused
    assert same >= 90
    assert without_job < 8


@pytest.mark.slow("runs each recorded program as a job")
@pytest.mark.parametrize("program", ON_SPARK, ids=lambda program: program.id)
def test_recorded_programs_are_the_same_on_spark(program: Program, spark: SparkSession) -> None:
    executor, outcome = replayed(program, spark)
    compared = not restarts(program) and program.id != PRINTS_BY_ITSELF
    if executor.refused is None and executor.jobs and compared:
        assert_same(program, outcome)
