"""What PyFlink has and flinksim has not: importing the name works, using it says why it is missing.

A module of user code that mentions Kafka at its top can still be tested without Kafka: the import
gives a class that stands in, and only making an object of it, or calling one of its methods, is
refused. The reasons stand in the modules concerned; ``docs/surface.md`` lists them all.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn


class NotSimulatedError(NotImplementedError):
    """Something of PyFlink's that flinksim does not have; the message names what works instead."""


@dataclass(frozen=True, slots=True)
class Absence:
    """Why something is missing, and the nearest thing that works."""

    reason: str
    instead: str

    def refuse(self, name: str) -> NoReturn:
        """Raises: NotSimulatedError."""
        raise NotSimulatedError(f"flinksim has no {name}: {self.reason}. Instead: {self.instead}.")


class _StandIn(type):
    """The class of classes that stand in: whatever is done with them is refused."""

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
    """A class for what *module* of PyFlink calls *name*; one may inherit from it."""
    members = {"absence": absence, "flink_name": name, "__module__": module}
    return _StandIn(name, (), members)


def absent_names(module: str, absences: Mapping[str, Absence]) -> Callable[[str], Any]:
    """A module's ``__getattr__`` that gives a stand-in for each of these names."""
    made: dict[str, type] = {}

    def get(name: str) -> Any:
        if name not in absences:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        if name not in made:
            made[name] = stand_in(module, name, absences[name])
        return made[name]

    return get


def absence_of(thing: Any) -> Absence | None:
    """Why *thing* is only a stand-in; ``None`` if it is not one."""
    return thing.absence if isinstance(thing, _StandIn) else None


NO_JAVA = Absence(
    "it hands out a Java object, and there is no Java behind flinksim",
    "the Python object itself, which flinksim accepts wherever PyFlink wants the Java one",
)


def java_object(self: Any) -> Any:
    """The object itself, where PyFlink has the Java object behind it.

    flinksim takes it wherever PyFlink wants the Java one.
    """
    return self
