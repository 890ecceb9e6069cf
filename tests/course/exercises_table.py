"""The table of exercises: wrong submissions made and refused, right ones made and accepted.

    python -m tests.course.exercises_table [NUMBER ...] [--seed S] [--learners N]

Without a seed it is the submissions that the tests judge. It ends with 1 if one is judged wrongly, and
names it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path

from flinksim.course import sample_submissions as submissions
from flinksim.course.lesson_loader import load_solution
from flinksim.course.solution_model import Solution
from tests.course import stranger_answers

ROOT = Path(__file__).parents[2]
NUMBERS = [
    path.stem[-2:] for path in sorted((ROOT / "flinksim/course/lessons").glob("lesson_*.py"))
]
LEARNERS = 8


@dataclass
class Judged:
    """What became of the submissions to one exercise."""

    wrong: int = 0
    refused: int = 0
    right: int = 0
    accepted: int = 0
    plausible: int = 0
    diagnosed: int = 0
    by_strangers: int = 0
    explained: int = 0
    misjudged: list[str] = field(default_factory=list)


def learners_of(number: str, count: int = LEARNERS, seed: str = "learner") -> list[str]:
    return [f"{number} {seed} {n}" for n in range(count)]


def judge_all(solution: Solution, learners: Sequence[str]) -> Judged:
    """Every submission that can be made for *learners*."""
    found = Judged()
    data: dict[str, object] = {}
    for is_right, made in (
        (True, submissions.generate_right_submissions(solution, learners)),
        (False, submissions.generate_wrong_submissions(solution, learners)),
    ):
        for one in made:
            if one.seed not in data:
                data[one.seed] = submissions.draw_exercise_data(solution, one.seed)
            seen = solution.check(data[one.seed], one.answer)
            found.right += is_right
            found.accepted += is_right and seen.is_right
            found.wrong += not is_right
            found.refused += not (is_right or seen.is_right)
            if seen.is_right is not is_right:
                found.misjudged.append(f"{one}: {seen.text[0]}")
    return found


def judge_strangers(solution: Solution, learners: Sequence[str], found: Judged) -> None:
    """Judge the answers of :mod:`tests.course.stranger_answers`, and count the explained ones."""
    number = learners[0].partition(" ")[0]
    for seed in learners:
        data = submissions.draw_exercise_data(solution, seed)
        seen, right = stranger_answers.get_learner_data(solution, data), solution.solve(data)
        for idea, answer in stranger_answers.write_answers(
            stranger_answers.RIGHT, number, seen, right
        ):
            verdict = solution.check(data, answer)
            found.right += 1
            found.accepted += verdict.is_right
            if not verdict.is_right:
                found.misjudged.append(f"{seed}: right, {idea}: {verdict.text[0]}")
        for idea, answer in stranger_answers.write_answers(
            stranger_answers.WRONG, number, seen, right
        ):
            parsed = solution.try_parse(data, answer)
            if parsed is not None and parsed == solution.parse(data, right):
                continue  # with these data this idea leads to the right answer
            verdict = solution.check(data, answer)
            found.wrong += 1
            found.refused += not verdict.is_right
            if verdict.is_right:
                found.misjudged.append(f"{seed}: wrong, {idea}: {verdict.text[0]}")
            found.by_strangers += 1
            found.explained += parsed is None or solution.find_misconception(data, answer) != ""


def diagnose_all(solution: Solution, learners: Sequence[str], found: Judged) -> None:
    """Count the plausible answers that are wrong, and those for which the belief is named."""
    for one in submissions.generate_plausible_submissions(solution, learners):
        data = submissions.draw_exercise_data(solution, one.seed)
        if not solution.check(data, one.answer).is_right:
            found.plausible += 1
            found.diagnosed += solution.find_misconception(data, one.answer) != ""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("numbers", nargs="*", metavar="NUMBER", help="of lessons; all")
    parser.add_argument("--seed", default="learner", help="draws the learners' data")
    parser.add_argument("--learners", type=int, default=LEARNERS)
    options = parser.parse_args()
    print(
        "| lesson | rules | wrong made | refused | right made | accepted | plausible | diagnosed "
        "| by strangers | explained |"
    )
    print("| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |")
    misjudged: list[str] = []
    total = Judged()
    for number in options.numbers or NUMBERS:
        solution = load_solution(number)
        learners = learners_of(number, options.learners, options.seed)
        found = judge_all(solution, learners)
        diagnose_all(solution, learners[:2], found)
        judge_strangers(solution, learners[:2], found)
        print(
            f"| {number} | {len(solution.misconceptions)} | {found.wrong} | {found.refused} ",
            end="",
        )
        print(f"| {found.right} | {found.accepted} ", end="")
        print(f"| {found.plausible} | {found.diagnosed} ", end="")
        print(f"| {found.by_strangers} | {found.explained} |", flush=True)
        misjudged += found.misjudged
        for name in (one.name for one in fields(Judged) if one.name != "misjudged"):
            setattr(total, name, getattr(total, name) + getattr(found, name))
    print(
        f"| all | | {total.wrong} | {total.refused} | {total.right} | {total.accepted} "
        f"| {total.plausible} | {total.diagnosed} | {total.by_strangers} | {total.explained} |"
    )
    for one in misjudged:
        print(f"judged wrongly: {one}", file=sys.stderr)
    return 1 if misjudged else 0


if __name__ == "__main__":
    raise SystemExit(main())
