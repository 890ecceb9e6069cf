"""Lines of a CSV file as rows with names, with quotes and an empty text."""
# compare: in any order

import os
import tempfile

from pyflink.common import Configuration, Types, WatermarkStrategy
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.connectors.file_system import FileSource
from pyflink.datastream.formats.csv import CsvReaderFormat, CsvSchema
from pyflink.table import DataTypes


def environment(parallelism=1, bundle_size=1):
    configuration = Configuration()
    configuration.set_integer("python.fn-execution.bundle.size", bundle_size)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(parallelism)
    env.get_config().set_auto_watermark_interval(50)
    return env


folder = tempfile.mkdtemp()
with open(os.path.join(folder, "a.csv"), "w") as file:
    file.write('id,name,score,ok\n1,ann,2.5,true\n2,"b, c",-0.25,false\n3,,7,true\n')
schema = (
    CsvSchema.builder()
    .add_number_column("id", DataTypes.INT())
    .add_string_column("name")
    .add_number_column("score", DataTypes.DOUBLE())
    .add_boolean_column("ok")
    .set_use_header()
    .build()
)
env = environment()
source = FileSource.for_record_stream_format(
    CsvReaderFormat.for_schema(schema), os.path.join(folder, "a.csv")
).build()
env.from_source(source, WatermarkStrategy.no_watermarks(), "csv").map(
    lambda row: f"{row.id} {row['name']!r} {row.score} {row.ok}", Types.STRING()
).print()
env.execute()
