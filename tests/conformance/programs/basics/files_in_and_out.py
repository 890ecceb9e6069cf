"""Lines of two files, written to a third in capital letters."""
# compare: in any order

import os
import tempfile

from pyflink.common import Configuration, Encoder, Types, WatermarkStrategy
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.connectors.file_system import (
    BucketAssigner,
    FileSink,
    FileSource,
    OutputFileConfig,
    StreamFormat,
)


def environment(parallelism=1, bundle_size=1):
    configuration = Configuration()
    configuration.set_integer("python.fn-execution.bundle.size", bundle_size)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(parallelism)
    env.get_config().set_auto_watermark_interval(50)
    return env


folder = tempfile.mkdtemp()
os.makedirs(os.path.join(folder, "in"))
for name, text in (("1.txt", "alpha\nbeta\n\ngamma"), ("2.txt", "delta\n")):
    with open(os.path.join(folder, "in", name), "w") as file:
        file.write(text)
env = environment()
source = FileSource.for_record_stream_format(
    StreamFormat.text_line_format(), os.path.join(folder, "in")
).build()
lines = env.from_source(source, WatermarkStrategy.no_watermarks(), "lines")
parts = OutputFileConfig.builder().with_part_prefix("p").with_part_suffix(".txt").build()
sink = (
    FileSink.for_row_format(os.path.join(folder, "out"), Encoder.simple_string_encoder())
    .with_output_file_config(parts)
    .with_bucket_assigner(BucketAssigner.base_path_bucket_assigner())
    .build()
)
lines.map(lambda line: line.upper(), Types.STRING()).sink_to(sink)
lines.map(lambda line: len(line), Types.INT()).print()
env.execute()
written = []
for name in sorted(os.listdir(os.path.join(folder, "out"))):
    with open(os.path.join(folder, "out", name)) as file:
        written += file.read().splitlines()
    print(name.startswith("p-"), name.endswith(".txt"))
print(sorted(written))
