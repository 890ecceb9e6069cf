import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
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

    static void reset(JsonNode program) {
        READERS.clear();
        LINES.clear();
        Hold.reset();
        Virtual.reset(program.path("order").asLong());
        together = program.path("together").asBoolean();
        Quiet.reset();
        Gauges.reset();
        Checkpoints.reset();
    }

    /** Another job goes on, in the same time, where one has ended. */
    static void next() {
        long now = Virtual.now();
        READERS.clear();
        Virtual.reset(0);
        Virtual.moveTo(now);
        Quiet.reset();
        Checkpoints.reset();
    }

    static void reader(String split, ScriptSource.Reader reader) {
        READERS.put(split, reader);
    }

    static void closed(ScriptSource.Reader reader) {
        READERS.values().removeIf(each -> each == reader);
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

    private static boolean together;

    /** Run the items of a program whose job has been submitted; {@code ended} says that the job is over. */
    static void conduct(JsonNode program, int tasks, Checkpoints checkpoints, BooleanSupplier ended) throws Exception {
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
        Script script = new Script(program, checkpoints, ended);
        if (checkpoints != null) checkpoints.awaitRunning(-1);
        int skip = program.path("skip").asInt(); // a job before this one has had them
        for (JsonNode item : program.get("items")) {
            if (skip-- > 0) continue;
            long at = item.get("at").asLong();
            if (!batch) {
                if (Hold.holds()) Thread.sleep(500); // a task whose results nobody reads may never rest
                else Quiet.await(PATIENCE);
                Gauges.look();
                fire(at);
                Virtual.moveTo(at);
            }
            if (ended.getAsBoolean()) return;
            if (!script.act(item)) break;
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

    /** What has been handed out so far, and is to be handed out again after a failure. */
    private static class Script {
        final List<String> splits = new ArrayList<>();
        final List<JsonNode> given = new ArrayList<>();
        final Map<JsonNode, Integer> failed = new IdentityHashMap<>();
        final Checkpoints checkpoints;
        final BooleanSupplier ended;
        List<String> endedAtCheckpoint = List.of();

        Script(JsonNode program, Checkpoints checkpoints, BooleanSupplier ended) {
            this.checkpoints = checkpoints;
            this.ended = ended;
            int source = 0;
            for (JsonNode each : program.get("sources")) {
                for (int i = 0; i < each.get("splits").asInt(); i++) splits.add(source + "/" + i);
                source++;
            }
        }

        /** False when the job is over by that. */
        boolean act(JsonNode item) throws Exception {
            if (item.get("do").asText().equals("checkpoint")) {
                int before = checkpoints.attempts();
                if (Hold.holds()) {
                    checkpoints.begin();
                    return true;
                }
                if (checkpoints.take()) endedAtCheckpoint = endedSplits();
                return item.path("fails").asInt() == 0 || goOn(before);
            }
            if (item.get("do").asText().equals("release")) {
                Hold.open();
                checkpoints.complete();
                return true;
            }
            if (item.get("do").asText().equals("stop")) {
                checkpoints.stop(item.path("drain").asBoolean());
                return false;
            }
            given.add(item);
            return hand(item);
        }

        private boolean hand(JsonNode item) throws Exception {
            boolean fails = failed.getOrDefault(item, 0) < item.path("fails").asInt();
            int before = fails ? checkpoints.attempts() : 0;
            String split = split(item);
            if (checkpoints != null) { // the job may have failed by itself, and run again or not
                Checkpoints.await("split " + split + " is not read",
                        () -> READERS.containsKey(split) || ended.getAsBoolean());
                if (ended.getAsBoolean()) return false;
            }
            READERS.get(split).hand(new ScriptSource.Item(split, item));
            if (!fails) return true;
            failed.merge(item, 1, Integer::sum);
            return goOn(before);
        }

        /** Wait until what has failed runs again, and hand out, one by one, what it has not had. */
        private boolean goOn(int attemptsBefore) throws Exception {
            if (!checkpoints.awaitRunning(attemptsBefore)) return false;
            Checkpoints.await("not all splits are read again", () -> Quiet.connected()
                    && splits.stream().allMatch(each -> READERS.containsKey(each) || endedAtCheckpoint.contains(each)));
            Map<String, Integer> position = new HashMap<>();
            List<JsonNode> missed = new ArrayList<>();
            for (JsonNode item : given) {
                String split = split(item);
                ScriptSource.Reader reader = READERS.get(split);
                if (reader != null && position.merge(split, 1, Integer::sum) > reader.position(split)) missed.add(item);
            }
            for (JsonNode item : missed) {
                Quiet.await(PATIENCE);
                fire(Virtual.now()); // timers that were due while nothing ran
                boolean failsAgain = failed.getOrDefault(item, 0) < item.path("fails").asInt();
                boolean goesOn = hand(item);
                if (failsAgain) return goesOn; // all has been handed out from there on
            }
            return true;
        }

        private static String split(JsonNode item) {
            return item.get("source").asInt() + "/" + item.get("split").asInt();
        }

        private List<String> endedSplits() {
            return given.stream().filter(each -> each.get("do").asText().equals("end")).map(Script::split).toList();
        }
    }

    private static void fire(long time) throws Exception {
        for (Virtual.Task next; (next = Virtual.next(time)) != null; ) {
            run(next);
            Quiet.await(PATIENCE);
            Gauges.look();
        }
    }

    /** Run a task; and before anything acts on it, if that is wanted, what else is due in its millisecond. */
    private static void run(Virtual.Task task) {
        long due = task.due; // one that repeats changes its own
        Virtual.moveTo(due);
        task.run();
        if (!together) return;
        for (Virtual.Task next; (next = Virtual.next(due)) != null; ) next.run();
    }
}
