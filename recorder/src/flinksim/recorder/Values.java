package flinksim.recorder;

import java.lang.reflect.Array;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32;
import org.apache.flink.api.java.tuple.Tuple;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.types.Row;

/**
 * Writes values as JSON: numbers, texts and booleans as they are, tuples and rows as arrays. A time window is {@code
 * {"w":[start,end]}}, a float without a number in JSON is {@code {"f":"NaN"}}, a masked value is {@code {"m":1}}, and a
 * hidden key {@code {"k":number}}.
 */
final class Values {
    private static final int MAX_DEPTH = 8;
    private static final int MAX_PARTS = 1000;

    private static final Options PLAIN = Options.parse("");
    private static final Ref START = new Ref("getStart");
    private static final Ref END = new Ref("getEnd");

    private Values() {}

    static String checksum(byte[] bytes) {
        CRC32 sum = new CRC32();
        sum.update(bytes);
        return String.format("%08x", sum.getValue());
    }

    /** Makes hidden keys differ from one process to the next, so that nobody finds a key by trying. It is not recorded. */
    private static final long SALT = new SecureRandom().nextLong();

    /**
     * Write a key. If values or fields are not recorded, it gets a number instead, so that timers and windows of different
     * keys stay apart. The keys that the options name are written; those that PyFlink pickled are not told apart.
     */
    static void writeKey(LineText out, Object key, Options options) {
        if (!options.hidesKeys() || key == null) {
            write(out, key, options.keys.isEmpty() ? options : PLAIN);
        } else if (key instanceof Row && ((Row) key).getArity() == 1 && ((Row) key).getField(0) instanceof byte[]) {
            out.append("{\"m\":1}");
        } else {
            long mixed = (Arrays.deepHashCode(new Object[] {key}) ^ SALT) * 0x9E3779B97F4A7C15L;
            out.append("{\"k\":").append((mixed ^ mixed >>> 29) * 0xBF58476D1CE4E5B9L >>> 33).append('}');
        }
    }

    static void write(LineText out, Object value, Options options) {
        if (options.maxValueLength == 0 && value != null) {
            out.append("{\"m\":1}");
        } else {
            write(out, value, options, 0);
        }
    }

    private static void write(LineText out, Object value, Options options, int depth) {
        if (value == null) {
            out.append("null");
        } else if (value instanceof String || value instanceof Character || value instanceof Enum) {
            writeText(out, value.toString(), options.maxValueLength);
        } else if (value instanceof Double || value instanceof Float) {
            double number = ((Number) value).doubleValue();
            if (Double.isNaN(number) || Double.isInfinite(number)) {
                out.append("{\"f\":\"").append(number).append("\"}");
            } else {
                out.append(value);
            }
        } else if (value instanceof Long || value instanceof Integer || value instanceof Short
                || value instanceof Byte || value instanceof Boolean) {
            out.append(value);
        } else if (value instanceof TimeWindow) {
            write(out, (TimeWindow) value);
        } else if (depth >= MAX_DEPTH) {
            writeText(out, value.toString(), options.maxValueLength);
        } else if (value instanceof Tuple) {
            Tuple tuple = (Tuple) value;
            writeFields(out, tuple.getArity(), tuple::getField, options, depth);
        } else if (value instanceof Row) {
            Row row = (Row) value;
            writeFields(out, row.getArity(), row::getField, options, depth);
        } else if (value instanceof byte[]) {
            byte[] bytes = (byte[]) value; // a checksum tells keys that PyFlink pickled apart
            writeText(out, "<" + bytes.length + " bytes " + checksum(bytes) + ">", options.maxValueLength);
        } else if (value.getClass().getSimpleName().equals("TimeWindow")) { // of the table runtime
            out.append("{\"w\":[").append(START.get(value)).append(',').append(END.get(value)).append("]}");
        } else if (value.getClass().isArray()) {
            int count = Math.min(Array.getLength(value), MAX_PARTS);
            writeFields(out, count, i -> Array.get(value, i), options, depth);
        } else if (value instanceof Collection && !(value instanceof Set)) {
            out.append('[');
            int count = 0;
            for (Object each : (Collection<?>) value) {
                if (count == MAX_PARTS) {
                    break;
                }
                out.append(count++ == 0 ? "" : ",");
                // the records of a window have the same fields to mask as a record alone
                write(out, each, options, each instanceof Collection ? depth + 1 : depth);
            }
            out.append(']');
        } else {
            writeText(out, describe(value), options.maxValueLength);
        }
    }

    static void write(LineText out, TimeWindow window) {
        out.append("{\"w\":[").append(window.getStart()).append(',').append(window.getEnd()).append("]}");
    }

    private interface Fields {
        Object get(int position);
    }

    private static void writeFields(LineText out, int count, Fields fields, Options options, int depth) {
        out.append('[');
        for (int i = 0; i < count; i++) {
            out.append(i == 0 ? "" : ",");
            if (depth == 0 && options.masked.contains(i)) {
                out.append("{\"m\":1}");
            } else {
                write(out, fields.get(i), options, depth + 1);
            }
        }
        out.append(']');
    }

    /** Return the text of an object, as the job would print it; without the address of one that has no text. */
    static String describe(Object value) {
        String text;
        try {
            text = String.valueOf(value);
        } catch (RuntimeException | StackOverflowError | LinkageError e) {
            return "<" + value.getClass().getSimpleName() + ">";
        }
        String address = "@" + Integer.toHexString(System.identityHashCode(value));
        return text.endsWith(address) ? "<" + value.getClass().getSimpleName() + ">" : text;
    }

    static void writeText(LineText out, String text, int longest) {
        boolean isCut = longest > 0 && text.length() > longest;
        int end = isCut ? longest : text.length();
        out.append('"');
        int plain = 0; // characters before the next one that JSON writes in another way are copied at once
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            if (c >= 0x20 && c < 0x80 && c != '"' && c != '\\') {
                continue;
            }
            out.append(text, plain, i);
            plain = i + 1;
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else {
                out.appendEscape(c);
            }
        }
        out.append(text, plain, end).append(isCut ? "...\"" : "\"");
    }

    static void writeMap(LineText out, Map<String, String> map) {
        out.append('{');
        String separator = "";
        for (Map.Entry<String, String> entry : map.entrySet()) {
            out.append(separator);
            writeText(out, entry.getKey(), 0);
            out.append(':');
            writeText(out, entry.getValue(), 0);
            separator = ",";
        }
        out.append('}');
    }
}
