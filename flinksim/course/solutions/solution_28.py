"""Solution of lesson 28, Tables are changelogs: right answers, and what leads to wrong ones.

Not in Flink.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from flinksim.course.answer_parsing import (
    build_choice_parser,
    build_dict_parser,
    parse_whole_number,
)
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Answer
from flinksim.course.lessons.lesson_28 import (
    KINDS,
    LESSON,
    MAX_ORDERS,
    CustomerOrders,
    build_counts_query,
    get_changelog,
)
from flinksim.course.solution_model import Misconception, Solution, Verdict
from flinksim.course.trace_search import iterate_events
from flinksim.simulation.simulation import Simulation
from flinksim.trace import events as e

TEXTS = LESSON.texts
KIND_SPELLINGS = {
    "+I": ("insert",),
    "-U": ("update before",),
    "+U": ("update after",),
    "-D": ("delete",),
}
"""The names of the kinds in Flink's RowKind."""


class SolvedCustomerOrders(CustomerOrders):
    """The exercise's data with its answers."""

    @cached_property
    def run(self) -> Simulation:
        """The finished run of the count of counts."""
        return run_quietly(build_counts_query(self.customers))

    @property
    def table(self) -> dict[int, int]:
        """The number of customers for each number of orders."""
        rows = [change.values.split(", ") for change in get_changelog(self.run).list_rows()]
        return _fill({int(orders): int(customers) for orders, customers in rows})

    @property
    def changes(self) -> dict[str, int]:
        """The number of changes of each kind."""
        kinds = [change.kind for change in get_changelog(self.run).changes]
        return {kind: kinds.count(kind) for kind in KINDS}


def _fill(table: dict[int, int]) -> dict[int, int]:
    return {orders: table.get(orders, 0) for orders in range(1, MAX_ORDERS + 1)}


def judge_answer(data: SolvedCustomerOrders, answer: Answer) -> Verdict:
    """Check the final table and the number of changes of each kind."""
    changes = get_changelog(data.run).changes
    for orders, customers in answer["table"]:
        if customers != data.table[orders]:
            step = next(
                (c.step for c in reversed(changes) if c.values.startswith(f"{orders}, ")), None
            )
            return Verdict(
                False,
                TEXTS.format("wrong customers", customers=customers, orders=orders),
                step,
                data.run,
            )
    for kind, count in answer["changes"]:
        if count != data.changes[kind]:
            step = next((change.step for change in changes if change.kind == kind), None)
            return Verdict(
                False, TEXTS.format("wrong changes", count=count, kind=kind), step, data.run
            )
    return Verdict(True, TEXTS.format("right", orders=len(data.customers), changes=len(changes)))


def solve(data: SolvedCustomerOrders) -> dict[str, Any]:
    """Return the right answer, read from the run."""
    return {"table": data.table, "changes": data.changes}


def _build_answer_rule(**replacements: Any) -> Any:
    return lambda d: {**solve(d), **{name: make(d) for name, make in replacements.items()}}


def _count_passes(data: SolvedCustomerOrders) -> dict[int, int]:
    """Count for each number of orders the customers who ever had it."""
    most = [data.customers.count(name) for name in sorted(set(data.customers))]
    return _fill({n: sum(one >= n for one in most) for n in range(1, MAX_ORDERS + 1)})


def _write_once(data: SolvedCustomerOrders) -> dict[str, int]:
    return {"+I": sum(count > 0 for count in data.table.values()), "-U": 0, "+U": 0, "-D": 0}


def _count_without_deletions(data: SolvedCustomerOrders) -> dict[str, int]:
    """Count changes as if a group without customers stayed, with the count 0."""
    changes, known = (
        {**data.changes, "+I": 0, "-D": 0},
        {n for n, c in _count_passes(data).items() if c},
    )
    changes["+I"] = len(known)
    changes["+U"] += data.changes["-D"] + data.changes["+I"] - len(known)
    changes["-U"] = changes["+U"]
    return changes


MISCONCEPTIONS = {
    "nothing is retracted": Misconception(
        _build_answer_rule(table=_count_passes), too_high="table"
    ),
    "the result is written once": Misconception(
        _build_answer_rule(changes=_write_once), too_low="changes"
    ),
    "an update is one change": Misconception(
        _build_answer_rule(changes=lambda d: {**d.changes, "-U": 0})
    ),
    "an empty group stays": Misconception(_build_answer_rule(changes=_count_without_deletions)),
    "each order is one change": Misconception(
        _build_answer_rule(
            changes=lambda d: {**d.changes, "+I": len(d.customers), "-U": 0, "+U": 0, "-D": 0}
        )
    ),
    "the last order does not count": Misconception(
        _build_answer_rule(table=lambda d: {n: d.table.get(n + 1, 0) for n in d.table}),
        too_low="table",
    ),
    "each order is an update": Misconception(
        _build_answer_rule(
            changes=lambda d: {**d.changes, "-U": len(d.customers), "+U": len(d.customers)}
        ),
        too_high="changes",
    ),
}


def _find_second_order(run: Simulation) -> tuple[str, int | None]:
    changes = get_changelog(run).changes
    update = next(change for change in changes if change.values == "ann, 2, 50")
    kinds = [change.kind for change in changes if change.step == update.step]
    return ("both" if kinds == ["-U", "+U"] else "one"), update.step


def _count_changes(run: Simulation) -> tuple[str, int | None]:
    changes = get_changelog(run).changes
    return str(len(changes)), changes[-1].step


def _count_kept_results(run: Simulation) -> tuple[str, int | None]:
    kept = {event.key for _, event in iterate_events(run.trace, e.StateUpdated)}
    return str(len(kept)), get_changelog(run).changes[-1].step


SOLUTION = Solution(
    lesson=LESSON,
    complete_data=lambda d: SolvedCustomerOrders(d.customers),
    parsers={
        "table": build_dict_parser(
            lambda d: range(1, MAX_ORDERS + 1),
            parse_whole_number,
            parse_key=parse_whole_number,
            default=0,
        ),
        "changes": build_dict_parser(
            lambda d: KINDS,
            parse_whole_number,
            parse_key=build_choice_parser(KIND_SPELLINGS),
            default=0,
        ),
    },
    judge_answer=judge_answer,
    solve=solve,
    misconceptions=MISCONCEPTIONS,
    spellings=lambda d, a: [
        {
            "table": {str(k): str(v) for k, v in a["table"].items()},
            "changes": list(a["changes"].values()),
        },
        {"table": list(a["table"].values()), "changes": dict(reversed(list(a["changes"].items())))},
    ],
    wrong_answers=lambda d: [
        {**solve(d), "changes": {kind: count + 1 for kind, count in d.changes.items()}},
        {**solve(d), "table": dict.fromkeys(d.table, 1)}
        if set(d.table.values()) != {1}
        else {**solve(d), "table": dict.fromkeys(d.table, 0)},
        {**solve(d), "changes": {**d.changes, "-D": d.changes["-D"] + 1}},
    ],
    truths={"again": _find_second_order, "number": _count_changes, "state": _count_kept_results},
)
