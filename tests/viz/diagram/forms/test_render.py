"""Every layer in every form, light and dark; what cannot be done is told plainly."""

from __future__ import annotations

import builtins
import json
import os
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from flinksim.common import Types
from flinksim.datastream import OutputTag, StreamExecutionEnvironment
from flinksim.viz.diagram.model import LAYER_NAMES, PlanDiagram
from flinksim.viz.diagram.renderers.networkx import build_networkx_graph
from flinksim.viz.diagram.renderers.render import OUTPUT_FORMATS, render
from flinksim.viz.diagram.renderers.text import (
    format_chaining_decisions,
    format_generation_steps,
    format_stream_configs,
)
from flinksim.viz.diagram.renderers.theme import THEMES, Theme
from flinksim.viz.plan.layers import build_plan_diagram

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def document() -> PlanDiagram:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    tag = OutputTag("late", Types.LONG())
    mapped = env.from_sequence(1, 9).map(lambda v: v).name('a "quoted" <name> & $more$')
    mapped.filter(lambda v: True).print()
    mapped.get_side_output(tag).key_by(lambda v: v).sum().slot_sharing_group("side").print()
    return build_plan_diagram(env.pipeline("a job"))


@pytest.mark.parametrize("layer", LAYER_NAMES)
@pytest.mark.parametrize("theme", THEMES)
def test_svg_shows_every_box_and_arrow_and_tells_why(
    layer: str, theme: Any, document: PlanDiagram
) -> None:
    text = render(document, layer, "svg", theme)
    assert isinstance(text, str)
    picture = ET.fromstring(text)
    shown = {element.get("data-id") for element in picture.iter()} - {None}
    drawn = document.layer(layer)
    assert shown == {node.id for node in drawn.nodes} | {edge.id for edge in drawn.edges}
    words = {element.text for element in picture.iter(f"{SVG}text")}
    assert {node.label for node in drawn.nodes if node.label} <= words
    assert f"{drawn.title} of 'a job'" in words
    background = picture.find(f"{SVG}rect")
    assert background is not None
    assert background.get("fill") == THEMES[theme].background
    if layer in ("stream", "job"):
        tooltips = " ".join(element.text or "" for element in picture.iter(f"{SVG}title"))
        assert "Not chained: slot sharing groups" in tooltips or "HASH, which is not" in tooltips


@pytest.mark.parametrize("layer", LAYER_NAMES)
def test_png_is_a_picture_of_the_right_size(layer: str, document: PlanDiagram) -> None:
    data = render(document, layer, "png", "dark")
    assert isinstance(data, bytes)
    assert data.startswith(b"\x89PNG")
    width = int.from_bytes(data[16:20], "big")
    assert width >= 2 * document.layer(layer).width - 2
    assert data == render(document, layer, "png", "dark"), "the same every time"


@pytest.mark.parametrize("layer", LAYER_NAMES)
def test_dot_has_chains_and_other_frames_as_clusters(layer: str, document: PlanDiagram) -> None:
    text = render(document, layer, "dot")
    assert isinstance(text, str)
    drawn = document.layer(layer)
    frames = {node.parent for node in drawn.nodes} - {None}
    assert set(re.findall(r'subgraph "cluster ([^"]+)"', text)) == frames
    assert text.count(" -> ") == len(drawn.edges)
    assert text.count("{") == text.count("}")
    if layer != "slots":
        assert r"a \"quoted\" <name> & $more$" in text


@pytest.mark.parametrize("layer", LAYER_NAMES)
def test_mermaid_names_every_box_once(layer: str, document: PlanDiagram) -> None:
    text = render(document, layer, "mermaid")
    assert isinstance(text, str)
    drawn = document.layer(layer)
    frames = {node.parent for node in drawn.nodes} - {None}
    assert len(re.findall(r"^ +subgraph ", text, re.MULTILINE)) == len(frames)
    assert len(re.findall(r"^ +end$", text, re.MULTILINE)) == len(frames)
    boxes = re.findall(r"^\s+(n\d+)[\[(]", text, re.MULTILINE)
    assert len(boxes) == len(set(boxes)) == len(drawn.nodes) - len(frames)
    assert len(re.findall(r"==>|-->|-\.->", text)) == len(drawn.edges)
    assert "#quot;quoted#quot; #lt;name#gt; #amp; $more$" in text


def test_text_tells_where_everything_is_and_goes(document: PlanDiagram) -> None:
    lines = str(render(document, "job", "text")).splitlines()
    assert lines[0] == "JobGraph of 'a job'"
    assert "  o1 Source: Sequence Source" in lines
    assert "      -> o7 Keyed Aggregation (HASH [late])" in lines
    slots = str(render(document, "slots", "text"))
    assert "v7/1 Keyed Aggregation -> Sink: Print to Std. Out (2/2)" in slots
    assert "(HASH [late], remote)" in slots
    assert "virtual: becomes part of o2>o7" in str(render(document, "transformations", "text"))


