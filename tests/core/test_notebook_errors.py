"""In a notebook, a user's mistake is a short message without a traceback."""

from __future__ import annotations

from typing import Any

import pytest
from IPython.core.interactiveshell import InteractiveShell

SETUP = "from flinksim.course import open_lesson\nlesson = open_lesson('00')"
MISTAKES = {
    "x = 1\nlesson.run.why('purple elephants dance')": "QuestionError in line 2: I did not understand",
    "lesson.show(view='nonsense')": "ValueError in line 1: view='nonsense': expected one of",
    "lesson.run.why(5)": "TypeError in line 1: why(question): expected a question in words",
    "open_lesson('77')": "ValueError in line 1: there is no lesson '77'",
    "open_lesson(7)": "in line 1: open_lesson(number): expected text, found 7",
}


@pytest.mark.parametrize("cell", MISTAKES)
def test_a_mistake_is_a_short_message(cell: str, capsys: pytest.CaptureFixture[str]) -> None:
    shell: Any = InteractiveShell()  # type: ignore[no-untyped-call]
    shell.run_cell(SETUP)
    capsys.readouterr()
    shell.run_cell(cell)
    shown = "".join(capsys.readouterr())
    assert MISTAKES[cell] in shown
    assert "Traceback" not in shown
    assert "flinksim/" not in shown


def test_an_error_of_the_users_own_code_keeps_its_traceback(
    capsys: pytest.CaptureFixture[str],
) -> None:
    shell: Any = InteractiveShell()  # type: ignore[no-untyped-call]
    shell.run_cell("int('n/a')")
    assert "Traceback" in "".join(capsys.readouterr())
