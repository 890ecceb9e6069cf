/** The page's side of Python: one worker at a time, which can be ended whatever it does. */

import type { Dropped, FromWorker, Program, Settings, ToWorker } from "./messages";

export interface Listener {
  stage(text: string): void;
  ready(ms: number, version: string): void;
  broken(problem: string): void;
  told(message: FromWorker & { id: number }): void;
}

/** Where the site begins: this code is in its folder `assets`. */
export const BASE = new URL("../", import.meta.url).href;

export class Python {
  private worker: Worker | null = null;
  private readonly waiting: ToWorker[] = [];
  private count = 0;
  isReady = false;

  constructor(private readonly listener: Listener, private readonly module: "playground" | "cells" = "playground") {}

  /** Starts a worker, in place of the one that is there. */
  start(): void {
    this.stop();
    // A worker from a blob has the policy of this page; one from a file would have none on a static host.
    const code = `import ${JSON.stringify(new URL("assets/worker.js", BASE).href)};`;
    const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
    const worker = new Worker(url, { type: "module" });
    this.worker = worker;
    worker.onerror = (event) => this.listener.broken(event.message || "Python could not be started");
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (worker === this.worker) this.hear(data);
    };
    // what is said before the code is there would be lost
    worker.postMessage({ kind: "load", base: BASE, module: this.module } satisfies ToWorker);
  }

  stop(): void {
    this.worker?.terminate();
    this.worker = null;
    this.isReady = false;
    this.waiting.length = 0;
  }

  run(program: string, settings: Settings, files: Dropped[]): number {
    return this.say({ kind: "run", id: ++this.count, program, settings, files });
  }

  cell(code: string): number {
    return this.say({ kind: "cell", id: ++this.count, code });
  }

  reveal(number: number, choice: string): number {
    return this.say({ kind: "reveal", id: ++this.count, number, choice });
  }

  ask(number: number, name: string, asked: unknown): number {
    return this.say({ kind: "ask", id: ++this.count, number, name, asked });
  }

  check(program: string): number {
    return this.say({ kind: "check", id: ++this.count, program });
  }

  page(trace: Uint8Array, program: Program): number {
    return this.say({ kind: "page", id: ++this.count, trace, program });
  }

  private say(message: ToWorker & { id: number }): number {
    if (!this.worker) this.start();
    if (this.isReady) this.worker!.postMessage(message);
    else this.waiting.push(message);
    return message.id;
  }

  private hear(message: FromWorker): void {
    const { listener } = this;
    if (message.kind === "stage") listener.stage(message.text);
    else if (message.kind === "broken") listener.broken(message.problem);
    else if (message.kind === "ready") {
      this.isReady = true;
      listener.ready(message.ms, message.version);
      for (const one of this.waiting.splice(0)) this.worker!.postMessage(one);
    } else listener.told(message);
  }
}
