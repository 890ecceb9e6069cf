package org.apache.flink.runtime.executiongraph.failover;

import java.util.*;
import org.apache.flink.util.clock.Clock;
/**
 * Records what the restart strategies of real Flink answer to random failures, for facts/restarts.json:
 * compile it against the jars of Flink 2.3.0, run it with them, and redirect its output to that file.
 */
public class RestartRecorder {
    static long now = 0;
    static Clock clock = new Clock() {
        public long absoluteTimeMillis() { return now; }
        public long relativeTimeMillis() { return now; }
        public long relativeTimeNanos() { return now * 1000000; }
    };
    static String run(String head, RestartBackoffTimeStrategy s, Random r) {
        now = 0;
        List<String> out = new ArrayList<>();
        long last = 0;
        for (int i = 0; i < 14; i++) {
            long[] gaps = {0, 1, 3, last, last + 1, last + 10, last + 50, last + 51, 200};
            now += gaps[r.nextInt(gaps.length)];
            s.notifyFailure(new RuntimeException());
            boolean can = s.canRestart();
            last = can ? s.getBackoffTime() : -1;
            out.add("[" + now + "," + (can ? String.valueOf(last) : "null") + "]");
            if (!can) break;
        }
        return "{" + head + ",\"failures\":[" + String.join(",", out) + "]}";
    }
    public static void main(String[] a) {
        Random r = new Random(39);
        List<String> cases = new ArrayList<>();
        for (int n = 0; n < 60; n++) {
            long initial = new long[] {1, 5, 10}[r.nextInt(3)], max = new long[] {20, 60}[r.nextInt(2)], reset = new long[] {1, 10, 50}[r.nextInt(3)];
            double mult = new double[] {1.1, 1.5, 2.0}[r.nextInt(3)];
            int attempts = new int[] {2, 4, 1000}[r.nextInt(3)];
            cases.add(run("\"id\":\"r" + cases.size() + "\",\"type\":\"exponential-delay\",\"initial\":" + initial + ",\"max\":" + max + ",\"multiplier\":" + mult + ",\"reset\":" + reset + ",\"attempts\":" + attempts,
                new ExponentialDelayRestartBackoffTimeStrategy(clock, initial, max, mult, reset, 0.0, attempts), r));
        }
        for (int n = 0; n < 20; n++) {
            int failures = 1 + r.nextInt(3); long interval = new long[] {10, 100, 300}[r.nextInt(3)], delay = r.nextInt(20);
            cases.add(run("\"id\":\"r" + cases.size() + "\",\"type\":\"failure-rate\",\"max\":" + failures + ",\"interval\":" + interval + ",\"delay\":" + delay,
                new FailureRateRestartBackoffTimeStrategy(clock, failures, interval, delay), r));
        }
        System.out.println("{\"flink\":\"2.3.0\",\"about\":\"Restart strategies: when a failure comes, and the delay of the restart (null: none)\",\n \"cases\":[\n" + String.join(",\n", cases) + "\n]}");
    }
}
