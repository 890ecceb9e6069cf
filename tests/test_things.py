"""The things that texts about Flink's inside name: each leads to a step, a layer, or a card.

``things.json`` has what was collected from five texts, how much of it could be seen then, and by
which names one asks for it. A name is found if a fact of a bundled run has it on its stack or shows
it, if the walk of a plan or a layer has it, or if the glossary says what became of it.
"""

from __future__ import annotations

import json
import re
import socket
import threading
from functools import cache
from pathlib import Path

import pytest

import flinksim as fs
from flinksim import NetworkSettings
from flinksim.common import Time, WatermarkStrategy
from flinksim.connectors import SocketTextSource
from flinksim.core.flink_catalog.class_hierarchy import (
    FAMILIES,
    find_root_classes,
    format_class_tree,
)
from flinksim.core.flink_catalog.glossary import (
    IllustratedTerm,
    find_entries,
    load_illustrated_terms,
    load_terms,
)
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.trace.name_index import classify_class, find_modelled_classes
from flinksim.trace.recorder import Trace
from flinksim.viz.diagram.renderers.text import format_generation_steps
from flinksim.viz.plan.layers import build_plan_diagram
from tests.claim_runs import pipeline_of, trace_of

THINGS = json.loads((Path(__file__).parent / "things.json").read_text(encoding="utf-8"))
RUNS = ("windows", "sessions", "triggers", "timers", "channels", "checkpoints", "two_inputs")
_TOLD = {"renamed", "removed", "incorrect"}
NOT_FOUND = 0
"""So many of the things are found by none of their names, or not by all: it may only become less."""


@cache
def on_stacks() -> frozenset[str]:
    """All words of class and method names on the stacks of the bundled runs."""
    stacks = {
        frame
        for trace in traces()
        for index in range(len(trace.events))
        for frame in trace.links.get_stack(index)
    }
    return frozenset(part.lower() for frame in stacks for part in re.split(r"[.$]", frame))


def traces() -> list[Trace]:
    """The bundled runs, and one of them with buffers that a record does not fit into."""
    small = NetworkSettings(segment_bytes=24, buffer_timeout_ms=0)
    bundled = [*(trace_of(run) for run in RUNS), trace_of("channels", network=small)]
    return [*bundled, reading_a_socket(), without_timestamps()]


@cache
def reading_a_socket() -> Trace:
    """A server that closes at once; its source connects to it again."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]

        def serve() -> None:
            for _ in range(3):
                server.accept()[0].close()

        threading.Thread(target=serve, daemon=True).start()
        env = StreamExecutionEnvironment.get_execution_environment()
        source = SocketTextSource("127.0.0.1", port, max_retry=2, delay_between_retries_ms=1)
        env.from_source(source, WatermarkStrategy.no_watermarks(), "lines").print()
        env.socket_text_stream("127.0.0.1", port).print()
        return fs.simulate(env).run().trace


@cache
def without_timestamps() -> Trace:
    """Windows of event time behind a source that nobody has told of timestamps."""
    env = StreamExecutionEnvironment.get_execution_environment()
    windows = TumblingEventTimeWindows.of(Time.seconds(1))
    env.from_collection([("a", 1)]).key_by(lambda pair: pair[0]).window(windows).sum(1).print()
    simulation = fs.simulate(env)
    with pytest.raises(JobExecutionError, match=re.escape("Record has Long.MIN_VALUE timestamp")):
        simulation.run()
    return simulation.trace


@cache
def events_seen() -> frozenset[str]:
    """The kinds of fact in the bundled runs."""
    return frozenset(type(event).__name__ for trace in traces() for event in trace.events)


@cache
def in_layers() -> str:
    """What the walks and the layers of the bundled plans say."""
    documents = [build_plan_diagram(pipeline_of(run)) for run in RUNS]
    return "\n".join(format_generation_steps(one) + repr(one.layers) for one in documents).lower()


@cache
def in_trees() -> str:
    """The class diagrams, as ``flinksim glossary --tree FAMILY`` draws them."""
    tops = [top for family in FAMILIES for top in find_root_classes(family)]
    return "\n".join(
        line for top in tops for line in format_class_tree(top, classify_class)
    ).lower()


@cache
def in_pictures() -> str:
    """The names that the picture of a task's inside has."""
    folder = Path(__file__).parents[1] / "widgets" / "src" / "task"
    return " ".join(path.read_text() for path in sorted(folder.glob("*.ts"))).lower()


@cache
def old_names() -> frozenset[str]:
    """The last parts of the names that the glossary calls renamed or gone."""
    return frozenset(
        re.split(r"[.$]", one.name)[-1].lower() for one in load_terms() if one.status in _TOLD
    )


def found(name: str) -> str:
    """Where *name* leads to; "" if nowhere."""
    word = re.split(r"[.$]", name.replace("()", ""))[-1].lower()
    by = {one.name.lower(): one.by for one in load_illustrated_terms()}.get(name.lower())
    if by is not None:
        return "walk" if by == "walk" else "step" * (by in events_seen())
    if word in old_names() or (" " in name and any(c.status in _TOLD for c in find_entries(name))):
        return "told"
    if word in on_stacks() or name in events_seen():
        return "step"
    if re.search(rf"\b{re.escape(word)}s?\b", in_layers()):
        return "layer"
    if re.search(rf"\b{re.escape(word)}\b", in_pictures()):
        return "inside"
    if re.search(rf"\] (?:\w+\.)?{re.escape(word)}\b", in_trees()):
        return "tree"
    return "card" * any(
        card.status == "available" for card in find_entries(name, find_modelled_classes())
    )


def lost() -> list[str]:
    """The things for which a name leads nowhere, or that have none."""
    return [
        f"{thing['thing']}: {[name for name in thing['ask'] if not found(name)]}"
        for thing in THINGS
        if not thing["ask"] or not all(found(name) for name in thing["ask"])
    ]


def test_the_things_are_found_by_name() -> None:
    assert len(THINGS) == 374
    told = lost()
    assert len(told) <= NOT_FOUND, "\n".join(told)


@pytest.mark.parametrize("one", load_illustrated_terms(), ids=lambda one: one.name)
def test_what_shows_a_name_is_there(one: IllustratedTerm) -> None:
    by = one.by
    assert by == "walk" or by in events_seen()
