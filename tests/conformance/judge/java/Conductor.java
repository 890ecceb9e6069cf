import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;

/**
 * Lets one thing happen at a time: the next timer that is due or the next item of a source, and then
 * waits until nothing moves. No two items, and no item and timer, are ever under way together.
 */
class Conductor {
    private static final long PATIENCE = 20_000;
    private static final int ENOUGH = 3_000;
    private static final Map<String, ScriptSource.Reader> READERS = new ConcurrentHashMap<>();
    private static final List<String> LINES = Collections.synchronizedList(new ArrayList<>());

    static void reset() {
        READERS.clear();
        LINES.clear();
        Virtual.reset();
        Quiet.reset();
        Gauges.reset();
    }

    static void reader(String split, ScriptSource.Reader reader) {
        READERS.put(split, reader);
    }

    /** A line of output, with the virtual time at which it came. */
    static void tell(String line) {
        if (LINES.size() >= ENOUGH) throw new IllegalStateException("endless: " + ENOUGH + " lines and more");
        LINES.add(Virtual.now() + " " + line);
    }

    static List<String> lines() {
        synchronized (LINES) {
            return new ArrayList<>(LINES);
        }
    }

    /** Run the items of a program whose job has been submitted; {@code ended} says that the job is over. */
    static void conduct(JsonNode program, int tasks, BooleanSupplier ended) throws Exception {
        boolean batch = program.path("mode").asText().equals("batch");
        int splits = 0;
        for (JsonNode source : program.get("sources")) splits += source.get("splits").asInt();
        long until = System.currentTimeMillis() + PATIENCE;
        while ((READERS.size() < splits || (!batch && (Quiet.started() < tasks || !Quiet.connected())))
                && !ended.getAsBoolean()) {
            if (System.currentTimeMillis() > until) {
                throw new IllegalStateException("the job does not start: " + READERS.size() + " of " + splits
                        + " splits, " + Quiet.started() + " of " + tasks + " tasks, " + Quiet.unconnected());
            }
            Thread.sleep(0, 200_000);
        }
        for (JsonNode item : program.get("items")) {
            long at = item.get("at").asLong();
            if (!batch) {
                Quiet.await(PATIENCE);
                Gauges.look();
                fire(at);
                Virtual.moveTo(at);
            }
            if (ended.getAsBoolean()) return;
            String split = item.get("source").asInt() + "/" + item.get("split").asInt();
            READERS.get(split).hand(new ScriptSource.Item(split, item));
        }
        until = System.currentTimeMillis() + PATIENCE;
        for (int round = 1; !ended.getAsBoolean(); round++) {
            if (System.currentTimeMillis() > until) throw new IllegalStateException("the job does not end");
            if (!batch && round % 100 == 0 && Virtual.isWaiting()) { // an asynchronous request is under way
                Quiet.await(PATIENCE);
                Virtual.Task next = Virtual.next(Virtual.now() + 1_000_000);
                if (next != null) run(next);
            }
            Thread.sleep(0, 200_000);
        }
    }

    private static void fire(long time) throws Exception {
        for (Virtual.Task next; (next = Virtual.next(time)) != null; ) {
            run(next);
            Quiet.await(PATIENCE);
            Gauges.look();
        }
    }

    private static void run(Virtual.Task task) {
        Virtual.moveTo(task.due);
        task.run();
    }
}
