"""Names of PyFlink that flinksim does not support: importing works, using them raises an error.

A module of user code that imports Kafka can still be tested without Kafka. The import yields a stub
class. Only instantiating it or calling one of its methods raises an error. The reasons are in the
modules concerned; ``docs/surface.md`` lists them all.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn


class NotSimulatedError(NotImplementedError):
    """A feature of PyFlink that flinksim does not have; the message names what works instead."""


@dataclass(frozen=True, slots=True)
class Absence:
    """The reason why a feature is not supported, and the nearest alternative."""

    reason: str
    instead: str

    def refuse(self, name: str) -> NoReturn:
        """Raise the error for the feature *name*.

        Raises:
            NotSimulatedError: always.
        """
        raise NotSimulatedError(f"flinksim has no {name}: {self.reason}. Instead: {self.instead}.")


class _StandIn(type):
    """Metaclass of stub classes: every use of a stub raises an error."""

    absence: Absence
    flink_name: str

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        cls.absence.refuse(cls.flink_name)

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return _refusing(cls.absence, f"{cls.flink_name}.{name}")


def _refusing(absence: Absence, name: str) -> Callable[..., Any]:
    def refused(*args: Any, **kwargs: Any) -> Any:
        absence.refuse(name)

    return refused


def stand_in(module: str, name: str, absence: Absence) -> type:
    """Build the stub class for *name* of PyFlink's *module*; user code may subclass it."""
    members = {"absence": absence, "flink_name": name, "__module__": module}
    return _StandIn(name, (), members)


def absent_names(module: str, absences: Mapping[str, Absence]) -> Callable[[str], Any]:
    """Build a module's ``__getattr__`` that returns a stub for each unsupported name."""
    stubs: dict[str, type] = {}

    def get(name: str) -> Any:
        if name not in absences:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        if name not in stubs:
            stubs[name] = stand_in(module, name, absences[name])
        return stubs[name]

    return get


def absence_of(thing: Any) -> Absence | None:
    """Return the feature that *thing* is a stub for, ``None`` if it is not a stub."""
    return thing.absence if isinstance(thing, _StandIn) else None


NO_JAVA = Absence(
    "it hands out a Java object, and there is no Java behind flinksim",
    "the Python object itself, which flinksim accepts wherever PyFlink wants the Java one",
)


def java_object(self: Any) -> Any:
    """Return the object itself in place of the Java object that PyFlink wraps.

    flinksim accepts it wherever PyFlink needs the Java object.
    """
    return self
