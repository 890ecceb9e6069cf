"""The second interpreter of a program: Spark, for logs that are too large for one process.

``replay(env)`` gives a :class:`~flinksim.replay.job.SparkJob`, whose rows are those of the simulator in
arrival order. Needs PySpark: ``pip install 'flinksim[spark]'``.
"""

from __future__ import annotations

import pkgutil
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flinksim.replay.analysis.reproducibility import NotReproducible as NotReproducible
    from flinksim.replay.job import ReplaySettings as ReplaySettings
    from flinksim.replay.job import SparkJob as SparkJob
    from flinksim.replay.job import replay as replay
    from flinksim.replay.spark.session import spark_session as spark_session

_PLACES = {
    "NotReproducible": "flinksim.replay.analysis.reproducibility",
    "ReplaySettings": "flinksim.replay.job",
    "SparkJob": "flinksim.replay.job",
    "replay": "flinksim.replay.job",
    "spark_session": "flinksim.replay.spark.session",
}
_PACKAGES = ("numpy", "pandas", "pyarrow", "pyspark")
"""What the option ``spark`` installs."""

__all__ = list(_PLACES)


def not_installed(package: str, option: str = "spark") -> ModuleNotFoundError:
    """The error that *package* is missing, with what to do; *option* of ours installs it."""
    return ModuleNotFoundError(
        f"{package} is not installed here; run: python -m pip install 'flinksim[{option}]' "
        "(Spark needs Java 17 as well)",
        name=package,
    )


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module 'flinksim.replay' has no attribute {name!r}")
    try:
        value = pkgutil.resolve_name(f"{_PLACES[name]}:{name}")
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package not in _PACKAGES:
            raise
        raise not_installed(package) from None
    globals()[name] = value
    return value
