/**
 * Python in a worker: Pyodide with flinksim. It runs programs and sends their events while they run.
 *
 * The page starts the worker from a blob, so that the page's Content Security Policy applies and programs cannot reach
 * other sites. When Python is ready, all APIs that could read the page's storage are removed.
 */

import type { PyodideInterface } from "pyodide";
import { LAST_RUN, createProblemReply } from "./messages";
import type { FromWorker, ToWorker } from "./messages";
import { startPython, unpackInto } from "./start";

type Send = (kind: string, told: unknown, data: unknown) => void;

interface Playground {
  warm_up(): void;
  run(program: string, settings: string, send: Send): void;
  check(program: string): string;
  ask(name: string, asked: string, send: Send): void;
  page(trace: Uint8Array, program: string): string;
}

interface Cells {
  run(code: string): boolean;
  reveal(number: number, choice: string): void;
  ask(number: number, name: string, asked: string): void;
}

const post = (message: FromWorker, transfer: Transferable[] = []): void => self.postMessage(message, { transfer });

/** APIs removed from the worker. */
const REMOVED_APIS = [
  "fetch", "XMLHttpRequest", "WebSocket", "WebSocketStream", "WebTransport", "EventSource", "importScripts",
  "indexedDB", "caches", "BroadcastChannel", "Worker", "SharedWorker", "cookieStore", "Notification",
];

function removeApis(): void {
  for (const name of REMOVED_APIS) {
    for (let owner: object | null = self; owner; owner = Object.getPrototypeOf(owner) as object | null) {
      if (Object.hasOwn(owner, name)) Reflect.deleteProperty(owner, name);
    }
    Object.defineProperty(self, name, { value: undefined });
  }
}

let pyodide: PyodideInterface;
let playground: Playground;
let cells: Cells;
/** Id of the message whose outputs are being sent. */
let currentMessageId = 0;

async function load(base: string, module: string): Promise<void> {
  const started = performance.now();
  post({ kind: "stage", text: "fetching Python" });
  const folder = new URL("python/", base).href;
  pyodide = await startPython(folder);
  post({ kind: "stage", text: "unpacking flinksim" });
  await unpackInto(pyodide, `${folder}flinksim.tar.gz`, "/lib/flinksim-site");
  pyodide.FS.mkdirTree("/you");
  pyodide.runPython("import random, os; random.seed(); os.chdir('/you')"); // the snapshot was taken when the site was built
  const python = pyodide.pyimport(module) as unknown as Playground & { Cells: (send: Send) => Cells };
  if (module === "cells") cells = python.Cells((kind, told, data) => sendOutput(kind, told, data));
  else playground = python;
  removeApis();
  const version = pyodide.runPython("sys.version.split()[0]") as string;
  post({ kind: "ready", ms: performance.now() - started, version });
  if (module === "playground") setTimeout(() => playground.warm_up()); // makes the first run faster
}

/** Convert a Python value to a JavaScript value; bytes become a new array. */
function toPlainValue(value: unknown): unknown {
  const proxy = value as { toJs?: (options: object) => unknown; destroy?: () => void };
  if (typeof proxy?.toJs !== "function") return value;
  const converted = proxy.toJs({ dict_converter: Object.fromEntries, create_proxies: false });
  proxy.destroy?.();
  return converted;
}

function sendOutput(what: string, told: unknown, data: unknown): void {
  const bytes = new Uint8Array(toPlainValue(data) as Uint8Array);
  post({ kind: "shown", id: currentMessageId, what, told: toPlainValue(told) as Record<string, unknown>, data: bytes }, [bytes.buffer]);
}

/** Run a cell, or handle an action in the output of a cell. */
function handleCellMessage(message: ToWorker & { kind: "cell" | "reveal" | "ask" }): void {
  currentMessageId = message.id;
  let succeeded = true;
  if (message.kind === "cell") succeeded = cells.run(message.code);
  else if (message.kind === "reveal") cells.reveal(message.number, message.choice);
  else cells.ask(message.number, message.name, JSON.stringify(message.asked));
  post({ kind: "ran", id: message.id, told: { whole: succeeded } });
}

/** Answer a query about the playground's last run. */
function answerQuery({ id, name, asked }: ToWorker & { kind: "ask" }): void {
  currentMessageId = id;
  playground.ask(name, JSON.stringify(asked), sendOutput);
}

function runProgram({ id, program, settings, files }: ToWorker & { kind: "run" }): void {
  for (const { name, data } of files) pyodide.FS.writeFile(`/you/${name}`, data);
  playground.run(program, JSON.stringify(settings), (kind, told, data) => {
    const bytes = new Uint8Array(toPlainValue(data) as Uint8Array); // a copy, because Python's memory stays in the worker
    post({ kind, id, told: toPlainValue(told), data: bytes } as unknown as FromWorker, [bytes.buffer]);
  });
}

self.onmessage = async ({ data }: MessageEvent<ToWorker>): Promise<void> => {
  try {
    if (data.kind === "load") await load(data.base, data.module);
    else if (data.kind === "run") runProgram(data);
    else if (data.kind === "ask" && data.number === LAST_RUN) answerQuery(data);
    else if (data.kind === "cell" || data.kind === "reveal" || data.kind === "ask") handleCellMessage(data);
    else if (data.kind === "check") {
      post({ kind: "checked", id: data.id, told: JSON.parse(playground.check(data.program)) as { problem: string; line: number } });
    } else {
      const page = playground.page(data.trace, JSON.stringify(data.program));
      post({ kind: "paged", id: data.id, told: { page, problem: "" } });
    }
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    if (data.kind === "run") {
      post({ kind: "end", id: data.id, told: { status: "no job", problem, line: 0, digest: "", steps: 0, jobs: 0, traits: {} } });
    } else if (data.kind === "page") post({ kind: "paged", id: data.id, told: { page: "", problem } });
    else if (data.kind === "ask" && data.number === LAST_RUN) sendOutput(...createProblemReply(data, problem));
    else post({ kind: "broken", problem });
  }
};
