"""What Python derives of a plan can be said in Chinese, too: each of its forms is in the table."""

from __future__ import annotations

import ast
import copy
import html
import json
import pickle
import re
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from flinksim.analysis.whatif.plan_edits import (
    InsertPartitioner,
    RemovePartitioner,
    SetParallelism,
    SetSlotSharingGroup,
    StartNewChain,
    UseNewerSource,
    apply_edits,
)
from flinksim.common import Configuration, WatermarkStrategy
from flinksim.core.i18n.message_catalog import load_catalog
from flinksim.core.i18n.messages import (
    Message,
    collect_translations,
    join_messages,
    translate_text,
)
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.viz.diagram.model import DiagramNode, PlanDiagram
from flinksim.viz.diagram.renderers.render import OutputFormat, render
from flinksim.viz.diagram.renderers.text import (
    format_chaining_decisions,
    format_generation_steps,
    format_stream_configs,
)
from flinksim.viz.plan.layers import build_plan_diagram
from flinksim.viz.plan.plan_import import read_plan
from flinksim.viz.widgets.export.html_page import pack_tables
from flinksim.viz.widgets.plan_widget import PlanWidget
from tests.conformance.judge import build, stack_programs
from tests.english import CHINESE, WORDS
from tests.viz.widgets import plans

PLAN_WORDS: dict[str, str] = load_catalog("zh")["plan_words"]
STATIC: tuple[OutputFormat, ...] = ("text", "svg", "dot", "mermaid")
ROOT = Path(__file__).resolve().parents[3]


def documents() -> Iterator[PlanDiagram]:
    for make in (plans.words, plans.shuffled, plans.classic):
        for parallelism in (1, 2, 9):
            yield build_plan_diagram(make(parallelism).pipeline("job"))
    for program in stack_programs.PROGRAMS:
        yield build_plan_diagram(build.environment_of(program, []).pipeline("job"))
    env = plans.environment(2)
    keyed = env.from_collection([("a", 1)]).key_by(lambda it: it[0])
    watermarks = WatermarkStrategy.no_watermarks()
    keyed.map(plans.same).slot_sharing_group("g").set_max_parallelism(7).name("one").print()
    keyed.map(plans.same).disable_chaining().broadcast().map(plans.same).global_().print()
    both = keyed.map(plans.same).union(env.from_collection([("a", 1)]))
    both.assign_timestamps_and_watermarks(watermarks).map(plans.same).start_new_chain().print()
    yield build_plan_diagram(env.pipeline("job"))
    yield read_plan(env.get_execution_plan())
    yield build_plan_diagram(in_a_cluster(1, 1).pipeline("job"))
    yield build_plan_diagram(in_a_cluster(1, 9).pipeline("job"))


def in_a_cluster(managers: int, slots: int) -> StreamExecutionEnvironment:
    """Two slot sharing groups in a cluster that is too small, or too large, for them."""
    configuration = Configuration()
    configuration.set_integer("taskmanager.numberOfTaskSlots", slots)
    configuration.set_integer("cluster.number-of-taskmanagers", managers)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(2)
    env.from_collection([1, 2]).map(plans.same).slot_sharing_group("g").print()
    return env


REFUSED = (
    [SetParallelism(9, 1)],
    [SetParallelism(2, 1)],
    [SetParallelism(3, 0)],
    [SetParallelism(3, -4)],
    [SetParallelism(1, 2)],
    [StartNewChain(4)],
    [RemovePartitioner(3)],
    [InsertPartitioner(3, "HASH")],
    [InsertPartitioner(3, "GLOBAL", 1)],
    [UseNewerSource(3)],
    [InsertPartitioner(4, "FORWARD"), SetParallelism(4, 5)],
)


