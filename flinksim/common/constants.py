"""Constants that PyFlink programs import."""

from __future__ import annotations

MAX_LONG_VALUE = (1 << 63) - 1
"""The largest value of a Java ``long``."""

MIN_LONG_VALUE = -(1 << 63)
"""The smallest value of a Java ``long``."""

DEFAULT_OUTPUT_TAG = ""
"""The tag of the main output."""
