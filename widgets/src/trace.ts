/**
 * Opens a trace: the bytes of a `.flinktrace` file, with its columns read where they lie.
 *
 * The format is described and written in flinksim/trace/codec.py.
 */

import { inflate } from "./bytes";
import { FIELDS, FORMAT_VERSION, KINDS, READERS, SCHEMA_ID } from "./trace.gen";
import type { Columns, Kind, Plan, TraceEvent } from "./trace.gen";

const MAGIC = "flnktrc\n";
const PRELUDE_BYTES = 32;

type Column = Uint8Array | Uint16Array | Uint32Array | BigInt64Array;
type Directory = Map<string, { type: string; offset: number; length: number; none: bigint | null }>;

export class TraceError extends Error {}

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
  const length = Number(view.getBigUint64(16, true));
  const body = bytes.subarray(PRELUDE_BYTES, PRELUDE_BYTES + length);
  if (body.byteLength < length) throw new TraceError("The trace is cut short.");
  const payload = await inflate(body);
  const headerLength = new DataView(payload).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(payload, 4, headerLength)));
  if (header.schema !== SCHEMA_ID) {
    throw new TraceError(
      `The facts of the trace have schema ${header.schema}; this page knows ${SCHEMA_ID}. ` +
        "Record the run again, or export it with the flinksim that wrote it.",
    );
  }
  return new Trace(header.columns, payload, 4 + headerLength, header.info);
}

/** A run: its steps and facts, by number. */
export class Trace {
  readonly info: Readonly<Record<string, string>>;
  /** The kind of every fact, as its number in KINDS. */
  readonly kinds: Uint8Array;
  readonly eventCount: number;
  readonly stepCount: number;
  readonly plan: Plan | null;

  private readonly directory: Directory = new Map();
  private readonly columns = new Map<string, Column>();
  private readonly texts: Texts;
  private readonly rows: Uint32Array;
  private readonly tables: (Table | null)[];
  private readonly firstEvents: Column;
  private moves: number[] | null = null;
  private readonly parents: Column;

  constructor(
    directory: [name: string, type: string, offset: number, length: number, none: string | null][],
    private readonly payload: ArrayBuffer,
    private readonly start: number,
    info: Record<string, string>,
  ) {
    this.info = info;
    for (const [name, type, offset, length, none] of directory) {
      this.directory.set(name, { type, offset, length, none: none === null ? null : BigInt(none) });
    }
    this.texts = new Texts(this.column("texts.json") as Uint8Array, this.column("texts.end"));
    this.kinds = this.column("events.kind") as Uint8Array;
    this.eventCount = this.kinds.length;
    this.firstEvents = this.column("steps.first_event");
    this.stepCount = this.firstEvents.length;
    this.parents = this.column("events.parent");
    this.rows = new Uint32Array(this.eventCount);
    const counts = new Uint32Array(KINDS.length);
    for (let i = 0; i < this.eventCount; i++) {
      const kind = this.kinds[i]!;
      this.rows[i] = counts[kind]!++;
    }
    this.tables = KINDS.map((kind, number) => (counts[number]! > 0 ? this.table(kind) : null));
    const first = this.eventCount > 0 ? this.event(0) : null;
    this.plan = first?.type === "JobSubmitted" ? first.plan : null;
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
    const distance = Number(this.parents[index]!);
    return distance === 0 ? -1 : index - distance;
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
    const known = this.columns.get(name);
    if (known) return known;
    const entry = this.directory.get(name);
    if (!entry) throw new TraceError(`The trace has no column ${name}; it is damaged.`);
    const made = typed(entry.type, this.payload, this.start + entry.offset, entry.length);
    this.columns.set(name, made);
    return made;
  }

  private table(kind: Kind): Table {
    const names = FIELDS[kind].map(([field]) => `${kind}.${field}`);
    const nones = names.map((name) => this.directory.get(name)?.none ?? null);
    return new Table(names.map((name) => this.column(name)), nones, this.texts);
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
