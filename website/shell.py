"""The frame that the pages of the site have in common."""

from __future__ import annotations

import html
from dataclasses import dataclass, field
from string import Template

from website.words import TAGS, Language, say

NAMES = (("play", "Playground"), ("course", "Course"), ("runs", "Runs"), ("docs", "Docs"))
"""The parts of the site, by folder."""

MARK = (
    '<svg class="logo" viewBox="0 0 30 30" width="26" height="26" aria-hidden="true">'
    '<rect x="1" y="1" width="28" height="28" rx="8"/><path d="M6 20C11 20 11 10 16 10H24"/>'
    '<path d="M6 10C11 10 11 20 16 20H24"/></svg>'
)
SUN = (
    '<svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">'
    '<path d="M10 2a8 8 0 1 0 0 16A8 8 0 0 0 10 2zm0 2v12a6 6 0 0 1 0-12z"/></svg>'
)

_PAGE = Template("""<!doctype html>
<html lang="$tag">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="$policy">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="$about">
<meta name="referrer" content="no-referrer">
<title>$title</title>
<link rel="icon" href="${base}assets/icon.svg" type="image/svg+xml">
<link rel="manifest" href="${base}manifest.webmanifest">
<link rel="stylesheet" href="${base}assets/site.css">
$head</head>
<body class="$body_class">
<a class="skip" href="#main">$skip</a>
<header class="top"><a class="brand" href="${base}index.html">$mark flinksim</a>
<nav aria-label="$site">$nav</nav>
$other
<button type="button" id="theme" aria-label="$dark" aria-pressed="false" title="$colours">$sun</button></header>
$main
$footer<noscript><p class="page">$no_script</p></noscript>
<script type="module" src="${base}assets/$script.js"></script>
</body>
</html>
""")

_NO_SCRIPT = "This site runs Python in your browser, with JavaScript, which is switched off here."
_FOOTER = (
    "Everything runs in this browser: no account, no server, nothing leaves it.",
    "Apache-2.0. Apache Flink is a trademark of the Apache Software Foundation; flinksim is not part of it.",
)


@dataclass(frozen=True, slots=True)
class Page:
    """A page at *path* (``runs/idle_split/``), with the code that moves it.

    *other* is the path of the same page in the other language, where there is one.
    """

    path: str
    title: str
    about: str
    main: str
    script: str = "run"
    runs_python: bool = False
    body_class: str = ""
    has_footer: bool = True
    preloads: tuple[str, ...] = field(default=())
    language: Language = "en"
    other: str = ""

    @property
    def base(self) -> str:
        """The way from here to where the site begins."""
        return "../" * self.path.count("/") or "./"

    def html(self, parts: tuple[str, ...]) -> str:
        """The page, with the *parts* of the site that there are in its head line."""
        nav = "".join(
            f'<a href="{self.base}{self._home_of(folder)}"{self._current(folder)}>'
            f"{say(name, self.language)}</a>"
            for folder, name in NAMES
            if folder in parts
        )
        head = "".join(
            f'<link rel="modulepreload" href="{self.base}{one}">\n' for one in self.preloads
        )
        return _PAGE.substitute(
            policy=policy(self.runs_python),
            about=html.escape(self.about),
            title=html.escape(self.title),
            base=self.base,
            head=head,
            body_class=self.body_class,
            mark=MARK,
            sun=SUN,
            nav=nav,
            other=self._other(),
            tag=TAGS[self.language],
            skip=say("To the page", self.language),
            site=say("Site", self.language),
            dark=say("Dark colours", self.language),
            colours=say("Light or dark", self.language),
            no_script=say(_NO_SCRIPT, self.language),
            main=self.main,
            footer=self._footer() if self.has_footer else "",
            script=self.script,
        )

    def _home_of(self, folder: str) -> str:
        return f"{folder}/zh/" if folder == "course" and self.language == "zh" else f"{folder}/"

    def _other(self) -> str:
        if not self.other:
            return ""
        name, tag = ("English", "en") if self.language == "zh" else ("中文", TAGS["zh"])
        return (
            f'<a class="button language" href="{self.base}{self.other}" lang="{tag}" hreflang="{tag}">'
            f"{name}</a>\n"
        )

    def _footer(self) -> str:
        told = "".join(f"<p>{say(text, self.language)}</p>" for text in _FOOTER)
        return f"<footer>{told}</footer>\n"

    def _current(self, folder: str) -> str:
        return ' aria-current="page"' if self.path.startswith(f"{folder}/") else ""


def policy(runs_python: bool) -> str:
    """What a page may load and run: its own files. Pages that run Python may compile WebAssembly."""
    scripts = "'self' 'wasm-unsafe-eval'" if runs_python else "'self'"
    return (
        f"default-src 'none'; script-src {scripts}; style-src 'self'; img-src 'self' data: blob:; "
        "connect-src 'self'; worker-src 'self' blob:; manifest-src 'self'; base-uri 'none'; "
        "form-action 'none'"
    )
