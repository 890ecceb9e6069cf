"""Each statement of the lessons is linked to what supports it, and what supports it is true.

A new or changed sentence fails the first test until somebody has linked it: to an assertion about a run or
a recorded fact of Flink 2.3.0 in ``tests/course/claims``, or to the kind of a sentence that states no fact.
"""

from __future__ import annotations

from collections import Counter

import pytest

from tests.course.claims import links
from tests.course.claims.sentences import is_statement, list_statements, split_sentences
from tests.course.exercises_table import NUMBERS

TEXTS = [*NUMBERS, "first_hour", "common"]


@pytest.mark.parametrize("number", TEXTS)
def test_each_statement_of_a_lesson_is_linked_once(number: str) -> None:
    linked = [sentence for group in links.read_links(number).values() for sentence in group]
    statements = list_statements(number)
    assert [one for one in statements if one not in linked] == []  # new: link it
    assert [one for one in linked if one not in statements] == []  # changed: look again
    assert [one for one, count in Counter(linked).items() if count > 1] == []


@pytest.mark.parametrize("number", TEXTS)
def test_a_link_leads_to_something(number: str) -> None:
    assert [one for one in links.read_links(number) if not links.exists(one)] == []


@pytest.mark.slow("runs the jobs of all lessons, and Spark for two")
@pytest.mark.parametrize("name", sorted(links.ASSERTIONS))
def test_an_assertion_is_true(name: str) -> None:
    assert links.ASSERTIONS[name]() is True


def test_each_assertion_is_linked() -> None:
    used = {name for number in TEXTS for name in links.read_links(number)}
    assert set(links.ASSERTIONS) - used == set()


def test_most_statements_state_a_fact() -> None:
    """Sentences without a fact are at most a fifth of all, so that a kind is no way out."""
    sizes = Counter[bool]()
    for number in TEXTS:
        for name, group in links.read_links(number).items():
            sizes[name in links.KINDS] += len(group)
    assert sizes[True] <= 0.2 * sizes[False]


def test_text_is_split_into_sentences() -> None:
    text = (
        "# Head\n\nOne of 1.5 s. **Two?** `three`\nand on.\n\n| a. b | c |\n| d | e |\n\n1. Four."
    )
    found = split_sentences(text)
    assert found == [
        "One of 1.5 s.",
        "**Two?**",
        "`three` and on.",
        "| a. b | c |",
        "| d | e |",
        "Four.",
    ]
    assert [is_statement(one) for one in found[:2]] == [True, False]
    assert not is_statement("You need lesson 05.")
