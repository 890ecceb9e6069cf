"""The common frame of all pages of the site."""

from __future__ import annotations

import html
from dataclasses import dataclass, field
from string import Template

from website.words import LANGUAGE_TAGS, Language, translate

SITE_PARTS = (("play", "Playground"), ("course", "Course"), ("runs", "Runs"), ("docs", "Docs"))
"""The parts of the site, by folder."""

LOGO_SVG = (
    '<svg class="logo" viewBox="0 0 30 30" width="26" height="26" aria-hidden="true">'
    '<rect x="1" y="1" width="28" height="28" rx="8"/><path d="M6 20C11 20 11 10 16 10H24"/>'
    '<path d="M6 10C11 10 11 20 16 20H24"/></svg>'
)
SUN_SVG = (
    '<svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">'
    '<path d="M10 2a8 8 0 1 0 0 16A8 8 0 0 0 10 2zm0 2v12a6 6 0 0 1 0-12z"/></svg>'
)

_PAGE_TEMPLATE = Template("""<!doctype html>
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

_NO_SCRIPT_TEXT = (
    "This site runs Python in your browser. It needs JavaScript, which is switched off."
)
_FOOTER_TEXTS = (
    "Everything runs in this browser. There is no account and no server, and no data leaves the browser.",
    "Apache-2.0. Apache Flink is a trademark of the Apache Software Foundation; flinksim is not part of it.",
)


@dataclass(frozen=True, slots=True)
class Page:
    """A page and its script.

    ``path`` is its folder, such as ``runs/idle_split/``. ``other_language_path`` is the path of the same page in the
    other language, if there is one.
    """

    path: str
    title: str
    description: str
    main: str
    script: str = "run"
    runs_python: bool = False
    body_class: str = ""
    has_footer: bool = True
    preloads: tuple[str, ...] = field(default=())
    language: Language = "en"
    other_language_path: str = ""

    @property
    def root_path(self) -> str:
        """The relative path to the root of the site."""
        return "../" * self.path.count("/") or "./"

    def html(self, parts: tuple[str, ...]) -> str:
        """Return the page as HTML, with links to the *parts* that the site has."""
        nav = "".join(
            f'<a href="{self.root_path}{self._find_folder(folder)}"{self._build_current_mark(folder)}>'
            f"{translate(name, self.language)}</a>"
            for folder, name in SITE_PARTS
            if folder in parts
        )
        head = "".join(
            f'<link rel="modulepreload" href="{self.root_path}{one}">\n' for one in self.preloads
        )
        return _PAGE_TEMPLATE.substitute(
            policy=build_content_security_policy(self.runs_python),
            about=html.escape(self.description),
            title=html.escape(self.title),
            base=self.root_path,
            head=head,
            body_class=self.body_class,
            mark=LOGO_SVG,
            sun=SUN_SVG,
            nav=nav,
            other=self._build_language_link(),
            tag=LANGUAGE_TAGS[self.language],
            skip=translate("Skip to the content", self.language),
            site=translate("Site", self.language),
            dark=translate("Dark colours", self.language),
            colours=translate("Light or dark", self.language),
            no_script=translate(_NO_SCRIPT_TEXT, self.language),
            main=self.main,
            footer=self._build_footer() if self.has_footer else "",
            script=self.script,
        )

    def _find_folder(self, folder: str) -> str:
        return f"{folder}/zh/" if folder == "course" and self.language == "zh" else f"{folder}/"

    def _build_language_link(self) -> str:
        if not self.other_language_path:
            return ""
        name, tag = ("English", "en") if self.language == "zh" else ("中文", LANGUAGE_TAGS["zh"])
        return (
            f'<a class="button language" href="{self.root_path}{self.other_language_path}" lang="{tag}" hreflang="{tag}">'
            f"{name}</a>\n"
        )

    def _build_footer(self) -> str:
        paragraphs = "".join(f"<p>{translate(text, self.language)}</p>" for text in _FOOTER_TEXTS)
        return f"<footer>{paragraphs}</footer>\n"

    def _build_current_mark(self, folder: str) -> str:
        return ' aria-current="page"' if self.path.startswith(f"{folder}/") else ""


def build_content_security_policy(runs_python: bool) -> str:
    """Return the content security policy: own files only, and WebAssembly where Python runs."""
    scripts = "'self' 'wasm-unsafe-eval'" if runs_python else "'self'"
    return (
        f"default-src 'none'; script-src {scripts}; style-src 'self'; img-src 'self' data: blob:; "
        "connect-src 'self'; worker-src 'self' blob:; manifest-src 'self'; base-uri 'none'; "
        "form-action 'none'"
    )
