"""Stub of ``pyflink.java_gateway``; there is no Java.

See :mod:`flinksim.pyflink_compat.java_object_stubs`.
"""

from __future__ import annotations

from flinksim.pyflink_compat.java_object_stubs import JavaGateway

__all__ = ["get_gateway", "is_launch_gateway_disabled"]

_GATEWAY = JavaGateway()


def get_gateway() -> JavaGateway:
    """Return a gateway with the few Java classes that PyFlink's own tests need."""
    return _GATEWAY


def is_launch_gateway_disabled() -> bool:
    """Return ``True``: there is no gateway to launch."""
    return True
