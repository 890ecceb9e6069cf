"""A sink that commits is two operators in a plan; ``facts/plans_random.json`` has more of them."""

from __future__ import annotations

from pathlib import Path

import flinksim as fs
from flinksim.analysis.whatif.chaining_counterfactuals import compute_edge_verdict
from flinksim.common import Configuration, Types
from flinksim.connectors.file_sink.file_sink import FileSink
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.graph.job_graph_generator import JobGraph, create_job_graph
from flinksim.graph.stream_graph_generator import generate_stream_graph


def environment(folder: Path, mode: str = "STREAMING") -> StreamExecutionEnvironment:
    configuration = Configuration.from_dict({"execution.runtime-mode": mode})
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(2)
    numbers = env.from_sequence(1, 5).map(lambda value: value, Types.LONG())
    numbers.sink_to(FileSink(folder)).name("files").uid("out")
    numbers.print()
    return env


def job_graph(folder: Path, mode: str) -> JobGraph:
    return create_job_graph(generate_stream_graph(environment(folder, mode).pipeline()))


def test_the_committer_is_chained_behind_the_writer(tmp_path: Path) -> None:
    graph = job_graph(tmp_path, "STREAMING")
    (vertex,) = graph.vertices
    assert vertex.name == (
        "Source: Sequence Source -> Map -> (files: Writer -> files: Committer, Sink: Print to Std. Out)"
    )
    nodes = {node.name: node for node in graph.stream_graph.nodes.values()}
    assert nodes["files: Writer"].uid == "out"
    assert nodes["files: Committer"].uid == "Sink Committer: out"


def test_a_batch_job_commits_when_all_is_written(tmp_path: Path) -> None:
    graph = job_graph(tmp_path, "BATCH")
    _, last = graph.vertices
    assert last.name == "files: Committer"
    (edge,) = last.inputs
    assert (edge.stream_edge.exchange_mode, edge.result_type) == ("BATCH", "BLOCKING")
    verdict = compute_edge_verdict(edge.stream_edge, graph.stream_graph)
    assert verdict.sentence == (
        "Not chained: the exchange is a batch exchange, which stores all data first"
    )


def test_what_is_written_is_in_the_files_once(tmp_path: Path) -> None:
    fs.simulate(environment(tmp_path)).run()
    lines = [line for part in sorted(tmp_path.iterdir()) for line in part.read_text().split()]
    assert sorted(lines) == ["1", "2", "3", "4", "5"]
