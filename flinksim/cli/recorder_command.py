"""``flinksim recorder``: print how to attach the recorder to a real Flink job."""

from __future__ import annotations

import argparse
from pathlib import Path

from flinksim.cli.console import report_error
from flinksim.recording.recorder_jar import MISSING_JAR, find_recorder_jar

_TEXT = """\
Recorder: {jar}

Local job in Java or Scala, as an option of the JVM:
  -javaagent:{jar}=out={out}
PyFlink, before python program.py:
  export JAVA_TOOL_OPTIONS="-javaagent:{jar}=out={out}" PYTHONPATH={jar}
Standalone or session cluster, in config.yaml on every machine; then restart the cluster:
  env.java.opts.taskmanager: -javaagent:{jar}=out={out}
  env.java.opts.jobmanager: -javaagent:{jar}=out={out}
Kubernetes: mount the jar, and pass
  -Denv.java.opts.taskmanager=-javaagent:/opt/flink/flinksim-recorder.jar=out=/recording
  -Denv.java.opts.jobmanager=-javaagent:/opt/flink/flinksim-recorder.jar=out=/recording

Then copy the files of all machines into one folder:
  flinksim import {out}
  flinksim open {out}.flinktrace
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = (
        "Options of the agent follow out=FOLDER after a comma: values=off|LENGTH, mask=FIELDS, "
        "tasks=REGEX, keys=KEYS, from=MS, to=MS, every=N, last=SECONDS, network=off, elements=off."
    )
    parser.add_argument(
        "--out",
        default="/tmp/flinksim-recording",
        metavar="FOLDER",
        help="Folder that the recorder writes to (default: /tmp/flinksim-recording).",
    )
    parser.add_argument("--path", action="store_true", help="Print only the path of the jar.")
    parser.set_defaults(action=execute)


def execute(options: argparse.Namespace) -> int:
    """Execute the command and return its exit code."""
    jar = find_recorder_jar()
    if jar is None:
        return report_error(MISSING_JAR)
    print(jar if options.path else _TEXT.format(jar=jar, out=Path(options.out)), end="")
    if options.path:
        print()
    return 0
