"""Functions of strings and bytes.

Flink: ``BinaryStringDataUtil``, ``SqlFunctionUtils``, ``SqlLikeUtils``.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any
from urllib.parse import quote_plus, unquote_plus, urlsplit

from flinksim.core.java.hash_code import compute_java_hash_code
from flinksim.table.runtime.expressions.cast_rules import build_formatter
from flinksim.table.runtime.expressions.function_registry import (
    Evaluator,
    FunctionCall,
    ScalarFunction,
    SqlRuntimeError,
    add_scalar,
    add_special,
    add_typed,
)

add_scalar("UPPER")(str.upper)
add_scalar("LOWER")(str.lower)
add_scalar("CHAR_LENGTH", "CHARACTER_LENGTH")(len)
add_scalar("REVERSE")(lambda text: text[::-1])


@add_scalar("INITCAP")
def _capitalize(text: str) -> str:
    return re.sub(r"[A-Za-z0-9]+", lambda match: match[0].capitalize(), text)


@add_typed("||", "CONCAT")
def _create_concat(call: FunctionCall) -> ScalarFunction:
    formatters = [build_formatter(type_, call.time_zone) for type_ in call.operand_types]
    return lambda *values: "".join(
        [formatter(value) for formatter, value in zip(formatters, values, strict=True)]
    )


@add_scalar("CONCAT_WS", strict=False)
def _join_texts(separator: str | None, *values: str | None) -> str | None:
    if separator is None:
        return None
    return separator.join(value for value in values if value is not None)


@add_scalar("SUBSTRING", "SUBSTR")
def _extract_substring(text: str, start: int, length: int | None = None) -> str | None:
    if length is not None and length < 0:
        return None
    begin = start - 1 if start > 0 else (len(text) + start if start < 0 else 0)
    if begin < 0:
        return ""
    return text[begin:] if length is None else text[begin : begin + length]


@add_special("TRIM")
def _build_trim(call: FunctionCall, operands: Sequence[Evaluator]) -> Evaluator:
    mode = str(call.literals[0])
    _, characters, text = operands

    def evaluate(row: Any) -> str | None:
        removed, value = characters(row), text(row)
        if removed is None or value is None:
            return None
        if mode in ("BOTH", "LEADING"):
            value = value.lstrip(removed)
        return str(value.rstrip(removed) if mode in ("BOTH", "TRAILING") else value)

    return evaluate


@add_scalar("LTRIM")
def _trim_left(text: str, characters: str = " ") -> str:
    return text.lstrip(characters)


@add_scalar("RTRIM")
def _trim_right(text: str, characters: str = " ") -> str:
    return text.rstrip(characters)


@add_scalar("BTRIM")
def _trim_both(text: str, characters: str = " ") -> str:
    return text.strip(characters)


@add_scalar("REPLACE")
def _replace_text(text: str, old: str, new: str) -> str:
    return text.replace(old, new)


@add_scalar("OVERLAY")
def _overlay_text(text: str, new: str, start: int, length: int | None = None) -> str:
    if start <= 0 or start > len(text):
        return text
    replaced = len(new) if length is None else length
    rest = text[start - 1 + replaced :] if replaced > 0 else ""  # as Flink's code does
    return text[: start - 1] + new + rest


@add_scalar("POSITION")
def _find_position(part: str, text: str) -> int:
    return text.find(part) + 1


@add_scalar("INSTR")
def _find_in_text(text: str, part: str, start: int = 1, occurrence: int = 1) -> int:
    position = start - 2
    for _ in range(occurrence):
        position = text.find(part, position + 1)
        if position < 0:
            return 0
    return position + 1


@add_scalar("LOCATE")
def _locate_text(part: str, text: str, start: int = 1) -> int:
    return text.find(part, max(start - 1, 0)) + 1


@add_scalar("LEFT")
def _take_left(text: str, length: int) -> str:
    return text[: max(length, 0)]


@add_scalar("RIGHT")
def _take_right(text: str, length: int) -> str:
    return text[-length:] if length > 0 else ""


def _pad(text: str, length: int, padding: str, is_left: bool) -> str | None:
    if length < 0:
        return None
    missing = length - len(text)
    if missing <= 0:
        return text[:length]
    if not padding:
        return None
    fill = (padding * (missing // len(padding) + 1))[:missing]
    return fill + text if is_left else text + fill


@add_scalar("LPAD")
def _pad_left(text: str, length: int, padding: str) -> str | None:
    return _pad(text, length, padding, True)


@add_scalar("RPAD")
def _pad_right(text: str, length: int, padding: str) -> str | None:
    return _pad(text, length, padding, False)


@add_scalar("REPEAT")
def _repeat_text(text: str, count: int) -> str:
    return text * max(count, 0)


@add_scalar("SPACE")
def _build_spaces(count: int) -> str:
    return " " * max(count, 0)


@add_scalar("ASCII")
def _get_ascii(text: str) -> int:
    first = text.encode()[0] if text else 0
    return first - 256 if first > 127 else first  # a byte of Java


@add_scalar("CHR")
def _get_character(code: int) -> str:
    return "" if code < 0 else chr(code & 0xFF)


@add_scalar("SPLIT_INDEX")
def _split_and_take(text: str, separator: Any, index: int) -> str | None:
    if index < 0 or not text:
        return None
    if separator == "":
        return text if index == 0 else None
    parts = text.split(chr(separator) if isinstance(separator, int) else separator)
    return parts[index] if index < len(parts) else None


@add_scalar("ELT")
def _take_element(index: int, *values: str) -> str | None:
    return values[index - 1] if 1 <= index <= len(values) else None


@add_scalar("TRANSLATE", "TRANSLATE3", strict=False)
def _translate_text(text: str | None, source: str | None, target: str | None) -> str | None:
    if text is None or source is None:
        return text
    table: dict[int, str | None] = {}
    target = target or ""
    for position, character in enumerate(source):
        table.setdefault(ord(character), target[position] if position < len(target) else None)
    return text.translate(table)


@add_scalar("STARTSWITH")
def _has_prefix(text: Any, part: Any) -> bool:
    return bool(text.startswith(part))


@add_scalar("ENDSWITH")
def _has_suffix(text: Any, part: Any) -> bool:
    return bool(text.endswith(part))


@add_scalar("IS_ALPHA", strict=False)
def _is_alpha(text: Any) -> bool:
    return text is not None and str(text).isalpha()


@add_scalar("IS_DIGIT", strict=False)
def _is_digit(text: Any) -> bool:
    return text is not None and str(text).isdigit()


@add_scalar("IS_DECIMAL", strict=False)
def _is_decimal(text: Any) -> bool:
    return (
        text is not None
        and re.fullmatch(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", str(text)) is not None
    )


_FORMAT = re.compile(r"%(\d+\$)?([-#+ 0,(]*)(\d+)?(\.\d+)?([a-zA-Z%])")


_FORMATTED_TYPES = {"d": int, "x": int, "o": int, "c": int, "f": float, "e": float, "g": float}
"""The values that each conversion of ``java.util.Formatter`` takes; Flink gives it no decimals."""


@add_typed("PRINTF", strict=False)
def _create_printf(call: FunctionCall) -> ScalarFunction:
    """Return a function that formats like ``java.util.Formatter``, Flink's internal values."""
    roots = [type_.root for type_ in call.operand_types[1:]]

    def compute(pattern: str | None, *values: Any) -> str | None:
        shown = [
            int(value) if root in ("DATE", "TIME") and value is not None else value
            for root, value in zip(roots, values, strict=True)
        ]
        return None if pattern is None else _print_formatted(pattern, *shown)

    return compute


