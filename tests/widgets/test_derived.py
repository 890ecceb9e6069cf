"""What Python derives of a plan stands in Chinese, too: each sentence of each plan has its template."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from flinksim.common import WatermarkStrategy
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.drawing.document import Change, LayerDocument
from flinksim.lens.edits import (
    InsertPartitioner,
    RemovePartitioner,
    SetParallelism,
    StartNewChain,
    UseNewerSource,
    edited,
)
from flinksim.lens.layers import document_of
from flinksim.lens.plan_reader import read_plan
from tests.conformance.judge import build, stack_programs
from tests.english import CHINESE, WORDS
from tests.widgets import plans

HERE = Path(__file__).parent
pytestmark = pytest.mark.skipif(
    shutil.which("node") is None or not (HERE.parents[1] / "widgets/node_modules/esbuild").is_dir(),
    reason="Node and its packages are not here",
)


def translated(texts: Iterable[str]) -> dict[str, str]:
    """Each of *texts*, and what the lens makes of it."""
    asked = list(dict.fromkeys(texts))
    command = ["node", str(HERE / "derived_in_node.mjs")]
    told = subprocess.run(
        command, input=json.dumps(asked), capture_output=True, text=True, check=True
    )
    return dict(zip(asked, json.loads(told.stdout), strict=True))


def texts_of(document: LayerDocument) -> Iterator[str]:
    yield from (node.caption for layer in document.layers for node in layer.nodes)
    for verdict in document.verdicts:
        yield verdict.sentence
        for one in verdict.verdicts:
            yield one.reason
            yield one.found
        if verdict.change is not None:
            yield from texts_of_change(verdict.change)
    yield from (step.sentence for step in document.walk)
    yield from document.notes
    yield from document.history


def texts_of_change(change: Change) -> Iterator[str]:
    yield from change.words.split(" and ")
    yield from (change.caveat, change.impossible, change.after)
    yield from change.side_effects


def documents() -> Iterator[LayerDocument]:
    for make in (plans.words, plans.shuffled, plans.classic):
        for parallelism in (1, 2):
            yield document_of(make(parallelism).pipeline("job"))
    for program in stack_programs.PROGRAMS:
        yield document_of(build.environment_of(program, []).pipeline("job"))
    env = plans.environment(2)
    keyed = env.from_collection([("a", 1)]).key_by(lambda it: it[0])
    watermarks = WatermarkStrategy.no_watermarks()
    keyed.map(plans.same).slot_sharing_group("g").set_max_parallelism(7).name("one").print()
    keyed.map(plans.same).disable_chaining().broadcast().map(plans.same).global_().print()
    both = keyed.map(plans.same).union(env.from_collection([("a", 1)]))
    both.assign_timestamps_and_watermarks(watermarks).map(plans.same).start_new_chain().print()
    yield document_of(env.pipeline("job"))
    yield read_plan(env.get_execution_plan())


def test_every_sentence_of_every_plan_is_there_in_chinese() -> None:
    texts, names = list[str](), {"one"}
    for document in documents():
        texts += [text for text in texts_of(document) if text]
        for layer in document.layers:
            names.update(node.label for node in layer.nodes)
    told = translated(texts)
    assert len(told) > 600
    by_length = sorted(names - {""}, key=len, reverse=True)
    named = re.compile("|".join(map(re.escape, by_length)))
    left = {text: said for text, said in told.items() if WORDS.search(named.sub("", said))}
    assert left == {}


def refusals() -> Iterator[str]:
    """What the lens says of edits that a program refuses."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    stream = env.from_collection([1, 2]).shuffle().map(lambda value: value)
    stream.print()
    behind = 4
    for edits in (
        [SetParallelism(9, 1)],
        [SetParallelism(2, 1)],
        [SetParallelism(3, 0)],
        [SetParallelism(3, -4)],
        [SetParallelism(1, 2)],
        [StartNewChain(behind)],
        [RemovePartitioner(3)],
        [InsertPartitioner(3, "HASH")],
        [InsertPartitioner(3, "GLOBAL", 1)],
        [UseNewerSource(3)],
        [InsertPartitioner(behind, "FORWARD"), SetParallelism(behind, 5)],
    ):
        with pytest.raises(ValueError, match=r"\S") as refused:
            document_of(edited(env.pipeline("job"), edits))
        yield str(refused.value)


def test_what_an_edit_is_refused_for_is_told_in_chinese() -> None:
    told = translated(refusals())
    assert len(told) == 11
    for english, chinese in told.items():
        assert CHINESE.search(chinese), english
        assert not WORDS.search(chinese.replace("Sink: Print to Std. Out", "")), chinese


def test_names_stay_as_they_are_and_what_is_unknown_stays_english() -> None:
    told = translated(
        [
            "not chained: parallelism 2 and 4 differ, so the partitioner is REBALANCE, which is not "
            "FORWARD",
            "set_parallelism(4) on all of it",
            "the and of something that nobody has written",
        ]
    )
    assert list(told.values()) == [
        "未链接：并行度 2 和 4 不同，因此分区器是 REBALANCE，而不是 FORWARD",  # noqa: RUF001
        "对 all of it 调用 set_parallelism(4)",
        "the and of something that nobody has written",
    ]
