"""Options that are set outside of a program, such as on the command line.

Flink: ``StreamContextEnvironment``, through which ``flink run -p 4`` reaches the program's
environment.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from flinksim.common.configuration import Configuration
from flinksim.core.pyflink_errors import PYFLINK_SEMANTICS_ALLOWED, is_imported_as_pyflink
from flinksim.datastream.api_flavor import API_FLAVOR_OPTION

_EXTERNAL_CONFIGURATION: ContextVar[Configuration | None] = ContextVar(
    "flinksim_context", default=None
)


@contextmanager
def use_external_configuration(configuration: Configuration) -> Iterator[None]:
    """Set options for environments that are created inside the block.

    They override the options of an enclosing block. Options that the program sets override them.
    """
    merged = merge_external_configuration(configuration)
    token = _EXTERNAL_CONFIGURATION.set(merged)
    semantics_token = PYFLINK_SEMANTICS_ALLOWED.set(
        merged.get_string(API_FLAVOR_OPTION, "") != "java"
    )
    try:
        yield
    finally:
        PYFLINK_SEMANTICS_ALLOWED.reset(semantics_token)
        _EXTERNAL_CONFIGURATION.reset(token)


def merge_external_configuration(configuration: Configuration | None) -> Configuration:
    """Return the external options, overridden by those of *configuration*.

    A program that imports the API as ``pyflink`` gets the PyFlink API flavor, unless it sets
    another one.
    """
    merged = Configuration()
    if is_imported_as_pyflink():
        merged.set_string(API_FLAVOR_OPTION, "pyflink")
    external = _EXTERNAL_CONFIGURATION.get()
    if external is not None:
        merged.add_all(external)
    if configuration is not None:
        merged.add_all(configuration)
    return merged
