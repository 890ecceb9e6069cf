"""Every public name of PyFlink's DataStream API is here, or says why not."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from flinksim.core.unsupported_api import NotSimulatedError, find_unsupported_feature
from tests.conformance.surface import (
    FAULTS,
    compare,
    incompatibility,
    page,
    public_api,
    share_present,
)

FINDINGS = compare()
PAGE = Path(__file__).parents[2] / "docs/reference/pyflink-api.md"


def test_no_name_of_pyflink_is_missing_or_means_something_else():
    assert [finding for finding in FINDINGS if finding.verdict in FAULTS] == []


def test_what_programs_import_from_the_two_packages_is_all_but_complete():
    assert share_present(public_api(FINDINGS)) > 97
    assert len(FINDINGS) > 2000


def test_a_refused_name_has_a_reason_and_names_what_works():
    refused = [finding for finding in FINDINGS if finding.verdict == "refused"]
    assert len(refused) > 100
    assert [f.name for f in refused if not (f.reason and f.instead)] == []


@pytest.mark.parametrize(
    "finding",
    [f for f in FINDINGS if f.verdict == "refused" and f.kind in ("class", "export", "function")],
    ids=lambda finding: finding.name,
)
def test_using_a_refused_name_says_why(finding):
    module_name, _, name = finding.name.replace("pyflink", "flinksim", 1).rpartition(".")
    if not name[0].islower() and module_name.rpartition(".")[2][0].isupper():
        module_name, _, outer = module_name.rpartition(".")
        used = getattr(getattr(importlib.import_module(module_name), outer), name)
    else:
        used = getattr(importlib.import_module(module_name), name)
    with pytest.raises(NotSimulatedError, match="Instead use ") as caught:
        used()
    assert name in str(caught.value)


def test_a_stand_in_can_be_inherited_from_but_not_made():
    from flinksim.datastream.window import WindowOperationDescriptor

    class Descriptor(WindowOperationDescriptor):  # type: ignore[valid-type, misc]
        pass

    assert find_unsupported_feature(Descriptor) is not None
    with pytest.raises(NotSimulatedError, match="Python worker"):
        Descriptor()


def test_the_page_is_what_the_comparison_says():
    assert PAGE.read_text(encoding="utf-8") == page(FINDINGS), (
        "python -m tests.conformance.surface writes it anew"
    )


@pytest.mark.parametrize(
    ("theirs", "ours", "says"),
    [
        ([["self"], ["a"]], [["self"]], "no parameter 'a'"),
        ([["self"], ["a"]], [["self"], ["b"]], "parameter 1 is 'b'"),
        ([["self"], ["a", "1"]], [["self"], ["a", "2"]], "default of 'a'"),
        ([["self"]], [["self"], ["a"]], "'a' is required"),
        ([["self"], ["a"]], [["self"], ["a", "None"], ["b", "None"]], ""),
    ],
)
def test_the_comparison_finds_what_a_call_would_find(theirs, ours, says):
    found = incompatibility(theirs, ours)
    assert says in found
    assert bool(says) == bool(found)
