package flinksim.recorder;

import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Links the calls of {@link Probe} that the agent adds to Flink. Until a task is recorded, a call that belongs to tasks
 * is linked to nothing, which the JVM removes; so are calls that the options leave out.
 */
public final class Links {
    private static final Map<String, MethodHandle> PROBES = new HashMap<>();
    /** Calls that are linked to the probe as soon as a task is recorded. */
    private static final List<Waiting> WAITING = new ArrayList<>();
    private static boolean isRecording;

    static {
        for (java.lang.reflect.Method method : Probe.class.getDeclaredMethods()) {
            if (java.lang.reflect.Modifier.isPublic(method.getModifiers())) {
                try {
                    PROBES.put(method.getName(), MethodHandles.lookup().unreflect(method));
                } catch (IllegalAccessException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    private static final class Waiting {
        final MutableCallSite call;
        final MethodHandle probe;

        Waiting(MutableCallSite call, MethodHandle probe) {
            this.call = call;
            this.probe = probe;
        }
    }

    private Links() {}

    /** Called by the JVM when an added call is reached for the first time. The name is that of a method of Probe. */
    public static synchronized CallSite link(MethodHandles.Lookup caller, String name, MethodType type, int code) {
        MethodHandle probe = PROBES.get(name);
        int last = probe.type().parameterCount() - 1;
        probe = MethodHandles.insertArguments(probe, last, code);
        if (probe.type().lastParameterType() == Object[].class) {
            probe = probe.asCollector(Object[].class, type.parameterCount() - last + 1);
        }
        probe = probe.asType(type);
        MutableCallSite call = new MutableCallSite(MethodHandles.empty(type));
        boolean isOfTasks = Probe.isOfTasks(code);
        if (isOfTasks && !Probe.isWanted(code, Recording.options)) {
            return call;
        }
        if (isOfTasks && !isRecording) {
            WAITING.add(new Waiting(call, probe));
        } else {
            call.setTarget(probe);
        }
        return call;
    }

    /** Record the calls of tasks from now on; a thread that sees it late misses no event of its own task. */
    static synchronized void beginTasks() {
        if (!isRecording) {
            isRecording = true;
            for (Waiting each : WAITING) {
                each.call.setTarget(each.probe);
            }
            MutableCallSite.syncAll(WAITING.stream().map(each -> each.call).toArray(MutableCallSite[]::new));
            WAITING.clear();
        }
    }
}