def _print_formatted(pattern: str, *values: Any) -> str | None:
    """Format values; ``None`` if the pattern does not fit them."""
    rest = iter(values)

    def format_one(match: re.Match[str]) -> str:
        position, flags, width, precision, kind = match.groups()
        if kind == "%":
            return "%"
        if kind == "n":
            return "\n"
        value = next(rest) if position is None else values[int(position[:-1]) - 1]
        if value is None:
            value, kind, precision = "null", "s", None
        wanted = _FORMATTED_TYPES.get(kind.lower())
        if wanted is not None and type(value) is not wanted:
            raise TypeError(f"%{kind} takes no {type(value).__name__}")
        if kind in "bB" or isinstance(value, bool):
            value, kind = ("true" if value else "false"), "s"
        if "," in flags and kind == "d":
            value, kind = f"{value:,}", "s"
        plain_flags = flags.replace(",", "").replace("(", "")
        text = f"%{plain_flags}{width or ''}{precision or ''}{kind.replace('S', 's')}"
        formatted: str = text % value
        return formatted.upper() if kind == "S" else formatted

    try:
        return _FORMAT.sub(format_one, pattern)
    except (TypeError, ValueError, IndexError, StopIteration):
        return None


# --- patterns ----------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _compile_like(pattern: str, escape: str | None) -> re.Pattern[str]:
    """Translate a pattern so that a match takes linear time: ``%x`` takes the first x, and keeps it."""
    segments: list[list[str]] = [[]]
    position = 0
    while position < len(pattern):
        character = pattern[position]
        if character == escape and position + 1 < len(pattern):
            position += 1
            segments[-1].append(re.escape(pattern[position]))
        elif character == "%":
            segments.append([])
        else:
            segments[-1].append("." if character == "_" else re.escape(character))
        position += 1
    first, *middle = ("".join(segment) for segment in segments)
    if not middle:
        return re.compile(first, re.DOTALL)
    found_first = "".join(f"(?>.*?{segment})" for segment in middle[:-1] if segment)
    return re.compile(f"{first}{found_first}.*{middle[-1]}", re.DOTALL)


