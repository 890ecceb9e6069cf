from __future__ import annotations

from dataclasses import dataclass, field
from io import StringIO

from flinksim.core.progress import ProgressBar, StageProgressBar


@dataclass
class Clock:
    now_ms: int


@dataclass
class Run:
    steps_taken: int
    clock: Clock = field(default_factory=lambda: Clock(0))


@dataclass
class Stage:
    stage: str
    done: int
    tasks: int
    ended: bool = False


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_on_a_terminal_one_line_is_drawn_over_and_over_and_wiped() -> None:
    terminal = Terminal()
    bar = ProgressBar(terminal, from_ms=0, until_ms=1000)
    bar(Run(1200, Clock(500)))
    assert terminal.getvalue() == (
        "\r[###############---------------]  50%  1970-01-01 00:00  1,200 steps"
    )
    drawn = terminal.getvalue()
    bar.close()
    width = len(drawn) - 1
    assert terminal.getvalue() == drawn + "\r" + " " * width + "\r"


def test_without_an_end_steps_are_counted() -> None:
    terminal = Terminal()
    ProgressBar(terminal)(Run(7, Clock(2500)))
    assert terminal.getvalue() == "\r7 steps, processing time 2,500 ms"


def test_elsewhere_a_line_is_written_for_each_quarter() -> None:
    stream = StringIO()
    bar = ProgressBar(stream, from_ms=0, until_ms=100)
    for now in (10, 26, 30, 80, 100, 100):
        bar(Run(now, Clock(now)))
    bar.close()
    percentages = [line.split("]")[1].split()[0] for line in stream.getvalue().splitlines()]
    assert percentages == ["26%", "80%", "100%"]


def test_elsewhere_a_count_without_an_end_is_silent() -> None:
    stream = StringIO()
    bar = ProgressBar(stream)
    bar(Run(7))
    bar.close()
    assert stream.getvalue() == ""


def test_each_stage_has_a_line_that_stays() -> None:
    terminal = Terminal()
    bar = StageProgressBar(terminal)
    bar(Stage("sums", 1, 4))
    bar(Stage("sums", 1, 4))  # nothing new is not drawn again
    bar(Stage("sums", 4, 4, True))
    bar(Stage("writing", 0, 0))
    bar.close()
    assert terminal.getvalue() == (
        "\r[#######-----------------------]  25%  sums, 1 of 4 tasks"
        "\r[##############################] 100%  sums, 4 of 4 tasks\n"
        "\r[------------------------------]   0%  writing, 0 of 0 tasks\n"
    )


def test_elsewhere_a_stage_is_told_when_it_is_done() -> None:
    stream = StringIO()
    bar = StageProgressBar(stream)
    for state in (Stage("sums", 2, 2), Stage("sums", 2, 4), Stage("sums", 4, 4, True)):
        bar(state)
    bar.close()
    assert stream.getvalue() == "[##############################] 100%  sums, 4 of 4 tasks\n"
