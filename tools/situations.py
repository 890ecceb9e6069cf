"""Answers the questions of ``examples/situations`` and ``examples/sql``.

python tools/situations.py            # print the answers
python tools/situations.py --write    # write NAME.txt next to each NAME.py
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from flinksim.course.scenarios import read_scenarios

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
SCENARIO_FOLDERS = (EXAMPLES / "situations", EXAMPLES / "sql")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    for situation in [one for folder in SCENARIO_FOLDERS for one in read_scenarios(folder)]:
        if options.names and situation.name not in options.names:
            continue
        text = situation.format_answer()
        if options.write:
            situation.answer_file.write_text(text, encoding="utf-8")
        else:
            sys.stdout.write(f"{text}\n")


if __name__ == "__main__":
    main()
