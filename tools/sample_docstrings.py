"""Draw random docstrings of functions, classes and modules, for a reader who does not know the project.

python tools/sample_docstrings.py --seed 1 --count 60
"""

from __future__ import annotations

import argparse
import ast
import random
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def collect_docstrings() -> list[tuple[str, str]]:
    """Return the qualified name and the docstring of everything in the package that has one."""
    found = []
    for path in sorted((ROOT / "flinksim").rglob("*.py")):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                text = ast.get_docstring(node)
                if text:
                    found.append((f"{module}:{getattr(node, 'name', '(module)')}", text))
    return found


def main() -> int:
    """Print a sample."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, default=60)
    options = parser.parse_args()
    sample = random.Random(options.seed).sample(collect_docstrings(), options.count)
    for number, (name, text) in enumerate(sample, 1):
        print(f"--- {number}. {name}\n{text}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
