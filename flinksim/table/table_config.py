"""PyFlink: ``TableConfig``, the options of a table environment."""

from __future__ import annotations

import datetime
from typing import Any

from flinksim.common.configuration import Configuration

__all__ = ["TableConfig"]


class TableConfig:
    """Reads and writes the options of one table environment."""

    def __init__(self, options: dict[str, str] | None = None) -> None:
        self._options = options if options is not None else {}

    @staticmethod
    def get_default() -> TableConfig:
        """Return a configuration with the default options."""
        return TableConfig()

    def key_set(self) -> set[str]:
        """Return the keys of the options that are set."""
        return set(self._options)

    def get(self, key: str, default_value: str) -> str:
        """Return an option."""
        return self._options.get(key, default_value)

    def set(self, key: Any, value: Any) -> TableConfig:
        """Set an option."""
        name = key if isinstance(key, str) else key.key()
        self._options[name] = str(value).lower() if isinstance(value, bool) else str(value)
        return self

    def get_local_timezone(self) -> str:
        """Return the time zone of the session."""
        return self._options.get("table.local-time-zone", "UTC")

    def set_local_timezone(self, timezone_id: str) -> None:
        """Set the time zone of the session."""
        self._options["table.local-time-zone"] = timezone_id

    def set_idle_state_retention(self, duration: datetime.timedelta) -> None:
        """Set how long unused state is kept."""
        ms = int(duration.total_seconds() * 1000)
        self._options["table.exec.state.ttl"] = f"{ms} ms"

    def get_configuration(self) -> TableConfig:
        """Return the options, which can be set with ``set_string`` and its like."""
        return self

    def add_configuration(self, configuration: Configuration) -> None:
        """Add options."""
        self._options.update(configuration.to_dict())

    def set_string(self, key: str, value: str) -> TableConfig:
        """Set an option."""
        return self.set(key, value)

    set_integer = set_boolean = set_float = set_string

    def get_string(self, key: str, default_value: str) -> str:
        """Return an option."""
        return self.get(key, default_value)

    def to_map(self) -> dict[str, str]:
        """Return all options."""
        return dict(self._options)

    to_dict = to_map

    def contains_key(self, key: str) -> bool:
        """Tell whether an option is set."""
        return key in self._options

    def get_integer(self, key: str, default_value: int) -> int:
        """Return an option as a number."""
        return self._read().get_integer(key, default_value)

    def get_boolean(self, key: str, default_value: bool) -> bool:
        """Return an option as a truth value."""
        return self._read().get_boolean(key, default_value)

    def get_float(self, key: str, default_value: float) -> float:
        """Return an option as a number with decimals."""
        return self._read().get_float(key, default_value)

    def _read(self) -> Configuration:
        return Configuration.from_dict(self._options)

    def add_all(self, other: Configuration) -> TableConfig:
        """Add the options of another configuration."""
        self._options.update(other.to_dict())
        return self

    def remove_config(self, key: str) -> bool:
        """Remove an option, and tell whether it was set."""
        return self._options.pop(key, None) is not None

    def set_python_executable(self, python_exec: str) -> None:
        """Set the interpreter of functions; flinksim runs them in its own."""
        self._options["python.executable"] = python_exec

    def get_python_executable(self) -> str:
        """Return the interpreter of functions."""
        return self._options.get("python.executable", "python")

    def set_max_generated_code_length(self, max_generated_code_length: int) -> None:
        """Set a limit of Java code, of which there is none here."""
        self._options["table.generated-code.max-length"] = str(max_generated_code_length)

    def set_sql_dialect(self, sql_dialect: int) -> None:
        """Set the dialect; statements are read as Flink's."""
        from flinksim.table.sql_dialect import SqlDialect

        name = "hive" if sql_dialect == SqlDialect.HIVE else "default"
        self._options["table.sql-dialect"] = name

    def get_sql_dialect(self) -> int:
        """Return the dialect."""
        from flinksim.table.sql_dialect import SqlDialect

        chosen = self._options.get("table.sql-dialect", "default").upper()
        return SqlDialect.HIVE if chosen == "HIVE" else SqlDialect.DEFAULT
