"""PyFlink: ``pyflink.datastream.connectors.file_system``.

Settings for compaction and for the assignment of files are accepted and have no effect. Differs: before
a sink of rows in a bulk format, Flink has an operator that converts them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO

from flinksim.common.serialization import BulkWriterFactory, Encoder
from flinksim.common.time import Duration
from flinksim.common.typeinfo import TypeInformation, Types
from flinksim.common.typeutils.to_string import format_value
from flinksim.connectors.file_sink import bucket_policies as file_buckets
from flinksim.connectors.file_sink import file_sink
from flinksim.connectors.text_files import TextFileSource
from flinksim.core.lazy_reexports import build_lazy_getattr
from flinksim.core.unsupported_api import as_java_object
from flinksim.core.validation import validate_arguments
from flinksim.datastream.connectors.base import SupportsPreprocessing

if TYPE_CHECKING:
    from flinksim.datastream.formats.record_files import RecordFile

__all__ = [
    "BucketAssigner",
    "BulkFormat",
    "FileCompactStrategy",
    "FileCompactor",
    "FileEnumeratorProvider",
    "FileSink",
    "FileSource",
    "FileSourceBuilder",
    "FileSplitAssignerProvider",
    "OutputFileConfig",
    "RollingPolicy",
    "StreamFormat",
    "StreamingFileSink",
]


class StreamFormat:
    """Parses the text of a file into records."""

    charset = "UTF-8"
    binary_reader: Callable[[BinaryIO], Iterable[Any]] | None = None

    @staticmethod
    @validate_arguments
    def text_line_format(charset_name: str = "UTF-8") -> StreamFormat:
        """Return a format with one record for each line."""
        return _TextLines(charset_name)

    def get_produced_type(self) -> TypeInformation | None:
        """Return the type of the records, if it is known."""
        return None

    def read(self, stream: TextIO) -> Iterable[Any]:
        """Return the records in *stream*. Not in PyFlink, where Java reads them."""
        raise NotImplementedError(f"{type(self).__name__} cannot be used for reading")


class _TextLines(StreamFormat):
    def __init__(self, charset: str) -> None:
        self.charset = charset

    def get_produced_type(self) -> TypeInformation:
        return Types.STRING()

    def read(self, stream: TextIO) -> Iterable[Any]:
        return (line.removesuffix("\n") for line in stream)


class BulkFormat(StreamFormat):
    """Reads the records of a binary file; see the modules ``formats.parquet`` and ``formats.avro``."""

    def __init__(self, file: RecordFile, produced_type: TypeInformation) -> None:
        self.binary_reader = file.read
        self._produced_type = produced_type

    def get_produced_type(self) -> TypeInformation:
        """Return the type of the records."""
        return self._produced_type


class FileEnumeratorProvider:
    """How the files of a folder are found; both settings are accepted and have no effect."""

    @staticmethod
    def default_splittable_file_enumerator() -> FileEnumeratorProvider:
        return FileEnumeratorProvider()

    @staticmethod
    def default_non_splittable_file_enumerator() -> FileEnumeratorProvider:
        return FileEnumeratorProvider()


class FileSplitAssignerProvider:
    """Which subtask reads which file; the setting has no effect."""

    @staticmethod
    def locality_aware_split_assigner() -> FileSplitAssignerProvider:
        return FileSplitAssignerProvider()


class FileSource:
    """Creates builders of file sources; see :class:`flinksim.connectors.TextFileSource`."""

    get_java_function = as_java_object

    @staticmethod
    def for_record_stream_format(stream_format: StreamFormat, *paths: str) -> FileSourceBuilder:
        """Return a builder of a source that reads *paths*, files or folders."""
        if not isinstance(stream_format, StreamFormat):
            raise TypeError(
                "FileSource.for_record_stream_format(stream_format): expected a StreamFormat such as "
                f"StreamFormat.text_line_format(), found {stream_format!r}."
            )
        return FileSourceBuilder(stream_format, paths)

    @staticmethod
    @validate_arguments
    def for_bulk_file_format(bulk_format: BulkFormat, *paths: str) -> FileSourceBuilder:
        """Return a builder of a source that reads *paths*, files or folders."""
        return FileSourceBuilder(bulk_format, paths)


class FileSourceBuilder:
    """Builds a file source."""

    def __init__(self, stream_format: StreamFormat, paths: tuple[str, ...]) -> None:
        self._format = stream_format
        self._paths = paths
        self._is_monitoring = False

    def process_static_file_set(self) -> FileSourceBuilder:
        """Read the existing files and end, which is the default."""
        self._is_monitoring = False
        return self

    def monitor_continuously(self, discovery_interval: Duration) -> FileSourceBuilder:
        """Read the existing files, and then wait for more; in a run there are no more."""
        self._is_monitoring = True
        return self

    def set_file_enumerator(self, file_enumerator: FileEnumeratorProvider) -> FileSourceBuilder:
        return self

    def set_split_assigner(self, split_assigner: FileSplitAssignerProvider) -> FileSourceBuilder:
        return self

    def build(self) -> TextFileSource:
        """Build the source, for ``env.from_source``."""
        return TextFileSource(
            *self._paths,
            charset=self._format.charset,
            reader=self._format.read,
            produced_type=self._format.get_produced_type(),
            waits_for_input=self._is_monitoring,
            binary_reader=self._format.binary_reader,
        )


class OutputFileConfig:
    """The prefix and the suffix of the names of part files."""

    get_java_object = as_java_object

    @validate_arguments
    def __init__(self, part_prefix: str = "part", part_suffix: str = "") -> None:
        self.part_prefix = part_prefix
        self.part_suffix = part_suffix

    def get_part_prefix(self) -> str:
        return self.part_prefix

    def get_part_suffix(self) -> str:
        return self.part_suffix

    @staticmethod
    def builder() -> OutputFileConfig.OutputFileConfigBuilder:
        """Return a builder."""
        return OutputFileConfig.OutputFileConfigBuilder()

    class OutputFileConfigBuilder:
        """Builds an :class:`OutputFileConfig`."""

        def __init__(self) -> None:
            self._part_prefix = "part"
            self._part_suffix = ""

        def with_part_prefix(self, prefix: str) -> OutputFileConfig.OutputFileConfigBuilder:
            self._part_prefix = prefix
            return self

        def with_part_suffix(self, suffix: str) -> OutputFileConfig.OutputFileConfigBuilder:
            self._part_suffix = suffix
            return self

        def build(self) -> OutputFileConfig:
            return OutputFileConfig(self._part_prefix, self._part_suffix)


class BucketAssigner:
    """Determines the folder of a value below the base path."""

    get_java_object = as_java_object

    def __init__(self, assigner: file_buckets.BucketAssigner) -> None:
        self.assigner = assigner

    @staticmethod
    def base_path_bucket_assigner() -> BucketAssigner:
        """Return an assigner that puts all values into the base path."""
        return BucketAssigner(file_buckets.BasePathBucketAssigner())

    @staticmethod
    @validate_arguments
    def date_time_bucket_assigner(
        format_str: str = "yyyy-MM-dd--HH", timezone_id: str | None = None
    ) -> BucketAssigner:
        """Return an assigner by processing time, with the format by default a folder for each hour."""
        return BucketAssigner(file_buckets.DateTimeBucketAssigner(format_str, timezone_id))


class RollingPolicy:
    """Determines when a part file is closed and the next one opened."""

    get_java_object = as_java_object

    def __init__(self, policy: file_buckets.RollingPolicy) -> None:
        self.policy = policy

    @staticmethod
    @validate_arguments
    def default_rolling_policy(
        part_size: int = 1024 * 1024 * 128,
        rollover_interval: int = 60 * 1000,
        inactivity_interval: int = 60 * 1000,
    ) -> DefaultRollingPolicy:
        """Return a policy by size in bytes, and by age and idle time in ms."""
        return DefaultRollingPolicy(
            file_buckets.DefaultRollingPolicy(part_size, rollover_interval, inactivity_interval)
        )

    @staticmethod
    def on_checkpoint_rolling_policy() -> OnCheckpointRollingPolicy:
        """Return a policy that rolls at each checkpoint."""
        return OnCheckpointRollingPolicy(file_buckets.OnCheckpointRollingPolicy())


class DefaultRollingPolicy(RollingPolicy):
    """Rolls by size and age."""


class OnCheckpointRollingPolicy(RollingPolicy):
    """Rolls at each checkpoint."""


class FileCompactStrategy:
    """When small files are merged; accepted without effect."""

    get_java_object = as_java_object

    @staticmethod
    def builder() -> FileCompactStrategy.Builder:
        return FileCompactStrategy.Builder()

    class Builder:
        """Builds a :class:`FileCompactStrategy`."""

        def build(self) -> FileCompactStrategy:
            return FileCompactStrategy()

        def enable_compaction_on_checkpoint(
            self, num_checkpoints_before_compaction: int
        ) -> FileCompactStrategy.Builder:
            return self

        def set_size_threshold(self, size_threshold: int) -> FileCompactStrategy.Builder:
            return self

        def set_num_compact_threads(self, num_compact_threads: int) -> FileCompactStrategy.Builder:
            return self


class FileCompactor:
    """How small files are merged; accepted without effect."""

    get_java_object = as_java_object

    @staticmethod
    def concat_file_compactor(file_delimiter: bytes | None = None) -> FileCompactor:
        return FileCompactor()

    @staticmethod
    def identical_file_compactor() -> FileCompactor:
        return FileCompactor()


class FileSink(SupportsPreprocessing):
    """Creates builders of file sinks; see :class:`flinksim.connectors.FileSink`."""

    get_java_function = as_java_object
    get_transformer = as_java_object

    @staticmethod
    @validate_arguments
    def for_row_format(base_path: str, encoder: Any = None) -> FileSink.RowFormatBuilder:
        """Return a builder of a sink that writes one line for each value.

        Args:
            base_path: The folder that contains the bucket folders.
            encoder: An object with a method ``encode(value) -> str``. By default values are
                formatted as in Java, like PyFlink's ``Encoder.simple_string_encoder()``.
        """
        return FileSink.RowFormatBuilder(base_path, encoder)

    @staticmethod
    @validate_arguments
    def for_bulk_format(
        base_path: str, writer_factory: BulkWriterFactory
    ) -> FileSink.BulkFormatBuilder:
        """Return a builder of a sink that writes whole files, such as those of Parquet."""
        return FileSink.BulkFormatBuilder(base_path, writer_factory)

    class BaseBuilder:
        """Builds a file sink, by default with a folder for each hour of processing time."""

        def __init__(self, base_path: str, encoder: Any) -> None:
            self._base_path = base_path
            # PyFlink's own encoder uses Java's toString.
            plain = encoder is None or isinstance(encoder, Encoder | BulkWriterFactory)
            self._encode = format_value if plain else encoder.encode
            self._writer_factory = encoder if isinstance(encoder, BulkWriterFactory) else None
            self._file_config = OutputFileConfig()
            self._assigner = BucketAssigner.date_time_bucket_assigner()
            self._policy: RollingPolicy = (
                RollingPolicy.default_rolling_policy()
                if self._writer_factory is None
                else RollingPolicy.on_checkpoint_rolling_policy()
            )
            self._bucket_check_ms = file_sink.BUCKET_CHECK_INTERVAL_MS

        def with_output_file_config(self, output_file_config: OutputFileConfig) -> Any:
            """Set the prefix and the suffix of the names of part files."""
            self._file_config = output_file_config
            return self

        @validate_arguments
        def with_bucket_check_interval(self, interval: int) -> Any:
            """Set how often the age of part files is checked, in ms."""
            self._bucket_check_ms = interval
            return self

        @validate_arguments
        def with_bucket_assigner(self, bucket_assigner: BucketAssigner) -> Any:
            """Set the bucket assigner."""
            self._assigner = bucket_assigner
            return self

        @validate_arguments
        def with_rolling_policy(self, rolling_policy: RollingPolicy) -> Any:
            """Set the rolling policy."""
            is_by_checkpoint = isinstance(rolling_policy, OnCheckpointRollingPolicy)
            if self._writer_factory is not None and not is_by_checkpoint:
                raise ValueError("rolling_policy must be OnCheckpointRollingPolicy for bulk format")
            self._policy = rolling_policy
            return self

        def enable_compact(self, strategy: FileCompactStrategy, compactor: FileCompactor) -> Any:
            return self

        def disable_compact(self) -> Any:
            return self

        def build(self) -> file_sink.FileSink:
            """Build the sink, for ``stream.sink_to``."""
            return file_sink.FileSink(self._base_path, **self._options)

        @property
        def _options(self) -> dict[str, Any]:
            return {
                "part_prefix": self._file_config.part_prefix,
                "part_suffix": self._file_config.part_suffix,
                "encode": self._encode,
                "encode_file": self._writer_factory and self._writer_factory.encode_file,
                "bucket_assigner": self._assigner.assigner,
                "rolling_policy": self._policy.policy,
                "bucket_check_interval_ms": self._bucket_check_ms,
            }

    class RowFormatBuilder(BaseBuilder):
        """Builds a sink that writes values one by one."""

    class BulkFormatBuilder(BaseBuilder):
        """Builds a sink that writes whole files; a part is closed at each checkpoint."""


class StreamingFileSink:
    """The file sink from before Flink 1.14, for ``stream.add_sink``."""

    get_java_function = as_java_object

    @staticmethod
    @validate_arguments
    def for_row_format(
        base_path: str, encoder: Any = None
    ) -> StreamingFileSink.DefaultRowFormatBuilder:
        """Return a builder; see :meth:`FileSink.for_row_format`."""
        return StreamingFileSink.DefaultRowFormatBuilder(base_path, encoder)

    @staticmethod
    @validate_arguments
    def for_bulk_format(
        base_path: str, writer_factory: BulkWriterFactory
    ) -> StreamingFileSink.DefaultBulkFormatBuilder:
        """Return a builder; see :meth:`FileSink.for_bulk_format`."""
        return StreamingFileSink.DefaultBulkFormatBuilder(base_path, writer_factory)

    class BaseBuilder(FileSink.BaseBuilder):
        """Builds a file sink."""

        def with_rolling_policy(self, policy: RollingPolicy) -> Any:
            return super().with_rolling_policy(policy)

        def build(self) -> file_sink.FileSink:
            """Build the sink, for ``stream.add_sink``: an ``LegacyFileSink``."""
            return file_sink.LegacyFileSink(self._base_path, **self._options)

    class DefaultRowFormatBuilder(BaseBuilder):
        """Builds a sink that writes values one by one."""

    class DefaultBulkFormatBuilder(BaseBuilder):
        """Builds a sink that writes whole files."""


__getattr__ = build_lazy_getattr(
    __name__,
    {
        "common.serialization": "RowDataBulkWriterFactory",
        "datastream.connectors.base": "Sink Source StreamTransformer",
        "datastream.functions": "SinkFunction",
    },
)
