"""Objects that declare the type of their results. PyFlink: ``pyflink.datastream.utils``."""

from __future__ import annotations

from abc import ABC, abstractmethod

from flinksim.common.typeinfo import TypeInformation
from flinksim.core.unsupported_api import NO_JAVA, UnsupportedFeature, build_unsupported_getattr


class ResultTypeQueryable(ABC):
    """Declares the type of the values that it produces.

    Flink: ``org.apache.flink.api.java.typeutils.ResultTypeQueryable``.
    """

    @abstractmethod
    def get_produced_type(self) -> TypeInformation:
        """Return the type of the values."""


_WORKER_CONVERSION = UnsupportedFeature(
    "it converts pickled Java values to Python values, and in flinksim all "
    "values are Python values",
    "the value itself, or flinksim.common.typeutils.conversion.build_converter(type_info)",
)

__getattr__ = build_unsupported_getattr(
    __name__,
    {
        "convert_to_python_obj": _WORKER_CONVERSION,
        "pickled_bytes_to_python_obj": _WORKER_CONVERSION,
        "create_hadoop_configuration": NO_JAVA,
        "create_java_properties": NO_JAVA,
    },
)
