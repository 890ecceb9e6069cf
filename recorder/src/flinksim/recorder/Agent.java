package flinksim.recorder;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.shaded.asm9.org.objectweb.asm.ClassReader;
import org.apache.flink.shaded.asm9.org.objectweb.asm.ClassVisitor;
import org.apache.flink.shaded.asm9.org.objectweb.asm.ClassWriter;
import org.apache.flink.shaded.asm9.org.objectweb.asm.Handle;
import org.apache.flink.shaded.asm9.org.objectweb.asm.MethodVisitor;
import org.apache.flink.shaded.asm9.org.objectweb.asm.Opcodes;
import org.apache.flink.shaded.asm9.org.objectweb.asm.Type;

/**
 * Java agent: adds calls of {@link Probe} to classes of Flink when they are loaded.
 *
 * <p>A class that cannot be rewritten stays as it is, and the recording says so. ASM comes from Flink's own jar. The
 * calls are linked by {@link Links}, so that one that is not recorded costs nothing.
 */
public final class Agent {

    private static final String OBJECT = "Ljava/lang/Object;";
    private static final Type OBJECT_TYPE = Type.getType(OBJECT);
    private static final Handle LINK = new Handle(Opcodes.H_INVOKESTATIC, "flinksim/recorder/Links", "link",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;I)"
                    + "Ljava/lang/invoke/CallSite;", false);

    private static final int MAJOR_VERSION_AT = 6;

    private Agent() {}

    /** Start recording; <i>arguments</i> are documented in {@link Options}. */
    public static void premain(String arguments, Instrumentation instrumentation) {
        try {
            Recording.open(Options.parse(arguments));
        } catch (Exception e) {
            System.err.println("flinksim recorder: not recording: " + e.getMessage());
            return;
        }
        instrumentation.addTransformer(
                new ClassFileTransformer() {
                    @Override
                    public byte[] transform(
                            ClassLoader loader, String name, Class<?> old, ProtectionDomain domain, byte[] bytes) {
                        if (name == null || loader == null || name.startsWith("flinksim/recorder/")) {
                            return null;
                        }
                        List<Hooks.Hook> hooks = Hooks.find(name, bytes);
                        return hooks.isEmpty() ? null : rewrite(name, bytes, hooks);
                    }
                });
    }

    private static byte[] rewrite(String name, byte[] bytes, List<Hooks.Hook> hooks) {
        try {
            ClassReader reader = new ClassReader(bytes);
            if (reader.readUnsignedShort(MAJOR_VERSION_AT) < Opcodes.V1_7) {
                throw new UnsupportedOperationException("the class was compiled for Java 6 or older");
            }
            ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
            boolean[] found = new boolean[hooks.size()];
            reader.accept(
                    new ClassVisitor(Opcodes.ASM9, writer) {
                        @Override
                        public MethodVisitor visitMethod(
                                int access, String method, String descriptor, String signature, String[] thrown) {
                            MethodVisitor visitor =
                                    super.visitMethod(access, method, descriptor, signature, thrown);
                            int skipped = Opcodes.ACC_ABSTRACT | Opcodes.ACC_BRIDGE | Opcodes.ACC_STATIC;
                            if ((access & skipped) != 0) {
                                return visitor;
                            }
                            for (int i = 0; i < hooks.size(); i++) {
                                Hooks.Hook hook = hooks.get(i);
                                if (hook.matches(method, descriptor)) {
                                    found[i] = true;
                                    visitor = new Rewriter(visitor, hook, descriptor);
                                }
                            }
                            return visitor;
                        }
                    },
                    0);
            reportMissing(name, hooks, found);
            return writer.toByteArray();
        } catch (Throwable e) { // the job must not fail because of the recorder
            Recording.reportMissing(name, e.toString());
            return null;
        }
    }

    /** Report hooks without a method, unless another hook, for another version of Flink, records the same. */
    private static void reportMissing(String name, List<Hooks.Hook> hooks, boolean[] found) {
        Set<Integer> recorded = new HashSet<>();
        for (int i = 0; i < found.length; i++) {
            if (found[i]) {
                recorded.add(hooks.get(i).code);
            }
        }
        for (int i = 0; i < found.length; i++) {
            if (!found[i] && !hooks.get(i).isForAnyClass() && !recorded.contains(hooks.get(i).code)) {
                Recording.reportMissing(name, hooks.get(i).method);
            }
        }
    }

    /** Adds the call of one hook to a method: at its entry, at each return, or around a call in it. */
    private static final class Rewriter extends MethodVisitor {
        private final Hooks.Hook hook;
        private final Type[] parameters;
        private final Type result;

        Rewriter(MethodVisitor next, Hooks.Hook hook, String descriptor) {
            super(Opcodes.ASM9, next);
            this.hook = hook;
            this.parameters = Type.getArgumentTypes(descriptor);
            this.result = Type.getReturnType(descriptor);
        }

        @Override
        public void visitCode() {
            super.visitCode();
            if (hook.place == Hooks.Place.ENTER) {
                super.visitInsn(Opcodes.ACONST_NULL);
                callHit(OBJECT_TYPE);
            }
        }

        @Override
        public void visitInsn(int opcode) {
            if (hook.place == Hooks.Place.EXIT && opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
                if (opcode == Opcodes.RETURN) {
                    super.visitInsn(Opcodes.ACONST_NULL);
                    callHit(OBJECT_TYPE);
                } else {
                    super.visitInsn(result.getSize() == 2 ? Opcodes.DUP2 : Opcodes.DUP);
                    callHit(result);
                }
            }
            super.visitInsn(opcode);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            boolean isCalled = name.equals(hook.called) && owner.endsWith(hook.calledOwner);
            if (isCalled && hook.place == Hooks.Place.BEFORE_CALL) {
                super.visitInsn(Opcodes.DUP2); // the receiver and the only argument
                callProbe("called", OBJECT_TYPE, OBJECT_TYPE);
            }
            if (opcode == Opcodes.INVOKESPECIAL && hook.isForAnyClass() && hook.matches(name, descriptor)) {
                super.visitVarInsn(Opcodes.ALOAD, 0);
                callProbe("callsSuper", OBJECT_TYPE);
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            if (isCalled && hook.place == Hooks.Place.AFTER_LONG_CALL) {
                super.visitInsn(Opcodes.DUP2);
                super.visitVarInsn(Opcodes.ALOAD, 0);
                callProbe("returned", Type.LONG_TYPE, OBJECT_TYPE);
            }
        }

        /** Call {@code Probe.hit} with the result, which is on the stack, this object and the arguments. */
        private void callHit(Type result) {
            Type[] types = new Type[parameters.length + 2];
            types[0] = erase(result);
            types[1] = OBJECT_TYPE;
            super.visitVarInsn(Opcodes.ALOAD, 0);
            int slot = 1;
            for (int i = 0; i < parameters.length; i++) {
                super.visitVarInsn(parameters[i].getOpcode(Opcodes.ILOAD), slot);
                slot += parameters[i].getSize();
                types[i + 2] = erase(parameters[i]);
            }
            callProbe("hit", types);
        }

        private void callProbe(String method, Type... types) {
            super.visitInvokeDynamicInsn(method, Type.getMethodDescriptor(Type.VOID_TYPE, types), LINK, hook.code);
        }

        /** Return a type that the class loader of each class knows. */
        private static Type erase(Type type) {
            return type.getSort() == Type.OBJECT || type.getSort() == Type.ARRAY ? OBJECT_TYPE : type;
        }
    }
}
