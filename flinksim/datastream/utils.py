"""Objects that know the type of what they produce. PyFlink: ``pyflink.datastream.utils``."""

from __future__ import annotations

from abc import ABC, abstractmethod

from flinksim.common.typeinfo import TypeInformation


class ResultTypeQueryable(ABC):
    """Knows the type of what it produces.

    Flink: ``org.apache.flink.api.java.typeutils.ResultTypeQueryable``.
    """

    @abstractmethod
    def get_produced_type(self) -> TypeInformation:
        """The type of the values."""
