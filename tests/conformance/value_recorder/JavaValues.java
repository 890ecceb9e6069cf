import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.BasicArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.types.Row;

/** Types and values of Flink from JSON, and values back as JSON. */
@SuppressWarnings({"unchecked", "rawtypes"})
class JavaValues {
    static final ObjectMapper JSON = new ObjectMapper();

    /** A type is a name, or a list of a name and what it is made of. */
    static TypeInformation type(JsonNode node) throws Exception {
        if (node.isTextual()) {
            if (node.asText().equals("CHAR")) return Types.CHAR;
            return (TypeInformation) Types.class.getField(node.asText()).get(null);
        }
        switch (node.get(0).asText()) {
            case "TUPLE":
                return Types.TUPLE(types(node.get(1)));
            case "ROW":
                return Types.ROW(types(node.get(1)));
            case "ROW_NAMED":
                return Types.ROW_NAMED(JSON.convertValue(node.get(1), String[].class), types(node.get(2)));
            case "LIST":
                return Types.LIST(type(node.get(1)));
            case "MAP":
                return Types.MAP(type(node.get(1)), type(node.get(2)));
            case "BASIC_ARRAY":
                return BasicArrayTypeInfo.getInfoFor(
                        java.lang.reflect.Array.newInstance(type(node.get(1)).getTypeClass(), 0).getClass());
            case "PRIMITIVE_ARRAY":
                return type(node.get(1)) == Types.LONG
                        ? PrimitiveArrayTypeInfo.LONG_PRIMITIVE_ARRAY_TYPE_INFO
                        : PrimitiveArrayTypeInfo.INT_PRIMITIVE_ARRAY_TYPE_INFO;
            default:
                throw new IllegalArgumentException(node.toString());
        }
    }

    static TypeInformation[] types(JsonNode nodes) throws Exception {
        TypeInformation[] result = new TypeInformation[nodes.size()];
        for (int i = 0; i < result.length; i++) {
            result[i] = type(nodes.get(i));
        }
        return result;
    }

    static Object value(JsonNode type, JsonNode node) {
        if (node.isNull()) {
            return null;
        }
        if (type.isTextual()) {
            return basic(type.asText(), node);
        }
        switch (type.get(0).asText()) {
            case "TUPLE": {
                Tuple tuple = Tuple.newInstance(node.size());
                for (int i = 0; i < node.size(); i++) {
                    tuple.setField(value(type.get(1).get(i), node.get(i)), i);
                }
                return tuple;
            }
            case "ROW":
            case "ROW_NAMED": {
                JsonNode types = type.get(type.size() - 1);
                Row row = new Row(node.size());
                for (int i = 0; i < node.size(); i++) {
                    row.setField(i, value(types.get(i), node.get(i)));
                }
                return row;
            }
            case "LIST": {
                List<Object> list = new ArrayList<>();
                node.forEach(each -> list.add(value(type.get(1), each)));
                return list;
            }
            case "MAP": {
                Map<Object, Object> map = new LinkedHashMap<>();
                node.forEach(each -> map.put(value(type.get(1), each.get(0)), value(type.get(2), each.get(1))));
                return map;
            }
            case "BASIC_ARRAY": {
                Object[] array = (Object[]) java.lang.reflect.Array.newInstance(
                        value(type.get(1), node.get(0)).getClass(), node.size());
                for (int i = 0; i < node.size(); i++) {
                    array[i] = value(type.get(1), node.get(i));
                }
                return array;
            }
            default: {
                boolean isLong = type.get(1).asText().equals("LONG");
                Object array = isLong ? new long[node.size()] : new int[node.size()];
                for (int i = 0; i < node.size(); i++) {
                    java.lang.reflect.Array.set(array, i, value(type.get(1), node.get(i)));
                }
                return array;
            }
        }
    }

    /** Numbers are numbers or text; times are ISO text. */
    private static Object basic(String type, JsonNode node) {
        String text = node.asText();
        switch (type) {
            case "STRING": return text;
            case "BOOLEAN": return node.asBoolean();
            case "BYTE": return Byte.valueOf(text);
            case "SHORT": return Short.valueOf(text);
            case "INT": return Integer.valueOf(text);
            case "LONG": return Long.valueOf(text);
            case "FLOAT": return Float.valueOf(text);
            case "DOUBLE": return Double.valueOf(text);
            case "CHAR": return text.charAt(0);
            case "BIG_INT": return new BigInteger(text);
            case "BIG_DEC": return new BigDecimal(text);
            case "INSTANT": return Instant.parse(text);
            case "LOCAL_DATE": return LocalDate.parse(text);
            case "LOCAL_TIME": return LocalTime.parse(text);
            case "LOCAL_DATE_TIME": return LocalDateTime.parse(text);
            case "SQL_DATE": return java.sql.Date.valueOf(text);
            case "SQL_TIME": return java.sql.Time.valueOf(text);
            case "SQL_TIMESTAMP": return java.sql.Timestamp.valueOf(text.replace('T', ' '));
            default: throw new IllegalArgumentException(type);
        }
    }

    /** Numbers, text and lists, whatever the value. */
    static Object plain(Object value) {
        if (value instanceof Tuple) {
            List<Object> fields = new ArrayList<>();
            for (int i = 0; i < ((Tuple) value).getArity(); i++) {
                fields.add(plain(((Tuple) value).getField(i)));
            }
            return fields;
        }
        if (value instanceof Row) {
            List<Object> fields = new ArrayList<>();
            for (int i = 0; i < ((Row) value).getArity(); i++) {
                fields.add(plain(((Row) value).getField(i)));
            }
            return fields;
        }
        if (value instanceof Map) {
            List<Object> entries = new ArrayList<>();
            ((Map<Object, Object>) value).forEach((key, each) -> entries.add(List.of(plain(key), plain(each))));
            return entries;
        }
        if (value instanceof Iterable) {
            List<Object> items = new ArrayList<>();
            ((Iterable<?>) value).forEach(each -> items.add(plain(each)));
            return items;
        }
        if (value != null && value.getClass().isArray()) {
            List<Object> items = new ArrayList<>();
            for (int i = 0; i < java.lang.reflect.Array.getLength(value); i++) {
                items.add(plain(java.lang.reflect.Array.get(value, i)));
            }
            return items;
        }
        if (value == null || value instanceof Boolean || value instanceof Byte || value instanceof Short
                || value instanceof Integer || value instanceof Long) {
            return value;
        }
        return value.toString();
    }
}
