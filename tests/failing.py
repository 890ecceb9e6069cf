"""A function that fails, so that a job is restarted."""

from __future__ import annotations

from typing import Any

from flinksim.common import Configuration
from flinksim.datastream import MapFunction, RuntimeContext


class Fails(MapFunction):
    """Raises at each ``every``-th record of a subtask, in the first ``failures`` attempts."""

    def __init__(self, failures: int, every: int) -> None:
        self.failures = failures
        self.every = every
        self.seen = 0

    def open(self, runtime_context: RuntimeContext) -> None:
        self.attempt = runtime_context.get_attempt_number()

    def map(self, value: Any) -> Any:
        self.seen += 1
        if self.attempt < self.failures and self.seen % self.every == 0:
            raise RuntimeError(f"attempt {self.attempt} fails")
        return value


def restarts(configuration: Configuration, attempts: int, delay_ms: int) -> None:
    """Have a job restarted so often, each time after a delay."""
    configuration.set_string("restart-strategy.type", "fixed-delay")
    configuration.set_integer("restart-strategy.fixed-delay.attempts", attempts)
    configuration.set_string("restart-strategy.fixed-delay.delay", f"{delay_ms} ms")
