"""Class diagrams as pictures: every class, its mark, and nothing over anything else."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

import flinksim
from flinksim.core.flink_catalog.class_hierarchy import FAMILIES, find_root_classes, list_children
from flinksim.core.flink_catalog.classes import FlinkClass, load_flink_classes
from flinksim.core.i18n.languages import LANGUAGES, Language
from flinksim.trace.name_index import classify_class
from flinksim.viz.diagram.renderers.shapes import Label, Rect
from flinksim.viz.plots.class_diagrams import ClassDiagram, draw_class_diagram

SIGNS = {"available": "●", "under another name": "◐", "not modelled": "○"}


def boxes_of(diagram: ClassDiagram) -> dict[str, Rect]:
    return {
        shape.id: shape
        for shape in diagram.drawing().shapes
        if isinstance(shape, Rect) and shape.id
    }


def words_in(diagram: ClassDiagram, box: Rect) -> str:
    return "".join(
        shape.text if re.match(r"[A-Z._a-z]", shape.text) else f"\n{shape.text}"
        for shape in diagram.drawing().shapes
        if isinstance(shape, Label)
        and box.x <= shape.x < box.x + box.width
        and box.y <= shape.y < box.y + box.height
    )


@pytest.mark.parametrize("family", FAMILIES)
def test_each_class_stands_in_its_picture_with_its_mark(family: str) -> None:
    diagram = draw_class_diagram(family)
    boxes = boxes_of(diagram)
    assert list(boxes) == [f"{one.package}.{one.name}" for one in diagram.classes]
    waiting, elsewhere = list(find_root_classes(family)), set[FlinkClass]()
    tops = [top for other in FAMILIES if other != family for top in find_root_classes(other)]
    for top in tops:  # what another area tells
        below = list(list_children(top))
        for one in below:
            elsewhere.add(one)
            below += list_children(one)
    for one in waiting:
        assert f"{one.package}.{one.name}" in boxes or one in elsewhere
        if one not in tops:
            waiting += list_children(one)
    for one in diagram.classes:
        mark, _ = classify_class(one)
        box = boxes[f"{one.package}.{one.name}"]
        assert f"{SIGNS[mark]} {one.simple_name}" in words_in(diagram, box)
        assert box.title.startswith(f"{one.name.replace('$', '.')}: {mark}\n")
        assert f"of org.apache.flink.{one.package}" in box.title
        assert box.dashed is (mark == "not modelled")
    ends = {(way.title) for way in diagram.drawing().shapes if hasattr(way, "points")}
    for one in diagram.classes:
        for above in one.parents:
            if above in diagram.classes:
                names = [name.replace("$", ".") for name in (one.name, above.name)]
                assert {f"{names[0]} {how} {names[1]}" for how in ("extends", "implements")} & ends


def test_marks_are_those_of_the_package() -> None:
    def marked(name: str, package: str = "") -> tuple[str, str]:
        return next(
            classify_class(one) for one in load_flink_classes()[name] if package in one.package
        )

    assert marked("WindowOperator") == ("available", "")
    assert marked("StreamSink") == ("under another name", "SinkOperator")
    assert marked("OneInputTransformation") == ("under another name", "Transformation")
    assert marked("RichMapFunction") == ("under another name", "MapFunction")
    assert marked("StreamIterationHead") == ("not modelled", "")
    assert marked("ProcessOperator", "streaming.api") == ("available", "")
    assert marked("ProcessOperator", "datastream.impl") == ("not modelled", "")


def test_a_supertype_is_the_one_of_its_package() -> None:
    """``State`` is also a state of the adaptive scheduler, ``Function`` also one of Java's own."""
    state = {one.name for one in draw_class_diagram("state").classes}
    assert "HeapListState" in state
    assert not state & {"Executing", "Restarting", "StateWithExecutionGraph"}
    functions = {one.name for one in draw_class_diagram("functions").classes}
    assert "RescalingStreamTaskNetworkInput$RecordFilterFactory" not in functions


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_stands_over_anything_else(browser: Browser, language: Language) -> None:
    """With the letters that the browser draws, at 1280 pixels: each text inside its box."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    for family in FAMILIES:
        diagram = draw_class_diagram(family, language)
        for one, other in combinations(boxes_of(diagram).values(), 2):
            assert (
                one.x + one.width <= other.x
                or other.x + other.width <= one.x
                or one.y + one.height <= other.y
                or other.y + other.height <= one.y
            ), (family, one.id, other.id)
        page.set_content(f"<body style='margin:0'>{diagram.svg('dark')}")
        measured: dict[str, Any] = page.evaluate(_MEASURE)
        assert measured["width"] <= 1280, (family, measured["width"])
        assert measured["outside"] == [], family
        assert measured["over"] == [], family
    page.close()


_MEASURE = """() => {
  const of = (tag) => [...document.querySelectorAll(tag)].map((one) =>
    ({text: one.textContent, ...one.getBBox().toJSON?.() ?? (({x, y, width, height}) =>
      ({x, y, width, height}))(one.getBBox())}));
  const texts = of("text"), boxes = of("rect").slice(1);
  const inside = (text, box) => text.x >= box.x && text.y >= box.y - 1
    && text.x + text.width <= box.x + box.width && text.y + text.height <= box.y + box.height + 1;
  const over = [];
  texts.forEach((one, n) => texts.slice(n + 1).forEach((other) => {
    if (one.x < other.x + other.width && other.x < one.x + one.width
        && one.y + 2 < other.y + other.height && other.y + 2 < one.y + one.height)
      over.push([one.text, other.text]);
  }));
  return {width: document.querySelector("svg").width.baseVal.value, over,
    outside: texts.slice(1).filter((text) => !boxes.some((box) => inside(text, box)))};
}"""


def test_it_is_a_picture_in_a_notebook_and_a_file(tmp_path: Path) -> None:
    diagram = flinksim.draw_class_diagram("triggers")
    assert diagram._repr_svg_() == diagram.svg("light")
    assert diagram.save(tmp_path / "t.svg", "dark").read_text("utf-8") == diagram.svg("dark")
    assert diagram.svg("dark") != diagram.svg("light")
    assert repr(diagram) == "<class diagram of triggers: 11 classes, 11 of them here>"
    with pytest.raises(ValueError, match=r"NoSuchClass: .* one of operators, "):
        draw_class_diagram("NoSuchClass")
