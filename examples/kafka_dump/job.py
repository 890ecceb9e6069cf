"""Sum the orders of each user as in production: see docs/how-to/run-your-kafka-job.md."""

import json

from pyflink.common import Duration, Time, Types, WatermarkStrategy
from pyflink.common.serialization import SimpleStringSchema
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.connectors.kafka import KafkaOffsetsInitializer, KafkaSource
from pyflink.datastream.window import TumblingEventTimeWindows


class OrderTime(TimestampAssigner):
    """Reads the event time of an order."""

    def extract_timestamp(self, value, record_timestamp):
        return json.loads(value)["at"]


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
source = (
    KafkaSource.builder()
    .set_bootstrap_servers("broker:9092")
    .set_topics("orders")
    .set_group_id("sums")
    .set_starting_offsets(KafkaOffsetsInitializer.earliest())
    .set_value_only_deserializer(SimpleStringSchema())
    .build()
)
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(2))
orders = env.from_source(source, WatermarkStrategy.no_watermarks(), "orders")
(
    orders.assign_timestamps_and_watermarks(strategy.with_timestamp_assigner(OrderTime()))
    .map(json.loads)
    .map(lambda order: (order["user"], order["amount"]), Types.TUPLE([Types.STRING(), Types.INT()]))
    .key_by(lambda order: order[0])
    .window(TumblingEventTimeWindows.of(Time.seconds(10)))
    .reduce(lambda one, other: (one[0], one[1] + other[1]))
    .print()
)
env.execute("orders per user")
