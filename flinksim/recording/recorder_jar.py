"""Where the recorder's jar is. Releases contain it; a checkout builds it with ``make recorder``."""

from __future__ import annotations

from pathlib import Path

JAR = Path(__file__).parent / "flinksim-recorder.jar"

MISSING_JAR = (
    "the recorder has not been built: there is no flinksim/recording/flinksim-recorder.jar. "
    "Run make recorder in a checkout of flinksim; it needs a JDK and the jars of Flink "
    "(pip install apache-flink, or make recorder FLINK_JARS=FOLDER)."
)


def find_recorder_jar() -> Path | None:
    """Return the path of the recorder's jar; ``None`` if it has not been built."""
    return JAR if JAR.exists() else None