@add_scalar("LIKE")
def is_like(text: str, pattern: str, escape: str | None = None) -> bool:
    """Return whether a whole text matches a pattern with ``%`` and ``_``."""
    return _compile_like(pattern, escape).fullmatch(text) is not None


@add_scalar("NOT LIKE")
def _is_not_like(text: str, pattern: str, escape: str | None = None) -> bool:
    return not is_like(text, pattern, escape)


def _find_java_pattern(pattern: str) -> re.Pattern[str] | None:
    """Compile a regular expression; ``None`` for one that is invalid, as Flink's functions take it."""
    try:
        return _compile_java_pattern(pattern)
    except re.error:
        return None


@add_scalar("SIMILAR TO")
def _is_similar(text: str, pattern: str) -> bool:
    try:
        compiled = re.compile(pattern.replace("%", ".*").replace("_", "."), re.DOTALL)
    except re.error as error:
        raise SqlRuntimeError(f"PatternSyntaxException: {error}") from None
    return compiled.fullmatch(text) is not None


@lru_cache(maxsize=256)
def _compile_java_pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(
        pattern.replace("(?<", "(?P<").replace("(?P<=", "(?<=").replace("(?P<!", "(?<!")
    )


@add_scalar("REGEXP", "RLIKE")
def _has_match(text: str, pattern: str) -> bool:
    compiled = _find_java_pattern(pattern) if pattern else None
    return compiled is not None and compiled.search(text) is not None


@add_scalar("REGEXP_EXTRACT")
def _extract_regexp(text: str, pattern: str, group: int = 0) -> str | None:
    compiled = _find_java_pattern(pattern)
    match = None if compiled is None else compiled.search(text)
    return None if match is None or not 0 <= group <= match.re.groups else match[group]


@add_scalar("REGEXP_REPLACE")
def _replace_regexp(text: str, pattern: str, replacement: str) -> str | None:
    compiled = _find_java_pattern(pattern)
    return None if compiled is None else compiled.sub(lambda _: replacement, text)


@add_scalar("REGEXP_COUNT")
def _count_regexp(text: str, pattern: str) -> int | None:
    compiled = _find_java_pattern(pattern)
    return None if compiled is None else sum(1 for _ in compiled.finditer(text))


@add_scalar("REGEXP_INSTR")
def _find_regexp(text: str, pattern: str) -> int | None:
    compiled = _find_java_pattern(pattern)
    if compiled is None:
        return None
    match = compiled.search(text)
    return 0 if match is None else match.start() + 1


@add_scalar("REGEXP_SUBSTR")
def _take_regexp(text: str, pattern: str) -> str | None:
    compiled = _find_java_pattern(pattern)
    match = None if compiled is None else compiled.search(text)
    return None if match is None else match[0]


@add_scalar("REGEXP_EXTRACT_ALL")
def _extract_all_regexp(text: str, pattern: str, group: int = 1) -> tuple[str, ...] | None:
    compiled = _find_java_pattern(pattern)
    if compiled is None or not 0 <= group <= compiled.groups:
        return None
    return tuple(match[group] for match in compiled.finditer(text))


# --- encodings ---------------------------------------------------------------------------------------


def _to_bytes(value: str | bytes) -> bytes:
    return value.encode() if isinstance(value, str) else value


@add_scalar("TO_BASE64")
def _encode_base64(value: str | bytes) -> str:
    return base64.b64encode(_to_bytes(value)).decode()


