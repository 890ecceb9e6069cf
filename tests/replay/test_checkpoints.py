"""A program that takes checkpoints replays as it does without, or is refused by name."""

from __future__ import annotations

from collections import Counter

import pytest

from flinksim.common.job_client import JobClient
from flinksim.common.job_execution_result import JobExecutionResult
from flinksim.common.job_id import JobID
from flinksim.connectors.transactional_sinks import TransactionalSink
from flinksim.datastream.pipeline_executor import Pipeline, redirect_jobs
from flinksim.replay.analysis.reproducibility import NotReproducible
from flinksim.replay.executor import write_results
from flinksim.replay.replay_job import SparkJob, check_pipeline
from flinksim.replay.settings import ReplaySettings
from flinksim.runtime.jobmaster.checkpoint_coordinator import CheckpointCoordinator
from tests.checkpoint_jobs import JOBS, OTHER_JOBS, environment

ALL = JOBS | OTHER_JOBS
REFUSED = ("asynchronous", "unordered")


class Replaying:
    """Runs a job as Spark would, in this process."""

    def execute(self, pipeline: Pipeline) -> JobClient:
        check_pipeline(pipeline)
        with SparkJob(None, pipeline, ReplaySettings(units=4)) as job:
            write_results(job)
        return JobClient(JobID(), JobExecutionResult(JobID()))


def replayed(name: str, interval_ms: int | None) -> Counter[str]:
    """What the sink of a job has committed in the end."""
    sink = TransactionalSink()
    env = environment(interval_ms)
    ALL[name](env).sink_to(sink)
    with redirect_jobs(Replaying()):
        env.execute()
    return Counter(map(repr, sink.committed_results))


@pytest.mark.parametrize("name", [name for name in ALL if name not in REFUSED])
def test_a_program_with_checkpoints_replays_as_without(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    without = replayed(name, None)
    assert without
    monkeypatch.delattr(CheckpointCoordinator, "trigger")  # a replay takes none
    assert replayed(name, 10) == without


@pytest.mark.parametrize("interval_ms", [None, 10])
@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_replayed_is_refused_by_name_either_way(
    name: str, interval_ms: int | None
) -> None:
    with pytest.raises(NotReproducible, match="'async wait operator' calls an asynchronous"):
        replayed(name, interval_ms)
