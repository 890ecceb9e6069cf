"""Whether and when a job that failed is run again.

Flink: ``RestartBackoffTimeStrategyFactoryLoader``, ``FixedDelayRestartBackoffTimeStrategy``,
``FailureRateRestartBackoffTimeStrategy``.
Differs: nothing is restored, each attempt begins with the beginning of the input, as in Flink without
checkpoints. The exponential delay, Flink's default under checkpointing, is taken for "none": it
restarts without end, and a run of the simulator fails the same way each time.
"""

from __future__ import annotations

from collections import deque
from typing import Protocol

from flinksim.common.configuration import Configuration


class RestartStrategy(Protocol):
    """Is told of each failure."""

    def delay_ms(self, now_ms: int) -> int | None:
        """How long to wait after a failure at *now_ms*; ``None``: the job has failed for good."""


class NoRestart:
    """The first failure ends the job."""

    def delay_ms(self, now_ms: int) -> int | None:
        return None


class FixedDelay:
    """So many attempts more, each after the same delay."""

    def __init__(self, attempts: int, delay_ms: int) -> None:
        self._left = attempts
        self._delay_ms = delay_ms

    def delay_ms(self, now_ms: int) -> int | None:
        if self._left <= 0:
            return None
        self._left -= 1
        return self._delay_ms


class FailureRate:
    """At most so many failures within an interval."""

    def __init__(self, failures: int, interval_ms: int, delay_ms: int) -> None:
        self._failures = failures
        self._interval_ms = interval_ms
        self._delay_ms = delay_ms
        self._times_ms: deque[int] = deque(maxlen=failures + 1)

    def delay_ms(self, now_ms: int) -> int | None:
        times = self._times_ms
        times.append(now_ms)
        too_many = len(times) > self._failures and now_ms - times[0] <= self._interval_ms
        return None if too_many else self._delay_ms


def restart_strategy_of(configuration: Configuration) -> RestartStrategy:
    """The strategy that ``restart-strategy.*`` names, with Flink's defaults.

    Raises: ValueError for a name that Flink does not know.
    """
    name = configuration.get_string(
        "restart-strategy.type", configuration.get_string("restart-strategy", "none")
    )
    prefix = "restart-strategy"
    match name.lower().replace("-", ""):
        case "none" | "off" | "disable" | "exponentialdelay":
            return NoRestart()
        case "fixeddelay":
            return FixedDelay(
                configuration.get_integer(f"{prefix}.fixed-delay.attempts", 1),
                configuration.get_duration_ms(f"{prefix}.fixed-delay.delay", 1000),
            )
        case "failurerate":
            return FailureRate(
                configuration.get_integer(f"{prefix}.failure-rate.max-failures-per-interval", 1),
                configuration.get_duration_ms(
                    f"{prefix}.failure-rate.failure-rate-interval", 60_000
                ),
                configuration.get_duration_ms(f"{prefix}.failure-rate.delay", 1000),
            )
    raise ValueError(
        f"option 'restart-strategy.type': expected none, fixed-delay, failure-rate or "
        f"exponential-delay, found {name!r}"
    )
