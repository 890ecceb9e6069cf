"""Restart strategies: whether and when a failed job is restarted.

Flink: ``RestartBackoffTimeStrategyFactoryLoader``, ``FixedDelayRestartBackoffTimeStrategy``,
``FailureRateRestartBackoffTimeStrategy``, ``ExponentialDelayRestartBackoffTimeStrategy``.
Differs: the exponential delay has no jitter. In Flink it restarts forever, but a simulated run fails
the same way each time. So it gives up after a maximum number of restarts and reports this.
"""

from __future__ import annotations

from collections import deque
from typing import Protocol

from flinksim.common.configuration import Configuration

MAX_RESTARTS = 10
"""Maximum number of restarts with a strategy that in Flink would restart forever."""


_SUPPRESSED_PREFIX = "Recovery is suppressed by "


class RestartStrategy(Protocol):
    """Decides after each failure whether and when the job is restarted."""

    @property
    def give_up_reason(self) -> str:
        """Why the strategy no longer restarted the job, as Flink's message; "" if it did not give up."""

    def compute_delay_ms(self, now_ms: int) -> int | None:
        """Compute the delay of the restart after a failure at *now_ms*; ``None`` fails the job."""

    def on_restarted(self) -> None:
        """Note that the job was restarted: a later failure is one after the restart."""


class NoRestart:
    """A strategy that never restarts: the first failure ends the job."""

    give_up_reason = ""

    def compute_delay_ms(self, now_ms: int) -> int | None:
        return None

    def on_restarted(self) -> None:
        """Nothing depends on it."""


class FixedDelay:
    """A strategy with a fixed number of attempts, each after the same delay."""

    def __init__(self, attempts: int, delay_ms: int) -> None:
        self._attempts = self._remaining_attempts = attempts
        self._delay_ms = delay_ms
        self.give_up_reason = ""

    def compute_delay_ms(self, now_ms: int) -> int | None:
        if self._remaining_attempts <= 0:
            self.give_up_reason = (
                f"{_SUPPRESSED_PREFIX}FixedDelayRestartBackoffTimeStrategy("
                f"maxNumberRestartAttempts={self._attempts}, backoffTimeMS={self._delay_ms})"
            )
            return None
        self._remaining_attempts -= 1
        return self._delay_ms

    def on_restarted(self) -> None:
        """Nothing depends on it."""


class FailureRate:
    """A strategy that gives up after too many failures within an interval."""

    def __init__(self, max_failures: int, interval_ms: int, delay_ms: int) -> None:
        self._max_failures = max_failures
        self._interval_ms = interval_ms
        self._delay_ms = delay_ms
        self._times_ms: deque[int] = deque(maxlen=max_failures + 1)
        self.give_up_reason = ""

    def compute_delay_ms(self, now_ms: int) -> int | None:
        times = self._times_ms
        times.append(now_ms)
        too_many = len(times) > self._max_failures and now_ms - times[0] <= self._interval_ms
        if not too_many:
            return self._delay_ms
        name = "FailureRateRestartBackoffTimeStrategy("
        self.give_up_reason = (
            f"{_SUPPRESSED_PREFIX}{name}{name}failuresIntervalMS={self._interval_ms},"
            f"backoffTimeMS={self._delay_ms},maxFailuresPerInterval={self._max_failures})"
        )
        return None

    def on_restarted(self) -> None:
        """Nothing depends on it."""


class ExponentialDelay:
    """A strategy whose delay grows with each restart, until nothing has failed for a while.

    A failure that comes while a restart is pending belongs to the same attempt: it waits for the same
    time and does not let the delay grow.

    *max_attempts* is Flink's own limit on restarts since the delay was last reset (``None``: no limit).
    *max_restarts* ends a run that Flink would not end.
    """

    def __init__(
        self,
        initial_ms: int,
        max_ms: int,
        multiplier: float,
        reset_after_ms: int,
        max_attempts: int | None,
        max_restarts: int = MAX_RESTARTS,
    ) -> None:
        self._initial_ms = initial_ms
        self._max_ms = max_ms
        self._multiplier = multiplier
        self._reset_after_ms = reset_after_ms
        self._max_attempts = max_attempts
        self._max_restarts = max_restarts
        self._restarts_since_reset = 0
        self._restarts = 0
        self._next_restart_ms: int | None = None
        self._has_restarted = False

    @property
    def give_up_reason(self) -> str:
        """Why a run was ended although Flink would restart the job again; "" if it was not."""
        if self._restarts < self._max_restarts:
            return ""
        return (
            f"stopped after {self._restarts} restarts. With the exponential "
            "delay, the default with checkpoints, Flink would restart forever"
        )

    def compute_delay_ms(self, now_ms: int) -> int | None:
        last = self._next_restart_ms
        # Virtual time may stand still during the restart; in Flink a failure after it is always later.
        if last is not None and now_ms <= last and not self._has_restarted:
            return last - now_ms
        if last is not None and now_ms - last >= self._reset_after_ms:
            self._restarts_since_reset = 0
        delay = min(
            int(self._initial_ms * self._multiplier**self._restarts_since_reset), self._max_ms
        )
        self._restarts_since_reset += 1
        if self._max_attempts is not None and self._restarts_since_reset > self._max_attempts:
            return None
        if self._restarts >= self._max_restarts:
            return None
        self._restarts += 1
        self._next_restart_ms = now_ms + delay
        self._has_restarted = False
        return delay

    def on_restarted(self) -> None:
        self._has_restarted = True


def create_restart_strategy(configuration: Configuration) -> RestartStrategy:
    """Create the strategy of the options ``restart-strategy.*``, with Flink's defaults.

    Raises:
        ValueError: For a name that Flink does not know.
    """
    has_checkpoints = configuration.get_duration_ms("execution.checkpointing.interval", -1) > 0
    name = configuration.get_string(
        "restart-strategy.type",
        configuration.get_string(
            "restart-strategy", "exponential-delay" if has_checkpoints else "none"
        ),
    )
    prefix = "restart-strategy"
    match name.lower().replace("-", ""):
        case "none" | "off" | "disable":
            return NoRestart()
        case "exponentialdelay":
            option = f"{prefix}.exponential-delay"
            attempts = configuration.get_string(f"{option}.attempts-before-reset-backoff", "")
            return ExponentialDelay(
                configuration.get_duration_ms(f"{option}.initial-backoff", 1000),
                configuration.get_duration_ms(f"{option}.max-backoff", 60_000),
                float(configuration.get_string(f"{option}.backoff-multiplier", "1.5")),
                configuration.get_duration_ms(f"{option}.reset-backoff-threshold", 3_600_000),
                int(attempts) if attempts else None,
            )
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
