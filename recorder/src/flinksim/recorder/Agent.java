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
import org.apache.flink.shaded.asm9.org.objectweb.asm.MethodVisitor;
import org.apache.flink.shaded.asm9.org.objectweb.asm.Opcodes;
import org.apache.flink.shaded.asm9.org.objectweb.asm.Type;

/**
 * Java agent: adds calls of {@link Probe} to classes of Flink when they are loaded.
 *
 * <p>A class that cannot be rewritten stays as it is, and the recording says so. ASM comes from Flink's own jar.
 */
public final class Agent {

    private static final String PROBE = "flinksim/recorder/Probe";
    private static final String OBJECT = "Ljava/lang/Object;";

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
                callProbe();
            }
        }

        @Override
        public void visitInsn(int opcode) {
            if (hook.place == Hooks.Place.EXIT && opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
                if (opcode == Opcodes.RETURN) {
                    super.visitInsn(Opcodes.ACONST_NULL);
                } else {
                    super.visitInsn(result.getSize() == 2 ? Opcodes.DUP2 : Opcodes.DUP);
                    box(result);
                }
                callProbe();
            }
            super.visitInsn(opcode);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            boolean isCalled = name.equals(hook.called) && owner.endsWith(hook.calledOwner);
            if (isCalled && hook.place == Hooks.Place.BEFORE_CALL) {
                super.visitInsn(Opcodes.DUP2); // the receiver and the only argument
                super.visitIntInsn(Opcodes.SIPUSH, hook.code);
                super.visitMethodInsn(
                        Opcodes.INVOKESTATIC, PROBE, "called", "(" + OBJECT + OBJECT + "I)V", false);
            }
            if (opcode == Opcodes.INVOKESPECIAL && hook.isForAnyClass() && hook.matches(name, descriptor)) {
                super.visitVarInsn(Opcodes.ALOAD, 0);
                super.visitIntInsn(Opcodes.SIPUSH, hook.code);
                super.visitMethodInsn(Opcodes.INVOKESTATIC, PROBE, "callsSuper", "(" + OBJECT + "I)V", false);
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            if (isCalled && hook.place == Hooks.Place.AFTER_LONG_CALL) {
                super.visitInsn(Opcodes.DUP2);
                super.visitVarInsn(Opcodes.ALOAD, 0);
                super.visitIntInsn(Opcodes.SIPUSH, hook.code);
                super.visitMethodInsn(Opcodes.INVOKESTATIC, PROBE, "returned", "(J" + OBJECT + "I)V", false);
            }
        }

        /** Call {@code Probe.hit(result, this, arguments, code)}; the result is on the stack. */
        private void callProbe() {
            super.visitVarInsn(Opcodes.ALOAD, 0);
            super.visitIntInsn(Opcodes.BIPUSH, parameters.length);
            super.visitTypeInsn(Opcodes.ANEWARRAY, "java/lang/Object");
            int slot = 1;
            for (int i = 0; i < parameters.length; i++) {
                super.visitInsn(Opcodes.DUP);
                super.visitIntInsn(Opcodes.BIPUSH, i);
                super.visitVarInsn(parameters[i].getOpcode(Opcodes.ILOAD), slot);
                box(parameters[i]);
                slot += parameters[i].getSize();
                super.visitInsn(Opcodes.AASTORE);
            }
            super.visitIntInsn(Opcodes.SIPUSH, hook.code);
            super.visitMethodInsn(
                    Opcodes.INVOKESTATIC, PROBE, "hit", "(" + OBJECT + OBJECT + "[" + OBJECT + "I)V", false);
        }

        private void box(Type type) {
            String wrapper;
            switch (type.getSort()) {
                case Type.BOOLEAN: wrapper = "Boolean"; break;
                case Type.BYTE: wrapper = "Byte"; break;
                case Type.CHAR: wrapper = "Character"; break;
                case Type.SHORT: wrapper = "Short"; break;
                case Type.INT: wrapper = "Integer"; break;
                case Type.LONG: wrapper = "Long"; break;
                case Type.FLOAT: wrapper = "Float"; break;
                case Type.DOUBLE: wrapper = "Double"; break;
                default: return;
            }
            String owner = "java/lang/" + wrapper;
            super.visitMethodInsn(
                    Opcodes.INVOKESTATIC, owner, "valueOf", "(" + type.getDescriptor() + ")L" + owner + ";", false);
        }
    }
}
