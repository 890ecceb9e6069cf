"""Replay of a program on large logs: the second execution engine besides the simulator.

A keyed-window program over an event log runs as a columnar kernel (numpy and Arrow). Any other
program runs with the simulator's own operators, partitioned into units of work. Both run in this
process or on Spark. The results equal those of the simulator in arrival order.

Here belong the compiler, the kernel, the log readers and the result tables. The semantics of
Flink's operators do not: they are in ``flinksim.runtime``.

Start with :func:`~flinksim.replay.replay_job.replay` and :class:`~flinksim.replay.replay_job.SparkJob`. Spark
needs ``pip install 'flinksim[spark]'``.
"""

from __future__ import annotations

import pkgutil
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flinksim.replay.analysis.reproducibility import NotReproducible as NotReproducible
    from flinksim.replay.replay_job import ReplaySettings as ReplaySettings
    from flinksim.replay.replay_job import SparkJob as SparkJob
    from flinksim.replay.replay_job import replay as replay
    from flinksim.replay.spark.session import spark_session as spark_session

_EXPORT_MODULES = {
    "NotReproducible": "flinksim.replay.analysis.reproducibility",
    "ReplaySettings": "flinksim.replay.replay_job",
    "SparkJob": "flinksim.replay.replay_job",
    "replay": "flinksim.replay.replay_job",
    "spark_session": "flinksim.replay.spark.session",
}
_OPTIONAL_PACKAGES = ("numpy", "pandas", "pyarrow", "pyspark")
"""Packages that the extra ``spark`` installs."""

__all__ = list(_EXPORT_MODULES)


def create_missing_package_error(package: str, extra: str = "spark") -> ModuleNotFoundError:
    """Create the error for a missing package, with the command that installs it.

    Args:
        package: The missing package, or a description of it.
        extra: The extra of flinksim that installs it.
    """
    return ModuleNotFoundError(
        f"{package} is not installed. Run: python -m pip install "
        f"'flinksim[{extra}]' (Spark also needs Java 17)",
        name=package,
    )


def __getattr__(name: str) -> Any:
    if name not in _EXPORT_MODULES:
        raise AttributeError(f"module 'flinksim.replay' has no attribute {name!r}")
    try:
        value = pkgutil.resolve_name(f"{_EXPORT_MODULES[name]}:{name}")
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in _OPTIONAL_PACKAGES:
            raise
        raise create_missing_package_error(package) from None
    globals()[name] = value
    return value
