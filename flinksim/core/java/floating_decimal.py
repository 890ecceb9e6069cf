"""The decimal digits that Java 17 prints for a ``double`` or ``float``.

Java: ``jdk.internal.math.FloatingDecimal``. Before Java 19 the digits are not always the shortest
ones: 2.0E-3 is short, but 2147483648 as a ``float`` is ``2.14748365E9``.
"""

from __future__ import annotations

import math
import struct

FRACTION_BITS = 52
_LONG_BITS = 64
_INT_BITS = 32
_MAX_EXACT_EXPONENT = 62
_MIN_EXACT_EXPONENT = -21
_POWERS_IN_LONG = 27
"""Powers of five that fit in 64 bits: 5 ** 0 to 5 ** 26."""


def find_double_digits(number: float) -> tuple[str, int]:
    """Return the digits of a positive ``double``, and how many of them stand before the point."""
    (bits,) = struct.unpack(">q", struct.pack(">d", number))
    return _find_digits(bits >> 52, bits & ((1 << 52) - 1), 52, 1023)


def find_float_digits(number: float) -> tuple[str, int]:
    """Return the digits of a positive ``float``, and how many of them stand before the point."""
    (bits,) = struct.unpack(">i", struct.pack(">f", number))
    return _find_digits(bits >> 23, bits & ((1 << 23) - 1), 23, 127)


def _find_digits(exponent: int, fraction: int, width: int, bias: int) -> tuple[str, int]:
    """Find the digits of a number from the parts of its IEEE 754 form."""
    precision = width + 1
    if exponent == 0:  # subnormal: it has fewer significant bits
        precision = fraction.bit_length()
        shift = width + 1 - precision
        fraction <<= shift
        exponent = 1 - shift
    else:
        fraction |= 1 << width
    return _convert(exponent - bias, fraction << (FRACTION_BITS - width), precision)


def _convert(exponent: int, fraction: int, precision: int) -> tuple[str, int]:
    """Convert ``fraction * 2 ** (exponent - 52)``, whose first *precision* bits count."""
    zeros = (fraction & -fraction).bit_length() - 1
    used = FRACTION_BITS + 1 - zeros
    tiny = max(0, used - exponent - 1)  # bits behind the binary point
    if tiny == 0 and _MIN_EXACT_EXPONENT <= exponent <= _MAX_EXACT_EXPONENT:
        return _round_integer(fraction << exponent >> FRACTION_BITS, exponent - precision)
    point = _estimate_point(fraction, exponent)
    # The number is b / s, and half the distance to its neighbours is m / s.
    fives = max(0, -point)
    b_twos = fives + tiny + exponent
    s_fives = max(0, point)
    s_twos = s_fives + tiny
    m_twos = b_twos - precision
    fraction >>= zeros
    b_twos -= used - 1
    common = min(b_twos, s_twos)
    b_twos, s_twos, m_twos = b_twos - common, s_twos - common, m_twos - common
    if used == 1:
        m_twos -= 1
    if m_twos < 0:
        b_twos, s_twos, m_twos = b_twos - m_twos, s_twos - m_twos, 0
    widths = (used + b_twos + _count_bits(fives), s_twos + 1 + _count_bits(s_fives + 1))
    numerator = fraction * 5**fives << b_twos
    digits, point = _generate(
        numerator, 5**s_fives << s_twos, 5**fives << m_twos, point, max(widths)
    )
    return digits, point + 1


def _round_integer(value: int, beyond: int) -> tuple[str, int]:
    """Round an integer to the digits that its bits decide; *beyond* tells how many bits they lack."""
    dropped = math.floor((beyond - 1) * math.log10(2)) if beyond - 1 > 1 else 0
    scale = 10**dropped
    whole, rest = divmod(value, scale)
    if dropped and rest >= scale >> 1:
        whole += 1
    text = str(whole)
    return text.rstrip("0"), len(text) + dropped


def _estimate_point(fraction: int, exponent: int) -> int:
    """Estimate the decimal exponent from the logarithm at 1.5."""
    mantissa = fraction / (1 << FRACTION_BITS)
    return math.floor((mantissa - 1.5) * 0.289529654 + 0.176091259 + exponent * 0.301029995663981)


def _count_bits(power: int) -> int:
    """Return the bits of a power of five, as Java counts them."""
    return (5**power).bit_length() if power < _POWERS_IN_LONG else power * 3


def _generate(b: int, s: int, m: int, point: int, width: int) -> tuple[str, int]:
    """Generate digits until they tell the number from its neighbours.

    Numbers that Java holds in 64 or 32 bits overflow as they do there.
    """
    is_big = width >= _LONG_BITS
    limit = 1 << (_INT_BITS if width < _INT_BITS else _LONG_BITS) - 1
    ten = s * 10

    def wrap(value: int) -> int:
        return value if is_big else (value + limit) % (2 * limit) - limit

    def is_high() -> bool:
        return b + m >= ten if is_big else wrap(b + m) > ten

    quotient, rest = divmod(b, s)
    b, m = rest * 10, wrap(m * 10)
    low, high = b < m, is_high()
    digits = []
    if quotient == 0 and not high:
        point -= 1
    else:
        digits.append(quotient)
    if not -3 <= point < 8:
        low = high = False  # the form with an exponent has two digits at least
    while not low and not high:
        quotient, rest = divmod(b, s)
        b, m = rest * 10, wrap(m * 10)
        low, high = (b < m, is_high()) if m > 0 else (True, True)
        digits.append(quotient)
    is_up = high
    if high and low:
        beyond_half = wrap(2 * b - ten)
        is_up = beyond_half > 0 or (beyond_half == 0 and digits[-1] % 2 == 1)
    return _write_digits(digits, is_up, point)


def _write_digits(digits: list[int], is_up: bool, point: int) -> tuple[str, int]:
    number = int("".join(map(str, digits))) + is_up
    text = str(number).zfill(len(digits))
    point += len(text) - len(digits)
    return text.rstrip("0") or "0", point
