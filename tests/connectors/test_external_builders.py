"""Builders of connectors to other systems: PyFlink's parameters, defaults, errors and names."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

import pytest

from flinksim.common import Row, SimpleStringSchema, Types, WatermarkStrategy
from flinksim.core.flink_version import use_flink_version
from flinksim.core.java.kafka_partitioner import choose_partition, hash_murmur2
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.connectors import DeliveryGuarantee
from flinksim.datastream.connectors.cassandra import CassandraSink
from flinksim.datastream.connectors.dynamic_kafka import (
    DynamicKafkaSource,
    SingleClusterTopicMetadataService,
)
from flinksim.datastream.connectors.elasticsearch import (
    Elasticsearch7SinkBuilder,
    ElasticsearchEmitter,
)
from flinksim.datastream.connectors.jdbc import (
    JdbcConnectionOptions,
    JdbcExecutionOptions,
    JdbcSink,
)
from flinksim.datastream.connectors.kafka import (
    FlinkKafkaConsumer,
    KafkaOffsetsInitializer,
    KafkaRecordSerializationSchema,
    KafkaSink,
    KafkaSource,
    KafkaTopicPartition,
)
from flinksim.datastream.connectors.kinesis import KinesisStreamsSink, PartitionKeyGenerator
from flinksim.datastream.connectors.pulsar import PulsarSink, PulsarSource, StopCursor
from flinksim.datastream.connectors.rabbitmq import RMQConnectionConfig, RMQSink, RMQSource
from flinksim.datastream.formats.avro import (
    AvroRowDeserializationSchema,
    AvroRowSerializationSchema,
)
from flinksim.datastream.formats.json import (
    JsonRowDeserializationSchema,
    JsonRowSerializationSchema,
)
from flinksim.graph.plan_json import build_execution_plan

TEXT = SimpleStringSchema()


def _kafka() -> Any:
    return (
        KafkaSource.builder()
        .set_bootstrap_servers("b:9092")
        .set_group_id("g")
        .set_value_only_deserializer(TEXT)
    )


def _serializer() -> Any:
    return KafkaRecordSerializationSchema.builder().set_value_serialization_schema(TEXT)


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: KafkaSource.builder().build(), "Property bootstrap.servers is required"),
        (lambda: _kafka().build(), "No subscribe mode is specified"),
        (
            lambda: KafkaSource.builder().set_bootstrap_servers("b").set_topics("t").build(),
            "Deserialization schema is required",
        ),
        (
            lambda: _kafka().set_topics("t").set_topic_pattern("u"),
            "Cannot use topic pattern for consumption because a TopicListSubscriber is already set",
        ),
        (
            lambda: (
                KafkaSource.builder()
                .set_bootstrap_servers("b")
                .set_topics("t")
                .set_property("enable.auto.commit", "true")
                .set_value_only_deserializer(TEXT)
                .build()
            ),
            "Property group.id is required when offset commit is enabled",
        ),
        (lambda: _serializer().build(), "No topic selector is configured"),
        (lambda: _serializer().set_topic("a").set_topic("b"), "Topic selector already set"),
        (
            lambda: (
                KafkaSink.builder()
                .set_bootstrap_servers("b")
                .set_record_serializer(_serializer().set_topic("o").build())
                .set_delivery_guarantee(DeliveryGuarantee.EXACTLY_ONCE)
                .build()
            ),
            "EXACTLY_ONCE delivery guarantee requires a transactionalIdPrefix",
        ),
    ],
)
def test_kafka_builders_reject_what_the_connector_rejects(
    build: Callable[[], Any], message: str
) -> None:
    with pytest.raises(RuntimeError, match=message):
        build()


def test_a_source_is_bounded_only_by_set_bounded() -> None:
    latest = KafkaOffsetsInitializer.latest()
    assert not _kafka().set_topics("t").build().bounded
    assert not _kafka().set_topics("t").set_unbounded(latest).build().bounded
    assert _kafka().set_topics("t").set_bounded(latest).build().bounded
    pulsar = PulsarSource.builder().set_service_url("p").set_topics("t")
    pulsar.set_subscription_name("s").set_deserialization_schema(TEXT)
    assert not pulsar.build().bounded
    assert pulsar.set_bounded_stop_cursor(StopCursor.latest()).build().bounded


def test_the_stream_has_the_type_of_the_deserializer() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    source = _kafka().set_topics("a", "b").build()
    stream = env.from_source(source, WatermarkStrategy.no_watermarks(), "k")
    assert stream.get_type() == Types.STRING()


def test_the_consumer_of_flink_1_says_what_replaces_it() -> None:
    with pytest.raises(TypeError, match=r"removed in Flink 2\.0:.*KafkaSource\.builder"):
        FlinkKafkaConsumer("t", TEXT, {})
    with use_flink_version("1.13"):
        consumer = FlinkKafkaConsumer(["t"], TEXT, {}).set_start_from_earliest()
    assert consumer.get_produced_type() == Types.STRING()


def test_the_plan_has_the_operators_of_every_sink() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    source = _kafka().set_partitions({KafkaTopicPartition("t", 0)}).build()
    stream = env.from_source(source, WatermarkStrategy.no_watermarks(), "kafka")
    serializer = _serializer().set_topic_selector(lambda value: value).build()
    kafka = KafkaSink.builder().set_bootstrap_servers("b").set_record_serializer(serializer)
    stream.sink_to(kafka.build()).name("out")
    pulsar = PulsarSink.builder().set_service_url("p").set_topics("o")
    stream.sink_to(pulsar.set_serialization_schema(TEXT).build()).name("pulsar")
    kinesis = KinesisStreamsSink.builder().set_stream_name("s").set_serialization_schema(TEXT)
    stream.sink_to(
        kinesis.set_partition_key_generator(PartitionKeyGenerator.random()).build()
    ).name("kinesis")
    emitter = ElasticsearchEmitter.static_index("i", "id")
    elastic = Elasticsearch7SinkBuilder().set_emitter(emitter).set_hosts("h:9200").build()
    stream.map(lambda value: {"id": value}).sink_to(elastic).name("elastic")
    connection = RMQConnectionConfig.Builder().set_uri("amqp://h").build()
    env.add_source(RMQSource(connection, "q", False, TEXT), "rabbit").add_sink(
        RMQSink(connection, "r", TEXT)
    )
    options = JdbcConnectionOptions.JdbcConnectionOptionsBuilder().with_url("jdbc:x").build()
    row = Types.ROW_NAMED(["a"], [Types.STRING()])
    rows = stream.map(lambda value: (value,), row)
    rows.add_sink(JdbcSink.sink("INSERT INTO books VALUES (?)", row, options)).name("jdbc")
    CassandraSink.add_sink(rows).set_query("INSERT INTO k.t (a) VALUES (?)").set_host("h").build()
    plan = build_execution_plan(env.pipeline())
    for name in (
        "Source: kafka", "out: Writer", "out: Committer", "pulsar: Committer", "kinesis: Writer",
        "elastic: Writer", "Source: rabbit", "Sink: Unnamed", "Sink: jdbc", "Sink: Cassandra Sink",
    ):  # fmt: skip
        assert name in plan, name
    assert "kinesis: Committer" not in plan
    assert "elastic: Committer" not in plan


def test_options_have_the_defaults_of_the_connector() -> None:
    options = JdbcExecutionOptions.defaults()
    assert options.get_batch_interval_ms() == 0
    assert options.get_batch_size() == 5000
    assert options.get_max_retries() == 3
    service = SingleClusterTopicMetadataService("c", {"bootstrap.servers": "b"})
    dynamic = DynamicKafkaSource.builder().set_stream_ids({"s"})
    with pytest.raises(RuntimeError, match="Kafka Metadata Service is required"):
        dynamic.build()
    dynamic.set_kafka_metadata_service(service).set_value_only_deserializer(TEXT)
    assert dynamic.build().addresses == ("s",)


@pytest.mark.parametrize(
    ("key", "value"), [(b"21", -973932308), (b"foobar", -790332482), (b"a-little-bit-long-string", -985981536)]
)  # fmt: skip
def test_keys_are_hashed_as_by_the_producer(key: bytes, value: int) -> None:
    # The values are those of testMurmur2 in Kafka's UtilsTest.
    assert hash_murmur2(key) == value & 0xFFFFFFFF
    assert choose_partition(key, 1) == choose_partition(None, 7) == 0


def test_a_json_schema_with_fewer_fields_takes_the_first_ones_of_the_row() -> None:
    # recorded from JsonRowSerializationSchema of Flink 2.3.0
    row = Row("a", 2, 3)

    def serialize(names: list[str]) -> bytes:
        types = [Types.STRING(), Types.INT(), Types.INT(), Types.INT()][: len(names)]
        builder = JsonRowSerializationSchema.builder()
        return builder.with_type_info(Types.ROW_NAMED(names, types)).build().serialize(row)

    assert serialize(["x"]) == b'{"x":"a"}'
    with pytest.raises(ValueError, match=r"Could not serialize row .* has 4 fields \(x, y, z, w\)"):
        serialize(["x", "y", "z", "w"])


@pytest.mark.parametrize(
    ("type_info", "text", "value"),
    [
        (Types.SQL_TIMESTAMP(), "2024-01-02T03:04:05Z", datetime(2024, 1, 2, 3, 4, 5)),
        (Types.SQL_TIMESTAMP(), "2024-01-02T03:04:05.678Z", datetime(2024, 1, 2, 3, 4, 5, 678000)),
        (Types.SQL_DATE(), "2024-01-02", date(2024, 1, 2)),
        (Types.SQL_TIME(), "03:04:05Z", time(3, 4, 5)),
        (Types.SQL_TIMESTAMP(), "2024-01-02T03:04:05", None),
        (Types.SQL_TIMESTAMP(), "2024-01-02 03:04:05", None),
        (Types.SQL_TIMESTAMP(), "2024-01-02T03:04:05+02:00", None),
        (Types.SQL_DATE(), "2024-1-2", None),
        (Types.SQL_TIME(), "03:04:05", None),
        (Types.SQL_TIME(), "03:04:05.123Z", None),
    ],
)
def test_times_in_json_have_the_forms_of_rfc_3339(type_info: Any, text: str, value: Any) -> None:
    # recorded from JsonRowDeserializationSchema and JsonRowSerializationSchema of Flink 2.3.0
    row_type = Types.ROW_NAMED(["x"], [type_info])
    reader = JsonRowDeserializationSchema.builder().type_info(row_type).build()
    message = f'{{"x":"{text}"}}'.encode()
    if value is None:
        with pytest.raises(ValueError, match="has not the form of"):
            reader.deserialize(message)
        return
    row = reader.deserialize(message)
    assert list(row) == [value]
    writer = JsonRowSerializationSchema.builder().with_type_info(row_type).build()
    assert writer.serialize(row) == message


AVRO_SCHEMA = """{"type": "record", "name": "Order", "namespace": "shop", "fields": [
    {"name": "id", "type": "int"},
    {"name": "note", "type": ["null", "string"]},
    {"name": "at", "type": {"type": "long", "logicalType": "timestamp-millis"}},
    {"name": "day", "type": {"type": "int", "logicalType": "date"}},
    {"name": "price",
     "type": {"type": "bytes", "logicalType": "decimal", "precision": 6, "scale": 2}},
    {"name": "tags", "type": {"type": "array", "items": "string"}},
    {"name": "counts", "type": {"type": "map", "values": "long"}},
    {"name": "state", "type": {"type": "enum", "name": "State", "symbols": ["NEW", "PAID"]}},
    {"name": "address", "type": {"type": "record", "name": "Address", "fields": [
        {"name": "street", "type": "string"}]}},
    {"name": "second_address", "type": ["null", "shop.Address"]}]}"""


def test_avro_rows_have_the_types_of_flinks_converter_without_fastavro() -> None:
    row_type = AvroRowDeserializationSchema(avro_schema_string=AVRO_SCHEMA).get_produced_type()
    address = Types.ROW_NAMED(["street"], [Types.STRING()])
    assert row_type == Types.ROW_NAMED(
        [
            "id", "note", "at", "day", "price", "tags", "counts", "state", "address",
            "second_address",
        ],
        [
            Types.INT(), Types.STRING(), Types.SQL_TIMESTAMP(), Types.SQL_DATE(), Types.BIG_DEC(),
            Types.OBJECT_ARRAY(Types.STRING()), Types.MAP(Types.STRING(), Types.LONG()),
            Types.STRING(), address, address,
        ],
    )  # fmt: skip


def test_avro_rows_are_written_and_read_in_the_binary_form() -> None:
    pytest.importorskip("fastavro")
    small = '{"type": "record", "name": "T", "fields": [{"name": "id", "type": "int"}, \
{"name": "name", "type": "string"}]}'
    # The encoding is that of Avro's specification: zigzag integers, then length and text.
    assert (
        AvroRowSerializationSchema(avro_schema_string=small).serialize(Row(3, "hi"))
        == b"\x06\x04hi"
    )
    row = Row(
        1, None, datetime(2024, 1, 2, 3, 4, 5, 678000), date(2024, 1, 2), Decimal("12.50"),
        ["a", "b"], {"x": 3}, "PAID", Row("here"), Row("there"),
    )  # fmt: skip
    message = AvroRowSerializationSchema(avro_schema_string=AVRO_SCHEMA).serialize(row)
    assert AvroRowDeserializationSchema(avro_schema_string=AVRO_SCHEMA).deserialize(message) == row
    with pytest.raises(ValueError, match="Failed to deserialize Avro record"):
        AvroRowDeserializationSchema(avro_schema_string=small).deserialize(b"\x06")
    with pytest.raises(ValueError, match=r"Failed to serialize row .* has 2 fields, id, name"):
        AvroRowSerializationSchema(avro_schema_string=small).serialize(Row(3))


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        ("{", "SchemaParseException"),
        ('{"type": "record", "name": "T", "fields": [{"name": "a", "type": "no"}]}', "'no' is not"),
        ('"string"', "Row type information expected"),
    ],
)
def test_a_schema_that_avro_rejects_is_rejected_when_it_is_built(schema: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        AvroRowDeserializationSchema(avro_schema_string=schema)
