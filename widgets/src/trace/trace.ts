/**
 * Reader of `.flinktrace` files. Columns are read in place.
 *
 * The format is described in flinksim/trace/storage/codec.py.
 */

import { inflate } from "./bytes";
import type { Declared } from "./event_types.gen";
import { tables } from "../i18n/data_tables";
import { FORMAT_VERSION, KINDS, READERS, SCHEMA_ID } from "./trace.gen";
import type { Columns, Kind, Plan, TraceEvent } from "./trace.gen";

const MAGIC = "flnktrc\n";
type Column = Uint8Array | Uint16Array | Uint32Array | BigInt64Array;
type Directory = [name: string, type: string, offset: number, length: number, none: string | null][];

export class TraceError extends Error {}

/** Columns of a trace by name. `none` represents a missing value in columns that allow it. */
type ColumnMap = Map<string, { values: Column; none: bigint | null }>;

interface Chunk {
  columns: ColumnMap;
  info: Record<string, string>;
}

const PRELUDE_BYTES = 16;
const CHUNK_BYTES = 24;

/** Open a trace. Throws a `TraceError` for other data and other format versions. */
export async function openTrace(bytes: Uint8Array): Promise<Trace> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const magic = String.fromCharCode(...bytes.subarray(0, MAGIC.length));
  if (magic !== MAGIC) throw new TraceError("This is no flinksim trace.");
  const version = view.getUint32(8, true);
  if (version !== FORMAT_VERSION) {
    throw new TraceError(
      `The trace has format version ${version}; this page reads version ${FORMAT_VERSION}. ` +
        "Record the run again, or export it with the flinksim that wrote it.",
    );
  }
  const chunks: Chunk[] = [];
  let at = PRELUDE_BYTES;
  let last = false;
  while (!last) {
    const remaining = bytes.byteLength - at;
    const length = remaining < CHUNK_BYTES ? 0 : Number(view.getBigUint64(at + 8, true));
    if (remaining < CHUNK_BYTES + length) break; // truncated while it was written
    last = view.getUint32(at + 4, true) === 1;
    chunks.push(await openChunk(bytes.subarray(at + CHUNK_BYTES, at + CHUNK_BYTES + length)));
    at += CHUNK_BYTES + length;
  }
  const end = chunks.at(-1);
  if (!end) throw new TraceError("The trace is cut short.");
  return new Trace(mergeChunks(chunks), last ? end.info : { ...end.info, cut: "the file is cut short" });
}

async function openChunk(body: Uint8Array): Promise<Chunk> {
  const payload = await inflate(body);
  const headerLength = new DataView(payload).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(payload, 4, headerLength)));
  if (header.schema !== SCHEMA_ID) {
    throw new TraceError(
      `The facts of the trace have schema ${header.schema}; this page knows ${SCHEMA_ID}. ` +
        "Record the run again, or export it with the flinksim that wrote it.",
    );
  }
  const columns: ColumnMap = new Map();
  for (const [name, type, offset, length, nullValue] of header.columns as Directory) {
    const values = createColumn(type, payload, 4 + headerLength + offset, length);
    columns.set(name, { values, none: nullValue === null ? null : BigInt(nullValue) });
  }
  return { columns, info: header.info };
}

/** Concatenate the columns of all chunks. */
function mergeChunks(chunks: readonly Chunk[]): ColumnMap {
  if (chunks.length === 1) return chunks[0]!.columns;
  const names = new Set(chunks.flatMap(({ columns }) => [...columns.keys()]));
  const merged: ColumnMap = new Map();
  for (const name of names) {
    const parts = chunks.flatMap(({ columns }) => columns.get(name) ?? []);
    if (parts.some(({ none: nullValue }) => nullValue !== null)) {
      const nullValue = findFreeNone(parts.map(({ values }) => values as BigInt64Array));
      const values = parts.map((part) =>
        (part.values as BigInt64Array).map((value) => (value === part.none ? nullValue : value)),
      );
      merged.set(name, { values: joinColumns(values), none: nullValue });
    } else {
      const values = parts.map((part) => part.values);
      merged.set(name, { values: name === "texts.end" ? mergeTextEnds(values) : joinColumns(values), none: null });
    }
  }
  merged.set("steps.after", { values: mergeStepOffsets(chunks), none: null });
  return merged;
}

/**
 * Merge the step offsets. Each is relative to the start of the previous step; each chunk counts from its own first
 * event.
 */
function mergeStepOffsets(chunks: readonly Chunk[]): Column {
  const afters: number[] = [];
  let remaining = 0; // events of earlier chunks since their last step began
  for (const { columns } of chunks) {
    let events = columns.get("events.kind")!.values.length;
    for (const after of columns.get("steps.after")!.values) {
      afters.push(remaining + Number(after));
      events -= Number(after);
      remaining = 0;
    }
    remaining += events;
  }
  return Uint32Array.from(afters);
}

/** Find a number that does not occur in any of `parts`, to represent a missing value. */
function findFreeNone(parts: readonly BigInt64Array[]): bigint {
  let nullValue = -(1n << 63n) + 1n;
  while (parts.some((part) => part.includes(nullValue))) nullValue += 1n;
  return nullValue;
}

