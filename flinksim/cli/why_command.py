"""``flinksim why``: answer a question about a run."""

from __future__ import annotations

import argparse
import json
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

from flinksim.analysis.why.answer import Answer
from flinksim.analysis.why.question_names import QuestionError
from flinksim.cli.arguments import (
    add_crash_argument,
    add_interleaving_argument,
    add_language_argument,
    add_parallelism_argument,
    add_until_argument,
)
from flinksim.cli.console import FAILED, report_error, show_progress
from flinksim.cli.load_jobs import capture_jobs
from flinksim.cli.run_program import add_program_arguments, find_program_error, is_trace_file
from flinksim.core.i18n.message_catalog import translate
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.runtime.fault_injection import InjectionError
from flinksim.runtime.minicluster import RunSettings
from flinksim.simulation.simulation import Simulation
from flinksim.trace.recorder import Trace
from flinksim.trace.storage.codec import load_trace


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = (
        "Without a question, suggested questions about this run are listed. The program can also "
        "be a saved trace (.flinktrace); then no changes are tried."
    )
    add_program_arguments(parser)
    parser.add_argument(
        "question", nargs="?", help='For example "why has window [0, 10000) of a not fired".'
    )
    parser.add_argument(
        "--what-if",
        metavar="KIND",
        default=True,
        help="Try only this kind of change: delay, lateness, offset, order, schedule, ...",
    )
    parser.add_argument(
        "--full",
        action="store_true",
        help="Print also the causal chain, all causes and all changes that help.",
    )
    add_language_argument(parser)
    parser.add_argument("--json", action="store_true", help="Print the answer as JSON.")
    parser.add_argument(
        "--html",
        type=Path,
        metavar="FILE",
        help="Write the changed run as a page that opens offline.",
    )
    add_crash_argument(parser)
    add_interleaving_argument(parser)
    add_until_argument(parser)
    add_parallelism_argument(parser)
    parser.set_defaults(action=execute, bad_rows=None)


def execute(options: argparse.Namespace) -> int:
    """Execute the command and return its exit code."""
    program: Path = options.program
    if problem := find_program_error(program, accepts_trace=True):
        return report_error(problem)
    if is_trace_file(program):
        try:
            return _print_answer(load_trace(program), options)
        except (OSError, ValueError) as error:
            return report_error(str(error))
    with capture_jobs(options) as pipelines:
        if not pipelines:
            return FAILED
        codes = []
        for pipeline in pipelines:
            # questions need all events, which a trace on demand would get from a second run
            settings = RunSettings(
                options.interleaving, injected_actions=tuple(options.crash), trace="full"
            )
            simulation = Simulation(pipeline, settings)
            failure = ""
            with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
                try:
                    simulation.run(until=options.until)
                except JobExecutionError:
                    pass  # the failure may be the subject of the question
                except InjectionError as error:
                    failure = str(error)
            codes.append(
                report_error(f"--crash: {failure}")
                if failure
                else _print_answer(simulation, options)
            )
        return max(codes)


def _print_answer(run: Simulation | Trace, options: argparse.Namespace) -> int:
    """Print the answer of a simulation or a trace, or the suggested questions."""
    if options.question is None:
        questions = run.questions(options.language)
        print(json.dumps(questions, ensure_ascii=False) if options.json else "\n".join(questions))
        return 0
    try:
        if isinstance(run, Simulation):
            show = None if options.json else _print_first_answer
            answer = run.why(
                options.question,
                language=options.language,
                what_if=options.what_if,
                on_first_answer=show,
            )
        else:
            answer = run.why(options.question, language=options.language)
            if not options.json:
                print(answer.format_sentence())
    except QuestionError as error:
        return report_error(str(error))
    finally:
        show_progress("")
    text = answer.json() if options.json else answer.format_rest(options.full)
    if text:
        print(text)
    if options.html is not None:
        try:
            answer.try_it().export_html(options.html)
        except ValueError as error:
            return report_error(str(error))
    return 0


def _print_first_answer(answer: Answer) -> None:
    """Print what is known before the program is run again."""
    print(answer.format_sentence(), flush=True)
    show_progress(translate(answer.language, "answer.not_yet_verified"))
