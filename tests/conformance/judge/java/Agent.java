import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.flink.shaded.asm9.org.objectweb.asm.ClassReader;
import org.apache.flink.shaded.asm9.org.objectweb.asm.ClassVisitor;
import org.apache.flink.shaded.asm9.org.objectweb.asm.ClassWriter;
import org.apache.flink.shaded.asm9.org.objectweb.asm.Handle;
import org.apache.flink.shaded.asm9.org.objectweb.asm.MethodVisitor;
import org.apache.flink.shaded.asm9.org.objectweb.asm.Opcodes;

/**
 * Changes Flink's classes while they are loaded, and as little as possible: time is virtual ({@link
 * Virtual}), mailboxes and input gates make themselves known ({@link Quiet}), and, if a list of places is given, methods
 * tell their stack ({@link Frames}).
 */
public class Agent {
    private static final String TIMERS = "org/apache/flink/streaming/runtime/tasks/SystemProcessingTimeService";
    private static final String MAILBOX = "org/apache/flink/streaming/runtime/tasks/mailbox/TaskMailboxImpl";
    private static final String GATE = "org/apache/flink/runtime/io/network/partition/consumer/SingleInputGate";
    private static final String CHECKPOINTS =
            "org/apache/flink/streaming/runtime/tasks/SubtaskCheckpointCoordinatorImpl";
    private static final String TIME_TO_LIVE = "org/apache/flink/runtime/state/ttl/TtlTimeProvider";
    private static final String POOL = "java/util/concurrent/ScheduledThreadPoolExecutor";

    /** A line of the list of places: classes, and methods that are recorded or only give their receiver. */
    private record Place(Pattern classes, Pattern methods, boolean recorded) {}

    public static void premain(String list, Instrumentation instrumentation) throws Exception {
        List<Place> places = new ArrayList<>();
        if (list != null && !list.isEmpty()) {
            for (String line : Files.readAllLines(Path.of(list))) {
                String[] words = line.strip().split("\\s+");
                if (line.isBlank() || line.startsWith("#")) continue;
                places.add(new Place(
                        Pattern.compile(words[1]), Pattern.compile(words[2]), words[0].equals("record")));
            }
        }
        instrumentation.addTransformer(new ClassFileTransformer() {
            @Override
            public byte[] transform(
                    ClassLoader loader, String name, Class<?> old, ProtectionDomain domain, byte[] bytes) {
                if (name == null) return null;
                List<Place> here = places.stream().filter(p -> p.classes.matcher(name).matches()).toList();
                boolean timers = name.startsWith(TIMERS);
                boolean known = name.equals(MAILBOX) || name.equals(GATE)
                        || name.equals(CHECKPOINTS) || name.equals(TIME_TO_LIVE);
                if (!timers && !known && here.isEmpty()) return null;
                try {
                    return changed(name, bytes, here);
                } catch (Throwable thrown) {
                    thrown.printStackTrace();
                    return null;
                }
            }
        });
    }

