"""Lesson 28, Tables are changelogs: a query without windows takes rows back.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import flinksim as fs
from flinksim.course.lesson_model import Exercise, LessonDefinition
from flinksim.course.lesson_texts import load_texts
from flinksim.course.query_jobs import build_query_job
from flinksim.simulation.simulation import Simulation
from flinksim.trace.changelog import Changelog, read_changelogs

ORDERS = (("ann", 10), ("bob", 30), ("ann", 40), ("cid", 20), ("bob", 15), ("ann", 5))
KINDS = ("+I", "-U", "+U", "-D")
MAX_ORDERS = 4

TABLE = """CREATE TABLE orders (
  customer STRING, amount INT
) WITH ('connector' = 'kafka', 'topic' = 'orders', 'format' = 'json', 'scan.bounded.mode' = 'latest-offset');

"""

QUERY = f"""{TABLE}SELECT customer, COUNT(*) AS orders, SUM(amount) AS total
FROM orders
GROUP BY customer;
"""

COUNT_OF_COUNTS = f"""{TABLE}SELECT orders, COUNT(*) AS customers
FROM (SELECT customer, COUNT(*) AS orders FROM orders GROUP BY customer)
GROUP BY orders;
"""


def build_totals_query(orders: Sequence[tuple[str, int]] = ORDERS) -> fs.Simulation:
    """Sum up the orders of each customer with SQL."""
    return _build_job(QUERY, orders)


def build_counts_query(customers: Sequence[str]) -> fs.Simulation:
    """Count with SQL how many customers have one order, two orders and so on."""
    return _build_job(COUNT_OF_COUNTS, [(customer, 1) for customer in customers])


def _build_job(script: str, orders: Sequence[tuple[str, int]]) -> fs.Simulation:
    rows = [{"customer": customer, "amount": amount} for customer, amount in orders]
    return build_query_job("orders.sql", script, {"orders": rows})


def get_changelog(run: Simulation) -> Changelog:
    """Return the changes that the query wrote."""
    (log,) = read_changelogs(run.trace)
    return log


def list_changes(run: Simulation) -> list[str]:
    """List the changes that the query wrote."""
    return [str(change) for change in get_changelog(run).changes]


def list_table(run: Simulation) -> list[str]:
    """List the rows of the table that results from the changes."""
    return [f"[{change.values}]" for change in get_changelog(run).list_rows()]


class CustomerOrders:
    """The exercise's data: the customers of orders, as they arrive."""

    def __init__(self, customers: tuple[str, ...]) -> None:
        self.customers = customers


def draw_data(random: Random) -> CustomerOrders:
    """Draw orders of three or four customers, none of whom has more than four."""
    names = ["ann", "bob", "cid", "dan"][: random.choice((3, 4))]
    while True:
        customers = tuple([random.choice(names) for _ in range(random.randrange(6, 9))])
        most = max(map(customers.count, names))
        if set(customers) == set(names) and 2 < most <= MAX_ORDERS:
            return CustomerOrders(customers)


def _find_update(run: Simulation) -> int:
    return next(change.step for change in get_changelog(run).changes if change.kind == "+U")


LESSON = LessonDefinition(
    number="28",
    texts=load_texts(__file__),
    simulate=build_totals_query,
    program=QUERY,
    needs_sql=True,
    find_opening_step=_find_update,
    options={
        "again": ("one", "both", "delta"),
        "number": ("3", "6", "9"),
        "state": ("0", "3", "6"),
    },
    exercise=Exercise(
        fields=("table", "changes"), learner_fields=("customers",), draw_data=draw_data
    ),
    tools={
        "totals": build_totals_query,
        "counts": build_counts_query,
        "changes": list_changes,
        "table": list_table,
    },
)
