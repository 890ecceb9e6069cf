"""Time to live of state."""

from __future__ import annotations

from enum import Enum

from flinksim.common.time import Duration, Time
from flinksim.core.validation import validate_arguments_like_flink

__all__ = ["StateTtlConfig"]


class StateTtlConfig:
    """When state expires, what refreshes it, and whether expired values are visible.

    Flink: ``org.apache.flink.api.common.state.StateTtlConfig``. PyFlink nests the other classes in
    it, so they are nested here.
    """

    class UpdateType(Enum):
        """Which accesses refresh the time to live."""

        Disabled = 0
        OnCreateAndWrite = 1
        OnReadAndWrite = 2

    class StateVisibility(Enum):
        """Whether an expired value that is still stored is returned."""

        ReturnExpiredIfNotCleanedUp = 0
        NeverReturnExpired = 1

    class TtlTimeCharacteristic(Enum):
        """The clock of the time to live; only processing time exists."""

        ProcessingTime = 0

    class CleanupStrategies:
        """When expired state is removed from storage, in addition to access."""

        class Strategies(Enum):
            """The cleanup strategies."""

            FULL_STATE_SCAN_SNAPSHOT = 0
            INCREMENTAL_CLEANUP = 1
            ROCKSDB_COMPACTION_FILTER = 2

        class CleanupStrategy:
            """Base class of the settings of one strategy."""

        class EmptyCleanupStrategy(CleanupStrategy):
            """A strategy without settings."""

        class IncrementalCleanupStrategy(CleanupStrategy):
            """Checks some entries at every access, or at every record."""

            def __init__(self, cleanup_size: int, run_cleanup_for_every_record: bool) -> None:
                self._cleanup_size = cleanup_size
                self._run_cleanup_for_every_record = run_cleanup_for_every_record

            def get_cleanup_size(self) -> int:
                return self._cleanup_size

            def run_cleanup_for_every_record(self) -> bool:
                return self._run_cleanup_for_every_record

        class RocksdbCompactFilterCleanupStrategy(CleanupStrategy):
            """Drops expired entries when RocksDB compacts its files."""

            def __init__(
                self,
                query_time_after_num_entries: int,
                periodic_compaction_time: Duration | None = None,
            ) -> None:
                self._query_time_after_num_entries = query_time_after_num_entries
                self._periodic_compaction_time = periodic_compaction_time or Duration.of_days(30)

            def get_query_time_after_num_entries(self) -> int:
                return self._query_time_after_num_entries

            def get_periodic_compaction_time(self) -> Duration:
                return self._periodic_compaction_time

        EMPTY_STRATEGY = EmptyCleanupStrategy()

        def __init__(
            self,
            strategies: dict[
                StateTtlConfig.CleanupStrategies.Strategies,
                StateTtlConfig.CleanupStrategies.CleanupStrategy,
            ],
            is_cleanup_in_background: bool,
        ) -> None:
            self._strategies = strategies
            self._is_cleanup_in_background = is_cleanup_in_background

        def is_cleanup_in_background(self) -> bool:
            return self._is_cleanup_in_background

        def in_full_snapshot(self) -> bool:
            """Return whether a full snapshot omits expired entries."""
            return self.Strategies.FULL_STATE_SCAN_SNAPSHOT in self._strategies

        def get_incremental_cleanup_strategy(
            self,
        ) -> StateTtlConfig.CleanupStrategies.IncrementalCleanupStrategy | None:
            """Return the settings, the default ones, or ``None`` if disabled."""
            chosen = self._strategies.get(self.Strategies.INCREMENTAL_CLEANUP)
            if isinstance(chosen, self.IncrementalCleanupStrategy):
                return chosen
            if self._is_cleanup_in_background:
                return self.IncrementalCleanupStrategy(5, False)
            return None

        def get_rocksdb_compact_filter_cleanup_strategy(
            self,
        ) -> StateTtlConfig.CleanupStrategies.RocksdbCompactFilterCleanupStrategy | None:
            """Return the settings, the default ones, or ``None`` if disabled."""
            chosen = self._strategies.get(self.Strategies.ROCKSDB_COMPACTION_FILTER)
            if isinstance(chosen, self.RocksdbCompactFilterCleanupStrategy):
                return chosen
            if self._is_cleanup_in_background:
                return self.RocksdbCompactFilterCleanupStrategy(1000)
            return None

    class Builder:
        """Builds the settings; every method except ``build`` returns the builder."""

        def __init__(self, ttl: Time) -> None:
            self._ttl = ttl
            self._update_type = StateTtlConfig.UpdateType.OnCreateAndWrite
            self._state_visibility = StateTtlConfig.StateVisibility.NeverReturnExpired
            self._ttl_time_characteristic = StateTtlConfig.TtlTimeCharacteristic.ProcessingTime
            self._is_cleanup_in_background = True
            self._strategies: dict[
                StateTtlConfig.CleanupStrategies.Strategies,
                StateTtlConfig.CleanupStrategies.CleanupStrategy,
            ] = {}

        def set_update_type(self, update_type: StateTtlConfig.UpdateType) -> StateTtlConfig.Builder:
            self._update_type = update_type
            return self

        def update_ttl_on_create_and_write(self) -> StateTtlConfig.Builder:
            return self.set_update_type(StateTtlConfig.UpdateType.OnCreateAndWrite)

        def update_ttl_on_read_and_write(self) -> StateTtlConfig.Builder:
            return self.set_update_type(StateTtlConfig.UpdateType.OnReadAndWrite)

        def set_state_visibility(
            self, state_visibility: StateTtlConfig.StateVisibility
        ) -> StateTtlConfig.Builder:
            self._state_visibility = state_visibility
            return self

        def return_expired_if_not_cleaned_up(self) -> StateTtlConfig.Builder:
            return self.set_state_visibility(
                StateTtlConfig.StateVisibility.ReturnExpiredIfNotCleanedUp
            )

        def never_return_expired(self) -> StateTtlConfig.Builder:
            return self.set_state_visibility(StateTtlConfig.StateVisibility.NeverReturnExpired)

        def set_ttl_time_characteristic(
            self, ttl_time_characteristic: StateTtlConfig.TtlTimeCharacteristic
        ) -> StateTtlConfig.Builder:
            self._ttl_time_characteristic = ttl_time_characteristic
            return self

        def use_processing_time(self) -> StateTtlConfig.Builder:
            return self.set_ttl_time_characteristic(
                StateTtlConfig.TtlTimeCharacteristic.ProcessingTime
            )

        def cleanup_full_snapshot(self) -> StateTtlConfig.Builder:
            """Omit expired entries from full snapshots."""
            kinds = StateTtlConfig.CleanupStrategies
            self._strategies[kinds.Strategies.FULL_STATE_SCAN_SNAPSHOT] = kinds.EMPTY_STRATEGY
            return self

        def cleanup_incrementally(
            self, cleanup_size: int, run_cleanup_for_every_record: bool
        ) -> StateTtlConfig.Builder:
            """Check *cleanup_size* entries at every access, and optionally at every record."""
            kinds = StateTtlConfig.CleanupStrategies
            self._strategies[kinds.Strategies.INCREMENTAL_CLEANUP] = (
                kinds.IncrementalCleanupStrategy(cleanup_size, run_cleanup_for_every_record)
            )
            return self

        def cleanup_in_rocksdb_compact_filter(
            self,
            query_time_after_num_entries: int,
            periodic_compaction_time: Duration | None = None,
        ) -> StateTtlConfig.Builder:
            """Clean up during RocksDB's compaction; no effect on the heap backend."""
            kinds = StateTtlConfig.CleanupStrategies
            self._strategies[kinds.Strategies.ROCKSDB_COMPACTION_FILTER] = (
                kinds.RocksdbCompactFilterCleanupStrategy(
                    query_time_after_num_entries, periodic_compaction_time
                )
            )
            return self

        def disable_cleanup_in_background(self) -> StateTtlConfig.Builder:
            self._is_cleanup_in_background = False
            return self

        def set_ttl(self, ttl: Time) -> StateTtlConfig.Builder:
            self._ttl = ttl
            return self

        def build(self) -> StateTtlConfig:
            return StateTtlConfig(
                self._update_type,
                self._state_visibility,
                self._ttl_time_characteristic,
                self._ttl,
                StateTtlConfig.CleanupStrategies(self._strategies, self._is_cleanup_in_background),
            )

    def __init__(
        self,
        update_type: StateTtlConfig.UpdateType,
        state_visibility: StateTtlConfig.StateVisibility,
        ttl_time_characteristic: StateTtlConfig.TtlTimeCharacteristic,
        ttl: Time,
        cleanup_strategies: StateTtlConfig.CleanupStrategies,
    ) -> None:
        self._update_type = update_type
        self._state_visibility = state_visibility
        self._ttl_time_characteristic = ttl_time_characteristic
        self._ttl = ttl
        self._cleanup_strategies = cleanup_strategies

    @staticmethod
    @validate_arguments_like_flink
    def new_builder(ttl: Time) -> StateTtlConfig.Builder:
        return StateTtlConfig.Builder(ttl)

    def get_update_type(self) -> StateTtlConfig.UpdateType:
        return self._update_type

    def get_state_visibility(self) -> StateTtlConfig.StateVisibility:
        return self._state_visibility

    def get_ttl(self) -> Time:
        return self._ttl

    def get_ttl_time_characteristic(self) -> StateTtlConfig.TtlTimeCharacteristic:
        return self._ttl_time_characteristic

    def is_enabled(self) -> bool:
        return self._update_type is not StateTtlConfig.UpdateType.Disabled

    def get_cleanup_strategies(self) -> StateTtlConfig.CleanupStrategies:
        return self._cleanup_strategies

    def __repr__(self) -> str:
        return (
            f"StateTtlConfig<update_type={self._update_type}, "
            f"state_visibility={self._state_visibility}, "
            f"ttl_time_characteristic={self._ttl_time_characteristic}, ttl={self._ttl}>"
        )
