"""The notebook's shell of the lens: traits, their limits, and edits that Python makes."""

from __future__ import annotations

import json
import zlib

import pytest

import flinksim as fs
from flinksim.viz.diagram.model import PlanDiagram, parse_diagram
from flinksim.viz.plan.show import MAX_VARIANTS, build_full_diagram, build_variants
from flinksim.viz.widgets.export.html_page import to_plan_html
from flinksim.viz.widgets.plan_widget import PlanWidget
from tests.viz.widgets.plans import large, words

SHUFFLE = 3
FILTER = 4


def shown(lens: PlanWidget) -> PlanDiagram:
    return parse_diagram(json.loads(zlib.decompress(lens.plan)))


def test_the_plan_travels_as_deflated_json() -> None:
    document = build_full_diagram(words(4).pipeline())
    lens = PlanWidget(document)
    assert shown(lens) == document
    assert (lens.layer, lens.editable) == ("transformations", False)


def test_an_edit_derives_the_plan_again() -> None:
    lens = fs.show_plan(words(4), layer="job")
    assert lens.editable
    assert all(verdict.change is not None for verdict in lens.diagram.verdicts)
    assert len([n for n in shown(lens).layer("job").nodes if n.kind == "chain"]) == 3
    lens.edits = [{"edit": "RemovePartitioner", "transformation": SHUFFLE}]
    assert len([n for n in shown(lens).layer("job").nodes if n.kind == "chain"]) == 2
    assert shown(lens) == lens.diagram
    lens.edits = []
    assert len([n for n in shown(lens).layer("job").nodes if n.kind == "chain"]) == 3


def test_an_edit_that_the_program_refuses_changes_nothing_and_says_why() -> None:
    lens = fs.show_plan(words(4))
    before = lens.plan
    lens.edits = [{"edit": "SetParallelism", "transformation": FILTER, "parallelism": 0}]
    assert lens.plan == before
    assert "parallelism of an operator must be at least 1" in lens.problem
    lens.edits = [{"edit": "SetParallelism", "transformation": FILTER, "parallelism": 2}]
    assert lens.problem == ""
    assert lens.plan != before


def test_who_asks_behind_a_refused_edit_is_answered_of_the_plan_that_is_shown() -> None:
    lens = fs.show_plan(words(4))
    lens.edits = [{"edit": "SetParallelism", "transformation": FILTER, "parallelism": 0}]
    assert lens.problem
    edge = shown(lens).verdicts[0].edge
    lens.asked = edge
    assert (lens.asked, lens.answer["edge"]) == ("", edge)
    for wrong in (
        [{}],
        [{"edit": "Burn"}],
        [{"edit": "SetParallelism", "transformation": [], "parallelism": "x"}],
    ):
        lens.edits = wrong
        assert lens.problem, wrong
        lens.asked = ""
        lens.asked = "no such edge"
        assert lens.asked == ""


def test_the_program_itself_is_left_as_it_was() -> None:
    env = words(4)
    before = env.get_execution_plan()
    lens = fs.show_plan(env)
    lens.edits = [{"edit": "SetParallelism", "transformation": FILTER, "parallelism": 2}]
    assert env.get_execution_plan() == before


def test_a_layer_that_there_is_not_is_refused() -> None:
    lens = fs.show_plan(words(1))
    lens.layer = "slots"
    with pytest.raises(
        ValueError, match=r"the plan has no layer 'tasks'. Layers of this plan: transformations, "
    ):
        lens.layer = "tasks"


def test_a_simulation_shows_its_plan() -> None:
    lens = fs.simulate(words(2)).show_plan("execution")
    assert lens.layer == "execution"
    assert lens.editable


def test_a_page_has_the_smallest_change_for_every_edge() -> None:
    pipeline = words(4).pipeline()
    document = build_full_diagram(pipeline)
    variants = build_variants(pipeline, document)
    for (_, variant), verdict in zip(variants, document.verdicts, strict=True):
        turned = next(v for v in variant.verdicts if v.edge == verdict.edge)
        assert turned.chained is not verdict.chained


@pytest.mark.slow("derives hundreds of changes of a large plan")
def test_in_a_large_plan_a_change_is_found_when_its_edge_is_asked_for() -> None:
    env = large(300)
    lens = fs.show_plan(env)
    assert {verdict.change for verdict in lens.diagram.verdicts} == {None}
    for verdict, known in list(
        zip(lens.diagram.verdicts, build_full_diagram(env.pipeline()).verdicts, strict=True)
    )[:9]:
        lens.asked = verdict.edge
        assert lens.answer["edge"] == verdict.edge
        assert known.change is not None
        assert lens.answer["change"]["words"] == known.change.words
        assert lens.asked == ""
    before = lens.answer
    lens.asked = "o1>o1"
    assert lens.answer == before


def test_a_change_is_found_in_the_plan_with_all_edits() -> None:
    lens = fs.show_plan(words(4))
    lens.asked = f"o2>o{FILTER}"
    assert lens.answer["change"]["words"] == "removing shuffle()"
    lens.edits = [{"edit": "RemovePartitioner", "transformation": SHUFFLE}]
    lens.asked = f"o2>o{FILTER}"
    assert lens.answer["change"]["words"] == "start_new_chain() on Filter"


@pytest.mark.slow("derives hundreds of changes of a large plan")
def test_not_too_many_changes_are_derived_beforehand() -> None:
    pipeline = large(60).pipeline()
    assert len(build_variants(pipeline, build_full_diagram(pipeline))) <= MAX_VARIANTS


def test_a_page_opens_in_the_layer_that_was_asked_for() -> None:
    document = build_full_diagram(words(1).pipeline())
    assert '"layer": "job"' in to_plan_html(document, layer="job")
    with pytest.raises(ValueError, match="the plan has no layer 'tasks'"):
        to_plan_html(document, layer="tasks")
