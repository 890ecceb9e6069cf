/**
 * Python in a worker: Pyodide, with flinksim in it. It is told what to run, and sends the run as it goes on.
 *
 * The page starts it from a blob, so that it has the page's Content Security Policy: whatever a program does,
 * it reaches no other site. Once Python is there, what could read the page's storage is gone as well.
 */

import type { PyodideInterface } from "pyodide";
import { LAST_RUN, problemTo } from "./messages";
import type { FromWorker, ToWorker } from "./messages";
import { fetched, startPython, unpackInto } from "./start";

type Sending = (kind: string, told: unknown, data: unknown) => void;

interface Playground {
  warm_up(): void;
  run(program: string, settings: string, send: Sending): void;
  check(program: string): string;
  ask(name: string, asked: string, send: Sending): void;
  page(trace: Uint8Array, program: string): string;
}

interface Cells {
  run(code: string): boolean;
  reveal(number: number, choice: string): void;
  ask(number: number, name: string, asked: string): void;
}

const say = (message: FromWorker, transfer: Transferable[] = []): void => self.postMessage(message, { transfer });

/** What a program has no use for. */
const AWAY = [
  "fetch", "XMLHttpRequest", "WebSocket", "WebSocketStream", "WebTransport", "EventSource", "importScripts",
  "indexedDB", "caches", "BroadcastChannel", "Worker", "SharedWorker", "cookieStore", "Notification",
]; // prettier-ignore

function lockUp(): void {
  for (const name of AWAY) {
    for (let owner: object | null = self; owner; owner = Object.getPrototypeOf(owner) as object | null) {
      if (Object.hasOwn(owner, name)) Reflect.deleteProperty(owner, name);
    }
    Object.defineProperty(self, name, { value: undefined });
  }
}

let pyodide: PyodideInterface;
let playground: Playground;
let cells: Cells;
/** The message at whose request something is shown. */
let asking = 0;

async function load(base: string, module: string): Promise<void> {
  const started = performance.now();
  say({ kind: "stage", text: "fetching Python" });
  const folder = new URL("python/", base).href;
  pyodide = await startPython(folder);
  say({ kind: "stage", text: "unpacking flinksim" });
  await unpackInto(pyodide, `${folder}flinksim.tar.gz`, "/lib/flinksim-site");
  pyodide.FS.mkdirTree("/you");
  pyodide.runPython("import random, os; random.seed(); os.chdir('/you')"); // it began when the site was built
  const made = pyodide.pyimport(module) as unknown as Playground & { Cells: (send: Sending) => Cells };
  if (module === "cells") cells = made.Cells((kind, told, data) => shown(kind, told, data));
  else playground = made;
  lockUp();
  const version = pyodide.runPython("sys.version.split()[0]") as string;
  say({ kind: "ready", ms: performance.now() - started, version });
  if (module === "playground") setTimeout(() => playground.warm_up()); // whoever reads first has a fast first run
}

/** A value of Python's as one of JavaScript's; bytes as an array of its own. */
function plain(value: unknown): unknown {
  const proxy = value as { toJs?: (options: object) => unknown; destroy?: () => void };
  if (typeof proxy?.toJs !== "function") return value;
  const made = proxy.toJs({ dict_converter: Object.fromEntries, create_proxies: false });
  proxy.destroy?.();
  return made;
}

function shown(what: string, told: unknown, data: unknown): void {
  const bytes = new Uint8Array(plain(data) as Uint8Array);
  say({ kind: "shown", id: asking, what, told: plain(told) as Record<string, unknown>, data: bytes }, [bytes.buffer]);
}

/** A cell, or what was pressed in one. */
function atCells(message: ToWorker & { kind: "cell" | "reveal" | "ask" }): void {
  asking = message.id;
  let whole = true;
  if (message.kind === "cell") whole = cells.run(message.code);
  else if (message.kind === "reveal") cells.reveal(message.number, message.choice);
  else cells.ask(message.number, message.name, JSON.stringify(message.asked));
  say({ kind: "ran", id: message.id, told: { whole } });
}

/** What is asked about the playground's last run. */
function reply({ id, name, asked }: ToWorker & { kind: "ask" }): void {
  asking = id;
  playground.ask(name, JSON.stringify(asked), shown);
}

function run({ id, program, settings, files }: ToWorker & { kind: "run" }): void {
  for (const { name, data } of files) pyodide.FS.writeFile(`/you/${name}`, data);
  playground.run(program, JSON.stringify(settings), (kind, told, data) => {
    const bytes = new Uint8Array(plain(data) as Uint8Array); // of its own: Python's memory stays where it is
    say({ kind, id, told: plain(told), data: bytes } as unknown as FromWorker, [bytes.buffer]);
  });
}

self.onmessage = async ({ data }: MessageEvent<ToWorker>): Promise<void> => {
  try {
    if (data.kind === "load") await load(data.base, data.module);
    else if (data.kind === "run") run(data);
    else if (data.kind === "ask" && data.number === LAST_RUN) reply(data);
    else if (data.kind === "cell" || data.kind === "reveal" || data.kind === "ask") atCells(data);
    else if (data.kind === "check") {
      say({ kind: "checked", id: data.id, told: JSON.parse(playground.check(data.program)) as { problem: string; line: number } });
    } else {
      const page = playground.page(data.trace, JSON.stringify(data.program));
      say({ kind: "paged", id: data.id, told: { page, problem: "" } });
    }
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    if (data.kind === "run") {
      say({ kind: "end", id: data.id, told: { status: "no job", problem, line: 0, digest: "", steps: 0, jobs: 0, traits: {} } });
    } else if (data.kind === "page") say({ kind: "paged", id: data.id, told: { page: "", problem } });
    else if (data.kind === "ask" && data.number === LAST_RUN) shown(...problemTo(data, problem));
    else say({ kind: "broken", problem });
  }
};
