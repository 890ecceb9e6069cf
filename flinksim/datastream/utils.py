"""Objects that declare the type of their results. PyFlink: ``pyflink.datastream.utils``."""

from __future__ import annotations

from abc import ABC, abstractmethod

from flinksim.common.typeinfo import TypeInformation
from flinksim.core.unsupported import NO_JAVA, Absence, absent_names


class ResultTypeQueryable(ABC):
    """Declares the type of the values that it produces.

    Flink: ``org.apache.flink.api.java.typeutils.ResultTypeQueryable``.
    """

    @abstractmethod
    def get_produced_type(self) -> TypeInformation:
        """Return the type of the values."""


_CONVERSION = Absence(
    "it turns what Java's pickler wrote into Python values, and values never leave Python here",
    "the value itself, or flinksim.common.typeutils.conversion.converter_for(type_info)",
)

__getattr__ = absent_names(
    __name__,
    {
        "convert_to_python_obj": _CONVERSION,
        "pickled_bytes_to_python_obj": _CONVERSION,
        "create_hadoop_configuration": NO_JAVA,
        "create_java_properties": NO_JAVA,
    },
)
