import java.lang.StackWalker.StackFrame;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.streaming.api.operators.StreamOperator;

/** Collects the stacks at the places that the agent was told of. */
public class Frames {
    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
    private static final ThreadLocal<Map<Integer, Receiver>> RECEIVERS = ThreadLocal.withInitial(TreeMap::new);
    private static final ThreadLocal<Boolean> INSIDE = ThreadLocal.withInitial(() -> false);
    private static final Map<String, String> USER_METHODS = new ConcurrentHashMap<>();
    static volatile boolean on = false;

    /** Place, operator and frames, joined by tabs and " > ". */
    static final TreeSet<String> STACKS = new TreeSet<>();
    static final TreeMap<String, TreeSet<String>> SUPERTYPES = new TreeMap<>();

    /** What was entered of a checkpoint, with the thread, in the order of it. */
    static final List<String> ORDER = new ArrayList<>();
    private static final String STEPS = "triggerTasks|processBarrier|markAlignmentStart|markAlignmentEnd|prepareSnapshotPreBarrier"
            + "|broadcastEvent|snapshotState|reportCompletedSnapshotStates|receiveAcknowledgeMessage"
            + "|completePendingCheckpoint|notifyCheckpointComplete";

    private record Receiver(String frame, Class<?> type) {}

    public static void enter(Object self, String place, boolean recorded) {
        if (!on || INSIDE.get()) return;
        INSIDE.set(true);
        try {
            List<StackFrame> frames = WALKER.walk(all -> all.skip(1).toList());
            int depth = frames.size();
            ((TreeMap<Integer, Receiver>) RECEIVERS.get()).tailMap(depth, true).clear();
            RECEIVERS.get().put(depth, new Receiver(raw(frames.get(0)), self.getClass()));
            if (recorded) record(frames, place);
            if (recorded && frames.get(0).getMethodName().matches(STEPS)) {
                synchronized (ORDER) {
                    ORDER.add(Thread.currentThread().getName() + "\t" + raw(frames.get(0)));
                }
            }
        } finally {
            INSIDE.set(false);
        }
    }

    private static String raw(StackFrame frame) {
        return frame.getClassName() + "." + frame.getMethodName();
    }

    private static void record(List<StackFrame> frames, String place) {
        List<String> names = new ArrayList<>();
        String operator = "";
        String last = null;
        int depth = frames.size();
        for (int i = depth - 1; i >= 0; i--) {
            StackFrame frame = frames.get(i);
            if (leftOut(frame)) continue;
            String name = named(frame.getDeclaringClass(), frame.getMethodName());
            Receiver receiver = RECEIVERS.get().get(depth - i);
            if (receiver != null && receiver.frame.equals(raw(frame))) {
                if (StreamOperator.class.isAssignableFrom(receiver.type)) operator = simple(receiver.type);
                if (receiver.type != frame.getDeclaringClass() && !isOurs(receiver.type)) {
                    name += "@" + simple(receiver.type);
                }
                know(receiver.type);
            }
            know(frame.getDeclaringClass());
            if (!name.equals(last)) names.add(name);
            last = name;
        }
        synchronized (STACKS) {
            STACKS.add(last.split("@")[0] + "\t" + operator + "\t" + String.join(" > ", names));
        }
    }

    private static boolean leftOut(StackFrame frame) {
        String type = frame.getClassName();
        String method = frame.getMethodName();
        return type.startsWith("java.") || type.startsWith("jdk.") || type.startsWith("sun.")
                || type.startsWith("org.apache.flink.util.") || type.startsWith("org.apache.flink.runtime.concurrent.")
                || type.startsWith("org.apache.flink.runtime.rpc.pekko") || type.startsWith("org.apache.pekko") || type.startsWith("scala.") || type.contains("$$Lambda")
                || method.startsWith("lambda$") || method.startsWith("access$")
                || type.startsWith("Virtual") || type.startsWith("Conductor") || type.equals("Judge");
    }

    private static boolean isOurs(Class<?> type) {
        return type.getPackageName().isEmpty();
    }

    private static String simple(Class<?> type) {
        String name = type.getName();
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /** Class and method; of a user function the type of Flink that declares the method. */
    private static String named(Class<?> type, String method) {
        if (!isOurs(type)) return simple(type) + "." + method;
        return USER_METHODS.computeIfAbsent(type.getName() + "." + method, key -> {
            Class<?> found = declarer(type, method);
            if (found == null) found = face(type);
            return simple(found) + "." + method;
        });
    }

    private static Class<?> declarer(Class<?> type, String method) {
        if (type == null) return null;
        if (!isOurs(type) && type.getName().startsWith("org.apache.flink")) {
            for (Method each : type.getDeclaredMethods()) {
                if (each.getName().equals(method)) return type;
            }
        }
        for (Class<?> face : type.getInterfaces()) {
            Class<?> found = declarer(face, method);
            if (found != null) return found;
        }
        return declarer(type.getSuperclass(), method);
    }

    /** The type of Flink that one of our classes stands for. */
    private static Class<?> face(Class<?> type) {
        for (Class<?> each : type.getInterfaces()) {
            if (each.getName().startsWith("org.apache.flink")) return each;
        }
        return type.getSuperclass() == null || !isOurs(type.getSuperclass()) ? type : face(type.getSuperclass());
    }

    private static void know(Class<?> type) {
        if (isOurs(type)) return;
        synchronized (STACKS) {
            if (!SUPERTYPES.containsKey(simple(type))) {
                TreeSet<String> above = new TreeSet<>();
                SUPERTYPES.put(simple(type), above);
                collect(type, above);
            }
        }
    }

    private static void collect(Class<?> type, TreeSet<String> above) {
        if (type == null || type == Object.class) return;
        if (type.getName().startsWith("org.apache.flink")) above.add(simple(type));
        for (Class<?> face : type.getInterfaces()) collect(face, above);
        collect(type.getSuperclass(), above);
    }
}
