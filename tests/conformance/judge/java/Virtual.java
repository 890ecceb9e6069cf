import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.apache.flink.util.clock.Clock;

/**
 * Processing time that stands still until the conductor moves it; Flink's own timer service runs on it. What is due in
 * one millisecond in one task runs in the order in which it was scheduled, as in Java's executor. Each task has an
 * executor and a thread of its own, so Flink leaves open which task comes first: an order can be drawn.
 */
public class Virtual {
    private static final PriorityQueue<Task> WAITING = new PriorityQueue<>(Comparator.<Task>comparingLong(t -> t.due)
            .thenComparingInt(t -> t.rank)
            .thenComparingLong(t -> t.number));
    private static volatile long now = 0;
    private static long scheduled = 0;
    private static Random order = null; // null: as they were scheduled

    public static long now() {
        return now;
    }

    /** @param seed of the order in which tasks act in one millisecond; 0 for that in which they scheduled it */
    static synchronized void reset(long seed) {
        now = 0;
        scheduled = 0;
        order = seed == 0 ? null : new Random(seed * 0x9E3779B97F4A7C15L); // small seeds would be alike
        WAITING.clear();
    }

    static void moveTo(long time) {
        now = Math.max(now, time);
    }

    /** The next task that is due at or before {@code time}, taken out; null if there is none. */
    static synchronized Task next(long time) {
        return WAITING.isEmpty() || WAITING.peek().due > time ? null : WAITING.poll();
    }

    private static synchronized int drawnRank() {
        return order == null ? 0 : order.nextInt();
    }

    static synchronized boolean isWaiting() {
        return !WAITING.isEmpty();
    }

    public static Clock clock() {
        return new Clock() {
            @Override
            public long absoluteTimeMillis() {
                return now;
            }

            @Override
            public long relativeTimeMillis() {
                return now;
            }

            @Override
            public long relativeTimeNanos() {
                return now * 1_000_000;
            }
        };
    }

    /** For what a user function asks of another thread, as an asynchronous request. */
    static synchronized void after(long delay, Runnable command) {
        WAITING.add(new Task(null, command, now + delay, 0));
    }

    static final class Task extends FutureTask<Object> implements ScheduledFuture<Object> {
        final Executor owner;
        final long period; // > 0: at a fixed rate; < 0: with a fixed delay; 0: once
        final long number;
        final int rank;
        volatile long due;

        Task(Executor owner, Runnable command, long due, long period) {
            super(command, null);
            this.owner = owner;
            this.due = due;
            this.period = period;
            this.number = scheduled++;
            this.rank = owner == null ? 0 : owner.rank;
        }

        @Override
        public void run() {
            if (period == 0) {
                super.run();
            } else if (super.runAndReset()) {
                due = period > 0 ? due + period : now - period;
                synchronized (Virtual.class) {
                    WAITING.add(this);
                }
            }
        }

        @Override
        public boolean cancel(boolean interrupt) {
            boolean cancelled = super.cancel(false); // it may be the conductor's thread that runs it
            synchronized (Virtual.class) {
                WAITING.remove(this);
            }
            return cancelled;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(due - now, TimeUnit.MILLISECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(due, ((Task) other).due);
        }
    }

    /** Stands in for the executor that SystemProcessingTimeService extends. */
    public static class Executor extends ScheduledThreadPoolExecutor {
        private final int rank = drawnRank();

        public Executor(int threads) {
            super(threads);
        }

        public Executor(int threads, ThreadFactory factory) {
            super(threads, factory);
        }

        private ScheduledFuture<?> put(Runnable command, long delay, TimeUnit unit, long period) {
            synchronized (Virtual.class) {
                Task task = new Task(this, command, now + unit.toMillis(delay), period);
                WAITING.add(task);
                return task;
            }
        }

        @Override
        public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
            return put(command, delay, unit, 0);
        }

        @Override
        public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
            throw new UnsupportedOperationException("Flink's timer service schedules no callables");
        }

        @Override
        public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long delay, long period, TimeUnit unit) {
            return put(command, delay, unit, unit.toMillis(period));
        }

        @Override
        public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long delay, long period, TimeUnit unit) {
            return put(command, delay, unit, -unit.toMillis(period));
        }

        @Override
        public void shutdown() {
            drop();
            super.shutdown();
        }

        @Override
        public List<Runnable> shutdownNow() {
            drop();
            super.shutdownNow();
            return new ArrayList<>();
        }

        private void drop() {
            synchronized (Virtual.class) {
                WAITING.removeIf(task -> task.owner == this);
            }
        }
    }
}
