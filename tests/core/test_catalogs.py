"""The message catalogs have the same messages in each language, and the code uses all of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import flinksim
from flinksim.core.i18n.message_catalog import (
    format_template,
    load_catalog,
    translate,
    translate_word,
)
from flinksim.trace.narration.verbosity import VERBOSITY_RULES
from flinksim.trace.schema.event_kinds import KINDS

EN, ZH = load_catalog("en"), load_catalog("zh")
HAN = re.compile(r"[\u4e00-\u9fff]")
PLACEHOLDER = re.compile(r"\{(\w+(?::\w+)?)(?::,)?\}")
CHOICE = re.compile(r"\{(\w+(?::\w+)?)\|")
FLINK_WORDS = re.compile(
    r"(?<![A-Za-z])(?:[A-Z]{3,}|FLINK-\d+|Kafka|UTC|Python|NaN|[a-z_]+\([a-z.]*\)|IDLE|ACTIVE|CONTINUE|MAX|MIN|ms|bundle|Python|TCP|Evictor|Flink"
    r"|Table(?= API)|upsert"
    r"|[a-z]+(?:[_.-][a-z]+)+|try_it\(\)|sim\.why\(\.\.\.\)|--[a-z]+|[A-Z][a-z]+(?:[A-Z][a-z]+)+)(?![A-Za-z])"
)
"""Names and units that stay Latin in Chinese text."""
SOURCES = Path(flinksim.__file__).parent


def templates(catalog: dict[str, dict[str, object]]) -> dict[str, str]:
    """All templates of a catalog, by a path of keys."""
    found: dict[str, str] = {}

    def walk(path: str, value: object) -> None:
        if isinstance(value, dict):
            for key, each in value.items():
                walk(f"{path}/{key}", each)
        elif isinstance(value, list):
            for number, each in enumerate(value):
                walk(f"{path}/{number}", each)
        else:
            found[path] = str(value)

    for section in ("messages", "events", "event_counts", "highlights", "labels"):
        walk(section, catalog[section])
    return found


TEMPLATES_EN, TEMPLATES_ZH = templates(EN), templates(ZH)


def test_both_catalogs_have_the_same_entries_in_the_same_order() -> None:
    assert list(TEMPLATES_EN) == list(TEMPLATES_ZH)
    assert len(TEMPLATES_EN) > 500


def test_a_chinese_template_has_the_placeholders_of_the_english_one() -> None:
    for path, english in TEMPLATES_EN.items():
        chinese = TEMPLATES_ZH[path]
        choices = set(CHOICE.findall(english))
        here, there = (set(PLACEHOLDER.findall(each)) for each in (english, chinese))
        assert there <= here | choices, path
        assert here <= there | choices, path
        assert set(CHOICE.findall(chinese)) <= {"side_output"}, "Chinese has no plural"
        if path.startswith(
            "messages/plan."
        ):  # names of Flink's classes; tests/viz/widgets/test_said.py
            continue
        rest = FLINK_WORDS.sub("", re.sub(r"\{[^}]*\}", "", chinese))
        assert not re.search(r"[A-Za-z]{2}", rest), (path, rest)
        if re.search(r"[A-Za-z]{3}", re.sub(r"\{[^}]*\}", "", english)):
            assert HAN.search(chinese) or path in SAME_IN_BOTH, path


SAME_IN_BOTH = {
    "messages/change.segment_bytes",
    "messages/parameter.evictor",
    "messages/parameter.purging_trigger",
}


def test_each_event_type_and_counted_name_is_in_the_catalogs() -> None:
    assert set(EN["events"]) == {kind.name for kind in KINDS}
    assert {rule.count for rule in VERBOSITY_RULES} - {""} == set(EN["event_counts"])
    assert {rule.highlight for rule in VERBOSITY_RULES} - {""} == set(EN["highlights"])
    assert all([*each][-1] == "" for each in EN["events"].values()), "one template always applies"


def is_used(message_id: str, used: set[str]) -> bool:
    """Whether an id is in the code, whole or as the beginning of an f-string such as f"row.by_{name}"."""
    return message_id in used or any(
        message_id.startswith(each) for each in used if each.endswith(("_", "."))
    )


def used_ids() -> Iterator[str]:
    for path in SOURCES.rglob("*.py"):
        text = path.read_text("utf-8")
        if '."' in text or "translate" in text or "Message" in text:
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                    if re.fullmatch(r"[a-z_]+\.(?:[a-z_]+_)?", node.values[0].value):
                        yield node.values[0].value
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    if re.fullmatch(r"[a-z_]+\.[a-z_]+", node.value):
                        yield node.value


def test_the_code_uses_every_message_and_no_other() -> None:
    used = set(used_ids())
    assert [each for each in EN["messages"] if not is_used(each, used)] == []
    areas = {message_id.partition(".")[0] for message_id in EN["messages"]}
    translated = {
        node.args[position].value
        for path in (SOURCES / "analysis").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and (getattr(node.func, "attr", "") or getattr(node.func, "id", ""))
        in ("translate", "_translate", "MessageTemplate")
        for position in range(min(2, len(node.args)))
        if isinstance(node.args[position], ast.Constant)
    }
    assert len(translated) > 200
    assert translated - set(EN["messages"]) == set()
    assert all("." not in area for area in areas)


def test_a_template_is_filled_with_numbers_plurals_and_spaces() -> None:
    assert format_template("{n:,} {n|record|records}", {"n": 1}) == "1 record"
    assert format_template("{n:,} {n|record|records}", {"n": 2000}) == "2,000 records"
    text = "{n|the only one|all {n:,} of them}"
    assert format_template(text, {"n": 1}) == "the only one"
    assert format_template(text, {"n": 1234}) == "all 1,234 of them"
    assert format_template("键{key}的窗口", {"key": "a"}) == "键 a 的窗口"
    assert format_template("在{split}中", {"split": "分片"}) == "在分片中"


def test_an_unknown_message_or_a_missing_field_is_an_error() -> None:
    with pytest.raises(KeyError, match="no_such_message"):
        translate("en", "no_such_message")
    with pytest.raises(KeyError, match="steps"):
        translate("en", "error.no_such_step", step=1)
    assert translate_word("zh", "late") == "迟到"
    assert translate_word("zh", "a user's word") == "a user's word"
