"""The page about fidelity is made from what the other tests of this folder compare."""

from __future__ import annotations

from tests.conformance.fidelity import ABOUT, PAGE, declared_differences, fact_files, page


def test_the_page_is_current():
    assert PAGE.read_text(encoding="utf-8") == page(), (
        "python -m tests.conformance.fidelity runs the comparisons and writes it anew"
    )


def test_every_file_of_facts_is_explained():
    assert fact_files().keys() == ABOUT.keys()
    assert all(count > 0 for count in fact_files().values())


def test_differences_are_found_where_they_are_declared():
    found = declared_differences()
    assert any("takes no further turn" in text or "turn" in text
               for text in found["flinksim.runtime.tasks.stream_task"])  # fmt: skip
    assert sum(len(texts) for texts in found.values()) > 50
