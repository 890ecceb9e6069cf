"""PyFlink: ``EnvironmentSettings`` and ``TableConfig``."""

from __future__ import annotations

from flinksim.common.configuration import Configuration

__all__ = ["EnvironmentSettings"]


class EnvironmentSettings:
    """How a table environment works: streaming or batch, and its options."""

    def __init__(self, configuration: Configuration) -> None:
        self._configuration = configuration

    class Builder:
        """Builds settings."""

        def __init__(self) -> None:
            self._configuration = Configuration()

        def with_configuration(self, config: Configuration) -> EnvironmentSettings.Builder:
            """Add options."""
            self._configuration.add_all(config)
            return self

        def in_batch_mode(self) -> EnvironmentSettings.Builder:
            """Choose batch mode."""
            self._configuration.set_string("execution.runtime-mode", "BATCH")
            return self

        def in_streaming_mode(self) -> EnvironmentSettings.Builder:
            """Choose streaming mode."""
            self._configuration.set_string("execution.runtime-mode", "STREAMING")
            return self

        def with_built_in_catalog_name(self, name: str) -> EnvironmentSettings.Builder:
            """Name the catalog in memory."""
            self._configuration.set_string("table.builtin-catalog-name", name)
            return self

        def with_built_in_database_name(self, name: str) -> EnvironmentSettings.Builder:
            """Name the database in memory."""
            self._configuration.set_string("table.builtin-database-name", name)
            return self

        def build(self) -> EnvironmentSettings:
            """Return the settings."""
            return EnvironmentSettings(self._configuration)

    @staticmethod
    def new_instance() -> EnvironmentSettings.Builder:
        """Return a builder."""
        return EnvironmentSettings.Builder()

    @staticmethod
    def in_streaming_mode() -> EnvironmentSettings:
        """Return settings for streaming mode."""
        return EnvironmentSettings.new_instance().in_streaming_mode().build()

    @staticmethod
    def in_batch_mode() -> EnvironmentSettings:
        """Return settings for batch mode."""
        return EnvironmentSettings.new_instance().in_batch_mode().build()

    def is_streaming_mode(self) -> bool:
        """Tell whether the mode is streaming."""
        mode = self._configuration.get_string("execution.runtime-mode", "STREAMING")
        return mode.upper() != "BATCH"

    def get_configuration(self) -> Configuration:
        """Return the options."""
        return self._configuration

    def get_built_in_catalog_name(self) -> str:
        """Return the name of the catalog in memory."""
        return self._configuration.get_string("table.builtin-catalog-name", "default_catalog")

    def get_built_in_database_name(self) -> str:
        """Return the name of the database in memory."""
        return self._configuration.get_string("table.builtin-database-name", "default_database")
