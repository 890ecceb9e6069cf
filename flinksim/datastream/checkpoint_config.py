"""When checkpoints are taken and what they guarantee."""

from __future__ import annotations

from typing import Any

from flinksim.common.configuration import Configuration
from flinksim.common.time import Duration
from flinksim.core.pyflink_errors import JavaIllegalArgumentError, PythonTypeMismatchError
from flinksim.core.removed_api import RemovedMethodsMixin
from flinksim.core.validation import validate_arguments
from flinksim.datastream.argument_checks import check_instance, check_whole_number
from flinksim.datastream.checkpointing_mode import CheckpointingMode
from flinksim.datastream.externalized_checkpoint_retention import ExternalizedCheckpointRetention

__all__ = ["CheckpointConfig"]

_PREFIX = "execution.checkpointing."


class CheckpointConfig(RemovedMethodsMixin):
    """Checkpoint settings, stored in a ``Configuration``. Times are milliseconds.

    Flink: ``org.apache.flink.streaming.api.environment.CheckpointConfig``.
    """

    DEFAULT_MODE = CheckpointingMode.EXACTLY_ONCE
    DEFAULT_TIMEOUT = 600_000
    DEFAULT_MIN_PAUSE_BETWEEN_CHECKPOINTS = 0
    DEFAULT_MAX_CONCURRENT_CHECKPOINTS = 1

    def __init__(self, configuration: Configuration | None = None) -> None:
        self._configuration = Configuration() if configuration is None else configuration

    def check_options(self) -> None:
        """Check that the options have values that the setters accept. Flink: ``configure``.

        Raises:
            ValueError: If a setter would reject the value (with the same message), or if the value
                has the wrong format.
        """
        known = self._configuration.key_set()
        for option, get in {
            "interval": self.get_checkpoint_interval,
            "timeout": self.get_checkpoint_timeout,
            "min-pause": self.get_min_pause_between_checkpoints,
            "max-concurrent-checkpoints": self.get_max_concurrent_checkpoints,
            "tolerable-failed-checkpoints": self.get_tolerable_checkpoint_failure_number,
        }.items():
            if _PREFIX + option in known:
                _check_minimum(option, get())

    def is_checkpointing_enabled(self) -> bool:
        """Return whether an interval is set."""
        return self.get_checkpoint_interval() > 0

    def get_checkpointing_mode(self) -> CheckpointingMode:
        """Return the guarantee; as in Flink it is at-least-once while checkpoints are off."""
        if not self.is_checkpointing_enabled():
            return CheckpointingMode.AT_LEAST_ONCE
        return CheckpointingMode[self._get_text("mode", "EXACTLY_ONCE").upper()]

    def set_checkpointing_mode(self, checkpointing_mode: CheckpointingMode) -> CheckpointConfig:
        """Set the guarantee of checkpoints."""
        check_instance(
            checkpointing_mode, CheckpointingMode, "set_checkpointing_mode", "checkpointing_mode",
            "A CheckpointingMode is required",
            pyflink_error=PythonTypeMismatchError,
        )  # fmt: skip
        return self._set_option("mode", checkpointing_mode.name)

    def get_checkpoint_interval(self) -> int:
        """Return the interval, or -1 if checkpoints are off."""
        return self._get_duration_ms("interval", -1)

    def set_checkpoint_interval(self, checkpoint_interval: int) -> CheckpointConfig:
        """Set the interval, at least 10 ms."""
        check_whole_number(checkpoint_interval, "set_checkpoint_interval", "checkpoint_interval")
        _check_minimum("interval", checkpoint_interval)
        return self._set_option("interval", checkpoint_interval)

    def get_checkpoint_timeout(self) -> int:
        """Return the maximum duration of a checkpoint."""
        return self._get_duration_ms("timeout", self.DEFAULT_TIMEOUT)

    def set_checkpoint_timeout(self, checkpoint_timeout: int) -> CheckpointConfig:
        """Set the maximum duration of a checkpoint, at least 10 ms."""
        check_whole_number(checkpoint_timeout, "set_checkpoint_timeout", "checkpoint_timeout")
        _check_minimum("timeout", checkpoint_timeout)
        return self._set_option("timeout", checkpoint_timeout)

    def get_min_pause_between_checkpoints(self) -> int:
        """Return the minimum pause between the end of one checkpoint and the start of the next."""
        return self._get_duration_ms("min-pause", self.DEFAULT_MIN_PAUSE_BETWEEN_CHECKPOINTS)

    def set_min_pause_between_checkpoints(
        self, min_pause_between_checkpoints: int
    ) -> CheckpointConfig:
        """Set the minimum pause between checkpoints."""
        check_whole_number(
            min_pause_between_checkpoints, "set_min_pause_between_checkpoints",
            "min_pause_between_checkpoints",
        )  # fmt: skip
        _check_minimum("min-pause", min_pause_between_checkpoints)
        return self._set_option("min-pause", min_pause_between_checkpoints)

    def get_max_concurrent_checkpoints(self) -> int:
        """Return the maximum number of concurrent checkpoints."""
        return self._configuration.get_integer(
            _PREFIX + "max-concurrent-checkpoints", self.DEFAULT_MAX_CONCURRENT_CHECKPOINTS
        )

    def set_max_concurrent_checkpoints(self, max_concurrent_checkpoints: int) -> CheckpointConfig:
        """Set the maximum number of concurrent checkpoints, at least 1."""
        check_whole_number(
            max_concurrent_checkpoints, "set_max_concurrent_checkpoints",
            "max_concurrent_checkpoints",
        )  # fmt: skip
        _check_minimum("max-concurrent-checkpoints", max_concurrent_checkpoints)
        return self._set_option("max-concurrent-checkpoints", max_concurrent_checkpoints)

    def is_fail_on_checkpointing_errors(self) -> bool:
        """Return whether the first failed checkpoint fails the job."""
        return self.get_tolerable_checkpoint_failure_number() == 0

    @validate_arguments
    def set_fail_on_checkpointing_errors(
        self, fail_on_checkpointing_errors: bool
    ) -> CheckpointConfig:
        """Fail the job at the first failed checkpoint, or never."""
        return self.set_tolerable_checkpoint_failure_number(
            0 if fail_on_checkpointing_errors else 2**31 - 1
        )

    def get_tolerable_checkpoint_failure_number(self) -> int:
        """Return how many consecutive checkpoints may fail before the job fails."""
        return self._configuration.get_integer(_PREFIX + "tolerable-failed-checkpoints", 0)

    def set_tolerable_checkpoint_failure_number(
        self, tolerable_checkpoint_failure_number: int
    ) -> CheckpointConfig:
        """Set how many consecutive checkpoints may fail before the job fails."""
        check_whole_number(
            tolerable_checkpoint_failure_number, "set_tolerable_checkpoint_failure_number",
            "tolerable_checkpoint_failure_number",
        )  # fmt: skip
        _check_minimum("tolerable-failed-checkpoints", tolerable_checkpoint_failure_number)
        return self._set_option("tolerable-failed-checkpoints", tolerable_checkpoint_failure_number)

    def set_externalized_checkpoint_retention(
        self, retention_mode: ExternalizedCheckpointRetention
    ) -> CheckpointConfig:
        """Set whether checkpoints are retained when the job is cancelled."""
        check_instance(
            retention_mode, ExternalizedCheckpointRetention,
            "set_externalized_checkpoint_retention", "retention_mode",
            "An ExternalizedCheckpointRetention is required",
        )  # fmt: skip
        return self._set_option("externalized-checkpoint-retention", retention_mode.name)

    def is_externalized_checkpoints_enabled(self) -> bool:
        """Return whether checkpoints are stored outside of the job."""
        none = ExternalizedCheckpointRetention.NO_EXTERNALIZED_CHECKPOINTS
        return self.get_externalized_checkpoint_retention() is not none

    def get_externalized_checkpoint_retention(self) -> ExternalizedCheckpointRetention:
        """Return whether checkpoints are retained when the job is cancelled."""
        name = self._get_text("externalized-checkpoint-retention", "NO_EXTERNALIZED_CHECKPOINTS")
        return ExternalizedCheckpointRetention[name.upper()]

    def is_unaligned_checkpoints_enabled(self) -> bool:
        """Return whether barriers may overtake records; always false with at-least-once."""
        exactly_once = self.get_checkpointing_mode() is CheckpointingMode.EXACTLY_ONCE
        return exactly_once and self._configuration.get_boolean(
            _PREFIX + "unaligned.enabled", False
        )

    @validate_arguments
    def enable_unaligned_checkpoints(self, enabled: bool = True) -> CheckpointConfig:
        """Let barriers overtake records."""
        return self._set_option("unaligned.enabled", bool(enabled))

    def disable_unaligned_checkpoints(self) -> CheckpointConfig:
        """Align barriers."""
        return self.enable_unaligned_checkpoints(False)

    def set_aligned_checkpoint_timeout(self, alignment_timeout: Duration) -> CheckpointConfig:
        """Set the time after which an aligned checkpoint becomes unaligned."""
        check_instance(
            alignment_timeout, Duration, "set_aligned_checkpoint_timeout", "alignment_timeout",
            "A Duration is required",
        )  # fmt: skip
        return self._set_option("aligned-checkpoint-timeout", alignment_timeout.to_millis())

    def get_aligned_checkpoint_timeout(self) -> Duration:
        """Return the time after which an aligned checkpoint becomes unaligned."""
        return Duration.of_millis(self._get_duration_ms("aligned-checkpoint-timeout", 0))

    def set_alignment_timeout(self, alignment_timeout: Duration) -> CheckpointConfig:
        """Call :meth:`set_aligned_checkpoint_timeout`, the newer name."""
        return self.set_aligned_checkpoint_timeout(alignment_timeout)

    def get_alignment_timeout(self) -> Duration:
        """Call :meth:`get_aligned_checkpoint_timeout`, the newer name."""
        return self.get_aligned_checkpoint_timeout()

    @validate_arguments
    def set_force_unaligned_checkpoints(
        self, force_unaligned_checkpoints: bool = True
    ) -> CheckpointConfig:
        """Force unaligned checkpoints where Flink would reject them."""
        return self._set_option("unaligned.forced", bool(force_unaligned_checkpoints))

    def is_force_unaligned_checkpoints(self) -> bool:
        """Return whether unaligned checkpoints are forced."""
        return self._configuration.get_boolean(_PREFIX + "unaligned.forced", False)

    def _set_option(self, key: str, value: Any) -> CheckpointConfig:
        self._configuration.add_all(Configuration.from_dict({_PREFIX + key: value}))
        return self

    def _get_text(self, key: str, default: str) -> str:
        return self._configuration.get_string(_PREFIX + key, default)

    def _get_duration_ms(self, key: str, default: int) -> int:
        return self._configuration.get_duration_ms(_PREFIX + key, default)


_MINIMUMS = {
    "interval": (10, "Checkpoint interval must be larger than or equal to 10 ms"),
    "timeout": (10, "Checkpoint timeout must be larger than or equal to 10 ms"),
    "min-pause": (0, "Pause value must be zero or positive"),
    "max-concurrent-checkpoints": (
        1, "The maximum number of concurrent attempts must be at least one",
    ),
    "tolerable-failed-checkpoints": (
        0, "The tolerable failure checkpoint number must be non-negative",
    ),
}  # fmt: skip
"""The minimum of each option, and Flink's error message for smaller values."""


def _check_minimum(option: str, value: int) -> None:
    minimum, message = _MINIMUMS[option]
    if value < minimum:
        raise JavaIllegalArgumentError(f"{message}, found {value}.")