function mergeTextEnds(parts: readonly Column[]): Column {
  let start = 0;
  const ends: number[] = [];
  for (const part of parts) {
    const before = start;
    for (const end of part) ends.push((start = before + Number(end)));
  }
  return Uint32Array.from(ends);
}

function joinColumns(parts: readonly Column[]): Column {
  const count = parts.reduce((sum, part) => sum + part.length, 0);
  if (parts.some((part) => part instanceof BigInt64Array)) {
    return fillColumn(new BigInt64Array(count), parts, (part) =>
      part instanceof BigInt64Array ? part : BigInt64Array.from(part as Uint32Array, BigInt),
    );
  }
  const size = Math.max(...parts.map((part) => part.BYTES_PER_ELEMENT));
  const producer = size === 1 ? new Uint8Array(count) : size === 2 ? new Uint16Array(count) : new Uint32Array(count);
  return fillColumn(producer, parts, (part) => part);
}

function fillColumn(merged: Column, parts: readonly Column[], as: (part: Column) => Column): Column {
  let at = 0;
  for (const part of parts) {
    (merged as Uint32Array).set(as(part) as Uint32Array, at);
    at += part.length;
  }
  return merged;
}

/** A run: its steps and events by number. */
export class Trace {
  /** Kind of every event, as an index in KINDS. */
  readonly kinds: Uint8Array;
  readonly eventCount: number;
  readonly stepCount: number;
  readonly plan: Plan | null;

  private readonly texts: TextTable;
  private readonly rowNumbers: Uint32Array;
  private readonly tables: (EventTable | null)[];
  private readonly firstEvents: Uint32Array;
  private clockEvents: number[] | null = null;
  private readonly causeDistances: Column;
  private readonly originDistances: Column;
  private readonly stackIds: Column;

  constructor(
    private readonly columns: ColumnMap,
    readonly info: Readonly<Record<string, string>>,
  ) {
    this.texts = new TextTable(this.getColumn("texts.json") as Uint8Array, this.getColumn("texts.end"));
    this.kinds = this.getColumn("events.kind") as Uint8Array;
    this.eventCount = this.kinds.length;
    const after = this.getColumn("steps.after");
    this.stepCount = after.length;
    this.firstEvents = new Uint32Array(this.stepCount);
    let first = 0;
    for (let i = 0; i < this.stepCount; i++) this.firstEvents[i] = first += Number(after[i]!);
    this.causeDistances = this.getColumn("events.cause");
    this.originDistances = this.getColumn("events.origin");
    this.stackIds = this.getColumn("events.place");
    this.rowNumbers = new Uint32Array(this.eventCount);
    const counts = new Uint32Array(KINDS.length);
    for (let i = 0; i < this.eventCount; i++) {
      const kind = this.kinds[i]!;
      this.rowNumbers[i] = counts[kind]!++;
    }
    this.tables = KINDS.map((kind, number) => (counts[number]! > 0 ? this.createTable(kind) : null));
    const submitted = this.eventCount > 0 ? this.event(0) : null;
    this.plan = submitted?.type === "JobSubmitted" ? submitted.plan : null;
  }

  /** Get the event at `index`. */
  event(index: number): TraceEvent {
    const kind = this.kinds[index]!;
    return READERS[kind]!(this.tables[kind]!, this.rowNumbers[index]!);
  }

  getKind(index: number): Kind {
    return KINDS[this.kinds[index]!]!;
  }

  /** Get the cause of an event within its step, or -1. */
  cause(index: number): number {
    const distance = Number(this.causeDistances[index]!);
    return distance === 0 ? -1 : index - distance;
  }

  /** Get the nearest event of an earlier step that an event follows from, or -1. */
  origin(index: number): number {
    const distance = Number(this.originDistances[index]!);
    return distance === 0 ? -1 : index - distance;
  }

  /** Get an id of the call stack of an event. Equal stacks have equal ids. */
  getStackId(index: number): string {
    return String(this.stackIds[index]!);
  }

  /** Get Flink's methods on the call stack of an event, the outermost first. */
  callStack(index: number): string[] {
    const callers = this.getColumn("frames.caller");
    const methods = this.getColumn("frames.method");
    const stack: string[] = [];
    for (let at = Number(this.stackIds[index]!); at > 0; at = Number(callers[at]!)) {
      stack.unshift(this.texts.getText(Number(methods[at]!)));
    }
    return stack;
  }

  /** Get the step of the event at `index`, or -1. */
  getStep(index: number): number {
    let low = 0;
    let high = this.stepCount;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (Number(this.firstEvents[middle]!) <= index) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** Get the events of a step as [first, one past the last]. */
  eventRange(step: number): [number, number] {
    const last = step + 1 < this.stepCount ? Number(this.firstEvents[step + 1]!) : this.eventCount;
    return [Number(this.firstEvents[step]!), last];
  }

  /** Get the virtual time after `position` events. */
  timeAt(position: number): bigint {
    const clockEvents = (this.clockEvents ??= this.findIndexes(["ProcessingTimeAdvanced"]));
    let low = 0;
    let high = clockEvents.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (clockEvents[middle]! < position) low = middle + 1;
      else high = middle;
    }
    const event = low === 0 ? null : this.event(clockEvents[low - 1]!);
    return event?.type === "ProcessingTimeAdvanced" ? event.after : BigInt(this.plan?.start_time_ms ?? 0);
  }

