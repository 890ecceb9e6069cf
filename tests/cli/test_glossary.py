"""``flinksim glossary``."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from flinksim.cli import main
from flinksim.core.flink_catalog.class_hierarchy import FAMILIES
from tests.english import CHINESE, WORDS

PROGRAM = Path(__file__).parents[2] / "examples" / "claims" / "timers.py"


def test_a_name_a_claim_and_where_it_stands_in_a_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["glossary", "StreamStatus"]) == 0
    assert "WatermarkStatus" in capsys.readouterr().out
    assert main(["glossary", "timer", "in", "the", "past"]) == 0
    assert "It fires when the watermark next advances." in capsys.readouterr().out
    assert main(["glossary", "InternalTimerServiceImpl", "--in", str(PROGRAM)]) == 0
    out = capsys.readouterr().out
    assert "InternalTimerServiceImpl: available" in out
    assert "step 4  “KeyedProcess” registers an event-time timer for key a at 2000." in out


def test_it_is_told_in_chinese(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["glossary", "StreamStatus", "--language", "zh"]) == 0
    assert re.match(r"StreamStatus\W已改名\n  曾是", capsys.readouterr().out)
    asked = ["InternalTimerServiceImpl", "--in", str(PROGRAM), "--language", "zh"]
    assert main(["glossary", *asked]) == 0
    out = capsys.readouterr().out
    assert "第 4 步  “KeyedProcess”为键 a 注册" in out
    assert not WORDS.search(out)
    for rest in ([], ["--tree", "operators"], ["NoSuchOperator", "--in", str(PROGRAM)]):
        main(["glossary", *rest, "--language", "zh"])
        out = capsys.readouterr().out
        assert not WORDS.search(out)
        assert CHINESE.search(out) or "--in" in rest


def test_what_is_not_known_says_what_is_near(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["glossary", "StreamStatusMaintainr"]) == 1
    assert "Similar names: StreamStatusMaintainer" in capsys.readouterr().err
    assert main(["glossary", "--in", str(PROGRAM)]) == 1
    assert "needs a name" in capsys.readouterr().err


def test_without_a_name_it_lists_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["glossary"]) == 0
    out = capsys.readouterr().out
    assert "StreamTransformation: renamed, Transformation" in out
    assert "each slot runs one task" in out


def test_classes_stand_in_trees_each_marked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["glossary", "--tree", "StatusWatermarkValve"]) == 0
    assert capsys.readouterr().out.startswith("[x] StatusWatermarkValve\n  [ ] Ev")
    assert main(["glossary", "--tree", "transformations"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "[x] Transformation (abstract class)  formerly: StreamTransformation"
    physical = next(line for line in lines if "PhysicalTransformation" in line)
    one_input = next(line for line in lines if "OneInputTransformation" in line)
    assert physical.startswith("  [")
    assert one_input.startswith("    [")
    assert main(["glossary", "--tree", "NoSuchClass"]) == 1
    assert "or one of operators, asynchronous operators" in capsys.readouterr().err


def test_a_tree_becomes_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "tasks.svg"
    assert main(["glossary", "--tree", "tasks", "--svg", str(target), "--theme", "dark"]) == 0
    assert "class diagram of tasks" in capsys.readouterr().out
    assert "SourceOperatorStreamTask: available" in target.read_text(encoding="utf-8")
    assert main(["glossary", "--svg", str(target)]) == 1
    assert "needs --tree" in capsys.readouterr().err
    assert main(["glossary", "--tree", "tasks", "--svg", str(tmp_path / "no" / "x.svg")]) == 1
    assert "does not exist" in capsys.readouterr().err


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_has_a_tree(family: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["glossary", "--tree", family]) == 0
    assert re.search(r"\[[x~ ]\]", capsys.readouterr().out)
