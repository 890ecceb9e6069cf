package flinksim.recorder;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Reads one named field, or calls one named method without parameters, of objects of any class. */
final class Ref {
    private final String name;
    private final Map<Class<?>, Object> known = new ConcurrentHashMap<>();
    private Found last = new Found(null, null);

    /** The member of a class; its fields are final, so that threads share it safely. */
    private static final class Found {
        final Class<?> cls;
        final Object member;

        Found(Class<?> cls, Object member) {
            this.cls = cls;
            this.member = member;
        }
    }

    Ref(String name) {
        this.name = name;
    }

    /** Return the value of the field or method; null if <i>object</i> is null or has neither. */
    Object get(Object object) {
        if (object == null) {
            return null;
        }
        Found last = this.last;
        if (last.cls != object.getClass()) {
            this.last = last = new Found(object.getClass(), known.computeIfAbsent(object.getClass(), this::find));
        }
        Object member = last.member;
        try {
            if (member instanceof Field) {
                return ((Field) member).get(object);
            }
            return member instanceof Method ? ((Method) member).invoke(object) : null;
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    long getLong(Object object, long otherwise) {
        Object value = get(object);
        return value instanceof Number ? ((Number) value).longValue() : otherwise;
    }

    private Object find(Class<?> cls) {
        for (Class<?> each = cls; each != null; each = each.getSuperclass()) {
            try {
                Field field = each.getDeclaredField(name);
                field.setAccessible(true);
                return field;
            } catch (ReflectiveOperationException | RuntimeException e) {
                // the next class, or a method
            }
        }
        for (Class<?> each = cls; each != null; each = each.getSuperclass()) {
            try {
                Method method = each.getDeclaredMethod(name);
                method.setAccessible(true);
                return method;
            } catch (ReflectiveOperationException | RuntimeException e) {
                // the next class
            }
        }
        return "absent";
    }
}
