"""How long it takes to derive, explain, lay out and draw the graphs of a large program.

    python benchmarks/plans.py [--nodes 300] [--parallelism 2] [--rounds 5] [--pictures FOLDER]

The program is made by a seeded generator: sources, maps, filters, key_bys, unions, connected streams
and sinks. The median of the rounds is printed, in milliseconds of processor time.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from flinksim.datastream import CoMapFunction, StreamExecutionEnvironment  # noqa: E402
from flinksim.datastream.pipeline_executor import Pipeline  # noqa: E402
from flinksim.graph.execution_graph import create_execution_graph  # noqa: E402
from flinksim.graph.job_graph_generator import create_job_graph  # noqa: E402
from flinksim.graph.stream_graph_generator import generate_stream_graph  # noqa: E402
from flinksim.viz.diagram.model import LAYER_NAMES  # noqa: E402
from flinksim.viz.diagram.renderers.render import render  # noqa: E402
from flinksim.viz.plan.layers import (  # noqa: E402
    build_plan_diagram,
    build_stream_layer,
    compute_chaining_decisions,
)
from flinksim.viz.plan.slot_layer import build_slot_layer  # noqa: E402
from flinksim.viz.plan.task_layers import build_execution_layer, build_job_layer  # noqa: E402


class Both(CoMapFunction):
    def map1(self, value: Any) -> Any:
        return value

    def map2(self, value: Any) -> Any:
        return value


def large_program(nodes: int, parallelism: int, seed: int = 7) -> Pipeline:
    """A program with *nodes* operators."""
    random = Random(seed)
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(parallelism)
    open_streams = [env.from_sequence(1, 10) for _ in range(max(1, nodes // 25))]
    made = len(open_streams)
    while made + len(open_streams) < nodes:
        place = random.randrange(len(open_streams))
        stream = open_streams[place]
        match random.randrange(12):
            case 0 | 1:
                stream = stream.key_by(lambda value: value).reduce(lambda a, b: a)
            case 2 if len(open_streams) > 2:
                other = open_streams.pop((place + 1) % len(open_streams))
                place = open_streams.index(stream)
                stream = stream.union(other).map(lambda value: value)
            case 3 if len(open_streams) > 2:
                other = open_streams.pop((place + 1) % len(open_streams))
                place = open_streams.index(stream)
                stream = stream.connect(other).map(Both())
            case 4:
                open_streams.append(stream)
                stream = stream.rebalance().filter(lambda value: True)
            case 5:
                stream = stream.map(lambda value: value).set_parallelism(parallelism + 1)
            case 6 | 7:
                stream = stream.filter(lambda value: True)
            case _:
                stream = stream.map(lambda value: value)
        open_streams[place] = stream
        made += 1
    for stream in open_streams:
        stream.print()
    return env.pipeline("a large program")


def measured(name: str, rounds: int, action: Callable[[], Any]) -> Any:
    seconds = []
    for _ in range(rounds):
        start = time.process_time()
        result = action()
        seconds.append(time.process_time() - start)
    print(f"{name:<42}{statistics.median(seconds) * 1000:>10.1f} ms")
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=300)
    parser.add_argument("--parallelism", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--pictures", type=Path, help="write the pictures into this folder")
    options = parser.parse_args()
    rounds = options.rounds
    pipeline = large_program(options.nodes, options.parallelism)
    stream = measured("stream graph", rounds, lambda: generate_stream_graph(pipeline))
    job = measured("job graph (chains, hashes)", rounds, lambda: create_job_graph(stream))
    execution = measured(
        "execution graph (channels, slots)", rounds, lambda: create_execution_graph(job)
    )
    measured(
        "verdicts on all edges",
        rounds,
        lambda: compute_chaining_decisions(stream, include_changes=False),
    )
    measured("verdicts with changes, each made", 1, lambda: compute_chaining_decisions(stream))
    measured("layout: stream", rounds, lambda: build_stream_layer(stream, job))
    measured("layout: job", rounds, lambda: build_job_layer(job))
    measured("layout: execution", rounds, lambda: build_execution_layer(execution))
    measured("layout: slots", rounds, lambda: build_slot_layer(execution))
    document = measured(
        "all layers", rounds, lambda: build_plan_diagram(pipeline, include_changes=False)
    )
    data = measured("as JSON", rounds, lambda: json.dumps(document.to_data()))
    for layer in LAYER_NAMES:
        for form in ("svg", "png"):
            count = rounds if form == "svg" else 1
            drawn = measured(f"draw {layer}, {form}", count, partial(render, document, layer, form))
            if options.pictures is not None:
                written = drawn if isinstance(drawn, bytes) else drawn.encode()
                (options.pictures / f"{layer}.{form}").write_bytes(written)
    print(f"\nJSON: {len(data) / 1e6:.1f} MB")
    for layer in document.layers:
        print(
            f"{layer.name:<16}{len(layer.nodes):>6} boxes {len(layer.edges):>6} arrows "
            f"{layer.width:>8.0f} x {layer.height:.0f} px"
        )


if __name__ == "__main__":
    main()
