"""PyFlink: ``pyflink.util.java_utils``, as far as tests use it for the configuration."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from typing import Any

from flinksim.common.time import Duration
from flinksim.core.unsupported_api import NO_JAVA, build_unsupported_getattr
from flinksim.pyflink_compat.java_object_stubs import JavaConfiguration

__all__ = ["from_j_duration", "get_j_env_configuration", "to_j_duration", "to_jarray"]


def get_j_env_configuration(j_env: Any) -> JavaConfiguration:
    """Return the configuration of ``env._j_stream_execution_environment``; changes take effect."""
    result: JavaConfiguration = j_env.getConfiguration()
    return result


def to_j_duration(time_delta: datetime.timedelta | int) -> Duration:
    """Convert a ``timedelta`` or milliseconds to a :class:`~flinksim.common.time.Duration`."""
    if isinstance(time_delta, datetime.timedelta):
        return Duration.of_millis(round(time_delta.total_seconds() * 1000))
    return Duration.of_millis(time_delta)


def to_jarray(j_type: Any, arr: Iterable[Any]) -> list[Any]:
    """Convert *arr* to a list, which flinksim accepts wherever PyFlink needs a Java array of *j_type*."""
    return list(arr)


def from_j_duration(j_duration: Duration) -> datetime.timedelta:
    """Convert a ``Duration`` to a ``timedelta``."""
    return datetime.timedelta(milliseconds=j_duration.to_millis())


__getattr__ = build_unsupported_getattr(
    __name__,
    dict.fromkeys(
        (
            "add_jars_to_context_class_loader",
            "create_url_class_loader",
            "get_field",
            "get_field_value",
            "invoke_method",
            "is_instance_of",
            "is_local_deployment",
            "load_java_class",
            "to_j_explain_detail_arr",
        ),
        NO_JAVA,
    ),
)
