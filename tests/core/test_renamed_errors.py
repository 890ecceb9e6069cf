"""Errors have PyFlink's names where the API is imported as ``pyflink``, and always Python's kinds."""

from __future__ import annotations

import importlib

import pytest

from flinksim.core.pyflink_errors import (
    JavaError,
    JavaIllegalArgumentError,
    JavaRuntimeError,
    PyFlinkTypeError,
)
from flinksim.pyflink_compat.import_alias import alias_pyflink


def test_under_its_own_name_the_api_raises_its_own_classes() -> None:
    error = JavaIllegalArgumentError("too small")
    assert type(error) is JavaIllegalArgumentError
    assert isinstance(error, ValueError)
    assert isinstance(error, JavaError)
    assert str(error) == "too small"


def test_under_the_name_pyflink_the_classes_have_pyflinks_names() -> None:
    with alias_pyflink():
        importlib.import_module("pyflink.datastream")

        errors = [JavaIllegalArgumentError("a"), JavaRuntimeError("b"), PyFlinkTypeError("c")]
    assert [type(error).__name__ for error in errors] == [
        "Py4JJavaError", "Py4JJavaError", "Exception",
    ]  # fmt: skip
    assert [str(error) for error in errors] == ["a", "b", "c"]
    kinds = (ValueError, RuntimeError, TypeError)
    assert all(isinstance(error, kind) for error, kind in zip(errors, kinds, strict=True))
    with pytest.raises(JavaIllegalArgumentError):
        raise errors[0]
