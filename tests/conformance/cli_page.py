"""docs/reference/cli.md: the reference of the command line, made from the parsers.

Usage: ``python -m tests.conformance.cli_page`` writes it anew.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from flinksim.cli import COMMAND_GROUPS, COMMANDS, build_parser

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "cli.md"


def page() -> str:
    """The whole page."""
    lines = [
        "# Command line",
        "",
        "Generated from the parsers by `tests/conformance/cli_page.py`. `flinksim COMMAND --help` prints "
        "the same.",
        "",
        "| task | command | purpose |",
        "| --- | --- | --- |",
    ]
    for group, purposes in COMMAND_GROUPS.items():
        for name, purpose in purposes.items():
            lines.append(f"| {group} | [`{name}`](#flinksim-{name}) | {purpose} |")
    for name in COMMANDS:
        lines += ["", *_describe_command(name)]
    return "\n".join(lines) + "\n"


def find_parser(name: str) -> argparse.ArgumentParser:
    """The parser of one command, with its arguments."""
    for action in build_parser(name)._actions:
        if isinstance(action, argparse._SubParsersAction):
            found: argparse.ArgumentParser = action.choices[name]
            return found
    raise AssertionError("the parser has no commands")


def _describe_command(name: str) -> Iterator[str]:
    parser = find_parser(name)
    options = [action for action in parser._actions if action.option_strings]
    positional = [action for action in parser._actions if not action.option_strings]
    operands = [
        f"[{_get_operand_name(one)}]" if one.nargs in ("?", "*") else _get_operand_name(one)
        for one in positional
    ]
    yield f"## flinksim {name}"
    yield ""
    yield COMMANDS[name]
    yield ""
    yield f"    {' '.join(['flinksim', name, *operands, '[OPTIONS]'])}"
    yield ""
    for text in (parser.description, parser.epilog):
        if text and text != COMMANDS[name]:
            yield _escape(text)
            yield ""
    yield "| argument | meaning |"
    yield "| --- | --- |"
    for action in [*positional, *options]:
        if not isinstance(action, argparse._HelpAction):
            yield f"| `{_format_names(action)}` | {_escape(str(action.help))} |"


def _get_operand_name(action: argparse.Action) -> str:
    return str(action.metavar or action.dest).upper()


def _format_names(action: argparse.Action) -> str:
    if not action.option_strings:
        return _get_operand_name(action)
    value = ""
    if action.nargs != 0:
        choices = "|".join(map(str, action.choices or ()))
        value = f" {choices or action.metavar or action.dest.upper()}".replace("|", "\\|")
    return f"{', '.join(action.option_strings)}{value}"


def _escape(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*")


if __name__ == "__main__":
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
