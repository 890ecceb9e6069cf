"""What the README shows is true: its program runs, its commands and files exist."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import flinksim as fs
from flinksim.cli import main

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_program_runs_and_does_what_its_remarks_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program, crash, plan, _on_spark = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "readme"}
    exec(compile(program, "README.md", "exec"), names)
    *results, late = capsys.readouterr().out.splitlines()
    assert results == ["(a,1000,1)", "(a,12000,1)"]
    assert late.startswith("[LateRecordDropped(")
    assert "('a', 3000, 1)" in late
    assert names["sim"].status == "FINISHED"
    (first_firing, _) = names["sim"].trace.get_events(fs.WindowFired)
    assert first_firing.window == (0, 10_000)
    assert (tmp_path / "run.html").exists()
    exec(compile(crash, "README.md", "exec"), names)
    assert names["sim"].status == "FINISHED"
    assert len(names["sim"].trace.get_events(fs.CheckpointRestored)) == 1
    exec(compile(plan, "README.md", "exec"), names)


def test_the_answer_that_it_shows_is_the_one_that_is_given(
    capsys: pytest.CaptureFixture[str],
) -> None:
    (shown,) = re.findall(r"```\n\$ flinksim why (\S+) \"(.+?)\"\n(.*?)```", README, re.DOTALL)
    program, question, answer = shown
    assert main(["why", str(ROOT / program), question]) == 0
    assert capsys.readouterr().out == answer


def test_every_file_that_it_names_exists() -> None:
    named = re.findall(r"`((?:flinksim|tools|notebooks|docs)/[\w/.]*)`", README)
    assert len(named) > 5
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_every_option_that_it_names_exists(capsys: pytest.CaptureFixture[str]) -> None:
    for command in (
        "run",
        "tell",
        "why",
        "explore",
        "check",
        "compare",
        "plan",
        "replay",
        "explain",
        "grade",
        "class",
        "glossary",
        "film",
        "demo",
    ):
        with pytest.raises(SystemExit):
            main([command, "--help"])
    help_text = capsys.readouterr().out
    for script in re.findall(r"`python ((?:benchmarks|tools)/\w+\.py)", README):
        help_text += (ROOT / script).read_text(encoding="utf-8")
    options = re.findall(r"`[^`]*?(--[a-z][a-z-]*)", README)
    assert len(options) > 8
    assert [option for option in options if option not in help_text] == []
