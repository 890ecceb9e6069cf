/**
 * Opens a trace: the bytes of a `.flinktrace` file, with its columns read where they lie.
 *
 * The format is described and written in flinksim/trace/storage/codec.py.
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

/** The columns of a trace by name; `none` stands for no value, where there may be none. */
type Columned = Map<string, { values: Column; none: bigint | null }>;

interface Chunk {
  columns: Columned;
  info: Record<string, string>;
}

const PRELUDE_BYTES = 16;
const CHUNK_BYTES = 24;

/** Inflates and checks `bytes`; refuses what is no trace, or one of another version. */
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
    const left = bytes.byteLength - at;
    const length = left < CHUNK_BYTES ? 0 : Number(view.getBigUint64(at + 8, true));
    if (left < CHUNK_BYTES + length) break; // cut off while it was written
    last = view.getUint32(at + 4, true) === 1;
    chunks.push(await openChunk(bytes.subarray(at + CHUNK_BYTES, at + CHUNK_BYTES + length)));
    at += CHUNK_BYTES + length;
  }
  const end = chunks.at(-1);
  if (!end) throw new TraceError("The trace is cut short.");
  return new Trace(merged(chunks), last ? end.info : { ...end.info, cut: "the file is cut short" });
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
  const columns: Columned = new Map();
  for (const [name, type, offset, length, none] of header.columns as Directory) {
    const values = typed(type, payload, 4 + headerLength + offset, length);
    columns.set(name, { values, none: none === null ? null : BigInt(none) });
  }
  return { columns, info: header.info };
}

/** The columns of all chunks, one behind the other. */
function merged(chunks: readonly Chunk[]): Columned {
  if (chunks.length === 1) return chunks[0]!.columns;
  const names = new Set(chunks.flatMap(({ columns }) => [...columns.keys()]));
  const whole: Columned = new Map();
  for (const name of names) {
    const parts = chunks.flatMap(({ columns }) => columns.get(name) ?? []);
    if (parts.some(({ none }) => none !== null)) {
      const none = freeNone(parts.map(({ values }) => values as BigInt64Array));
      const values = parts.map((part) =>
        (part.values as BigInt64Array).map((value) => (value === part.none ? none : value)),
      );
      whole.set(name, { values: joined(values), none });
    } else {
      const values = parts.map((part) => part.values);
      whole.set(name, { values: name === "texts.end" ? endsOf(values) : joined(values), none: null });
    }
  }
  whole.set("steps.after", { values: aftersOf(chunks), none: null });
  return whole;
}

/** How many facts after the start of the step before each step starts: a chunk counts from its own first fact. */
function aftersOf(chunks: readonly Chunk[]): Column {
  const afters: number[] = [];
  let left = 0; // facts of the chunks before since their last step began
  for (const { columns } of chunks) {
    let facts = columns.get("events.kind")!.values.length;
    for (const after of columns.get("steps.after")!.values) {
      afters.push(left + Number(after));
      facts -= Number(after);
      left = 0;
    }
    left += facts;
  }
  return Uint32Array.from(afters);
}

/** A number that stands for none in all `parts`. */
function freeNone(parts: readonly BigInt64Array[]): bigint {
  let none = -(1n << 63n) + 1n;
  while (parts.some((part) => part.includes(none))) none += 1n;
  return none;
}

function endsOf(parts: readonly Column[]): Column {
  let start = 0;
  const ends: number[] = [];
  for (const part of parts) {
    const before = start;
    for (const end of part) ends.push((start = before + Number(end)));
  }
  return Uint32Array.from(ends);
}

