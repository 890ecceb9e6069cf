"""``tools/bad_inputs.py``: its inputs are good before something in them is changed, and none of 600
changed ones leads to an internal traceback."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from tools import bad_inputs


def test_the_inputs_are_good_as_long_as_nothing_is_changed(tmp_path: Path) -> None:
    # a trace is no program, nothing has failed, a cell of two lines needs the name of a CSV file
    refused = {"commands": 1, "questions": 1, "text log": 1, "raw log": 1}
    for name, area in bad_inputs.build_areas(tmp_path).items():
        outcomes = [bad_inputs.try_input(area, seed) for seed in area.seeds]
        assert outcomes.count("refused") <= refused.get(name, 0), name
        assert set(outcomes) <= {"taken", "refused"}, name


def test_none_of_600_bad_inputs_leads_to_an_internal_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    options = argparse.Namespace(seed=17, cases=600, minutes=None)
    assert bad_inputs.try_all(bad_inputs.build_areas(tmp_path), options) == 0, (
        capsys.readouterr().out
    )


def test_an_internal_error_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    area = bad_inputs.Area([{"id": 1}], lambda given: given.items(), (ValueError,), False)
    options = argparse.Namespace(seed=1, cases=50, minutes=None)
    assert bad_inputs.try_all({"dicts": area}, options) == 1
    assert "AttributeError" in capsys.readouterr().out


def test_what_reaches_new_lines_is_kept_and_changed_further() -> None:
    from flinksim.analysis.whatif.plan_edits import parse_edit

    area = bad_inputs.Area(
        [{"edit": "SetOperatorChaining", "enabled": True}], parse_edit, (ValueError,)
    )
    options = argparse.Namespace(seed=1, cases=0, minutes=0.02)
    assert bad_inputs.try_all({"edits": area}, options) == 0
    assert area.interesting_inputs
