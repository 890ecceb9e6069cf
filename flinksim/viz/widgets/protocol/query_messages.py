"""What a page asks about its run, and what it is told: see ``flinksim.simulation.page.query_handler``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from flinksim.trace.recorder import Trace
from flinksim.trace.storage.codec import encode

Reply: TypeAlias = tuple[dict[str, Any], Trace | None]
"""What the page is told, as plain values; and another run to be shown beside its own, if any."""

Ask: TypeAlias = Callable[[Mapping[str, Any]], Reply]
"""From a message of the page to its reply. Raises: ValueError with what is wrong with it."""


def reply_to(message: Mapping[str, Any], ask: Ask) -> tuple[dict[str, Any], bytes]:
    """What to tell the page that asks with *message*, and the bytes of the other run, if any;
    ``{id, problem}`` and none where the message is wrong.
    """
    told: dict[str, Any] = {"id": message.get("id")}
    try:
        reply, trace = ask(message)
    except (ValueError, RuntimeError) as error:
        return {**told, "problem": str(error)}, b""
    return {**told, **reply}, b"" if trace is None else encode(trace)
