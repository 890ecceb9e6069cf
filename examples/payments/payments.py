"""A PyFlink job of an ordinary size: payments come as JSON lines, alerts go out.

* ``parse``: lines that are no payments go to a side output, with the reason.
* ``Deduplicate``: a payment that comes twice counts once; ids are forgotten after an hour.
* ``totals``: what each card spent in five minutes, every minute; payments that come too late are kept
  apart.
* ``Alerts``: a card that spent more than its limit, which an operator may change at any time, gives one
  alert, and none again before ten minutes have passed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from pyflink.common import Duration, Row, Time, Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import DataStream, OutputTag, RuntimeContext, StreamExecutionEnvironment
from pyflink.datastream.functions import (
    AggregateFunction,
    KeyedBroadcastProcessFunction,
    KeyedProcessFunction,
    ProcessFunction,
    ProcessWindowFunction,
)
from pyflink.datastream.state import MapStateDescriptor, StateTtlConfig, ValueStateDescriptor
from pyflink.datastream.window import SlidingEventTimeWindows

PAYMENT = Types.ROW_NAMED(
    ["id", "card", "cents", "time_ms"], [Types.STRING(), Types.STRING(), Types.LONG(), Types.LONG()]
)
TOTAL = Types.ROW_NAMED(
    ["card", "window_end_ms", "cents"], [Types.STRING(), Types.LONG(), Types.LONG()]
)
ALERT = Types.STRING()
LIMIT = Types.ROW_NAMED(["card", "cents"], [Types.STRING(), Types.LONG()])

REJECTED = OutputTag("rejected", Types.STRING())
TOO_LATE = OutputTag("too-late")  # of no type: PyFlink cannot pickle one that it used elsewhere
LIMITS = MapStateDescriptor("limits", Types.STRING(), Types.LONG())

DEFAULT_LIMIT_CENTS = 100_000
QUIET_MS = 10 * 60_000


class Parse(ProcessFunction):
    """A payment from a line of JSON; anything else is rejected with the reason."""

    def process_element(self, value: str, ctx: ProcessFunction.Context) -> Iterable[Any]:
        try:
            fields = json.loads(value)
            cents = int(fields["cents"])
            if cents <= 0:
                raise ValueError(f"cents must be positive, found {cents}")
            yield Row(
                id=fields["id"], card=fields["card"], cents=cents, time_ms=int(fields["time_ms"])
            )
        except (KeyError, TypeError, ValueError) as error:
            yield REJECTED, f"{type(error).__name__}: {error}"


class PaymentTime(TimestampAssigner):
    """A payment's own time."""

    def extract_timestamp(self, value: Row, record_timestamp: int) -> int:
        return value.time_ms


class Deduplicate(KeyedProcessFunction):
    """Passes the first payment of each id."""

    def open(self, runtime_context: RuntimeContext) -> None:
        descriptor = ValueStateDescriptor("seen", Types.BOOLEAN())
        descriptor.enable_time_to_live(StateTtlConfig.new_builder(Time.hours(1)).build())
        self.seen = runtime_context.get_state(descriptor)

    def process_element(self, value: Row, ctx: KeyedProcessFunction.Context) -> Iterable[Row]:
        if not self.seen.value():
            self.seen.update(True)
            yield value


class SumCents(AggregateFunction):
    """Adds up payments."""

    def create_accumulator(self) -> int:
        return 0

    def add(self, value: Row, accumulator: int) -> int:
        return accumulator + value.cents

    def get_result(self, accumulator: int) -> int:
        return accumulator

    def merge(self, acc_a: int, acc_b: int) -> int:
        return acc_a + acc_b


class WithWindow(ProcessWindowFunction):
    """Puts card and window beside the sum."""

    def process(
        self, key: str, context: ProcessWindowFunction.Context, elements: Iterable[int]
    ) -> Iterable[Row]:
        for cents in elements:
            yield Row(card=key, window_end_ms=context.window().end, cents=cents)


class Alerts(KeyedBroadcastProcessFunction):
    """One alert when a card is over its limit, then quiet for ten minutes of event time."""

    def open(self, runtime_context: RuntimeContext) -> None:
        self.quiet = runtime_context.get_state(ValueStateDescriptor("quiet", Types.BOOLEAN()))

    def process_element(self, value: Row, ctx: Any) -> Iterable[str]:
        limits = ctx.get_broadcast_state(LIMITS)
        limit = limits.get(value.card) if limits.contains(value.card) else DEFAULT_LIMIT_CENTS
        if value.cents > limit and not self.quiet.value():
            self.quiet.update(True)
            ctx.timer_service().register_event_time_timer(value.window_end_ms + QUIET_MS)
            yield f"{value.card} spent {value.cents / 100:.2f} of {limit / 100:.2f}"

    def process_broadcast_element(self, value: Row, ctx: Any) -> None:
        ctx.get_broadcast_state(LIMITS).put(value.card, value.cents)

    def on_timer(self, timestamp: int, ctx: Any) -> Iterable[str]:
        self.quiet.clear()
        return []


class Outputs(NamedTuple):
    """What comes out of the job."""

    alerts: DataStream
    totals: DataStream
    rejected: DataStream
    too_late: DataStream


def build(lines: DataStream, limits: DataStream) -> Outputs:
    """Build the job between its sources and its sinks."""
    parsed = lines.process(Parse(), PAYMENT)
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(
        Duration.of_seconds(30)
    ).with_timestamp_assigner(PaymentTime())
    payments = (
        parsed.assign_timestamps_and_watermarks(strategy)
        .key_by(lambda payment: payment.id, Types.STRING())
        .process(Deduplicate(), PAYMENT)
    )
    totals = (
        payments.key_by(lambda payment: payment.card, Types.STRING())
        .window(SlidingEventTimeWindows.of(Time.minutes(5), Time.minutes(1)))
        .side_output_late_data(TOO_LATE)
        .aggregate(SumCents(), WithWindow(), Types.LONG(), TOTAL)
    )
    alerts = (
        totals.key_by(lambda total: total.card, Types.STRING())
        .connect(limits.broadcast(LIMITS))
        .process(Alerts(), ALERT)
    )
    return Outputs(
        alerts, totals, parsed.get_side_output(REJECTED), totals.get_side_output(TOO_LATE)
    )


def main() -> None:
    """On the cluster: lines from a file, alerts to standard output."""
    import sys

    from pyflink.datastream.connectors.file_system import FileSource, StreamFormat

    env = StreamExecutionEnvironment.get_execution_environment()
    source = FileSource.for_record_stream_format(
        StreamFormat.text_line_format(), sys.argv[1]
    ).build()
    lines = env.from_source(source, WatermarkStrategy.no_watermarks(), "lines", Types.STRING())
    limits = env.from_collection([("gold", 500_000)], LIMIT)
    outputs = build(lines, limits)
    outputs.alerts.print("ALERT")
    outputs.rejected.print("REJECTED")
    env.execute("payments")


if __name__ == "__main__":
    main()
