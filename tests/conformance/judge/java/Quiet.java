import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.io.network.partition.consumer.InputChannel;
import org.apache.flink.runtime.io.network.partition.consumer.LocalInputChannel;
import org.apache.flink.runtime.io.network.partition.consumer.RemoteInputChannel;
import org.apache.flink.runtime.io.network.partition.consumer.SingleInputGate;
import org.apache.flink.streaming.runtime.tasks.mailbox.Mail;

/** Knows whether anything is still moving in the tasks of the job that runs. */
public class Quiet {
    private record Task(Object mailbox, Thread thread) {}

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final List<Task> TASKS = new ArrayList<>();
    private static final List<SingleInputGate> GATES = new ArrayList<>();
    private static final Map<Object, Integer> PRIORITIES = Collections.synchronizedMap(new IdentityHashMap<>());
    private static int started = 0;
    private static Field view;
    private static Field released;
    private static Field client;

    /** Something goes through the network, of whose threads nobody can tell whether they rest. */
    private static volatile boolean remote = false;

    private static final long ON_THE_WAY = 10;
    private static Field queue;
    private static Field batch;

    public static synchronized void mailbox(Object mailbox, Thread thread) {
        try {
            if (queue == null) {
                queue = mailbox.getClass().getDeclaredField("queue");
                batch = mailbox.getClass().getDeclaredField("batch");
                queue.setAccessible(true);
                batch.setAccessible(true);
            }
        } catch (ReflectiveOperationException thrown) {
            throw new IllegalStateException(thrown);
        }
        TASKS.add(new Task(mailbox, thread));
        started++;
    }

    /** A task is about to wait for a mail of at least {@code priority}: an operator's if one of them waits. */
    public static void takes(Object mailbox, int priority) {
        PRIORITIES.put(mailbox, priority);
    }

    public static synchronized void gate(Object gate) {
        GATES.add((SingleInputGate) gate);
    }

    /**
     * Whether every channel has found its partition. One that asks before the partition is there asks again
     * after a while, and until then the reader's task waits as if there were nothing to read.
     */
    static boolean connected() {
        return unconnected().isEmpty();
    }

    /** The first channel that has not found its partition, as a text; "" if there is none. */
    static synchronized String unconnected() {
        try {
            if (view == null) {
                view = LocalInputChannel.class.getDeclaredField("subpartitionView");
                view.setAccessible(true);
                released = LocalInputChannel.class.getDeclaredField("isReleased");
                released.setAccessible(true);
                client = RemoteInputChannel.class.getDeclaredField("partitionRequestClient");
                client.setAccessible(true);
            }
            for (SingleInputGate gate : GATES) {
                for (int i = 0; i < gate.getNumberOfInputChannels(); i++) {
                    InputChannel channel = gate.getChannel(i);
                    if (channel instanceof RemoteInputChannel) {
                        remote = true;
                        if (client.get(channel) == null) return "RemoteInputChannel " + i + " of " + gate;
                        continue;
                    }
                    if (!(channel instanceof LocalInputChannel)
                            || (view.get(channel) == null && !released.getBoolean(channel))) {
                        return channel.getClass().getSimpleName() + " " + i + " of " + gate;
                    }
                }
            }
            return "";
        } catch (ReflectiveOperationException thrown) {
            throw new IllegalStateException(thrown);
        }
    }

    static synchronized void reset() {
        remote = false;
        GATES.clear();
        TASKS.clear();
        PRIORITIES.clear();
        started = 0;
    }

    /** How many tasks have not ended. */
    static synchronized int alive() {
        return (int) TASKS.stream().filter(task -> task.thread.isAlive()).count();
    }

    static synchronized int started() {
        return started;
    }

    /**
     * What every task waits for, as a text; null while a task runs or has mail. Two looks that see the
     * same text one after the other, with the same numbers of waits, had nothing between them: a task
     * that is woken must wait once more, and a mail lies in its mailbox until the task has run.
     */
    private static synchronized String look() {
        StringBuilder seen = new StringBuilder();
        try {
            for (Task task : TASKS) {
                if (!task.thread.isAlive()) {
                    seen.append("ended ");
                    continue;
                }
                // unlocked, and so perhaps old; what is old is found by the second look
                int least = PRIORITIES.getOrDefault(task.mailbox, Integer.MIN_VALUE);
                boolean mail = hasMail((Deque<?>) queue.get(task.mailbox), least)
                        || hasMail((Deque<?>) batch.get(task.mailbox), least);
                ThreadInfo info = THREADS.getThreadInfo(task.thread.getId(), 8);
                if (info == null) return null;
                Thread.State state = info.getThreadState(); // a mailbox looks again each second
                if (state != Thread.State.WAITING && state != Thread.State.TIMED_WAITING) return null;
                boolean takes = false;
                boolean held = false;
                for (StackTraceElement frame : info.getStackTrace()) {
                    takes |= frame.getClassName().endsWith("TaskMailboxImpl") && frame.getMethodName().equals("take");
                    held |= frame.getClassName().equals("Hold");
                }
                if (!held && (mail || !takes)) return null;
                seen.append(info.getWaitedCount()).append('/').append(info.getBlockedCount()).append(' ');
            }
        } catch (ReflectiveOperationException thrown) {
            throw new IllegalStateException(thrown);
        }
        return seen.toString();
    }

    /** Each second of real time comes a mail that measures, which a task that yields does not take. */
    private static boolean hasMail(Deque<?> mails, int least) {
        for (Object mail : mails.toArray()) {
            if (mail == null || mail.toString().equals("Measure mailbox latency metric")) continue;
            if (((Mail) mail).getPriority() >= least) return true;
        }
        return false;
    }

    /** The mails that wait, of all tasks. */
    private static synchronized String mails() throws ReflectiveOperationException {
        StringBuilder told = new StringBuilder();
        for (Task task : TASKS) told.append(batch.get(task.mailbox)).append(queue.get(task.mailbox)).append(' ');
        return told.toString();
    }

    /** Wait until nothing moves; an error after {@code timeout} real milliseconds. */
    static void await(long timeout) throws Exception {
        long until = System.currentTimeMillis() + timeout;
        String before = null;
        for (int round = 0; ; round++) {
            String seen = look();
            if (seen != null && seen.equals(before)) return;
            before = seen;
            if (seen != null && remote) Thread.sleep(ON_THE_WAY);
            if (seen == null) {
                if (System.currentTimeMillis() > until) throw new IllegalStateException("the job does not rest: " + mails());
                if (round < 200) Thread.onSpinWait(); else Thread.sleep(0, 100_000);
            }
        }
    }
}
