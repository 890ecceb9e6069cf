"""What the README shows is true: its program runs, its numbers, commands and links are right."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

import flinksim as fs
from flinksim.cli import main

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_program_runs_and_does_what_the_text_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert sum(bool(line) for line in program.splitlines()) <= 15
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "readme"}
    exec(compile(program, "README.md", "exec"), names)
    text = " ".join(README.split())
    assert "prints two results, because the third click comes too late" in text
    assert capsys.readouterr().out.splitlines() == ["('a', 1)", "('a', 1)"]
    sim = names["sim"]
    (late,) = sim.trace.get_events(fs.LateRecordDropped)
    assert sim.trace.get_events(fs.WindowFired)[0].window == (0, 10_000)
    assert late.timestamp == 3_000
    assert (tmp_path / "run.html").exists()
    (question,) = re.findall(r'`sim\.why\("(.+?)"\)`', README)
    assert "record 1 of split “script”" in str(sim.why(question)), "what closed the window"


def test_it_is_short_and_its_film_is_small() -> None:
    assert len(README.splitlines()) <= 150
    (film,) = re.findall(r"\]\((\S+\.gif)\)", README)
    assert (ROOT / film).stat().st_size < 1_000_000


def test_its_numbers_are_right() -> None:
    (lessons,) = re.findall(r"The course has (\d+) lessons", README)
    assert len(list((ROOT / "notebooks").glob("[0-9]*.ipynb"))) == int(lessons)
    assert len(list((ROOT / "notebooks" / "zh").glob("[0-9]*.ipynb"))) == int(lessons)
    (python,) = re.findall(r"Python (3\.\d+) or later", README)
    assert f'requires-python = ">={python}"' in (ROOT / "pyproject.toml").read_text("utf-8")


def list_commands() -> list[list[str]]:
    """List the commands of the README that start with ``flinksim``."""
    blocks = re.findall(r"^```(\w*)\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
    lines = [line for kind, block in blocks if not kind for line in block.splitlines()]
    inline = re.findall(r"`(flinksim [a-z][^`]*)`", README)
    return [shlex.split(line, comments=True) for line in [*lines, *inline] if "flinksim " in line]


def test_every_command_that_it_shows_is_understood(capsys: pytest.CaptureFixture[str]) -> None:
    commands = [command for command in list_commands() if command[0] == "flinksim"]
    assert len(commands) > 5
    for _, name, *arguments in commands:
        with pytest.raises(SystemExit) as ended:
            main([name, "--help"])
        assert ended.value.code == 0
        help_text = capsys.readouterr().out
        options = [argument for argument in arguments if argument.startswith("--")]
        assert [option for option in options if option not in help_text] == []
        examples = [argument for argument in arguments if argument.startswith("examples/")]
        assert [example for example in examples if not (ROOT / example).exists()] == []


def test_every_make_target_that_it_names_exists() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = re.findall(r"`make (\w+)`", README)
    assert targets
    assert [target for target in targets if f"\n{target}:" not in makefile] == []
