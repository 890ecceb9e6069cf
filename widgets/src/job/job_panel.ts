/** The job above the plane, with what travels through it, and the program's lines beside it. */

import type { Followed } from "../stepper/focus";
import type { Frame } from "../stepper/frame";
import { subtaskAt } from "./subtask_heatmap";
import { drawStrip, groundOf, layoutStrip } from "./job_strip";
import type { StripLayout } from "./job_strip";
import { journeysIn } from "../trace/record_paths";
import type { Journey } from "../trace/record_paths";
import { fill } from "../ui/dom_patch";
import type { Phase } from "../ui/animation_clock";
import type { Parts } from "../ui/named_parts";
import { pointIn } from "../ui/pointer";
import { programOf, ProgramPanel } from "../stepper/program_lines";
import { t } from "../i18n/strings";
import type { Trace } from "../trace/trace";
import { Travellers } from "./moving_elements";

export class JobPanel {
  private readonly travellers = new Travellers();
  private readonly picture = document.createElement("div");
  private readonly program: ProgramPanel | null;
  private layout: StripLayout | null = null;
  private drawn = "";
  private travelled = "";

  constructor(private readonly parts: Parts, private readonly trace: Trace, program: unknown) {
    const told = programOf(program);
    const el = parts.get("program");
    el.hidden = !told;
    this.program = told && new ProgramPanel(el, told);
    parts.get("strip").append(this.picture, this.travellers.el);
  }

  /** Gives the tasks their places. */
  arrange(): void {
    const { clientWidth: width, clientHeight: height } = this.parts.get("strip");
    const { plan } = this.trace;
    this.layout = plan && width > 0 && height > 0 ? layoutStrip(plan, width, height) : null;
    this.drawn = this.travelled = "";
  }

  draw(frame: Frame, followed: Followed | null): void {
    if (!this.layout) return;
    this.program?.draw(frame);
    const markup = drawStrip(frame, this.layout, (task) => followed !== null && !followed.hasTask(task));
    if (markup === this.drawn) return;
    this.drawn = markup;
    fill(this.picture, markup);
  }

  /** Shows what travels at a phase. */
  move(frame: Frame, phase: Phase): void {
    if (!this.layout) return;
    const key = `${phase.from} ${phase.to}`;
    if (key !== this.travelled) {
      this.travelled = key;
      const journeys = phase.to > phase.from ? journeysIn(this.trace, phase.from, phase.to) : [];
      const ground = groundOf(frame, this.layout);
      this.travellers.set(journeys, ground, phase.from, phase.to, this.layout, (journey) => wordsOf(frame, journey));
    }
    this.travellers.show(phase);
  }

  /** The subtask of a heat strip under the mouse. */
  subtaskAt(vertex: string, event: MouseEvent): string | null {
    const one = this.layout?.heats.get(vertex);
    if (!one || !this.picture.contains(event.target as Element)) return null;
    const [x, y] = pointIn(this.picture, event);
    const index = subtaskAt(one, this.layout!.boxes.get(vertex)!, x, y);
    return index === null ? null : `${vertex}/${index}`;
  }
}

/** What stands beside an element that travels. */
export function wordsOf(frame: Frame, { what, time, record }: Journey): string {
  const read = record < 0 ? null : frame.trace.event(record);
  if (what === "record" && read?.type === "SourceRecordRead") return frame.labels.value(read.value).slice(0, 26);
  if (what === "watermark" && time !== null) return frame.labels.mark(time).replace(/\.999$/, "");
  return what === "result" ? t("result") : what === "barrier" ? t("barrier") : "";
}
