/** The page's side of Python: one worker at a time, which can be terminated at any moment. */

import type { DroppedFile, FromWorker, Program, Settings, ToWorker } from "./messages";

export interface PythonListener {
  onStage(text: string): void;
  onReady(ms: number, version: string): void;
  onFailure(problem: string): void;
  onMessage(message: FromWorker & { id: number }): void;
}

/** Base URL of the site. This code is in its folder `assets`. */
export const BASE = new URL("../", import.meta.url).href;

export class Python {
  private worker: Worker | null = null;
  private readonly queue: ToWorker[] = [];
  private count = 0;
  isReady = false;

  constructor(private readonly listener: PythonListener, private readonly module: "playground" | "cells" = "playground") {}

  /** Start a worker, replacing the current one. */
  start(): void {
    this.stop();
    // A worker from a blob has the Content Security Policy of this page; one from a file would have none on a static
    // host.
    const code = `import ${JSON.stringify(new URL("assets/worker.js", BASE).href)};`;
    const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
    const worker = new Worker(url, { type: "module" });
    this.worker = worker;
    worker.onerror = (event) => this.listener.onFailure(event.message || "Python could not be started");
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (worker === this.worker) this.receive(data);
    };
    // messages sent before the code is loaded would be lost
    worker.postMessage({ kind: "load", base: BASE, module: this.module } satisfies ToWorker);
  }

  stop(): void {
    this.worker?.terminate();
    this.worker = null;
    this.isReady = false;
    this.queue.length = 0;
  }

  run(program: string, settings: Settings, files: DroppedFile[]): number {
    return this.send({ kind: "run", id: ++this.count, program, settings, files });
  }

  cell(code: string): number {
    return this.send({ kind: "cell", id: ++this.count, code });
  }

  reveal(number: number, choice: string): number {
    return this.send({ kind: "reveal", id: ++this.count, number, choice });
  }

  ask(number: number, name: string, asked: unknown): number {
    return this.send({ kind: "ask", id: ++this.count, number, name, asked });
  }

  check(program: string): number {
    return this.send({ kind: "check", id: ++this.count, program });
  }

  page(trace: Uint8Array, program: Program): number {
    return this.send({ kind: "page", id: ++this.count, trace, program });
  }

  private send(message: ToWorker & { id: number }): number {
    if (!this.worker) this.start();
    if (this.isReady) this.worker!.postMessage(message);
    else this.queue.push(message);
    return message.id;
  }

  private receive(message: FromWorker): void {
    const { listener } = this;
    if (message.kind === "stage") listener.onStage(message.text);
    else if (message.kind === "broken") listener.onFailure(message.problem);
    else if (message.kind === "ready") {
      this.isReady = true;
      listener.onReady(message.ms, message.version);
      for (const one of this.queue.splice(0)) this.worker!.postMessage(one);
    } else listener.onMessage(message);
  }
}
