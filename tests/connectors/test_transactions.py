"""Sinks that bear a failure, by hand: names of transactions, what is told of a value, upserts."""

from __future__ import annotations

import pytest

from flinksim.connectors.sink import SinkContext
from flinksim.connectors.transactional_sinks import TransactionalSink, UpsertSink


def test_each_transaction_has_a_name_of_its_own_and_commits_once() -> None:
    sink = TransactionalSink()
    writer = sink.create_writer(SinkContext(3, 4, attempt_number=2, restored_checkpoint_id=7))
    committer = sink.create_committer()
    assert not writer.prepare_commit(), "nothing was written"
    transactions = []
    for number in range(3):
        assert writer.write(("a", number), None) == f"(a,{number})"
        transactions += writer.prepare_commit()
    assert transactions == [(f"3-7-2-{n + 1}", [("a", n)]) for n in range(3)]
    assert sink.written_results == [("a", 0), ("a", 1), ("a", 2)]
    assert sink.committed_results == []
    for one in (*transactions[1:], *transactions):
        committer.commit(one)
    assert sink.committed_results == [("a", 1), ("a", 2), ("a", 0)]


@pytest.mark.parametrize(("attempt", "restored"), [(1, 7), (2, 8)])
def test_no_other_attempt_has_those_names(attempt: int, restored: int) -> None:
    sink, names = TransactionalSink(), []
    for one, two in ((2, 7), (attempt, restored)):
        writer = sink.create_writer(
            SinkContext(0, 1, attempt_number=one, restored_checkpoint_id=two)
        )
        writer.write(1, None)
        names += [name for name, _ in writer.prepare_commit()]
    assert len({*names}) == 2


def test_an_upsert_keeps_the_last_value_of_each_key() -> None:
    table: dict[str, tuple[str, float]] = {}
    writer = UpsertSink(lambda value: value[0], table).create_writer(SinkContext(0, 1))
    assert [writer.write(one, 5) for one in (("a", 1.5), ("b", 2.0), ("a", 3.0))] == [
        "(a,1.5)", "(b,2.0)", "(a,3.0)",
    ]  # fmt: skip
    assert table == {"a": ("a", 3.0), "b": ("b", 2.0)}
