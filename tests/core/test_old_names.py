"""Calls of older Flink versions say what became of them, all from one file."""

from __future__ import annotations

import pytest

from flinksim.common import Types
from flinksim.core.flink_catalog.glossary import find_removed_methods
from flinksim.core.removed_api import explain_removed_name
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import GlobalWindows


def owners() -> dict[str, object]:
    env = StreamExecutionEnvironment.get_execution_environment()
    stream = env.from_collection([1], Types.INT())
    return {
        "StreamExecutionEnvironment": env,
        "CheckpointConfig": env.get_checkpoint_config(),
        "DataStream": stream,
        "WindowedStream": stream.key_by(lambda value: value).window(GlobalWindows.create()),
    }


NAMES = [(owner, name) for owner in owners() for name in find_removed_methods(owner)]


@pytest.mark.parametrize(("owner", "name"), NAMES)
def test_each_of_the_file_is_told_where_it_is_called(owner: str, name: str) -> None:
    with pytest.raises(AttributeError, match=r"In Flink 2\.3: "):
        getattr(owners()[owner], name)


def test_javas_spelling_is_known_too() -> None:
    env = owners()["StreamExecutionEnvironment"]
    with pytest.raises(AttributeError, match="the window assigner selects the time of a window"):
        env.setStreamTimeCharacteristic()  # type: ignore[attr-defined]


def test_what_never_was_is_told_as_python_does() -> None:
    env = owners()["StreamExecutionEnvironment"]
    with pytest.raises(AttributeError, match=r"object has no attribute 'no_such_thing'$"):
        env.no_such_thing  # type: ignore[attr-defined]  # noqa: B018
    assert explain_removed_name("DataStream", "_fold") == ""


def test_the_import_of_the_time_of_a_job_is_told() -> None:
    with pytest.raises(ImportError, match=r"TimeCharacteristic.* removed in 2\.0"):
        from flinksim.datastream import TimeCharacteristic  # type: ignore[attr-defined] # noqa: F401
