"""Options of an operator: its name, parallelism, chaining and slot sharing group."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Self

from flinksim.core.java.key_groups import UPPER_BOUND_MAX_PARALLELISM
from flinksim.core.pyflink_errors import (
    JavaIllegalArgumentError,
    Py4JTypeMismatchError,
    PyFlinkTypeError,
)
from flinksim.datastream.argument_checks import check_text, check_whole_number, describe_value
from flinksim.datastream.slot_sharing_group import SlotSharingGroup
from flinksim.datastream.transformations import (
    NULL_NAME,
    PartitionSpec,
    SideOutputSpec,
    Transformation,
    UnionSpec,
)

if TYPE_CHECKING:
    from flinksim.datastream.stream_execution_environment import StreamExecutionEnvironment


class OperatorOptions:
    """Options that streams and sinks share. Each method returns the object itself.

    Flink: ``SingleOutputStreamOperator`` and ``DataStreamSink``.
    """

    _environment: StreamExecutionEnvironment
    _transformation: Transformation

    def name(self, name: str) -> Self:
        """Set the name of the operator.

        As in Flink, ``None`` is accepted here, and then no job graph can be built.
        """
        if name is not None:
            check_text(name, "name", "name")
        self._check_is_operator("name")
        if name is not None:
            self._transformation.name = name
        self._transformation.extra[NULL_NAME] = name is None
        return self

    def uid(self, uid: str | None) -> Self:
        """Set an id that stays the same when the program changes; unique in the job.

        ``None`` means no id, as in Flink.

        Raises:
            ValueError: If a uid hash is set already.
        """
        if uid is not None:
            check_text(uid, "uid", "uid")
        self._check_is_operator("uid")
        if self._transformation.uid_hash is not None:
            raise JavaIllegalArgumentError(
                f"uid({uid!r}): the operator already has a uid hash. Set only one of the two."
            )
        self._transformation.uid = uid
        return self

    def set_uid_hash(self, uid_hash: str) -> Self:
        """Set the vertex id of an earlier job: 32 hexadecimal digits.

        Raises:
            ValueError: If *uid_hash* has another format.
        """
        check_text(uid_hash, "set_uid_hash", "uid_hash")
        self._check_is_operator("set_uid_hash")
        if len(uid_hash) != 32 or any(digit not in "0123456789abcdef" for digit in uid_hash):
            raise JavaIllegalArgumentError(
                "Node hash must be a 32 character String that describes a hex "
                f"code. Found: {uid_hash}. set_uid_hash(uid_hash) expects an "
                "operator id as shown by Flink."
            )
        self._transformation.uid_hash = uid_hash
        return self

    def set_parallelism(self, parallelism: int) -> Self:
        """Set the number of subtasks; -1 means the environment's default."""
        self._check_is_operator("set_parallelism")
        check_whole_number(parallelism, "set_parallelism", "parallelism")
        if self._is_non_parallel and parallelism != 1:
            raise JavaIllegalArgumentError(
                "The parallelism of non parallel operator must be 1. "
                f"set_parallelism({parallelism}) was called on "
                f"{self._describe_operator()}, which always has one subtask."
            )
        if parallelism < 1 and parallelism != -1:
            raise JavaIllegalArgumentError(
                "The parallelism of an operator must be at least 1, or "
                "ExecutionConfig.PARALLELISM_DEFAULT (use system default). "
                f"set_parallelism({parallelism}) was called on {self._describe_operator()}: it "
                "needs at "
                "least one subtask to run its function."
            )
        transformation = self._transformation
        transformation.parallelism = (
            self._environment.get_parallelism() if parallelism == -1 else parallelism
        )
        transformation.is_parallelism_configured = True
        return self

    def set_max_parallelism(self, max_parallelism: int) -> Self:
        """Set the number of key groups of the operator, 1 to 32768."""
        self._check_is_operator("set_max_parallelism")
        check_whole_number(max_parallelism, "set_max_parallelism", "max_parallelism")
        if not 0 < max_parallelism <= UPPER_BOUND_MAX_PARALLELISM:
            reason = (
                "The maximum parallelism must be greater than 0."
                if max_parallelism <= 0
                else f"Maximum parallelism must be between 1 and {UPPER_BOUND_MAX_PARALLELISM}. "
                f"Found: {max_parallelism}"
            )
            raise JavaIllegalArgumentError(
                f"{reason} set_max_parallelism({max_parallelism}) was called on "
                f"{self._describe_operator()}. The maximum parallelism is the "
                "number of key groups, at most 32768."
            )
        if self._is_non_parallel and max_parallelism != 1:
            raise JavaIllegalArgumentError(
                "The maximum parallelism of non parallel operator must be 1. "
                f"set_max_parallelism({max_parallelism}) was called on "
                f"{self._describe_operator()}, which always has one subtask."
            )
        self._transformation.max_parallelism = max_parallelism
        return self

    def set_description(self, description: str) -> Self:
        """Set the description, which plans show instead of the name."""
        check_text(description, "set_description", "description")
        self._check_is_operator("set_description")
        self._transformation.description = description
        return self

    def disable_chaining(self) -> Self:
        """Run the operator in a task of its own."""
        self._check_is_operator("disable_chaining")
        self._transformation.chaining_strategy = "NEVER"
        return self

    def slot_sharing_group(self, slot_sharing_group: str | SlotSharingGroup) -> Self:
        """Run the operator only in slots of this group; a different group breaks the chain."""
        self._check_is_operator("slot_sharing_group")
        if isinstance(slot_sharing_group, SlotSharingGroup):
            self._transformation.slot_sharing_group = slot_sharing_group.get_name()
            self._transformation.slot_resources = slot_sharing_group
        elif slot_sharing_group is None:
            raise JavaIllegalArgumentError(
                "slot_sharing_group(slot_sharing_group): NullPointerException: expected a name or a "
                "SlotSharingGroup, found None."
            )
        elif isinstance(slot_sharing_group, str):
            self._transformation.slot_sharing_group = slot_sharing_group
            self._transformation.slot_resources = None
        else:
            raise Py4JTypeMismatchError(
                "slot_sharing_group(slot_sharing_group): expected a name or a SlotSharingGroup, found "
                f"{describe_value(slot_sharing_group)}."
            )
        return self

    @property
    def _is_virtual(self) -> bool:
        return isinstance(self._transformation.spec, (PartitionSpec, UnionSpec, SideOutputSpec))

    @property
    def _is_non_parallel(self) -> bool:
        return bool(self._transformation.extra.get("non_parallel", False))

    def _describe_operator(self) -> str:
        return f"{self._transformation.name!r} (transformation {self._transformation.id})"

    def _check_is_operator(self, method: str) -> None:
        if self._is_virtual:
            raise TypeError(
                f"{method}: {self._describe_operator()} is not an operator. It "
                "only selects how values reach the next operator, so it has no "
                f"{method}. Call {method} on the operator before or after it."
            )


