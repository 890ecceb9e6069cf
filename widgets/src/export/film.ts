/**
 * Export a range of the run as a film.
 *
 * Every animation is a function of its phase, so a film is a list of phases, each with its duration. The page can save
 * a film itself (a GIF, or videos that the browser can record). `flinksim film` drives the page from outside: it finds
 * this class as `film` on the stepper's element, takes a screenshot of each phase, and passes the screenshots back for
 * the GIF.
 */

import { Gif } from "./gif";
import { getVideoType } from "./film_formats";
import { getPace } from "../ui/animation_clock";
import { loadImage, renderImage, createScreenshot } from "./picture_file";
import type { Screenshot } from "./picture_file";
import type { Stepper } from "../stepper/stepper_widget";

/** An animation phase between two stops, and its duration in milliseconds. */
export interface FilmFrame {
  from: number;
  to: number;
  t: number;
  ms: number;
}

/** What `flinksim film` calls from outside. */
interface FilmControls {
  pictures(first: number, last: number, perSecond?: number, speed?: number): FilmFrame[];
  show(frame: FilmFrame): Promise<void>;
  add(address: string, ms: number): Promise<void>;
  end(): Promise<string>;
}

export interface FilmElement extends HTMLElement {
  film: FilmControls;
}

/** Time to read a description. */
const READ_MS = 1000;
export const FRAMES_PER_SECOND = 12.5;
export class Film implements FilmControls {
  private gif: Gif | null = null;
  private first = 0;
  private last = 1;

  constructor(private readonly stepper: Stepper) {}

  /** Compute the frames from the end of step `first` to the end of step `last`, in the player's step mode. */
  pictures(first: number, last: number, perSecond = FRAMES_PER_SECOND, speed = 1): FilmFrame[] {
    const { player, trace } = this.stepper;
    const { stops, stepMode } = player;
    const endOf = (step: number): number => trace.eventRange(Math.max(0, Math.min(step, trace.stepCount - 1)))[1];
    const frames: FilmFrame[] = [];
    let from = endOf(first);
    [this.first, this.last] = [from, endOf(last)];
    frames.push({ from, to: from, t: 1, ms: READ_MS / speed });
    while (from < endOf(last)) {
      const to = Math.min(stops.next(from, stepMode), endOf(last));
      const keyStep = stepMode === "key events" ? stops.keySteps.findEndingAt(to) : null;
      const { moveMs, restMs } = getPace(keyStep?.kind ?? null, keyStep?.count ?? 1, speed);
      const count = Math.max(1, Math.round((moveMs * perSecond) / 1000));
      for (let number = 1; number <= count; number++) frames.push({ from, to, t: number / count, ms: moveMs / count });
      frames.at(-1)!.ms += Math.max(restMs, READ_MS / speed);
      from = to;
    }
    return frames;
  }

  /** Show a frame. Resolves when it is on the screen. */
  async show({ from, to, t }: FilmFrame): Promise<void> {
    this.stepper.showBetween(from, to, t);
    this.stepper.root.style.setProperty("--film", String((from + (to - from) * t - this.first) / Math.max(1, this.last - this.first)));
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  }

  /** Add a screenshot to the GIF, from a URL such as `data:image/png;base64,…`. */
  async add(address: string, ms: number): Promise<void> {
    this.addPixels(createCanvas(await loadImage(address)), ms);
  }

  /** Finish the GIF and return it as `data:image/gif;base64,…`. */
  async end(): Promise<string> {
    const blob = this.gif!.end();
    this.gif = null;
    return new Promise((done) => {
      const reader = new FileReader();
      reader.onload = () => done(String(reader.result));
      reader.readAsDataURL(blob);
    });
  }

  /** Save the range as a file that this browser can create. `onProgress` receives the progress from 0 to 1. */
  async save(format: string, first: number, last: number, onProgress: (part: number) => void): Promise<Blob> {
    const { player } = this.stepper;
    player.pause();
    const startPosition = player.position;
    const frames = this.pictures(first, last);
    try {
      return format === "gif" ? await this.makeGif(frames, onProgress) : await this.record(format, frames, onProgress);
    } finally {
      player.seek(startPosition);
    }
  }

  private async makeGif(frames: readonly FilmFrame[], onProgress: (part: number) => void): Promise<Blob> {
    for (const [number, filmFrame] of frames.entries()) {
      await this.show(filmFrame);
      this.addPixels(createCanvas(await renderImage(captureStepper(this.stepper))), filmFrame.ms);
      onProgress((number + 1) / frames.length);
    }
    const blob = this.gif!.end();
    this.gif = null;
    return blob;
  }

  private addPixels(canvas: CanvasRenderingContext2D, ms: number): void {
    const { width, height } = canvas.canvas;
    this.gif ??= new Gif(width, height);
    this.gif.add(canvas.getImageData(0, 0, width, height).data, ms);
  }

  /** Record a video. It is recorded in real time. */
  private async record(format: string, frames: readonly FilmFrame[], onProgress: (part: number) => void): Promise<Blob> {
    await this.show(frames[0]!);
    const canvas = createCanvas(await renderImage(captureStepper(this.stepper)));
    const recorder = new MediaRecorder(canvas.canvas.captureStream(), { mimeType: getVideoType(format)!, videoBitsPerSecond: 6_000_000 });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const stopped = new Promise((done) => (recorder.onstop = done));
    recorder.start();
    let nextFrameAt = performance.now();
    for (const [number, filmFrame] of frames.entries()) {
      await this.show(filmFrame);
      canvas.drawImage(await renderImage(captureStepper(this.stepper)), 0, 0);
      nextFrameAt += filmFrame.ms;
      await new Promise((done) => window.setTimeout(done, nextFrameAt - performance.now()));
      onProgress((number + 1) / frames.length);
    }
    recorder.stop();
    await stopped;
    return new Blob(parts, { type: `video/${format}` });
  }
}

/** Capture the current page of the stepper. */
export function captureStepper({ root, trace, player, parts }: Stepper): Screenshot {
  const title = `${trace.plan?.job_name ?? ""} · step ${player.step}`;
  return createScreenshot(root, root.querySelector<HTMLElement>(".middle")!, title, parts.get("sentence").innerText);
}

function createCanvas(image: HTMLImageElement): CanvasRenderingContext2D {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  const context = canvas.getContext("2d", { willReadFrequently: true })!;
  context.drawImage(image, 0, 0);
  return context;
}
