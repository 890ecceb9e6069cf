"""What happens after a failure."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

__all__ = ["RestartStrategies", "RestartStrategyConfiguration"]


class RestartStrategyConfiguration:
    """One strategy and its numbers.

    Flink: ``RestartStrategies.RestartStrategyConfiguration``.
    """

    def get_description(self) -> str:
        """The strategy in words."""
        raise NotImplementedError  # each strategy has its own

    def _identity(self) -> tuple[Any, ...]:
        return ()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RestartStrategyConfiguration):
            return NotImplemented
        return type(self) is type(other) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash((type(self).__name__, self._identity()))


class RestartStrategies:
    """Makes restart strategies; times are milliseconds or ``timedelta``.

    Flink: ``org.apache.flink.api.common.restartstrategy.RestartStrategies``.
    """

    class NoRestartStrategyConfiguration(RestartStrategyConfiguration):
        """The job fails at once."""

        def get_description(self) -> str:
            return "Restart deactivated."

    class FallbackRestartStrategyConfiguration(RestartStrategyConfiguration):
        """The cluster's own strategy."""

        def get_description(self) -> str:
            return "Cluster level default restart strategy"

    class FixedDelayRestartStrategyConfiguration(RestartStrategyConfiguration):
        """So many attempts, each after a pause."""

        def __init__(
            self,
            restart_attempts: int,
            delay_between_attempts_interval: int | timedelta,
        ) -> None:
            self._attempts = restart_attempts
            self._delay = _interval(
                delay_between_attempts_interval, "delay_between_attempts_interval"
            )

        def get_restart_attempts(self) -> int:
            """How often the job is started again."""
            return self._attempts

        def get_delay_between_attempts_interval(self) -> timedelta:
            """The pause before each attempt."""
            return self._delay

        def get_description(self) -> str:
            return f"Restart with fixed delay ({self._delay}). #{self._attempts} restart attempts."

        def _identity(self) -> tuple[Any, ...]:
            return (self._attempts, self._delay)

    class FailureRateRestartStrategyConfiguration(RestartStrategyConfiguration):
        """Restarts as long as failures are rare enough."""

        def __init__(
            self,
            max_failure_rate: int,
            failure_interval: int | timedelta,
            delay_between_attempts_interval: int | timedelta,
        ) -> None:
            self._max_failure_rate = max_failure_rate
            self._failure_interval = _interval(failure_interval, "failure_interval")
            self._delay = _interval(
                delay_between_attempts_interval, "delay_between_attempts_interval"
            )

        def get_max_failure_rate(self) -> int:
            """How many failures are borne within the interval."""
            return self._max_failure_rate

        def get_failure_interval(self) -> timedelta:
            """The interval."""
            return self._failure_interval

        def get_delay_between_attempts_interval(self) -> timedelta:
            """The pause before each attempt."""
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
        """No restart."""
        return RestartStrategies.NoRestartStrategyConfiguration()

    @staticmethod
    def fall_back_restart() -> RestartStrategies.FallbackRestartStrategyConfiguration:
        """The cluster's strategy."""
        return RestartStrategies.FallbackRestartStrategyConfiguration()

    @staticmethod
    def fixed_delay_restart(
        restart_attempts: int, delay_between_attempts: int | timedelta
    ) -> RestartStrategies.FixedDelayRestartStrategyConfiguration:
        """*restart_attempts* attempts with *delay_between_attempts* (ms) before each."""
        return RestartStrategies.FixedDelayRestartStrategyConfiguration(
            restart_attempts, delay_between_attempts
        )

    @staticmethod
    def failure_rate_restart(
        failure_rate: int, failure_interval: int | timedelta, delay_interval: int | timedelta
    ) -> RestartStrategies.FailureRateRestartStrategyConfiguration:
        """Restarts unless *failure_rate* failures fall within *failure_interval* (ms)."""
        return RestartStrategies.FailureRateRestartStrategyConfiguration(
            failure_rate, failure_interval, delay_interval
        )


def _interval(value: Any, name: str) -> timedelta:
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
