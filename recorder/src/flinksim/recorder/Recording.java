package flinksim.recorder;

import java.io.BufferedOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
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

    static Options options;
    private static final AtomicLong NUMBERS = new AtomicLong();
    private static final Queue<Lines> ALL_LINES = new ConcurrentLinkedQueue<>();
    private static final Map<String, Boolean> REPORTED = new ConcurrentHashMap<>();
    private static Lines common;
    private static OutputStream file;
    private static File dumpRequest;

    private Recording() {}

    /** The lines of one task, until they are written to the file. */
    static final class Lines {
        final int task;
        final StringBuilder text = new StringBuilder();
        private final ArrayDeque<Object[]> recent = new ArrayDeque<>();
        private boolean isFixed;

        Lines(int task) {
            this.task = task;
            ALL_LINES.add(this);
        }

        /** Begin a line; the caller appends its values and calls {@link #end}, all while synchronized on this. */
        StringBuilder begin(String kind) {
            return begin(kind, false);
        }

        /** Begin a line that a ring buffer keeps for ever if <i>isFixed</i>: it describes a task or an operator. */
        StringBuilder begin(String kind, boolean isFixed) {
            this.isFixed = isFixed;
            return text.append('[').append(NUMBERS.incrementAndGet()).append(',').append(task).append(',')
                    .append(System.currentTimeMillis()).append(",\"").append(kind).append('"');
        }

        void end() {
            text.append("]\n");
            if (options.lastSeconds > 0 && !isFixed) {
                long now = System.currentTimeMillis();
                recent.add(new Object[] {now, text.toString()});
                text.setLength(0);
                long oldest = now - options.lastSeconds * 1000L;
                while ((Long) recent.peek()[0] < oldest) {
                    recent.poll();
                }
            } else if (text.length() >= FLUSHED_SIZE || options.lastSeconds > 0) {
                flush();
            }
        }

        synchronized void flush() {
            if (text.length() > 0) {
                write(text.toString());
                text.setLength(0);
            }
        }

        synchronized void dump() {
            for (Object[] line : recent) {
                write((String) line[1]);
            }
            recent.clear();
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
        file = new BufferedOutputStream(new FileOutputStream(new File(folder, name + ".jsonl")), FLUSHED_SIZE);
        StringBuilder header = new StringBuilder("{\"flinksim_recording\":1,\"process\":");
        Values.writeText(header, process, 0);
        header.append(",\"started_ms\":").append(System.currentTimeMillis()).append(",\"options\":");
        Values.writeMap(header, given.given());
        write(header.append("}\n").toString());
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
        synchronized (Recording.class) {
            try {
                file.flush();
            } catch (IOException e) {
                // nothing can be done; the reader reports a cut line
            }
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

    private static synchronized void write(String text) {
        try {
            file.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            reportMissing("the recording", e.toString());
        }
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
                StringBuilder out = common.begin("missing", true).append(',');
                Values.writeText(out, where, 0);
                Values.writeText(out.append(','), what, 500);
                common.end();
            }
        }
    }
}