function joined(parts: readonly Column[]): Column {
  const count = parts.reduce((sum, part) => sum + part.length, 0);
  if (parts.some((part) => part instanceof BigInt64Array)) {
    return fill(new BigInt64Array(count), parts, (part) =>
      part instanceof BigInt64Array ? part : BigInt64Array.from(part as Uint32Array, BigInt),
    );
  }
  const size = Math.max(...parts.map((part) => part.BYTES_PER_ELEMENT));
  const made = size === 1 ? new Uint8Array(count) : size === 2 ? new Uint16Array(count) : new Uint32Array(count);
  return fill(made, parts, (part) => part);
}

function fill(whole: Column, parts: readonly Column[], as: (part: Column) => Column): Column {
  let at = 0;
  for (const part of parts) {
    (whole as Uint32Array).set(as(part) as Uint32Array, at);
    at += part.length;
  }
  return whole;
}

/** A run: its steps and facts, by number. */
export class Trace {
  /** The kind of every fact, as its number in KINDS. */
  readonly kinds: Uint8Array;
  readonly eventCount: number;
  readonly stepCount: number;
  readonly plan: Plan | null;

  private readonly texts: Texts;
  private readonly rows: Uint32Array;
  private readonly tables: (Table | null)[];
  private readonly firstEvents: Uint32Array;
  private moves: number[] | null = null;
  private readonly causes: Column;
  private readonly originBack: Column;
  private readonly places: Column;

  constructor(
    private readonly columns: Columned,
    readonly info: Readonly<Record<string, string>>,
  ) {
    this.texts = new Texts(this.column("texts.json") as Uint8Array, this.column("texts.end"));
    this.kinds = this.column("events.kind") as Uint8Array;
    this.eventCount = this.kinds.length;
    const after = this.column("steps.after");
    this.stepCount = after.length;
    this.firstEvents = new Uint32Array(this.stepCount);
    let first = 0;
    for (let i = 0; i < this.stepCount; i++) this.firstEvents[i] = first += Number(after[i]!);
    this.causes = this.column("events.cause");
    this.originBack = this.column("events.origin");
    this.places = this.column("events.place");
    this.rows = new Uint32Array(this.eventCount);
    const counts = new Uint32Array(KINDS.length);
    for (let i = 0; i < this.eventCount; i++) {
      const kind = this.kinds[i]!;
      this.rows[i] = counts[kind]!++;
    }
    this.tables = KINDS.map((kind, number) => (counts[number]! > 0 ? this.table(kind) : null));
    const submitted = this.eventCount > 0 ? this.event(0) : null;
    this.plan = submitted?.type === "JobSubmitted" ? submitted.plan : null;
  }

  /** The fact at `index`. */
  event(index: number): TraceEvent {
    const kind = this.kinds[index]!;
    return READERS[kind]!(this.tables[kind]!, this.rows[index]!);
  }

  kindOf(index: number): Kind {
    return KINDS[this.kinds[index]!]!;
  }

  /** The cause of a fact within its step, or -1. */
  cause(index: number): number {
    const distance = Number(this.causes[index]!);
    return distance === 0 ? -1 : index - distance;
  }

  /** The fact of any earlier step that a fact goes on from, the nearest if there are several, or -1. */
  origin(index: number): number {
    const distance = Number(this.originBack[index]!);
    return distance === 0 ? -1 : index - distance;
  }

  /** Flink's methods on the stack when a fact became true, the outermost first. */
  /** Facts with the same stack have the same place. */
  placeOf(index: number): string {
    return String(this.places[index]!);
  }

  callStack(index: number): string[] {
    const callers = this.column("frames.caller");
    const methods = this.column("frames.method");
    const stack: string[] = [];
    for (let at = Number(this.places[index]!); at > 0; at = Number(callers[at]!)) {
      stack.unshift(this.texts.text(Number(methods[at]!)));
    }
    return stack;
  }