def refusals() -> Iterator[str]:
    """What the lens says of edits that a program refuses."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    env.from_collection([1, 2]).shuffle().map(lambda value: value).print()
    for edits in REFUSED:
        with pytest.raises(ValueError, match=r"\S") as refused:
            build_plan_diagram(apply_edits(env.pipeline("job"), edits))
        yield refused.value.args[0]
    hybrid = Configuration()
    hybrid.set_string("execution.runtime-mode", "BATCH")
    hybrid.set_string("execution.batch-shuffle-mode", "ALL_EXCHANGES_HYBRID_FULL")
    env = StreamExecutionEnvironment.get_execution_environment(hybrid)
    env.from_collection([1, 2]).rebalance().map(plans.same).print()
    with pytest.raises(RuntimeError) as failed:
        build_plan_diagram(apply_edits(env.pipeline("job"), [SetSlotSharingGroup(3, "g")]))
    yield failed.value.args[0]


def texts_of(document: PlanDiagram) -> Iterator[str]:
    """All that is told of a plan; not what it is called."""
    for layer in document.layers:
        yield from (node.caption for node in layer.nodes)
    for verdict in document.verdicts:
        yield verdict.sentence
        for one in verdict.verdicts:
            yield from (one.reason, one.found)
        if change := verdict.change:
            yield from (change.words, change.caveat, change.impossible, change.after)
            yield from change.side_effects
    yield from (step.sentence for step in document.walk)
    yield from document.notes
    yield from document.history


def test_every_text_of_every_plan_and_refusal_is_there_in_chinese() -> None:
    texts, names = set[str](refusals()), {"one"}
    for document in documents():
        texts |= {text for text in texts_of(document) if text}
        names |= {node.label for layer in document.layers for node in layer.nodes}
        assert set(texts_of(document)) & set(collect_translations(document.to_data()))
    assert len(texts) > 600
    named = re.compile("|".join(map(re.escape, sorted(names - {""}, key=len, reverse=True))))
    left = {text: translate_text(text, "zh") for text in texts}
    assert {t: said for t, said in left.items() if WORDS.search(named.sub("", said))} == {}


def test_static_forms_of_every_plan_are_there_in_chinese() -> None:
    """Text, pictures, Graphviz, Mermaid; what is left of English are names, and checks of Flink's."""
    pages = json.loads(zlib.decompress(pack_tables()))["zh"]["texts"]
    assert {name: said for name, said in PLAN_WORDS.items() if pages.get(name, said) != said} == {}
    for document in documents():
        called = {"one"} | {
            condition.flink for one in document.verdicts for condition in one.verdicts
        }
        for layer in document.layers:
            called |= {part for node in layer.nodes for part in names_of(node)}
        named = re.compile("|".join(map(re.escape, sorted(called - {""}, key=len, reverse=True))))
        parts = [part for layer in document.layers for part in (*layer.nodes, *layer.edges)]
        details = {name for part in parts for name, _ in part.details}
        assert details | {layer.title for layer in document.layers} <= PLAN_WORDS.keys() | {"uid"}
        texts = [
            format_generation_steps(document, "zh"),
            format_chaining_decisions(document.verdicts, language="zh"),
        ]
        texts.append(format_stream_configs(document, "zh"))
        for layer in document.layers:
            drawn = (render(document, layer.name, form, language="zh") for form in STATIC)
            texts += [html.unescape(str(one)) for one in drawn]
        for text in texts:
            said = re.sub(r"(?s)<svg[^>]*>|font[-a-z]*=\S+", "", named.sub("", text))
            assert [line for line in said.splitlines() if WORDS.search(line)] == []
            assert not text or CHINESE.search(text)


def names_of(node: DiagramNode) -> Iterator[str]:
    if not isinstance(node.label, Message):
        yield node.label
    yield from (str(dict(node.details).get(name, "")) for name in ("name", "description"))


def test_chinese_messages_of_plans_have_no_english_words() -> None:
    messages: dict[str, str] = load_catalog("zh")["messages"]
    chinese = {name: text for name, text in messages.items() if name.startswith("plan.")}
    assert len(chinese) > 180
    assert [name for name, text in chinese.items() if WORDS.search(text)] == []


def test_the_message_ids_in_the_code_are_in_the_catalog() -> None:
    used = set(message_ids_in_the_code())
    assert len(used) > 60
    assert used - load_catalog("en")["messages"].keys() == set()


def message_ids_in_the_code() -> Iterator[str]:
    for path in (ROOT / "flinksim").rglob("*.py"):
        text = path.read_text("utf-8")
        if "Message(" in text:
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    first = node.args[0] if node.args else None
                    if node.func.id == "Message" and isinstance(first, ast.Constant):
                        yield str(first.value)


def test_what_is_said_is_a_text_that_can_be_copied() -> None:
    inner = Message("plan.parallelism_differs", 2, "{x}")
    text = Message("plan.so", inner, "it")
    assert text == "parallelism 2 and {x} differ, so it"
    for one in (text, copy.deepcopy(text), pickle.loads(pickle.dumps(text))):
        assert one.render("zh") == "并行度 2 和 {x} 不同，因此 it"  # noqa: RUF001
    assert text.render("en") == text
    with pytest.raises(KeyError, match="no_such_message"):
        Message("plan.no_such_message")
    assert join_messages([]) == ""
    assert join_messages(["a", "b", "c"]) == "a; b; c"


def test_a_refused_edit_is_told_in_the_language_of_the_lens() -> None:
    env = plans.words(2)
    pipeline = env.pipeline("job")

    def derive(_edits: Iterable[object]) -> PlanDiagram:
        return build_plan_diagram(apply_edits(pipeline, [SetParallelism(2, 0)]))

    lens = PlanWidget(build_plan_diagram(pipeline), derive, language="zh")
    lens.edits = [{}]
    assert lens.problem == "算子的并行度必须至少为 1，而 Flat Map 的是 0。"  # noqa: RUF001
    lens.language = "en"
    assert lens.problem == (
        "The parallelism of an operator must be at least 1, found 0 for Flat Map."
    )
