"""What has to be true whatever goes first: claims, which only flinksim can try."""

from __future__ import annotations

from payments import PAYMENT, Deduplicate
from pyflink.common import Row, Types, WatermarkStrategy

import flinksim as fs
from flinksim.connectors.scripted_source import ScriptedSource, record
from flinksim.datastream import StreamExecutionEnvironment


def job():
    """Build a job with the same payment from two terminals, and another one."""
    first, other = (Row(id=id_, card="blue", cents=100, time_ms=0) for id_ in ("1", "2"))
    terminals = ScriptedSource({"north": [record(first), record(other)], "south": [record(first)]})
    env = StreamExecutionEnvironment.get_execution_environment()
    payments = env.from_source(terminals, WatermarkStrategy.no_watermarks(), "payments")
    payments.key_by(lambda payment: payment.id, Types.STRING()).process(Deduplicate(), PAYMENT).map(
        lambda payment: payment.id, Types.STRING()
    ).print()
    return env


def test_each_payment_counts_once_whatever_goes_first(claim_holds):
    claim_holds(job(), fs.same_result())
    # the clock may go on early, once
    claim_holds(job(), fs.same_result(), early_clock_steps=1)
    # a task may die once, before any step
    claim_holds(job(), fs.never("a record is dropped"), max_crashes=1)
