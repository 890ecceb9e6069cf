"""Draw random texts that a user reads, for a reader who does not know the project.

python tools/sample_texts.py --seed 1 --count 40
python tools/sample_texts.py --seed 1 --count 20 --language zh
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import sys
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROGRAMS = sorted((ROOT / "examples").glob("*/*.py"))
MIN_LENGTH = {"en": 25, "zh": 8}
"""Shorter texts are single words, which are read in their place only."""


def run_command(*words: str) -> list[str]:
    """Return the lines that a command of flinksim prints; none if it ends with an error."""
    done = subprocess.run(
        [sys.executable, "-m", "flinksim", *words],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=120,
        check=False,
    )
    text = re.sub(r"\n {12,}", " ", done.stdout)  # a wrapped line and its continuation
    return [line.strip() for line in text.splitlines()] if done.returncode == 0 else []


def collect_labels(language: str) -> list[str]:
    """Return labels and tooltips of the widgets."""
    table = (ROOT / "widgets/src/i18n/strings_zh.ts").read_text(encoding="utf-8")
    pairs = re.findall(r'("(?:[^"\\]|\\.)*"): ("(?:[^"\\]|\\.)*")', table)
    return [json.loads(pair[language == "zh"]) for pair in pairs]


def collect_messages(language: str) -> list[str]:
    """Return errors, hints and findings from the catalog; what is in braces is filled in later."""
    catalog = json.loads((ROOT / f"flinksim/core/i18n/{language}.json").read_text(encoding="utf-8"))
    return [text for text in catalog["messages"].values() if isinstance(text, str)]


def collect_help(_language: str) -> list[str]:
    """Return the help of all commands. It is English."""
    names = ["run", "record", "tell", "plan", "why", "diagnose", "explore", "compare", "check"]
    names += ["clinic", "recorder", "confront", "grade", "log", "replay", "sweep", "zoom"]
    return [
        " ".join(paragraph.split())
        for name in names
        for paragraph in "\n".join(run_command(name, "--help")).split("\n\n")[1:2]
    ]


def collect_events(language: str, drawn: random.Random) -> list[str]:
    """Return the descriptions of events of some bundled programs."""
    programs = drawn.sample(PROGRAMS, 6)
    return [
        line for path in programs for line in run_command("tell", str(path), "--language", language)
    ]


def collect_answers(language: str, drawn: random.Random) -> list[str]:
    """Return whole answers to the questions that are offered for some bundled programs."""
    answers = []
    for path in drawn.sample(PROGRAMS, 3):
        ask = partial(run_command, "why", str(path))
        offered = [line for line in ask("--language", language) if line]
        for question in drawn.sample(offered, min(3, len(offered))):
            lines = ask(question, "--language", language)
            answers.append("\n".join([f"? {question}", *lines]))
    return answers


def collect_lessons(language: str) -> list[str]:
    """Return paragraphs of the lessons."""
    begins = "# %% [zh]" if language == "zh" else "# %% [markdown]"
    found = []
    for path in sorted((ROOT / "notebooks/source").glob("*.py")):
        for cell in re.split(r"(?m)^(?=# %%)", path.read_text(encoding="utf-8")):
            if cell.startswith(begins):
                text = re.sub(r"(?m)^# ?", "", cell.partition("\n")[2])
                found += [paragraph.strip() for paragraph in text.split("\n\n")]
    return found


def main() -> int:
    """Print a sample."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--language", choices=("en", "zh"), default="en")
    options = parser.parse_args()
    drawn = random.Random(options.seed)
    language = options.language
    kinds = {
        "label or tooltip": collect_labels(language),
        "message or error": collect_messages(language),
        "event": collect_events(language, drawn),
        "answer": collect_answers(language, drawn),
        "lesson": collect_lessons(language),
    }
    if language == "en":
        kinds["command help"] = collect_help(language)
    share = -(-options.count // len(kinds))
    sample = []
    for kind, texts in kinds.items():
        long = [text for text in texts if len(text) >= MIN_LENGTH[language]]
        different = list({re.sub(r"[\d,.]+", "0", text): text for text in long}.values())
        sample += [(kind, text) for text in drawn.sample(different, min(share, len(different)))]
    for number, (kind, text) in enumerate(drawn.sample(sample, min(options.count, len(sample))), 1):
        print(f"--- {number}. {kind}\n{text}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
