"""The options that bind files to the sources and sinks of a program."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from flinksim.cli.arguments import parse_parallelism
from flinksim.cli.console import print_stderr
from flinksim.core.binding_errors import BindingError, UnboundSourceError
from flinksim.datastream.pipeline_executor import Pipeline, transform_jobs
from flinksim.datastream.transformations import SinkSpec, SourceSpec

if TYPE_CHECKING:
    from flinksim.external_data.bind_jobs import BoundJobs
    from flinksim.external_data.binding import BindingSettings


def add_binding_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options that bind files."""
    group = parser.add_argument_group(
        "files for external systems", "A file flinksim.toml beside the program can name them too."
    )
    group.add_argument(
        "--source",
        metavar="[NAME=]FILE",
        action="append",
        default=[],
        help="Read this file, folder or glob pattern instead of a topic, socket, path or log. NAME is the "
        "operator, topic, table or path. Append options to the file: 'NAME=FILE timestamp=ts unit=s'.",
    )
    group.add_argument(
        "--sink",
        metavar="NAME=FILE",
        action="append",
        default=[],
        help="Write the records of a sink to this file, as one JSON object per line.",
    )
    group.add_argument(
        "--sample",
        metavar="N",
        type=parse_parallelism,
        default=0,
        help="Generate N records for each source without a file.",
    )
    group.add_argument(
        "--like",
        metavar="LINE",
        default="",
        help="An example of a value in the topic; needs --sample.",
    )


def create_binding_settings(options: argparse.Namespace) -> BindingSettings:
    """Create the bindings from the options and from ``flinksim.toml`` beside the program.

    Raises:
        BindingError: An option or the file is invalid.
    """
    from flinksim.external_data.binding import parse_source, read_settings_file

    settings = read_settings_file(Path(options.program).resolve().parent)
    given = tuple(map(parse_source, options.source))
    names = {binding.name for binding in given}
    sinks = dict(settings.sinks)
    for text in options.sink:
        name, equals, path = text.partition("=")
        if not equals or not path:
            raise BindingError(f"--sink {text}: expected NAME=FILE, such as out=out.jsonl")
        sinks[name] = path
    return replace(
        settings,
        sources=(*(each for each in settings.sources if each.name not in names), *given),
        sinks=sinks,
        sample=options.sample,
        like=options.like,
    )


class ProgramBindings:
    """Binds the files of the options to each job; the code for it is imported when a job needs it."""

    def __init__(self, options: argparse.Namespace, on_job: Callable[[], None]) -> None:
        self._options = options
        self._on_job = on_job
        self._requires_data = getattr(options, "requires_data", True)
        self._reports_results = getattr(options, "reports_results", True)
        self.jobs: BoundJobs | None = None

    def bind(self, pipeline: Pipeline) -> Pipeline:
        """Return *pipeline* with the files bound to it."""
        self._on_job()
        if self.jobs is None and not (self._are_given() or _has_external_system(pipeline)):
            return pipeline
        if self.jobs is None:
            from flinksim.external_data.bind_jobs import BoundJobs

            self.jobs = BoundJobs(create_binding_settings(self._options))
        try:
            return self.jobs.bind(pipeline, self._requires_data)
        except UnboundSourceError as error:
            command = str(error).replace("PROGRAM", str(self._options.program))
            raise UnboundSourceError(command) from None

    def report(self) -> None:
        """Write the files of the sinks, and report what was read and written."""
        if self.jobs is None or not self._requires_data:
            return
        if not self.jobs.has_run:
            return
        jobs = self.jobs
        jobs.write_sinks()
        lines = [*jobs.notes]
        if self._reports_results:
            lines += [*jobs.describe_offsets(), *jobs.describe_sinks()]
        for line in lines:
            print_stderr(line)

    def _are_given(self) -> bool:
        options = self._options
        return (
            bool(options.source or options.sink or options.sample)
            or (Path(options.program or ".").resolve().parent / "flinksim.toml").is_file()
        )


def _has_external_system(pipeline: Pipeline) -> bool:
    for node in pipeline.transformations:
        spec = node.spec
        endpoint = (
            spec.source
            if isinstance(spec, SourceSpec)
            else spec.sink
            if isinstance(spec, SinkSpec)
            else None
        )
        if hasattr(endpoint, "addresses") or hasattr(endpoint, "sources"):
            return True
    return False


@contextmanager
def connect_files(
    options: argparse.Namespace, on_job: Callable[[], None]
) -> Iterator[ProgramBindings]:
    """Bind the files of the options to the jobs of the program in the block, without a report.

    *on_job* is called before each job.
    """
    bindings = ProgramBindings(options, on_job)
    with transform_jobs(bindings.bind):
        yield bindings


@contextmanager
def apply_binding_options(
    options: argparse.Namespace, on_job: Callable[[], None]
) -> Iterator[ProgramBindings]:
    """Bind the files of the options as :func:`connect_files` does, and report them at the end."""
    with connect_files(options, on_job) as bindings:
        yield bindings
    bindings.report()
