"""PyFlink: ``pyflink.java_gateway``. There is no Java; see :mod:`flinksim.pyflink_compat.java_object_stubs`."""

from __future__ import annotations

from flinksim.pyflink_compat.java_object_stubs import JavaGateway

__all__ = ["get_gateway", "is_launch_gateway_disabled"]

_GATEWAY = JavaGateway()


def get_gateway() -> JavaGateway:
    """Knows the few Java classes that PyFlink's own tests need and refuses all others."""
    return _GATEWAY


def is_launch_gateway_disabled() -> bool:
    """Always: there is nothing to launch."""
    return True