    private static byte[] changed(String name, byte[] bytes, List<Place> here) {
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        boolean timers = name.startsWith(TIMERS);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public void visit(
                            int version, int access, String own, String signature, String parent, String[] faces) {
                        String above = timers && POOL.equals(parent) ? "Virtual$Executor" : parent;
                        super.visit(version, access, own, signature, above, faces);
                    }

                    @Override
                    public MethodVisitor visitMethod(
                            int access, String method, String type, String signature, String[] thrown) {
                        MethodVisitor out = super.visitMethod(access, method, type, signature, thrown);
                        if (timers || name.equals(TIME_TO_LIVE)) out = inVirtualTime(out);
                        if (name.equals(MAILBOX) && method.equals("<init>") && type.startsWith("(L")) {
                            return makingItselfKnown(out, "mailbox", "(Ljava/lang/Object;Ljava/lang/Thread;)V");
                        }
                        if (name.equals(MAILBOX) && method.equals("take")) return tellingPriority(out);
                        if (name.equals(GATE) && method.equals("<init>")) {
                            return makingItselfKnown(out, "gate", "(Ljava/lang/Object;)V");
                        }
                        if (name.equals(CHECKPOINTS) && method.equals("notifyCheckpoint")) out = countingNotice(out);
                        int left = Opcodes.ACC_ABSTRACT | Opcodes.ACC_SYNTHETIC | Opcodes.ACC_STATIC
                                | Opcodes.ACC_NATIVE;
                        if ((access & left) != 0 || method.startsWith("<")) return out;
                        Boolean recorded = null;
                        for (Place place : here) {
                            if (place.methods.matcher(method).matches()) {
                                recorded = place.recorded || Boolean.TRUE.equals(recorded);
                            }
                        }
                        return recorded == null ? out : telling(out, name, method, recorded);
                    }
                },
                0);
        return writer.toByteArray();
    }

    private static MethodVisitor inVirtualTime(MethodVisitor out) {
        return new MethodVisitor(Opcodes.ASM9, out) {
            @Override
            public void visitInvokeDynamicInsn(String method, String type, Handle maker, Object... given) {
                for (int i = 0; i < given.length; i++) {
                    if (given[i] instanceof Handle of && of.getName().equals("currentTimeMillis")) {
                        given[i] = new Handle(Opcodes.H_INVOKESTATIC, "Virtual", "now", "()J", false);
                    }
                }
                super.visitInvokeDynamicInsn(method, type, maker, given);
            }

            @Override
            public void visitMethodInsn(int code, String owner, String method, String type, boolean face) {
                if (owner.equals("java/lang/System") && method.equals("currentTimeMillis")) {
                    super.visitMethodInsn(Opcodes.INVOKESTATIC, "Virtual", "now", "()J", false);
                } else if (owner.equals("org/apache/flink/util/clock/SystemClock")) {
                    super.visitMethodInsn(
                            Opcodes.INVOKESTATIC, "Virtual", "clock", "()Lorg/apache/flink/util/clock/Clock;", false);
                } else if (code == Opcodes.INVOKESPECIAL && owner.equals(POOL) && method.equals("<init>")) {
                    super.visitMethodInsn(code, "Virtual$Executor", method, type, face);
                } else {
                    super.visitMethodInsn(code, owner, method, type, face);
                }
            }
        };
    }

    /** At the end of the method: the notice has come, and the operators know. */
    private static MethodVisitor countingNotice(MethodVisitor out) {
        return new MethodVisitor(Opcodes.ASM9, out) {
            @Override
            public void visitInsn(int code) {
                if (code == Opcodes.RETURN) {
                    super.visitVarInsn(Opcodes.LLOAD, 1);
                    super.visitMethodInsn(Opcodes.INVOKESTATIC, "Checkpoints", "told", "(J)V", false);
                }
                super.visitInsn(code);
            }
        };
    }

    /** Before it waits for a mail: of which priority it must be at least. */
    private static MethodVisitor tellingPriority(MethodVisitor out) {
        return new MethodVisitor(Opcodes.ASM9, out) {
            @Override
            public void visitCode() {
                super.visitCode();
                super.visitVarInsn(Opcodes.ALOAD, 0);
                super.visitVarInsn(Opcodes.ILOAD, 1);
                super.visitMethodInsn(Opcodes.INVOKESTATIC, "Quiet", "takes", "(Ljava/lang/Object;I)V", false);
            }
        };
    }

    private static MethodVisitor makingItselfKnown(MethodVisitor out, String how, String type) {
        return new MethodVisitor(Opcodes.ASM9, out) {
            @Override
            public void visitInsn(int code) {
                if (code == Opcodes.RETURN) {
                    super.visitVarInsn(Opcodes.ALOAD, 0);
                    if (how.equals("mailbox")) super.visitVarInsn(Opcodes.ALOAD, 1);
                    super.visitMethodInsn(Opcodes.INVOKESTATIC, "Quiet", how, type, false);
                }
                super.visitInsn(code);
            }
        };
    }

    private static MethodVisitor telling(MethodVisitor out, String name, String method, boolean recorded) {
        return new MethodVisitor(Opcodes.ASM9, out) {
            @Override
            public void visitCode() {
                super.visitCode();
                super.visitVarInsn(Opcodes.ALOAD, 0);
                super.visitLdcInsn(name.substring(name.lastIndexOf('/') + 1) + "." + method);
                super.visitInsn(recorded ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
                super.visitMethodInsn(
                        Opcodes.INVOKESTATIC, "Frames", "enter",
                        "(Ljava/lang/Object;Ljava/lang/String;Z)V", false);
            }
        };
    }
}
