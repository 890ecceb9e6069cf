"""``flinksim compare``."""

from __future__ import annotations

from pathlib import Path

import pytest

import flinksim.course.demo.flights
from flinksim.cli import main

CLASSIC = flinksim.course.demo.flights.__file__
SHORT = ["--parallelism", "1,2", "--interleaving", "arrival", "--interleaving", "seeded:2"]


def test_it_sets_the_runs_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", CLASSIC, "--field", "2", *SHORT]) == 0
    shown = capsys.readouterr()
    for part in (
        "p=1 ArrivalOrder()",
        "p=2 Seeded(2)",
        "records too late",
        ", 0 for another reason",
    ):
        assert part in shown.out
    assert "parallelism 2, Seeded(2)" in shown.err


def test_a_pane_that_differs_without_lateness_is_an_error(
    capsys: pytest.CaptureFixture[str],
) -> None:
    # without --field the tuple is compared whole, and sum(2) keeps field 1 of the first record
    schedules = ["--interleaving", "arrival", "--interleaving", "seeded:2"]
    assert main(["compare", CLASSIC, "--parallelism", "4", *schedules]) == 1
    assert ", 0 for another reason" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nowhere.py"], "nowhere.py: file not found"),
        ([CLASSIC, "--parallelism", "1", "--interleaving", "arrival"], "There is only one run"),
    ],
)
def test_what_cannot_be_compared_is_told(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", *arguments]) == 1
    assert told in capsys.readouterr().err


def test_a_field_that_the_results_lack_is_told() -> None:
    with pytest.raises(SystemExit, match="--field 7"):
        main(["compare", CLASSIC, "--field", "7", *SHORT])


def test_a_program_without_a_job_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "empty.py"
    program.write_text("", encoding="utf-8")
    assert main(["compare", str(program), *SHORT]) == 1
    assert "runs 0 jobs; flinksim compare needs exactly one" in capsys.readouterr().err
