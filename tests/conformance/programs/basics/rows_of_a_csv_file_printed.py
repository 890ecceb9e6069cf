"""Rows of a CSV file print as those of the Table API, if no function is between."""

import os
import tempfile

from pyflink.common import WatermarkStrategy
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.connectors.file_system import FileSource
from pyflink.datastream.formats.csv import CsvReaderFormat, CsvSchema
from pyflink.table import DataTypes

path = os.path.join(tempfile.mkdtemp(), "a.csv")
with open(path, "w") as file:
    file.write('1,ann,2.5,true,1.25,10000000\n2,"b, c",-0.25,false,3,1.5\n3,,7,true,0.5,1\n')
schema = (
    CsvSchema.builder()
    .add_number_column("id", DataTypes.INT())
    .add_string_column("name")
    .add_number_column("score", DataTypes.DOUBLE())
    .add_boolean_column("ok")
    .add_number_column("price", DataTypes.DECIMAL(10, 3))
    .add_number_column("weight", DataTypes.FLOAT())
    .build()
)
env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
source = FileSource.for_record_stream_format(CsvReaderFormat.for_schema(schema), path).build()
env.from_source(source, WatermarkStrategy.no_watermarks(), "csv").print()
env.execute()
