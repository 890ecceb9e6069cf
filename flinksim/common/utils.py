"""PyFlink: ``pyflink.common.utils``, whose only name wraps Java objects."""

from __future__ import annotations

from flinksim.core.unsupported import NO_JAVA, absent_names

__getattr__ = absent_names(__name__, {"JavaObjectWrapper": NO_JAVA})