@add_scalar("FROM_BASE64")
def _decode_base64(text: str) -> str:
    plain = text.rstrip("=")
    wrong = re.search(r"[^A-Za-z0-9+/]", plain)
    if wrong is not None:
        raise SqlRuntimeError(f"Illegal base64 character {wrong[0].encode()[0]:x}")
    if len(text) == 1:
        raise SqlRuntimeError("Input byte[] should at least have 2 bytes for base64 bytes")
    if len(plain) % 4 == 1:
        raise SqlRuntimeError("Last unit does not have enough valid bits")
    padded = plain + "=" * (-len(plain) % 4)
    return base64.b64decode(padded).decode("utf-8", "replace")


@add_scalar("UNHEX")
def _decode_hexadecimal(text: str) -> bytes | None:
    try:
        return bytes.fromhex(text if len(text) % 2 == 0 else f"0{text}")
    except ValueError:
        return None


@add_scalar("ENCODE")
def _encode_text(text: str, charset: str) -> bytes:
    if charset.upper().replace("_", "-") == "UTF-16":
        return b"\xfe\xff" + text.encode("utf-16-be")
    try:
        return text.encode(charset, "replace")
    except LookupError:
        raise SqlRuntimeError(charset) from None


@add_scalar("DECODE")
def _decode_text(value: bytes, charset: str) -> str:
    try:
        return value.decode(charset, "replace")
    except LookupError:
        raise SqlRuntimeError(charset) from None


@add_scalar("URL_ENCODE")
def _encode_url(text: str) -> str:
    return quote_plus(text, safe="*-._").replace("~", "%7E")


@add_scalar("URL_DECODE")
def _decode_url(text: str) -> str | None:
    is_invalid = re.search("%(?![0-9A-Fa-f]{2})", text) is not None
    return None if is_invalid else unquote_plus(text)


@add_scalar("INET_ATON")
def _parse_address(text: str) -> int | None:
    """Return an IPv4 address as a number; the last of fewer parts than four has the rest."""
    parts = text.split(".")
    if len(parts) > 4 or not all(re.fullmatch(r"[0-9]{1,10}", part) for part in parts):
        return None
    *leading, last = map(int, parts)
    if any(part > 255 for part in leading) or last >= 256 ** (5 - len(parts)):
        return None
    return sum(part << (24 - 8 * at) for at, part in enumerate(leading)) + last


@add_scalar("INET_NTOA")
def _format_address(number: int) -> str | None:
    if not 0 <= number < 2**32:
        return None
    return ".".join(str(part) for part in number.to_bytes(4))


@add_scalar("PARSE_URL")
def _parse_url(text: str, part: str, key: str | None = None) -> str | None:
    url = urlsplit(text)
    if url.scheme not in ("http", "https", "ftp", "file", "jar", "mailto"):
        return None  # java.net.URL knows no other protocols
    user, has_user, rest = url.netloc.rpartition("@")
    has_query = "?" in text.partition("#")[0]
    parts = {
        "HOST": re.sub(r":\d*$", "", rest), "PATH": url.path, "QUERY": url.query if has_query else None,
        "PROTOCOL": url.scheme, "REF": url.fragment if "#" in text else None, "AUTHORITY": url.netloc,
        "USERINFO": user if has_user else None, "FILE": url.path + (f"?{url.query}" if has_query else ""),
    }  # fmt: skip
    if key is None:
        return parts.get(part)
    match = re.search(rf"(?:^|&){re.escape(key)}=([^&]*)", url.query) if part == "QUERY" else None
    return None if match is None else match[1]


def _add_digest(name: str, algorithm: str) -> None:
    add_scalar(name)(lambda value: hashlib.new(algorithm, _to_bytes(value)).hexdigest())


for _name, _algorithm in {
    "MD5": "md5", "SHA1": "sha1", "SHA224": "sha224", "SHA256": "sha256", "SHA384": "sha384",
    "SHA512": "sha512",
}.items():  # fmt: skip
    _add_digest(_name, _algorithm)


@add_scalar("SHA2")
def _compute_sha2(value: str | bytes, bits: int) -> str:
    if bits not in (224, 256, 384, 512):
        raise SqlRuntimeError("Unsupported algorithm.")
    return hashlib.new(f"sha{bits}", _to_bytes(value)).hexdigest()


@add_scalar("HASH_CODE")
def _compute_hash(value: Any) -> int:
    return abs(compute_java_hash_code(value))
