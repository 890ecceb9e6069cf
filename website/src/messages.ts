/** Messages between a page and its Python worker. */

/** Options of a run. The defaults are those of `flinksim run`. */
export interface Settings {
  order?: string;
  seed?: number;
  parallelism?: number;
  /** Stop at the first event of this type: `late`, `firing`, or a condition in words. */
  until?: string;
  /** Files for the sources of the program, one `NAME=FILE` in a line. */
  sources?: string;
  /** Number of records to generate for each source without a file. */
  sample?: number;
}

/** A file dropped on the page. */
export interface DroppedFile {
  name: string;
  data: Uint8Array;
}

export type ToWorker =
  | { kind: "load"; base: string; module: "playground" | "cells" }
  | { kind: "run"; id: number; program: string; settings: Settings; files: DroppedFile[] }
  | { kind: "check"; id: number; program: string }
  | { kind: "cell"; id: number; code: string }
  | { kind: "reveal"; id: number; number: number; choice: string }
  | { kind: "ask"; id: number; number: number; name: string; asked: unknown }
  | { kind: "page"; id: number; trace: Uint8Array; program: Program };

export type Program = Readonly<Record<string, unknown>>;

export interface RunResult {
  status: string;
  problem: string;
  line: number;
  digest: string;
  steps: number;
  jobs: number;
  /** Traits of the stepper that depend on Python. */
  traits: Record<string, unknown>;
}

export type FromWorker =
  | { kind: "stage"; text: string }
  | { kind: "ready"; ms: number; version: string }
  | { kind: "broken"; problem: string }
  | { kind: "begin"; id: number; told: Program; data: Uint8Array }
  | { kind: "chunk"; id: number; told: { steps: number; time_ms: number; facts: number }; data: Uint8Array }
  | { kind: "output"; id: number; told: { text: string } }
  | { kind: "end"; id: number; told: RunResult }
  | { kind: "checked"; id: number; told: { problem: string; line: number } }
  | { kind: "shown"; id: number; what: string; told: Record<string, unknown>; data: Uint8Array }
  | { kind: "ran"; id: number; told: { whole: boolean } }
  | { kind: "paged"; id: number; told: { page: string; problem: string } };

/** Number of the widget in queries of the playground, which has only one. */
export const LAST_RUN = 0;

/** Create the error reply to a query: the trait, its value, and no bytes. */
export function createProblemReply({ name, asked }: { name: string; asked: unknown }, problem: string): [string, Record<string, unknown>, Uint8Array] {
  return [name === "asked" ? "turned" : "told", { id: (asked as { id?: unknown }).id, problem }, new Uint8Array()];
}
