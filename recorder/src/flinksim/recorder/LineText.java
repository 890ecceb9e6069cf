package flinksim.recorder;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/** Text in an array of bytes, written to a file without a copy. It is ASCII: JSON has escapes for all other characters. */
final class LineText {
    private static final byte[] HEX = "0123456789abcdef".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    private static final int LONGEST_NUMBER = 20;
    /** The two digits of the numbers up to 99. */
    private static final byte[] TENS = new byte[100];
    private static final byte[] ONES = new byte[100];

    static {
        for (int i = 0; i < 100; i++) {
            TENS[i] = (byte) ('0' + i / 10);
            ONES[i] = (byte) ('0' + i % 10);
        }
    }

    private byte[] bytes = new byte[1 << 12];
    private int length;

    int length() {
        return length;
    }

    void clear() {
        length = 0;
    }

    void set(int place, char c) {
        bytes[place] = (byte) c;
    }

    /** Remove all that was appended after the text had this length. */
    void cut(int length) {
        this.length = length;
    }

    private void reserve(int count) {
        if (length + count > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + count, 2 * bytes.length));
        }
    }

    LineText append(char c) {
        if (c >= 0x80) {
            return appendEscape(c);
        }
        reserve(1);
        bytes[length++] = (byte) c;
        return this;
    }

    LineText appendEscape(char c) {
        reserve(6);
        bytes[length++] = '\\';
        bytes[length++] = 'u';
        for (int shift = 12; shift >= 0; shift -= 4) {
            bytes[length++] = HEX[c >> shift & 15];
        }
        return this;
    }

    LineText append(String text) {
        return append(text, 0, text.length());
    }

    /** Append the characters of an ASCII text from <i>first</i> to before <i>end</i>. */
    @SuppressWarnings("deprecation") // the copy of Latin-1 text that needs no second array
    LineText append(String text, int first, int end) {
        int count = end - first;
        reserve(count);
        text.getBytes(first, end, bytes, length);
        length += count;
        return this;
    }

    LineText append(long number) {
        if (number == Long.MIN_VALUE) {
            return append("-9223372036854775808");
        }
        reserve(LONGEST_NUMBER);
        long rest = number;
        if (rest < 0) {
            bytes[length++] = '-';
            rest = -rest;
        }
        int at = length += countDigits(rest);
        while (rest > Integer.MAX_VALUE) {
            long hundreds = rest / 100;
            int pair = (int) (rest - hundreds * 100);
            bytes[--at] = ONES[pair];
            bytes[--at] = TENS[pair];
            rest = hundreds;
        }
        int small = (int) rest;
        while (small >= 10) {
            int hundreds = small / 100;
            int pair = small - hundreds * 100;
            bytes[--at] = ONES[pair];
            bytes[--at] = TENS[pair];
            small = hundreds;
        }
        if (small > 0 || number == 0) {
            bytes[--at] = (byte) ('0' + small);
        }
        return this;
    }

    private static int countDigits(long number) {
        int count = 1;
        for (long least = 10; count < 19 && number >= least; least *= 10) {
            count++;
        }
        return count;
    }

    LineText append(int number) {
        return append((long) number);
    }

    LineText append(boolean value) {
        return append(value ? "true" : "false");
    }

    /** Append a number, a flag, or the name of a constant. */
    LineText append(Object value) {
        return value instanceof Long || value instanceof Integer
                ? append(((Number) value).longValue()) : append(String.valueOf(value));
    }

    LineText append(byte[] ascii, int count) {
        reserve(count);
        System.arraycopy(ascii, 0, bytes, length, count);
        length += count;
        return this;
    }

    LineText append(LineText other) {
        return append(other.bytes, other.length);
    }

    /** Return a copy of the bytes. */
    byte[] copy() {
        return Arrays.copyOf(bytes, length);
    }

    void writeTo(OutputStream stream) throws IOException {
        stream.write(bytes, 0, length);
    }
}
