/**
 * A range of the run as pictures, one after the other: what moves is a function of where one is, so a
 * film is a list of places, each with the time that it stands.
 *
 * The page saves a film by itself (GIF, and what videos the browser can record). Who drives the page from
 * outside (`flinksim film`) finds it as `film` on the stepper's element, photographs the page at each
 * place, and hands the photographs back for the GIF.
 */

import { Gif } from "./gif";
import { pace } from "../ui/animation_clock";
import { imageFrom, imageOf, shotOf } from "./picture_file";
import type { Shot } from "./picture_file";
import type { Stepper } from "../stepper/stepper_widget";

/** A place on the way from one stop to the next, and for how many milliseconds it stands. */
export interface Picture {
  from: number;
  to: number;
  t: number;
  ms: number;
}

export interface Filmed extends HTMLElement {
  film: Film;
}

/** As long as it takes to read a sentence. */
const READ_MS = 1000;
export const PER_SECOND = 12.5;
const VIDEOS: Readonly<Record<string, readonly string[]>> = {
  webm: ["video/webm;codecs=vp9", "video/webm"],
  mp4: ["video/mp4;codecs=avc1", "video/mp4"],
};

export class Film {
  private gif: Gif | null = null;
  private first = 0;
  private last = 1;

  constructor(private readonly stepper: Stepper) {}

  /** What is to be shown from the end of step `first` to the end of step `last`, in the player's way of stepping. */
  pictures(first: number, last: number, perSecond = PER_SECOND, speed = 1): Picture[] {
    const { player, trace } = this.stepper;
    const { stops, grain } = player;
    const endOf = (step: number): number => trace.eventRange(Math.max(0, Math.min(step, trace.stepCount - 1)))[1];
    const pictures: Picture[] = [];
    let from = endOf(first);
    [this.first, this.last] = [from, endOf(last)];
    pictures.push({ from, to: from, t: 1, ms: READ_MS / speed });
    while (from < endOf(last)) {
      const to = Math.min(stops.next(from, grain), endOf(last));
      const moment = grain === "told" ? stops.moments.endingAt(to) : null;
      const { way, rest } = pace(moment?.kind ?? null, moment?.count ?? 1, speed);
      const count = Math.max(1, Math.round((way * perSecond) / 1000));
      for (let number = 1; number <= count; number++) pictures.push({ from, to, t: number / count, ms: way / count });
      pictures.at(-1)!.ms += Math.max(rest, READ_MS / speed);
      from = to;
    }
    return pictures;
  }

  /** Shows one of them; done when it is on the screen. */
  async show({ from, to, t }: Picture): Promise<void> {
    this.stepper.standAt(from, to, t);
    this.stepper.root.style.setProperty("--film", String((from + (to - from) * t - this.first) / Math.max(1, this.last - this.first)));
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  }

  /** A photograph for the GIF, from an address such as `data:image/png;base64,…`. */
  async add(address: string, ms: number): Promise<void> {
    this.addPixels(canvasOf(await imageFrom(address)), ms);
  }

  /** The GIF of what was added, as `data:image/gif;base64,…`. */
  async end(): Promise<string> {
    const blob = this.gif!.end();
    this.gif = null;
    return new Promise((done) => {
      const reader = new FileReader();
      reader.onload = () => done(String(reader.result));
      reader.readAsDataURL(blob);
    });
  }

  /** The range as a file that this browser makes; `tell` hears how much of it is done, from 0 to 1. */
  async save(as: string, first: number, last: number, tell: (part: number) => void): Promise<Blob> {
    const { player } = this.stepper;
    player.pause();
    const here = player.position;
    const pictures = this.pictures(first, last);
    try {
      return as === "gif" ? await this.makeGif(pictures, tell) : await this.record(as, pictures, tell);
    } finally {
      player.go(here);
    }
  }

  private async makeGif(pictures: readonly Picture[], tell: (part: number) => void): Promise<Blob> {
    for (const [number, picture] of pictures.entries()) {
      await this.show(picture);
      this.addPixels(canvasOf(await imageOf(shotOfStage(this.stepper))), picture.ms);
      tell((number + 1) / pictures.length);
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

  /** A video is recorded while it plays: it takes as long as it lasts. */
  private async record(as: string, pictures: readonly Picture[], tell: (part: number) => void): Promise<Blob> {
    await this.show(pictures[0]!);
    const canvas = canvasOf(await imageOf(shotOfStage(this.stepper)));
    const recorder = new MediaRecorder(canvas.canvas.captureStream(), { mimeType: typeOf(as)!, videoBitsPerSecond: 6_000_000 });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const stopped = new Promise((done) => (recorder.onstop = done));
    recorder.start();
    let until = performance.now();
    for (const [number, picture] of pictures.entries()) {
      await this.show(picture);
      canvas.drawImage(await imageOf(shotOfStage(this.stepper)), 0, 0);
      until += picture.ms;
      await new Promise((done) => window.setTimeout(done, until - performance.now()));
      tell((number + 1) / pictures.length);
    }
    recorder.stop();
    await stopped;
    return new Blob(parts, { type: `video/${as}` });
  }
}

/** The kinds of films that this browser can make. */
export const filmKinds = (): string[] => ["gif", ...Object.keys(VIDEOS).filter((as) => typeOf(as) !== undefined)];

function typeOf(as: string): string | undefined {
  return VIDEOS[as]?.find((type) => typeof MediaRecorder !== "undefined" && MediaRecorder.isTypeSupported(type));
}

/** What stands on the page now. */
export function shotOfStage({ root, trace, player, parts }: Stepper): Shot {
  const title = `${trace.plan?.job_name ?? ""} · step ${player.step}`;
  return shotOf(root, root.querySelector<HTMLElement>(".middle")!, title, parts.get("sentence").innerText);
}

function canvasOf(image: HTMLImageElement): CanvasRenderingContext2D {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  const context = canvas.getContext("2d", { willReadFrequently: true })!;
  context.drawImage(image, 0, 0);
  return context;
}
