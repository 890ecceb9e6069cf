"""Checks of arguments of the public API, with uniform error messages.

A message contains the method and the argument, what was expected, what was found and what to do. If
Flink or PyFlink has a message of its own, it comes first.
"""

from __future__ import annotations

import inspect
from typing import Any

from flinksim.core.pyflink_errors import (
    JavaTypeMismatchError,
    Py4JTypeMismatchError,
    raise_or_warn,
)
from flinksim.core.safe_repr import format_repr
from flinksim.datastream.function_lint import lint_function
from flinksim.datastream.functions import Function, KeySelector


def describe_value(value: Any) -> str:
    """Format *value* and its type for an error message."""
    text = format_repr(value)
    if len(text) > 80:
        text = text[:77] + "..."
    kind = type(value).__name__
    return f"the class {value.__name__} itself" if isinstance(value, type) else f"{text} ({kind})"


def check_function(
    function: Any, expected: type, method: str, argument: str, arity: int, flink_message: str
) -> None:
    """Check that *function* is an *expected* object or a callable of *arity* arguments.

    Args:
        function: The argument.
        expected: The required class.
        method: The name of the API method, for the error message.
        argument: The name of the argument, for the error message.
        arity: The number of positional arguments of a callable.
        flink_message: Flink's error message.

    Raises:
        TypeError: If it is neither.
    """
    if isinstance(function, expected):
        lint_function(function, stacklevel=3)
        return
    if isinstance(function, type) and issubclass(function, expected):
        raise_or_warn(
            TypeError(
                f"{flink_message}. {method}({argument}) was given "
                f"{describe_value(function)}. Create an object of it: "
                f"{function.__name__}()."
            )
        )
        return
    if not callable(function):
        raise TypeError(
            f"{flink_message}. {method}({argument}) was given {describe_value(function)}."
        )
    check_arity(function, arity, method, argument)
    lint_function(function, stacklevel=3, method_name=method)


def check_instance(
    value: Any,
    expected: type | tuple[type, ...],
    method: str,
    argument: str,
    flink_message: str,
    pyflink_error: type[TypeError] | None = TypeError,
) -> None:
    """Check that *value* is an instance of *expected*.

    Args:
        value: The argument.
        expected: The required class or classes.
        method: The name of the API method, for the error message.
        argument: The name of the argument, for the error message.
        flink_message: Flink's error message.
        pyflink_error: The error class of PyFlink, or ``None`` if PyFlink accepts any value.

    Raises:
        TypeError: If it is not.
    """
    if isinstance(value, expected):
        if isinstance(value, Function):
            lint_function(value, stacklevel=3)
        return
    hint = ""
    if isinstance(value, type) and issubclass(value, expected):
        hint = f". Create an object of it: {value.__name__}()"
    elif isinstance(value, Function) and isinstance(expected, type):
        base = type(value).__mro__[1].__name__
        hint = f", which is a {base}. Let it inherit from {expected.__name__} instead"
    message = f"{flink_message}. {method}({argument}) was given {describe_value(value)}{hint}."
    if pyflink_error is not None:
        raise pyflink_error(message)
    raise_or_warn(TypeError(message))


def check_arity(function: Any, arity: int, method: str, argument: str) -> None:
    """Check that a callable accepts *arity* positional arguments.

    Raises:
        TypeError: If it does not.
    """
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # a builtin without a signature
        return
    try:
        signature.bind(*[None] * arity)
    except TypeError:
        shown = (
            f"{function.__name__}{signature}" if hasattr(function, "__name__") else repr(function)
        )
        inputs = "one argument, the value" if arity == 1 else f"{arity} arguments"
        raise_or_warn(
            TypeError(
                f"{method}({argument}): the function is called with {inputs}, but "
                f"{shown} cannot be called like this."
            )
        )


def check_text(value: Any, method: str, argument: str) -> None:
    """Check that *value* is a string.

    Raises:
        TypeError: If it is not. In PyFlink, ``None`` reaches Java, which rejects it.
    """
    if not isinstance(value, str):
        error_class = JavaTypeMismatchError if value is None else Py4JTypeMismatchError
        raise error_class(f"{method}({argument}): expected text, found {describe_value(value)}.")


def check_whole_number(
    value: Any, method: str, argument: str, error_class: type[TypeError] = Py4JTypeMismatchError
) -> None:
    """Check that *value* is an integer.

    Raises:
        TypeError: If it is not; *error_class* is the class.
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise error_class(
            f"{method}({argument}): expected a whole number, found {describe_value(value)}."
        )


def check_environment(env: Any, function: str) -> None:
    """Check that *env* is a ``StreamExecutionEnvironment``.

    Raises:
        TypeError: If it is not, for example a stream.
    """
    if not callable(getattr(env, "pipeline", None)):
        raise TypeError(
            f"{function}(env): expected the StreamExecutionEnvironment in which the program was "
            f"declared, found {describe_value(env)}."
        )


def as_key_selector(key_selector: Any, method: str, argument: str = "key_selector") -> Any:
    """Return *key_selector* as a plain callable from a value to its key.

    Raises:
        TypeError: If it is neither a ``KeySelector`` nor a callable of one argument.
    """
    check_function(
        key_selector,
        KeySelector,
        method,
        argument,
        1,
        "Parameter key_selector should be type of KeySelector or a callable function",
    )
    return key_selector.get_key if isinstance(key_selector, KeySelector) else key_selector
