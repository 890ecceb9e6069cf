"""Lazy imports for modules that re-export names, as PyFlink's modules do."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from typing import Any


def build_lazy_getattr(
    module: str, exports: dict[str, str], fallback: Callable[[str], Any] | None = None
) -> Callable[[str], Any]:
    """Build the ``__getattr__`` of a module that re-exports names lazily.

    Names are imported on first access, because the modules import each other.

    Args:
        module: name of the module that gets the ``__getattr__``.
        exports: the re-exported names, separated by blanks, by module (relative to ``flinksim``).
        fallback: looks up all other names; by default they raise ``AttributeError``.
    """
    homes = {name: home for home, some in exports.items() for name in some.split()}

    def lookup(name: str) -> Any:
        if name not in homes and fallback is not None:
            return fallback(name)
        if name not in homes:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        return pkgutil.resolve_name(f"flinksim.{homes[name]}:{name}")

    return lookup
