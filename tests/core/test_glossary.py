"""The glossary: names checked against the class lists of ten versions, claims against runs."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import flinksim
from flinksim.core.flink_catalog.class_hierarchy import FAMILIES
from flinksim.core.flink_catalog.classes import flink_classes, flink_versions, gone_options, span_of
from flinksim.core.flink_catalog.glossary import (
    Name,
    OldClaim,
    cards_of,
    claims,
    like,
    names,
    shown,
)
from flinksim.viz.plots.class_diagrams import class_diagram
from tests.claim_runs import step_that_shows
from tests.conformance.glossary_page import PAGE, diagrams, page
from tests.english import CHINESE, WORDS, names_in

FILE = Path(flinksim.__file__).parent / "core" / "resources" / "glossary.json"


def test_there_are_enough_of_them() -> None:
    assert sum(name.status != "here" for name in names()) >= 120
    assert len(claims()) >= 40
    assert len({claim.claim for claim in claims()}) == len(claims())


@pytest.mark.parametrize("name", names(), ids=lambda name: name.name)
def test_a_name_is_in_a_list_or_in_a_source(name: Name) -> None:
    assert name.was
    assert name.now or name.new or name.status == "here"
    assert (name.span is None) == bool(name.source)
    if name.new:
        today = span_of(name.new)
        assert today is not None
        assert today.today, f"{name.new} is not in Flink {flink_versions()[-1]}"


@pytest.mark.parametrize(
    "name", [name for name in names() if "gone in" in name.changed], ids=lambda name: name.name
)
def test_what_is_said_of_the_change_agrees_with_the_lists(name: Name) -> None:
    found = re.search(r"gone in (\d+)\.(\d+)", name.changed)
    assert found is not None
    gone = (int(found[1]), int(found[2]))
    if name.span is None:  # of those whose source was looked at, the oldest list has none
        assert gone <= (2, 0)
        return
    before = [v for v in flink_versions() if tuple(int(part) for part in v.split(".")[:2]) < gone]
    assert name.span.versions[-1] == before[-1]


@pytest.mark.parametrize(
    "name",
    [name for name in names() if re.search(r"deprecated in \d", name.changed)],
    ids=lambda name: name.name,
)
def test_what_is_said_to_be_deprecated_is_so_in_the_lists_and_no_sooner(name: Name) -> None:
    found = re.search(r"deprecated in (\d+)\.(\d+)", name.changed)
    assert found is not None
    said = (int(found[1]), int(found[2]))
    spans = [span_of(name.name), span_of(name.name.partition(".")[0])]
    first = next((span.deprecated for span in spans if span is not None and span.deprecated), "")
    assert first, f"no list calls {name.name} or its class deprecated"
    known = [v for v in flink_versions() if tuple(int(part) for part in v.split(".")[:2]) >= said]
    assert first == known[0]


def test_the_list_knows_when_a_class_moved() -> None:
    span = span_of("StatusWatermarkValve")
    assert span is not None
    assert span.versions == flink_versions()
    assert len(flink_classes()["StatusWatermarkValve"]) == 2
    assert str(span_of("EdgeManager")) == "from 1.13.6 on, not in 1.12.5"
    assert span_of("DataStream.keyBy") is not None
    assert span_of("NoSuchClass") is None


@pytest.mark.parametrize(
    ("claim", "chinese"),
    list(zip(claims(), claims("zh"), strict=True)),
    ids=lambda claim: claim.claim,
)
def test_a_step_of_a_bundled_run_shows_what_is_so(claim: OldClaim, chinese: OldClaim) -> None:
    assert step_that_shows(claim) == (claim.step, claim.sentence)
    assert step_that_shows(claim, "zh") == (claim.step, chinese.sentence)


def untold(file: dict[str, list[dict[str, Any]]]) -> list[str]:
    """The texts of a glossary that are not there in both languages, with the same names in both."""
    found = []
    for entry in (entry for part in file.values() for entry in part):
        for key in {"was", "now", "changed", "claim", "so", "since", "sentence", "told"} & set(
            entry
        ):
            match entry[key]:
                case [str(english), str(chinese)]:
                    same = english == chinese and not WORDS.search(english)
                    if not (same or CHINESE.search(chinese)) or WORDS.search(chinese):
                        found.append(f"{key}: no Chinese of {english}")
                    if names_in(english) != names_in(chinese):
                        found.append(f"{key}: other names: {english} {chinese}")
                case only:
                    found.append(f"{key}: one language: {only}")
    return found


def test_every_text_stands_in_both_languages() -> None:
    file = json.loads(FILE.read_text(encoding="utf-8"))
    assert untold(file) == []
    for part, key, wrong in (
        ("names", "was", "had the operators"),
        ("claims", "so", ["It is so.", "It is so."]),
        ("shown", "told", ["what WindowOperator keeps for 8 keys", "窗口为 9 个键保存的内容"]),
    ):
        spoilt = file | {part: [file[part][0] | {key: wrong}]}
        assert len(untold(spoilt)) >= 1, (part, key)


def test_every_card_is_told_in_chinese() -> None:
    asked = [one.name for one in (*names(), *shown())] + [claim.claim for claim in claims()]
    asked += [*list(flink_classes())[::40], "DataStream.keyBy", "timeWindow", *gone_options()]
    for one in asked:
        cards = cards_of(one, language="zh")
        assert len(cards) == len(cards_of(one))
        for card in cards:
            assert CHINESE.search(card.heading)
            for line in card.lines:
                assert CHINESE.search(line), line
                assert not WORDS.search(line.replace(one, "")), line
    late = [card.title for card in cards_of("允许的迟到 触发", language="zh")]
    assert "“允许的迟到会推迟第一次触发”" in late
    assert cards_of("没有这样的东西") == []


@pytest.mark.parametrize("family", FAMILIES)
def test_a_class_diagram_is_drawn_in_chinese(family: str) -> None:
    diagram, english = class_diagram(family, "zh").picture(), class_diagram(family).picture()
    assert len(diagram.shapes) == len(english.shapes)
    for shape in diagram.shapes:
        for text in (getattr(shape, "text", ""), getattr(shape, "title", "") or ""):
            assert not re.search(r"\b(here|once|more|extends|implements|modelled)\b", text), text
            assert not WORDS.search(text), text
    with pytest.raises(ValueError, match=r"expected .en. or .zh., found .fr."):
        class_diagram(family, "fr")  # type: ignore[arg-type]


def test_a_name_is_found_however_it_is_written() -> None:
    for asked in ("StreamStatus", "streamstatus", "DataStream.timeWindowAll", "time_window_all"):
        assert cards_of(asked), asked
    assert cards_of("timeWindow")[0].status == "gone"
    assert cards_of("StreamTwoInputProcessor")[0].status == "renamed"
    assert cards_of("StatusWatermarkValve", frozenset({"StatusWatermarkValve"}))[0].status == "here"
    assert cards_of("EdgeManager", frozenset())[0].status == "not modelled"
    assert cards_of("NoSuchThing") == []
    assert "StatusWatermarkValve" in like("StatusWatermarkValv")


def test_the_page_is_made_from_it() -> None:
    for file, made in {PAGE: page(), **diagrams()}.items():
        assert file.read_text(encoding="utf-8") == made, (
            f"{file.name}: make it anew: python -m tests.conformance.glossary_page"
        )
