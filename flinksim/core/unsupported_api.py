"""Names of PyFlink that flinksim does not support: importing works, using them raises an error.

A module of user code that imports Kafka can still be tested without Kafka. The import yields a stub
class. Only instantiating it or calling one of its methods raises an error. The reasons are in the
modules concerned; ``docs/reference/pyflink-api.md`` lists them all.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn


class NotSimulatedError(NotImplementedError):
    """A feature of PyFlink that flinksim does not have; the message names what works instead."""


@dataclass(frozen=True, slots=True)
class UnsupportedFeature:
    """The reason why a feature is not supported, and the nearest alternative."""

    reason: str
    alternative: str

    def raise_error(self, name: str) -> NoReturn:
        """Raise the error for the feature *name*.

        Raises:
            NotSimulatedError: always.
        """
        raise NotSimulatedError(
            f"flinksim does not support {name}: {self.reason}. Instead use {self.alternative}."
        )


class _UnsupportedStubType(type):
    """Metaclass of stub classes: every use of a stub raises an error."""

    feature: UnsupportedFeature
    flink_name: str

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        cls.feature.raise_error(cls.flink_name)

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return _build_raising_function(cls.feature, f"{cls.flink_name}.{name}")


def _build_raising_function(feature: UnsupportedFeature, name: str) -> Callable[..., Any]:
    def refused(*args: Any, **kwargs: Any) -> Any:
        feature.raise_error(name)

    return refused


def build_unsupported_stub(module: str, name: str, feature: UnsupportedFeature) -> type:
    """Build the stub class for *name* of PyFlink's *module*; user code may subclass it."""
    members = {"feature": feature, "flink_name": name, "__module__": module}
    return _UnsupportedStubType(name, (), members)


def build_unsupported_getattr(
    module: str, features: Mapping[str, UnsupportedFeature]
) -> Callable[[str], Any]:
    """Build a module's ``__getattr__`` that returns a stub for each unsupported name."""
    stubs: dict[str, type] = {}

    def get(name: str) -> Any:
        if name not in features:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        if name not in stubs:
            stubs[name] = build_unsupported_stub(module, name, features[name])
        return stubs[name]

    return get


def find_unsupported_feature(stub: Any) -> UnsupportedFeature | None:
    """Return the feature that *stub* is a stub for, ``None`` if it is not a stub."""
    return stub.feature if isinstance(stub, _UnsupportedStubType) else None


NO_JAVA = UnsupportedFeature(
    "it returns a Java object, and flinksim does not use Java",
    "the Python object itself, which flinksim accepts where PyFlink needs the Java object",
)


def as_java_object(self: Any) -> Any:
    """Return the object itself in place of the Java object that PyFlink wraps.

    flinksim accepts it wherever PyFlink needs the Java object.
    """
    return self