  /** Get the number of events that have happened by the end of a millisecond of virtual time. */
  positionBy(time: bigint): number {
    const clockEvents = (this.clockEvents ??= this.findIndexes(["ProcessingTimeAdvanced"]));
    let low = 0;
    let high = clockEvents.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const event = this.event(clockEvents[middle]!);
      if (event.type === "ProcessingTimeAdvanced" && event.after <= time) low = middle + 1;
      else high = middle;
    }
    return clockEvents[low] ?? this.eventCount;
  }

  getActor(step: number): string {
    return this.texts.getText(Number(this.getColumn("steps.actor")[step]!));
  }

  getAction(step: number): string {
    return this.texts.getText(Number(this.getColumn("steps.action")[step]!));
  }

  /** Find the indexes of all events of some kinds, in order. */
  findIndexes(kinds: readonly Kind[]): number[] {
    const numbers = new Set(kinds.map((kind) => KINDS.indexOf(kind)));
    const found: number[] = [];
    for (let i = 0; i < this.eventCount; i++) if (numbers.has(this.kinds[i]!)) found.push(i);
    return found;
  }

  private getColumn(name: string): Column {
    const found = this.columns.get(name);
    if (!found) throw new TraceError(`The trace has no column ${name}; it is damaged.`);
    return found.values;
  }

  private createTable(kind: Kind): EventTable {
    const declared = tables.facts[kind];
    if (!declared) throw new TraceError(`This page knows no ${kind}: export it again.`);
    const names = declared.fields.map(([field]) => `${kind}.${field}`);
    const nones = names.map((name) => this.columns.get(name)?.none ?? null);
    return new EventTable(names.map((name) => this.getColumn(name)), nones, declared.fields, this.texts);
  }
}

function createColumn(type: string, buffer: ArrayBuffer, offset: number, length: number): Column {
  switch (type) {
    case "u8":
      return new Uint8Array(buffer, offset, length);
    case "u16":
      return new Uint16Array(buffer, offset, length);
    case "u32":
      return new Uint32Array(buffer, offset, length);
    case "i64":
      return new BigInt64Array(buffer, offset, length);
    default:
      throw new TraceError(`The trace has a column of type ${type}; it is damaged.`);
  }
}

/** The table of JSON texts, parsed on first use. */
class TextTable {
  private readonly json: string;
  private readonly parsed: (string | undefined)[] = [];
  private readonly lists: (readonly string[] | undefined)[] = [];

  constructor(json: Uint8Array, private readonly ends: Column) {
    this.json = new TextDecoder("latin1").decode(json); // the text is ASCII, for which latin1 is fastest
  }

  getJson(number: number): string {
    const start = number === 0 ? 0 : Number(this.ends[number - 1]!);
    return this.json.slice(start, Number(this.ends[number]!));
  }

  getList(number: number): readonly string[] {
    return (this.lists[number] ??= JSON.parse(this.getJson(number)) as string[]);
  }

  getText(number: number): string {
    return (this.parsed[number] ??= JSON.parse(this.getJson(number)) as string);
  }
}

/** The columns of one kind of event. */
class EventTable implements Columns {
  constructor(
    private readonly columns: readonly Column[],
    private readonly nones: readonly (bigint | null)[],
    private readonly fields: Declared["fields"],
    private readonly texts: TextTable,
  ) {}

  timestamp(column: number, row: number): bigint {
    return (this.columns[column] as BigInt64Array)[row]!;
  }

  optionalTimestamp(column: number, row: number): bigint | null {
    const timestamp = (this.columns[column] as BigInt64Array)[row]!;
    return timestamp === this.nones[column] ? null : timestamp;
  }

  count(column: number, row: number): number {
    return Number(this.columns[column]![row]!);
  }

  choice<One>(column: number, row: number): One {
    return this.fields[column]![2 + (this.columns[column]![row] as number)] as One;
  }

  flag(column: number, row: number): boolean {
    return this.columns[column]![row] !== 0;
  }

  text(column: number, row: number): string {
    return this.texts.getText(this.columns[column]![row] as number);
  }

  textsOf(column: number, row: number): readonly string[] {
    return this.texts.getList(this.columns[column]![row] as number);
  }

  value(column: number, row: number): string {
    return this.texts.getJson(this.columns[column]![row] as number);
  }

  plan(column: number, row: number): Plan {
    return JSON.parse(this.value(column, row)) as Plan;
  }
}

/** Get what tests ask of a trace; the members of the class have other names in the bundle. */
export const inspectTrace = (trace: Trace): unknown[] => [trace.eventCount, trace.stepCount, trace.event.bind(trace), trace.eventRange.bind(trace), trace.callStack.bind(trace)];