  /** The step that the fact at `index` belongs to, or -1. */
  stepOf(index: number): number {
    let low = 0;
    let high = this.stepCount;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (Number(this.firstEvents[middle]!) <= index) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** The facts of a step, as [first, one past the last]. */
  eventRange(step: number): [number, number] {
    const last = step + 1 < this.stepCount ? Number(this.firstEvents[step + 1]!) : this.eventCount;
    return [Number(this.firstEvents[step]!), last];
  }

  /** The virtual time once so many facts are true. */
  timeAt(position: number): bigint {
    const moves = (this.moves ??= this.indexesOf(["ProcessingTimeAdvanced"]));
    let low = 0;
    let high = moves.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (moves[middle]! < position) low = middle + 1;
      else high = middle;
    }
    const fact = low === 0 ? null : this.event(moves[low - 1]!);
    return fact?.type === "ProcessingTimeAdvanced" ? fact.after : BigInt(this.plan?.start_time_ms ?? 0);
  }

  /** How many facts are true at the end of a millisecond of virtual time. */
  positionBy(time: bigint): number {
    const moves = (this.moves ??= this.indexesOf(["ProcessingTimeAdvanced"]));
    let low = 0;
    let high = moves.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const fact = this.event(moves[middle]!);
      if (fact.type === "ProcessingTimeAdvanced" && fact.after <= time) low = middle + 1;
      else high = middle;
    }
    return moves[low] ?? this.eventCount;
  }

  actorOf(step: number): string {
    return this.texts.text(Number(this.column("steps.actor")[step]!));
  }

  actionOf(step: number): string {
    return this.texts.text(Number(this.column("steps.action")[step]!));
  }

  /** Indexes of all facts of some kinds, in order. */
  indexesOf(wanted: readonly Kind[]): number[] {
    const numbers = new Set(wanted.map((kind) => KINDS.indexOf(kind)));
    const found: number[] = [];
    for (let i = 0; i < this.eventCount; i++) if (numbers.has(this.kinds[i]!)) found.push(i);
    return found;
  }

  private column(name: string): Column {
    const found = this.columns.get(name);
    if (!found) throw new TraceError(`The trace has no column ${name}; it is damaged.`);
    return found.values;
  }

  private table(kind: Kind): Table {
    const declared = tables.facts[kind];
    if (!declared) throw new TraceError(`This page knows no ${kind}: export it again.`);
    const names = declared.fields.map(([field]) => `${kind}.${field}`);
    const nones = names.map((name) => this.columns.get(name)?.none ?? null);
    return new Table(names.map((name) => this.column(name)), nones, declared.fields, this.texts);
  }
}

function typed(type: string, buffer: ArrayBuffer, offset: number, length: number): Column {
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

/** The table of JSON texts, each parsed when it is first asked for. */
class Texts {
  private readonly all: string;
  private readonly parsed: (string | undefined)[] = [];
  private readonly lists: (readonly string[] | undefined)[] = [];

  constructor(json: Uint8Array, private readonly ends: Column) {
    this.all = new TextDecoder("latin1").decode(json); // it is ASCII, and this is the fast way
  }

  json(number: number): string {
    const start = number === 0 ? 0 : Number(this.ends[number - 1]!);
    return this.all.slice(start, Number(this.ends[number]!));
  }

  list(number: number): readonly string[] {
    return (this.lists[number] ??= JSON.parse(this.json(number)) as string[]);
  }

  text(number: number): string {
    return (this.parsed[number] ??= JSON.parse(this.json(number)) as string);
  }
}

/** The columns of one kind. */
class Table implements Columns {
  constructor(
    private readonly columns: readonly Column[],
    private readonly nones: readonly (bigint | null)[],
    private readonly fields: Declared["fields"],
    private readonly texts: Texts,
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
    return this.texts.text(this.columns[column]![row] as number);
  }

  textsOf(column: number, row: number): readonly string[] {
    return this.texts.list(this.columns[column]![row] as number);
  }

  value(column: number, row: number): string {
    return this.texts.json(this.columns[column]![row] as number);
  }

  plan(column: number, row: number): Plan {
    return JSON.parse(this.value(column, row)) as Plan;
  }
}