def test_the_reasons_are_told_by_condition(document: PlanDiagram) -> None:
    text = format_chaining_decisions(document.verdicts)
    assert "slot sharing groups 'default' and 'side' differ; key_by(...) sets" in text
    assert "NO  same slot sharing group: 'default' and 'side'" in text
    assert "yes one input: Keyed Aggregation has 1 input edge" in text
    assert "start_new_chain() on Filter would break the chain here" in text
    assert len(text.splitlines()) > len(
        format_chaining_decisions(document.verdicts, include_conditions=False).splitlines()
    )


def test_the_walk_is_told_step_by_step(document: PlanDiagram) -> None:
    lines = format_generation_steps(document).splitlines()
    assert lines[0] == "StreamGraphGenerator for 'a job'"
    told = lines.index("Transformations of older Flink versions:")
    assert told == len(document.walk) + 3
    assert [line.split(" (")[0] for line in lines[told + 1 :]] == [
        "  Feedback",
        "  Split and select",
    ]


def test_what_each_task_is_told_is_text(document: PlanDiagram) -> None:
    text = format_stream_configs(document)
    assert "  o7 Keyed Aggregation\n" in text
    assert "    non-chained outputs: intermediate data set 0: HASH" in text.replace(
        " of side output 'late'", ""
    )
    assert text.count("chain start: True") == text.count("resources: ResourceProfile{UNKNOWN}")


@pytest.mark.parametrize("layer", LAYER_NAMES)
def test_json_is_the_layer_of_the_document(layer: str, document: PlanDiagram) -> None:
    data = json.loads(render(document, layer, "json"))
    whole = document.to_data()["layers"]
    assert json.loads(json.dumps(whole[LAYER_NAMES.index(layer)])) == data  # type: ignore[arg-type]


@pytest.mark.parametrize("layer", LAYER_NAMES)
def test_networkx_has_the_same_nodes_and_edges(layer: str, document: PlanDiagram) -> None:
    graph = build_networkx_graph(document, layer)
    drawn = document.layer(layer)
    assert set(graph) == {node.id for node in drawn.nodes}
    assert {key for _, _, key in graph.edges(keys=True)} == {edge.id for edge in drawn.edges}
    if layer == "stream":
        assert graph.edges["o1", "o2", "o1>o2"]["chained"] is True
        assert graph.edges["o2", "o7", "o2>o7"]["reason"].startswith("Not chained: ")
        assert graph.nodes["o7"]["slot sharing group"] == "side"


def test_without_matplotlib_or_networkx_it_is_told_what_to_install(
    document: PlanDiagram, monkeypatch: pytest.MonkeyPatch
) -> None:
    real_import = builtins.__import__

    def importing(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.startswith(("matplotlib", "networkx")):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return real_import(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", importing)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'flinksim\[notebook\]'.*SVG needs"):
        render(document, "job", "png")
    with pytest.raises(ModuleNotFoundError, match=r"networkx is not installed here"):
        build_networkx_graph(document, "job")
    assert str(render(document, "job", "svg")).startswith("<svg")


def fake_dot(folder: Path, script: str) -> None:
    program = folder / "dot"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)


def test_graphviz_is_given_the_dot_text(
    document: PlanDiagram, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_dot(tmp_path, 'echo "$@"; cat')
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    drawn = str(render(document, "job", "svg", "dark", engine="dot"))
    assert drawn == "-Tsvg\n" + str(render(document, "job", "dot", "dark"))
    assert isinstance(render(document, "job", "png", engine="dot"), bytes)


def test_without_graphviz_or_when_it_fails_that_is_told(
    document: PlanDiagram, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(FileNotFoundError, match="program dot was not found"):
        render(document, "job", "svg", engine="dot")
    fake_dot(tmp_path, "echo no memory >&2; exit 3")
    with pytest.raises(RuntimeError, match="dot could not draw the graph: no memory"):
        render(document, "job", "svg", engine="dot")


def test_an_unknown_form_is_refused(document: PlanDiagram) -> None:
    with pytest.raises(
        ValueError, match=f"expected one of {', '.join(OUTPUT_FORMATS)}, found 'gif'"
    ):
        render(document, "job", "gif")  # type: ignore[arg-type]


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_words_and_arrows_can_be_told_from_what_they_stand_on(theme: Theme) -> None:
    for ground in (theme.background, theme.panel, theme.soft):
        assert contrast(theme.ink, ground) >= 7
        assert contrast(theme.muted, ground) >= 4.5
        for way in (theme.blue, theme.green, theme.orange):
            assert contrast(way, ground) >= 3
    for soft in (theme.blue_soft, theme.green_soft, theme.purple_soft):
        assert contrast(theme.ink, soft) >= 7
