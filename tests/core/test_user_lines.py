"""The line of the user's program that called into flinksim."""

from __future__ import annotations

import os
from pathlib import Path

import flinksim
from flinksim.common import Types
from flinksim.core.source_locations import find_user_location, format_location, is_user_code
from flinksim.datastream import StreamExecutionEnvironment


def test_flinksim_and_pythons_own_files_are_not_the_users() -> None:
    assert is_user_code(__file__)
    assert is_user_code("program.py")
    assert not is_user_code(flinksim.__file__)
    assert not is_user_code(os.__file__)
    assert not is_user_code("<frozen runpy>")
    assert is_user_code(str(Path(os.__file__).parent / "site-packages" / "theirs.py"))


def test_the_line_is_that_of_the_call_also_in_the_middle_of_a_chain_of_calls() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    (
        env.from_collection([1, 2], Types.INT())
        .map(lambda value: value, Types.INT())
        .filter(lambda value: True)
        .print()
    )
    lines = [
        format_location(one.declared_at)
        for one in env.pipeline().transformations
        if one.declared_at
    ]
    assert [line.partition(": ")[2] for line in lines] == [
        "env.from_collection([1, 2], Types.INT())",
        ".map(lambda value: value, Types.INT())",
        ".filter(lambda value: True)",
        ".print()",
    ]
    assert all(line.startswith(f"{__file__}, line ") for line in lines)


def test_a_call_by_hand_is_told_as_well() -> None:
    line = find_user_location()
    assert line is not None
    assert format_location(line).endswith(": line = find_user_location()")
