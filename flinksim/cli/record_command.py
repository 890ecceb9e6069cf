"""``flinksim record``: write the messages of an external system to a file that ``--source`` binds."""

from __future__ import annotations

import argparse
from pathlib import Path

from flinksim.cli.console import (
    USAGE_ERROR,
    print_stderr,
    report_error,
    report_interrupt,
    show_progress,
)
from flinksim.connectors.external.message import format_message
from flinksim.core.atomic_files import AppendOnlyFile
from flinksim.external_data.kafka_topic import (
    KafkaTopicError,
    KafkaTopicReader,
    parse_topic_range,
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = (
        "Then run flinksim run PROGRAM --source TOPIC=FILE. To record a job of real Flink, see "
        "flinksim recorder."
    )
    parser.add_argument("system", choices=["kafka"], help="The system to read: kafka.")
    parser.add_argument("brokers", metavar="BROKERS", help="Brokers: localhost:9092.")
    parser.add_argument("topic", metavar="TOPIC", help="The topic to read.")
    parser.add_argument("file", metavar="FILE", type=Path, help="The file to write, as JSON lines.")
    parser.add_argument(
        "--from",
        dest="start",
        metavar="TIME",
        default="earliest",
        help="First timestamp: earliest (default), a time such as 2024-03-01T12:00:00Z, or ms.",
    )
    parser.add_argument(
        "--until",
        dest="end",
        metavar="TIME",
        default="latest",
        help="End before this timestamp: a time, ms, latest (default: what the topic has now) or never "
        "(until Ctrl-C).",
    )
    parser.add_argument(
        "--property",
        dest="properties",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="A setting of librdkafka, such as security.protocol=SASL_SSL.",
    )
    parser.add_argument(
        "--timeout",
        type=float,
        metavar="SECONDS",
        default=10.0,
        help="Time to wait for the brokers (default: 10).",
    )
    parser.set_defaults(action=execute)


def execute(options: argparse.Namespace) -> int:
    """Execute the command and return its exit code."""
    properties = dict(text.partition("=")[::2] for text in options.properties)
    if not all(properties.values()):
        print_stderr("flinksim record: --property: expected NAME=VALUE")
        return USAGE_ERROR
    try:
        part = parse_topic_range(options.start, options.end)
    except ValueError as error:
        print_stderr(f"flinksim record: {error}")
        return USAGE_ERROR
    try:
        reader = KafkaTopicReader(options.brokers, options.topic, properties, options.timeout)
        file = AppendOnlyFile(options.file)
    except (KafkaTopicError, OSError) as error:
        return report_error(str(error))
    counts: dict[int, int] = dict.fromkeys(reader.partitions, 0)
    failure: KafkaTopicError | OSError | KeyboardInterrupt | None = None
    try:
        for message in reader.read(part, lambda count: show_progress(f"{count:,} messages")):
            file.append(f"{format_message(message)}\n".encode(), flush=False)
            counts[message.partition] += 1
    except (KafkaTopicError, OSError, KeyboardInterrupt) as error:
        failure = error
    finally:
        show_progress("")
    if not isinstance(failure, OSError):
        file.close()
    reader.close()
    written = _describe(options, counts)
    if isinstance(failure, KeyboardInterrupt):
        return report_interrupt(failure, written)
    if failure is not None:
        return report_error(f"{failure}\n{written}")
    print(written)
    return 0


def _describe(options: argparse.Namespace, counts: dict[int, int]) -> str:
    total = sum(counts.values())
    partitions = ", ".join(f"{partition}: {count:,}" for partition, count in counts.items())
    lines = [f"{total:,} messages of {options.topic} in {options.file} (by partition {partitions})"]
    if total:
        lines.append(f"flinksim run PROGRAM --source {options.topic}={options.file}")
    return "\n".join(lines)
