package flinksim.recorder;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The recording of this process: one file of lines. Each line is a JSON array {@code [number, task, ms, kind, ...]}. The
 * numbers order the lines of all threads: a line about a received element has a greater number than that of its sending.
 */
final class Recording {
    private static final int FLUSHED_SIZE = 1 << 16;
    /** The ring buffers of all tasks together hold at most this much. */
    private static final long MOST_KEPT_BYTES = Runtime.getRuntime().maxMemory() / 8;

    static Options options;
    private static final AtomicLong NUMBERS = new AtomicLong();
    private static final AtomicLong KEPT_BYTES = new AtomicLong();
    private static final Queue<Lines> ALL_LINES = new ConcurrentLinkedQueue<>();
    private static final Map<String, Boolean> REPORTED = new ConcurrentHashMap<>();
    private static Lines common;
    private static OutputStream file;
    private static File dumpRequest;

    private Recording() {}

    /** The lines of one task, until they are written to the file. The caller is synchronized on this for a line. */
    static final class Lines {
        final int task;
        private final LineText text = new LineText();
        /** Lines that a ring buffer keeps for ever: they describe a task or an operator. */
        private final LineText fixedText = new LineText();
        private final ArrayDeque<Chunk> recent = new ArrayDeque<>();
        private final LineText middle = new LineText();
        private long middleMs = -1;
        private boolean isFixed;
        private int begun = -1;
        private int kindAt;
        private int markedEnd;

        Lines(int task) {
            this.task = task;
            ALL_LINES.add(this);
        }

        /** Begin a line; the caller appends its values and calls {@link #end}. */
        LineText begin(String kind) {
            return begin(kind, false);
        }

        LineText begin(String kind, boolean isFixed) {
            this.isFixed = isFixed && options.lastSeconds > 0;
            long now = System.currentTimeMillis();
            if (now != middleMs) {
                middle.clear();
                middle.append(',').append(task).append(',').append(now).append(",\"");
                middleMs = now;
            }
            LineText out = this.isFixed ? fixedText : text;
            begun = out.length();
            out.append('[').append(NUMBERS.incrementAndGet()).append(middle);
            kindAt = out.length();
            return out.append(kind).append('"');
        }

        /** Remember the last line, so that {@link #changeKind} can change it while it is the last one. */
        void mark() {
            markedEnd = text.length();
        }

        void forgetMark() {
            markedEnd = 0;
        }

        /** Change the first letter of the kind of the marked line; return false if it is no longer the last one. */
        boolean changeKind(char first) {
            if (markedEnd == 0 || markedEnd != text.length()) {
                return false;
            }
            text.set(kindAt, first);
            return true;
        }

        void end() {
            LineText out = isFixed ? fixedText : text;
            out.append("]\n");
            begun = -1;
            if (isFixed) {
                write(out);
            } else if (out.length() >= FLUSHED_SIZE) {
                flush();
            }
        }

        /** Remove a line that was begun and not ended, because of an error. */
        void cancel() {
            if (begun >= 0) {
                (isFixed ? fixedText : text).cut(begun);
                begun = -1;
            }
        }

        /** Write the lines to the file, or to the ring buffer. */
        synchronized void flush() {
            markedEnd = 0;
            if (text.length() == 0) {
                return;
            }
            if (options.lastSeconds == 0) {
                write(text);
                return;
            }
            recent.add(new Chunk(middleMs, text.copy()));
            KEPT_BYTES.addAndGet(text.length());
            text.clear();
            forget(System.currentTimeMillis() - options.lastSeconds * 1000L);
        }

        private void forget(long oldest) {
            while (!recent.isEmpty() && (recent.peek().lastMs < oldest || KEPT_BYTES.get() > MOST_KEPT_BYTES)) {
                if (recent.peek().lastMs >= oldest) {
                    reportMissing("last=" + options.lastSeconds, "older lines were dropped to save memory");
                }
                KEPT_BYTES.addAndGet(-recent.poll().text.length);
            }
        }

        synchronized void dump() {
            flush();
            LineText all = new LineText();
            for (Chunk chunk : recent) {
                KEPT_BYTES.addAndGet(-chunk.text.length);
                all.append(chunk.text, chunk.text.length);
                write(all);
            }
            recent.clear();
        }
    }

    /** Lines of about one second in a ring buffer. */
    private static final class Chunk {
        final long lastMs;
        final byte[] text;

        Chunk(long lastMs, byte[] text) {
            this.lastMs = lastMs;
            this.text = text;
        }
    }

    static void open(Options given) throws IOException {
        options = given;
        File folder = new File(given.folder);
        if (!folder.isDirectory() && !folder.mkdirs()) {
            throw new IOException("cannot create the folder " + folder.getAbsolutePath());
        }
        String process = ManagementFactory.getRuntimeMXBean().getName(); // pid@host
        String name = process.replaceAll("[^A-Za-z0-9.-]", "-");
        dumpRequest = new File(folder, "write-now");
        file = new FileOutputStream(new File(folder, name + ".jsonl"));
        LineText header = new LineText().append("{\"flinksim_recording\":1,\"process\":");
        Values.writeText(header, process, 0);
        header.append(",\"started_ms\":").append(System.currentTimeMillis()).append(",\"options\":");
        Values.writeMap(header, given.given());
        write(header.append("}\n"));
        common = new Lines(-1);
        Runtime.getRuntime().addShutdownHook(new Thread(Recording::close));
        Thread flusher = new Thread(Recording::flushRegularly, "flinksim recorder");
        flusher.setDaemon(true);
        flusher.start();
    }

    static Lines common() {
        return common;
    }

    private static void flushRegularly() {
        while (true) {
            try {
                Thread.sleep(1000);
            } catch (InterruptedException e) {
                return;
            }
            if (options.lastSeconds > 0 && dumpRequest.exists() && dumpRequest.delete()) {
                dump("request");
            }
            flush();
        }
    }

    static void flush() {
        for (Lines lines : ALL_LINES) {
            lines.flush();
        }
    }

    /** Write what the ring buffer holds, if there is one. */
    static void dump(String reason) {
        if (options.lastSeconds == 0) {
            return;
        }
        for (Lines lines : ALL_LINES) {
            lines.dump();
        }
        synchronized (common) {
            Values.writeText(common.begin("written", true).append(','), reason, 0);
            common.end();
        }
    }

    /** Write the text to the file, and clear it. */
    private static synchronized void write(LineText text) {
        try {
            text.writeTo(file);
        } catch (IOException e) {
            reportMissing("the recording", e.toString());
        }
        text.clear();
    }

    private static void close() {
        if (options.lastSeconds == 0) {
            synchronized (common) {
                common.begin("end", true);
                common.end();
            }
        }
        flush();
    }

    /** Record, once, that something of Flink could not be recorded. */
    static void reportMissing(String where, String what) {
        if (REPORTED.putIfAbsent(where + what, true) == null && common != null) {
            synchronized (common) {
                LineText out = common.begin("missing", true).append(',');
                Values.writeText(out, where, 0);
                Values.writeText(out.append(','), what, 500);
                common.end();
            }
        }
    }
}
