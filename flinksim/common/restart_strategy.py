"""Restart strategies."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

__all__ = ["RestartStrategies", "RestartStrategyConfiguration"]


class RestartStrategyConfiguration:
    """A restart strategy with its parameters.

    Flink: ``RestartStrategies.RestartStrategyConfiguration``.
    """

    def get_description(self) -> str:
        """Describe the strategy in words."""
        raise NotImplementedError  # abstract

    def _identity(self) -> tuple[Any, ...]:
        return ()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RestartStrategyConfiguration):
            return NotImplemented
        return type(self) is type(other) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash((type(self).__name__, self._identity()))


class RestartStrategies:
    """Factory of restart strategies; times are milliseconds or ``timedelta``.

    Flink: ``org.apache.flink.api.common.restartstrategy.RestartStrategies``.
    """

    class NoRestartStrategyConfiguration(RestartStrategyConfiguration):
        """The job fails on the first failure."""

        def get_description(self) -> str:
            return "Restart deactivated."

    class FallbackRestartStrategyConfiguration(RestartStrategyConfiguration):
        """The default strategy of the cluster."""

        def get_description(self) -> str:
            return "Cluster level default restart strategy"

    class FixedDelayRestartStrategyConfiguration(RestartStrategyConfiguration):
        """A fixed number of attempts, each after a delay."""

        def __init__(
            self,
            restart_attempts: int,
            delay_between_attempts_interval: int | timedelta,
        ) -> None:
            self._attempts = restart_attempts
            self._delay = _to_interval(
                delay_between_attempts_interval, "delay_between_attempts_interval"
            )

        def get_restart_attempts(self) -> int:
            """Return the number of restarts."""
            return self._attempts

        def get_delay_between_attempts_interval(self) -> timedelta:
            """Return the delay before each attempt."""
            return self._delay

        def get_description(self) -> str:
            return f"Restart with fixed delay ({self._delay}). #{self._attempts} restart attempts."

        def _identity(self) -> tuple[Any, ...]:
            return (self._attempts, self._delay)

    class FailureRateRestartStrategyConfiguration(RestartStrategyConfiguration):
        """Restarts until the failure rate exceeds a limit."""

        def __init__(
            self,
            max_failure_rate: int,
            failure_interval: int | timedelta,
            delay_between_attempts_interval: int | timedelta,
        ) -> None:
            self._max_failure_rate = max_failure_rate
            self._failure_interval = _to_interval(failure_interval, "failure_interval")
            self._delay = _to_interval(
                delay_between_attempts_interval, "delay_between_attempts_interval"
            )

        def get_max_failure_rate(self) -> int:
            """Return the number of failures allowed per interval."""
            return self._max_failure_rate

        def get_failure_interval(self) -> timedelta:
            """Return the interval of the failure rate."""
            return self._failure_interval

        def get_delay_between_attempts_interval(self) -> timedelta:
            """Return the delay before each attempt."""
            return self._delay

        def get_description(self) -> str:
            return (
                f"Failure rate restart with maximum of {self._max_failure_rate} failures within "
                f"interval {self._failure_interval} and fixed delay {self._delay}."
            )

        def _identity(self) -> tuple[Any, ...]:
            return (self._max_failure_rate, self._failure_interval, self._delay)

    @staticmethod
    def no_restart() -> RestartStrategies.NoRestartStrategyConfiguration:
        """Return the strategy that never restarts."""
        return RestartStrategies.NoRestartStrategyConfiguration()

    @staticmethod
    def fall_back_restart() -> RestartStrategies.FallbackRestartStrategyConfiguration:
        """Return the strategy that uses the cluster's default."""
        return RestartStrategies.FallbackRestartStrategyConfiguration()

    @staticmethod
    def fixed_delay_restart(
        restart_attempts: int, delay_between_attempts: int | timedelta
    ) -> RestartStrategies.FixedDelayRestartStrategyConfiguration:
        """Return a strategy with *restart_attempts*, *delay_between_attempts* (ms) before each."""
        return RestartStrategies.FixedDelayRestartStrategyConfiguration(
            restart_attempts, delay_between_attempts
        )

    @staticmethod
    def failure_rate_restart(
        failure_rate: int, failure_interval: int | timedelta, delay_interval: int | timedelta
    ) -> RestartStrategies.FailureRateRestartStrategyConfiguration:
        """Return a strategy that restarts until a failure rate is exceeded.

        Args:
            failure_rate: number of failures allowed per interval.
            failure_interval: the interval (ms).
            delay_interval: the delay before each restart (ms).
        """
        return RestartStrategies.FailureRateRestartStrategyConfiguration(
            failure_rate, failure_interval, delay_interval
        )


def _to_interval(value: Any, name: str) -> timedelta:
    if isinstance(value, timedelta):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        try:
            return timedelta(milliseconds=value)
        except OverflowError:
            raise ValueError(f"The parameter '{name}' is out of range: {value!r:.60} ms") from None
    raise TypeError(
        f"The parameter '{name}' only supports integer (milliseconds) and datetime.timedelta, "
        f"found {value!r}"
    )
