"""Sum the orders of each user, read from a dump of Kafka: see docs/tutorials/from-a-kafka-dump.md."""

import sys
from pathlib import Path

import flinksim as fs
from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

env = StreamExecutionEnvironment.get_execution_environment()
orders = fs.Log.of(
    str(Path(__file__).with_name("dump.jsonl")),
    split=("topic", "partition"),
    order="offset",
    arrival="ts",
    event_time="payload.at",
    columns=("payload.user", "payload.amount"),
)
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(2))
if sys.argv[1:] == ["idleness"]:
    strategy = strategy.with_idleness(Duration.of_seconds(10))
stream = env.from_source(orders, strategy, "orders")
windows = stream.key_by(lambda order: order[0]).window(
    TumblingEventTimeWindows.of(Time.seconds(10))
)
windows.sum(1).print()
env.execute("orders per user")
