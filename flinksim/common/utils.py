"""PyFlink: ``pyflink.common.utils``, whose only name wraps Java objects."""

from __future__ import annotations

from flinksim.core.unsupported_api import NO_JAVA, build_unsupported_getattr

__getattr__ = build_unsupported_getattr(__name__, {"JavaObjectWrapper": NO_JAVA})
