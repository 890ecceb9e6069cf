"""In PyFlink's dialect the job graphs of programs are those of real PyFlink: fused, named, with ids."""

from __future__ import annotations

import contextlib
import io
import warnings
from typing import Any

import pytest

from flinksim.common.configuration import Configuration
from flinksim.common.job_client import JobClient
from flinksim.common.job_execution_result import JobExecutionResult
from flinksim.common.job_id import JobID
from flinksim.datastream.api_flavor import API_FLAVOR_OPTION
from flinksim.datastream.external_configuration import use_external_configuration
from flinksim.datastream.pipeline_executor import Pipeline, redirect_jobs
from flinksim.graph.job_graph_generator import JobGraph
from flinksim.pyflink_compat.import_alias import alias_pyflink
from flinksim.runtime.local_executor import build_job_graph
from tests.conformance.fact_files import cases_of
from tests.conformance.program_runs import run_program
from tests.conformance.recorded_programs import PROGRAMS, read_program


class OnlyPlanned:
    """Takes jobs, and keeps their graphs."""

    def __init__(self) -> None:
        self.job_graphs: list[JobGraph] = []

    def execute(self, pipeline: Pipeline) -> JobClient:
        self.job_graphs.append(build_job_graph(pipeline))
        return JobClient(JobID(), JobExecutionResult(JobID(), 0))


def vertices(job_graph: JobGraph) -> list[dict[str, Any]]:
    ids = job_graph.operator_ids
    return [
        {
            "id": vertex.id,
            "name": vertex.name,
            "parallelism": vertex.planned_parallelism,
            "slotSharingGroup": vertex.slot_sharing_group,
            "inputs": [edge.stream_edge.partitioner.name for edge in vertex.inputs],
            "operators": sorted(ids[chained.node.id] for chained in vertex.operators),
        }
        for vertex in job_graph.vertices
    ]


@pytest.mark.parametrize("case", cases_of("python_job_graphs"))
def test_a_program_has_the_job_graphs_of_pyflink(case: dict[str, Any]) -> None:
    program = read_program(PROGRAMS / f"{case['id']}.py")
    assert program.sha256 == case["sha256"], "changed since it was recorded: record it again"
    planned = OnlyPlanned()
    with (
        alias_pyflink(),
        use_external_configuration(Configuration().set_string(API_FLAVOR_OPTION, "pyflink")),
        redirect_jobs(planned),
        contextlib.redirect_stdout(io.StringIO()),
        warnings.catch_warnings(),
    ):
        warnings.filterwarnings("ignore", r"from_source\(watermark_strategy\)")
        run_program(program.path)
    found = [vertices(graph) for graph in planned.job_graphs]
    assert found[: len(case["jobs"])] == case["jobs"]
