/** What the page and the worker with Python in it say to each other. */

/** How a program is run; what is left out is as `flinksim run` has it. */
export interface Settings {
  order?: string;
  seed?: number;
  parallelism?: number;
  /** Stop at the first of this: `late`, `firing`, a condition in words. */
  until?: string;
}

/** A file that was dropped on the page. */
export interface Dropped {
  name: string;
  data: Uint8Array;
}

export type ToWorker =
  | { kind: "load"; base: string; module: "playground" | "cells" }
  | { kind: "run"; id: number; program: string; settings: Settings; files: Dropped[] }
  | { kind: "check"; id: number; program: string }
  | { kind: "cell"; id: number; code: string }
  | { kind: "reveal"; id: number; number: number; choice: string }
  | { kind: "ask"; id: number; number: number; name: string; asked: unknown }
  | { kind: "page"; id: number; trace: Uint8Array; program: Program };

export type Program = Readonly<Record<string, unknown>>;

export interface Ended {
  status: string;
  problem: string;
  line: number;
  digest: string;
  steps: number;
  jobs: number;
  /** What the stepper has to know of the Python behind it. */
  traits: Record<string, unknown>;
}

export type FromWorker =
  | { kind: "stage"; text: string }
  | { kind: "ready"; ms: number; version: string }
  | { kind: "broken"; problem: string }
  | { kind: "begin"; id: number; told: Program; data: Uint8Array }
  | { kind: "chunk"; id: number; told: { steps: number; time_ms: number; facts: number }; data: Uint8Array }
  | { kind: "output"; id: number; told: { text: string } }
  | { kind: "end"; id: number; told: Ended }
  | { kind: "checked"; id: number; told: { problem: string; line: number } }
  | { kind: "shown"; id: number; what: string; told: Record<string, unknown>; data: Uint8Array }
  | { kind: "ran"; id: number; told: { whole: boolean } }
  | { kind: "paged"; id: number; told: { page: string; problem: string } };

/** The number of what is asked about in the playground, where nothing else is shown. */
export const LAST_RUN = 0;

/** The reply to what is asked when there is none: where it goes, what it says, and no bytes. */
export function problemTo({ name, asked }: { name: string; asked: unknown }, problem: string): [string, Record<string, unknown>, Uint8Array] {
  return [name === "asked" ? "turned" : "told", { id: (asked as { id?: unknown }).id, problem }, new Uint8Array()];
}
