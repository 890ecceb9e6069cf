package flinksim.recorder;

import java.io.File;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What is recorded, and where: the text after {@code -javaagent:flinksim-recorder.jar=}, such as {@code
 * out=/tmp/recording,values=100,keys=a,b}. A comma ends an option if a name and = follow it. The scripts of Flink
 * evaluate the options of the JVM in a shell, where a semicolon would end them.
 */
final class Options {
    /** Folder of the recording; each process writes one file into it. */
    String folder = "flinksim-recording";
    /** Longest text of a value; 0 records no values. */
    int maxValueLength = 200;
    /** Record only tasks whose name contains a match; null records all. */
    Pattern tasks;
    /** Record timers, windows and elements of keyed operators only for these keys, as text; empty for all. */
    final Set<String> keys = new HashSet<>();
    /** Record only elements with a timestamp of at least this. */
    long from = Long.MIN_VALUE;
    /** Record only elements with a timestamp of at most this. */
    long to = Long.MAX_VALUE;
    /** Record every n-th record of a channel or source. */
    int every = 1;
    /** Fields of tuples and rows whose values are not recorded: positions from 0. */
    final Set<Integer> masked = new HashSet<>();
    /** Keep only the last seconds in memory, and write them at a late record, a failure or a request; 0: write all. */
    int lastSeconds = 0;
    /** Record the network: elements that are written and received. */
    boolean network = true;
    /** Record each element that an operator processes. */
    boolean elements = true;

    private final Map<String, String> given = new TreeMap<>();

    private Options() {}

    static Options parse(String text) {
        Options options = new Options();
        if (text == null || text.isEmpty()) {
            return options;
        }
        for (String part : text.split(",(?=[a-z]+=)")) {
            if (part.indexOf(';') >= 0) {
                throw new IllegalArgumentException("agent options are separated by commas, found '" + part + "'");
            }
            int at = part.indexOf('=');
            if (at <= 0) {
                throw new IllegalArgumentException("expected name=value in the agent options, found '" + part + "'");
            }
            options.set(part.substring(0, at).trim(), part.substring(at + 1).trim());
        }
        return options;
    }

    private void set(String name, String value) {
        given.put(name, value);
        try {
            switch (name) {
                case "out": folder = value; break;
                case "values": maxValueLength = value.equals("off") ? 0 : value.equals("on") ? 200 : parse(value, 0); break;
                case "tasks": tasks = Pattern.compile(value); break;
                case "keys": keys.addAll(Arrays.asList(value.split(","))); break;
                case "from": from = Long.parseLong(value); break;
                case "to": to = Long.parseLong(value); break;
                case "every": every = parse(value, 1); break;
                case "mask":
                    for (String each : value.split(",")) {
                        masked.add(parse(each, 0));
                    }
                    break;
                case "last": lastSeconds = parse(value, 1); break;
                case "network": network = parseSwitch(value); break;
                case "elements": elements = parseSwitch(value); break;
                default:
                    throw new IllegalArgumentException("unknown agent option '" + name
                            + "'; known are out, values, tasks, keys, from, to, every, mask, last, network, elements");
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("agent option " + name + ": expected a whole number, found '" + value + "'");
        }
    }

    private static int parse(String value, int least) {
        int number = Integer.parseInt(value);
        if (number < least) {
            throw new NumberFormatException();
        }
        return number;
    }

    private static boolean parseSwitch(String value) {
        if (!value.equals("on") && !value.equals("off")) {
            throw new IllegalArgumentException("expected on or off, found '" + value + "'");
        }
        return value.equals("on");
    }

    /** Return whether keys get numbers: the key can be a field that is not recorded. */
    boolean hidesKeys() {
        return hidesValues() && keys.isEmpty();
    }

    /** Return whether values are not recorded, or some fields of them: then no text is recorded that may quote one. */
    boolean hidesValues() {
        return maxValueLength == 0 || !masked.isEmpty();
    }

    /** Return the options as text; the folder is absolute. */
    String format() {
        StringBuilder out = new StringBuilder("out=").append(new File(folder).getAbsolutePath());
        given.forEach((name, value) -> out.append(name.equals("out") ? "" : "," + name + "=" + value));
        return out.toString();
    }

    /** Return the options that were given, for the header of the recording. */
    Map<String, String> given() {
        return given;
    }
}
