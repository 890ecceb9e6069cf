"""The command line: its help, and the reference page that is made from it."""

from __future__ import annotations

import pytest

from flinksim.cli import COMMANDS, build_parser, main
from tests.conformance.cli_page import PAGE, find_parser, page


def test_the_reference_page_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), (
        "write it anew: python -m tests.conformance.cli_page"
    )


def test_the_help_fits_one_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "84")
    lines = build_parser("").format_help().splitlines()
    assert len(lines) <= 32
    assert max(map(len, lines)) <= 84
    for name, purpose in COMMANDS.items():
        assert any(f" {name} " in line and line.endswith(purpose) for line in lines)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_argument_has_a_sentence(name: str) -> None:
    assert COMMANDS[name].endswith(".")
    for action in find_parser(name)._actions:
        assert action.help, f"{name} {action.dest}"
        assert action.help[0].isupper() or action.help[0] == "-"
        assert action.help[-1] in ".!?" or action.help.endswith("..."), f"{name}: {action.help}"


def test_an_unknown_command_is_named_with_a_similar_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["expl"]) == 2
    assert capsys.readouterr().err == (
        "flinksim: unknown command 'expl'. Did you mean: explore, explain, replay?\n"
    )


def test_without_a_command_the_help_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "flinksim COMMAND --help" in capsys.readouterr().err
