"""Lesson 28, Tables are changelogs: a query without windows takes rows back.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import flinksim as fs
from flinksim.course.lesson_model import Exercise, LessonDefinition, Option, Prediction
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
    title=("Tables are changelogs", "表就是变更日志"),
    misconception=("a query writes its result once", "查询只写一次结果"),
    simulate=build_totals_query,
    program=QUERY,
    needs_sql=True,
    find_opening_step=_find_update,
    predictions={
        "again": Prediction(
            ("Ann has one order of 10. Her second one is 40. What does the query write?", "ann 有一个 10 的订单，第二个是 40。查询会写什么？"),
            {
                "one": Option(("+I[ann, 2, 50]", "+I[ann, 2, 50]"), ("Then the result would have two rows of ann.", "如果这样，结果中就会有两行 ann。")),
                "both": Option(("-U[ann, 1, 10] and +U[ann, 2, 50]", "-U[ann, 1, 10] 和 +U[ann, 2, 50]")),
                "delta": Option(("+I[ann, 1, 40]: only what is new", "+I[ann, 1, 40]：只写新增的部分"), ("A change has whole rows, not differences.", "变更是整行，不是差值。")),
            },
            ("-U takes the old row back, and +U adds the new one. Whoever sums up the rows stays right.", "-U 撤回旧行，+U 添加新行，因此下游对各行求和仍然正确。"),
        ),
        "number": Prediction(
            ("Six orders of three customers: how many changes does the query write?", "三个客户的六个订单，查询写出多少个变更？"),
            {
                "3": Option(("three, one for each customer", "3 个，每个客户一个"), ("A batch query would. A streaming one cannot know which order is the last.", "批查询会这样写。流式查询无法知道哪个订单是最后一个。")),
                "6": Option(("six, one for each order", "6 个，每个订单一个"), ("An update is two changes here.", "这里一次更新是两个变更。")),
                "9": Option(("nine", "9 个")),
            },
            ("Three first orders make +I. Three later ones make -U and +U each.", "三个客户的首个订单各写一个 +I，之后的三个订单各写一个 -U 和一个 +U。"),
        ),
        "state": Prediction(
            ("How many results does GroupAggregate keep at the end?", "最后 GroupAggregate 保存几个结果？"),
            {
                "0": Option(("none: they are in the sink", "0 个：结果都在数据汇中"), ("The next order needs the old total, to retract it and to add to it.", "下一个订单需要旧的合计，才能撤回并累加。")),
                "3": Option(("three, one for each customer", "3 个，每个客户一个")),
                "6": Option(("six, one for each order", "6 个，每个订单一个"), ("It keeps totals, not orders.", "GroupAggregate 保存合计，而不保存订单。")),
            },
            ("It keeps the total of each customer for ever, unless table.exec.state.ttl says otherwise.", "除非设置了 table.exec.state.ttl，否则 GroupAggregate 会一直保存每个客户的合计。"),
        ),
    },
    exercise=Exercise(
        questions={
            "table": ("for 1 to 4 orders: the number of customers who have as many at the end", "最后恰有 1、2、3、4 个订单的客户各有多少"),
            "changes": ("the number of changes of each kind", "每种变更的个数"),
        },
        learner_fields=("customers",),
        draw_data=draw_data,
    ),
    tools={"totals": build_totals_query, "counts": build_counts_query, "changes": list_changes, "table": list_table},
)  # fmt: skip
