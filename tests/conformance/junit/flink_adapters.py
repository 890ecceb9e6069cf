"""All modules that register classes for translated tests: import this one before a test runs."""

from tests.conformance.junit import (
    flink_elements,
    flink_harness,
    flink_mailbox,
    flink_runtime,
    flink_timers,
)

ADAPTERS = (flink_elements, flink_harness, flink_mailbox, flink_runtime, flink_timers)
