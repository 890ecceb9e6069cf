"""The glossary: names checked against the class lists of ten versions, claims against runs."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import flinksim
from flinksim.core.flink_catalog.class_hierarchy import FAMILIES
from flinksim.core.flink_catalog.classes import (
    find_version_range,
    load_flink_classes,
    load_flink_versions,
    load_removed_options,
)
from flinksim.core.flink_catalog.glossary import (
    GlossaryTerm,
    OutdatedClaim,
    find_entries,
    find_similar_names,
    load_illustrated_terms,
    load_outdated_claims,
    load_terms,
)
from flinksim.viz.plots.class_diagrams import draw_class_diagram
from tests.claim_runs import step_that_shows
from tests.conformance.glossary_page import PAGE, diagrams, page
from tests.english import CHINESE, WORDS, names_in

FILE = Path(flinksim.__file__).parent / "core" / "resources" / "glossary.json"


def test_there_are_enough_of_them() -> None:
    assert sum(name.status != "available" for name in load_terms()) >= 120
    assert len(load_outdated_claims()) >= 40
    assert len({claim.claim for claim in load_outdated_claims()}) == len(load_outdated_claims())


@pytest.mark.parametrize("name", load_terms(), ids=lambda name: name.name)
def test_a_name_is_in_a_list_or_in_a_source(name: GlossaryTerm) -> None:
    assert name.was
    assert name.now or name.new or name.status == "available"
    assert (name.version_range is None) == bool(name.source)
    if name.new:
        today = find_version_range(name.new)
        assert today is not None
        assert today.is_current, f"{name.new} is not in Flink {load_flink_versions()[-1]}"


@pytest.mark.parametrize(
    "name",
    [name for name in load_terms() if "removed in" in name.changed],
    ids=lambda name: name.name,
)
def test_what_is_said_of_the_change_agrees_with_the_lists(name: GlossaryTerm) -> None:
    found = re.search(r"removed in (\d+)\.(\d+)", name.changed)
    assert found is not None
    gone = (int(found[1]), int(found[2]))
    if name.version_range is None:  # of those whose source was looked at, the oldest list has none
        assert gone <= (2, 0)
        return
    before = [
        v for v in load_flink_versions() if tuple(int(part) for part in v.split(".")[:2]) < gone
    ]
    assert name.version_range.versions[-1] == before[-1]


@pytest.mark.parametrize(
    "name",
    [name for name in load_terms() if re.search(r"deprecated in \d", name.changed)],
    ids=lambda name: name.name,
)
def test_what_is_said_to_be_deprecated_is_so_in_the_lists_and_no_sooner(name: GlossaryTerm) -> None:
    found = re.search(r"deprecated in (\d+)\.(\d+)", name.changed)
    assert found is not None
    said = (int(found[1]), int(found[2]))
    spans = [find_version_range(name.name), find_version_range(name.name.partition(".")[0])]
    first = next(
        (span.deprecated_since for span in spans if span is not None and span.deprecated_since), ""
    )
    assert first, f"no list calls {name.name} or its class deprecated"
    known = [
        v for v in load_flink_versions() if tuple(int(part) for part in v.split(".")[:2]) >= said
    ]
    assert first == known[0]


def test_the_list_knows_when_a_class_moved() -> None:
    span = find_version_range("StatusWatermarkValve")
    assert span is not None
    assert span.versions == load_flink_versions()
    assert len(load_flink_classes()["StatusWatermarkValve"]) == 2
    assert str(find_version_range("EdgeManager")) == "since 1.13.6, not in 1.12.5"
    assert find_version_range("DataStream.keyBy") is not None
    assert find_version_range("NoSuchClass") is None


@pytest.mark.parametrize(
    ("claim", "chinese"),
    list(zip(load_outdated_claims(), load_outdated_claims("zh"), strict=True)),
    ids=lambda claim: claim.claim,
)
def test_a_step_of_a_bundled_run_shows_what_is_so(
    claim: OutdatedClaim, chinese: OutdatedClaim
) -> None:
    assert step_that_shows(claim) == (claim.step, claim.sentence)
    assert step_that_shows(claim, "zh") == (claim.step, chinese.sentence)


def untold(file: dict[str, list[dict[str, Any]]]) -> list[str]:
    """The texts of a glossary that are not there in both languages, with the same names in both."""
    found = []
    for entry in (entry for part in file.values() for entry in part):
        for key in {
            "was",
            "now",
            "changed",
            "claim",
            "so",
            "since",
            "sentence",
            "definition",
        } & set(entry):
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
        (
            "shown",
            "definition",
            ["what WindowOperator keeps for 8 keys", "窗口为 9 个键保存的内容"],
        ),
    ):
        spoilt = file | {part: [file[part][0] | {key: wrong}]}
        assert len(untold(spoilt)) >= 1, (part, key)


def test_every_card_is_told_in_chinese() -> None:
    asked = [one.name for one in (*load_terms(), *load_illustrated_terms())] + [
        claim.claim for claim in load_outdated_claims()
    ]
    asked += [
        *list(load_flink_classes())[::40],
        "DataStream.keyBy",
        "timeWindow",
        *load_removed_options(),
    ]
    for one in asked:
        cards = find_entries(one, language="zh")
        assert len(cards) == len(find_entries(one))
        for card in cards:
            assert CHINESE.search(card.heading)
            for line in card.lines:
                assert CHINESE.search(line), line
                assert not WORDS.search(line.replace(one, "")), line
    late = [card.title for card in find_entries("允许延迟 触发", language="zh")]
    assert "“允许延迟会推迟第一次触发”" in late
    assert find_entries("没有这样的东西") == []


@pytest.mark.parametrize("family", FAMILIES)
def test_a_class_diagram_is_drawn_in_chinese(family: str) -> None:
    diagram, english = (
        draw_class_diagram(family, "zh").drawing(),
        draw_class_diagram(family).drawing(),
    )
    assert len(diagram.shapes) == len(english.shapes)
    for shape in diagram.shapes:
        for text in (getattr(shape, "text", ""), getattr(shape, "title", "") or ""):
            assert not re.search(r"\b(here|once|more|extends|implements|modelled)\b", text), text
            assert not WORDS.search(text), text
    with pytest.raises(ValueError, match=r"expected .en. or .zh., found .fr."):
        draw_class_diagram(family, "fr")  # type: ignore[arg-type]


def test_a_name_is_found_however_it_is_written() -> None:
    for asked in ("StreamStatus", "streamstatus", "DataStream.timeWindowAll", "time_window_all"):
        assert find_entries(asked), asked
    assert find_entries("timeWindow")[0].status == "removed"
    assert find_entries("StreamTwoInputProcessor")[0].status == "renamed"
    assert (
        find_entries("StatusWatermarkValve", frozenset({"StatusWatermarkValve"}))[0].status
        == "available"
    )
    assert find_entries("EdgeManager", frozenset())[0].status == "not modelled"
    assert find_entries("NoSuchThing") == []
    assert "StatusWatermarkValve" in find_similar_names("StatusWatermarkValv")


def test_the_page_is_made_from_it() -> None:
    for file, made in {PAGE: page(), **diagrams()}.items():
        assert file.read_text(encoding="utf-8") == made, (
            f"{file.name}: make it anew: python -m tests.conformance.glossary_page"
        )