class StreamOperatorOptions(OperatorOptions):
    """Options that only streams have."""

    def force_non_parallel(self) -> Self:
        """Fix the operator to one subtask."""
        self._check_is_operator("force_non_parallel")
        transformation = self._transformation
        transformation.parallelism = 1
        transformation.max_parallelism = 1
        transformation.is_parallelism_configured = True
        transformation.extra["non_parallel"] = True
        return self

    def set_buffer_timeout(self, timeout_millis: int) -> Self:
        """Set the flush interval of the output in ms; 0 flushes always, -1 only full buffers."""
        self._check_is_operator("set_buffer_timeout")
        check_whole_number(timeout_millis, "set_buffer_timeout", "timeout_millis")
        if timeout_millis < -1:
            raise JavaIllegalArgumentError(
                f"timeout must be >= -1, found {timeout_millis} for {self._describe_operator()}."
            )
        self._transformation.buffer_timeout_ms = timeout_millis
        return self

    def start_new_chain(self) -> Self:
        """Start a new chain with this operator."""
        self._check_is_operator("start_new_chain")
        self._transformation.chaining_strategy = "HEAD"
        return self


def build_rejecting_method(stream_class: str, operation: str, method: Callable[..., Any]) -> Any:
    """Return a replacement of *method* that raises PyFlink's error.

    Args:
        stream_class: The class of stream that does not support the method.
        operation: The operation, for the error message.
        method: The method to replace.
    """

    @wraps(method)
    def refused(self: Any, *args: Any, **kwargs: Any) -> Any:
        raise PyFlinkTypeError(
            f"{operation} {'of' if operation.startswith('Get') else 'for'} {stream_class} is not "
            "supported. Call it on "
            "the operator before or after it."
        )

    refused.__doc__ = f"Rejected: {operation.lower()} has no meaning here."
    return refused
