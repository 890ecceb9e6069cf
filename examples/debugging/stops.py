"""A program whose function stops in Python's debugger: see docs/how-to/debug-a-job.md."""

import flinksim as fs
from flinksim.common import WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, record
from flinksim.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
source = ScriptedSource([record(("a", 1), 1), record(("a", 2), 2)])


def double(value):
    if value[1] == 2:
        breakpoint()
    return value[0], 2 * value[1]


env.from_source(source, WatermarkStrategy.no_watermarks(), "numbers").map(double).print()
sim = fs.simulate(env)
sim.run()
