"""The cards of the pages are in the page's language: each that can be asked for, drawn in Node."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from flinksim.core.flink_catalog.glossary import (
    describe_removal,
    load_illustrated_terms,
    load_outdated_claims,
    load_terms,
)
from flinksim.core.i18n.languages import Language
from tests.claim_runs import trace_of
from tests.english import CHINESE, WORDS
from tests.viz.widgets.test_things_page import Open

HERE = Path(__file__).parent


def drawn(language: Language) -> dict[str, str]:
    """What is told, without its markup, by what was asked."""
    command = ["node", str(HERE / "cards_in_node.mjs"), language]
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    return {asked: plain(markup) for asked, markup in json.loads(told.stdout).items()}


def plain(markup: str) -> str:
    return html.unescape(re.sub(r"<[^>]*>", " ", markup))


@pytest.mark.skipif(
    shutil.which("node") is None or not (HERE.parents[2] / "widgets/node_modules/esbuild").is_dir(),
    reason="Node and its packages are not here",
)
def test_a_card_has_no_english_sentence_on_a_chinese_page() -> None:
    chinese, english = drawn("zh"), drawn("en")
    assert list(chinese) == list(english)
    assert len(chinese) > 800
    titles = {one.name for one in (*load_terms(), *load_illustrated_terms())}
    for asked, told in chinese.items():
        assert CHINESE.search(told), asked
        body = told.replace(asked, "", 1) if asked in titles else told
        assert not WORDS.search(body), (asked, told)
        assert asked == "" or CHINESE.search(asked) or not CHINESE.search(english[asked]), asked
    for name in load_terms("zh"):
        assert describe_removal(name) in chinese[name.name]
    for one, other in zip(load_outdated_claims("zh"), load_outdated_claims(), strict=True):
        for asked in (one.claim, other.claim):
            assert f"“{one.claim}”" in chinese[asked]
            assert one.so in chinese[asked]
            assert other.so in english[asked]


ASK = """(names) => names.map((name) => {
    const input = document.querySelector("[data-ask]");
    input.value = name;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    return document.querySelector(".classCards").innerText;
})"""


def test_a_card_of_a_run_is_chinese_too(exported: Open) -> None:
    page = exported(trace_of("windows"), view="watermarks", language="zh")
    page.page.focus(".flinksim-stepper")
    page.page.keyboard.press("n")
    page.page.wait_for_selector("[data-ask]")
    asked = ["WindowOperator", "processElement", "pane", "StreamStatus", "迟到"]
    for name, told in zip(asked, page.page.evaluate(ASK, asked), strict=True):
        assert CHINESE.search(told), name
        assert not WORDS.search(told), (name, told)
