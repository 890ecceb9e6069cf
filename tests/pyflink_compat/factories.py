"""The factories of tasks of programs in both dialects."""

from __future__ import annotations

from flinksim.common import Configuration
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.runtime.task_factory import TaskFactory, create_task_factory


def factory_of(**options: str) -> TaskFactory:
    configuration = Configuration()
    for name, value in options.items():
        configuration.set_string(name, value)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.from_collection([1]).print()
    return create_task_factory(env.pipeline())


JAVA = factory_of()
PYFLINK = factory_of(**{"flinksim.dialect": "pyflink"})
PYFLINK_ONE_BY_ONE = factory_of(
    **{"flinksim.dialect": "pyflink", "python.fn-execution.bundle.size": "1"}
)
