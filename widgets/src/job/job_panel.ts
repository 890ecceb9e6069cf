/** The job above the event-time chart, with moving elements, and the program's lines next to it. */

import type { Followed } from "../stepper/focus";
import type { Frame } from "../stepper/frame";
import { findSubtaskAt } from "./subtask_heatmap";
import { drawStrip, createStripGeometry, layoutStrip } from "./job_strip";
import type { StripLayout } from "./job_strip";
import { findElementPaths } from "../trace/record_paths";
import type { ElementPath } from "../trace/record_paths";
import { patchMarkup } from "../ui/dom_patch";
import type { Phase } from "../ui/animation_clock";
import type { PageParts } from "../ui/named_parts";
import { getPointIn } from "../ui/pointer";
import { parseProgram, ProgramPanel } from "../stepper/program_lines";
import { t } from "../i18n/strings";
import type { Trace } from "../trace/trace";
import { MovingElements } from "./moving_elements";

export class JobPanel {
  private readonly movingElements = new MovingElements();
  private readonly strip = document.createElement("div");
  private readonly program: ProgramPanel | null;
  private layout: StripLayout | null = null;
  private drawnMarkup = "";
  private shownMove = "";

  constructor(private readonly parts: PageParts, private readonly trace: Trace, program: unknown) {
    const parsedProgram = parseProgram(program);
    const el = parts.get("program");
    el.hidden = !parsedProgram;
    this.program = parsedProgram && new ProgramPanel(el, parsedProgram);
    parts.get("strip").append(this.strip, this.movingElements.el);
  }

  /** Lay out the tasks for the current size. */
  layOut(): void {
    const { clientWidth: width, clientHeight: height } = this.parts.get("strip");
    const { plan } = this.trace;
    this.layout = plan && width > 0 && height > 0 ? layoutStrip(plan, width, height) : null;
    this.drawnMarkup = this.shownMove = "";
  }

  draw(frame: Frame, followed: Followed | null): void {
    if (!this.layout) return;
    this.program?.draw(frame);
    const markup = drawStrip(frame, this.layout, (task) => followed !== null && !followed.hasTask(task));
    if (markup === this.drawnMarkup) return;
    this.drawnMarkup = markup;
    patchMarkup(this.strip, markup);
  }

  /** Show the moving elements at an animation phase. */
  showPhase(frame: Frame, phase: Phase): void {
    if (!this.layout) return;
    const key = `${phase.from} ${phase.to}`;
    if (key !== this.shownMove) {
      this.shownMove = key;
      const paths = phase.to > phase.from ? findElementPaths(this.trace, phase.from, phase.to) : [];
      const geometry = createStripGeometry(frame, this.layout);
      this.movingElements.setPaths(paths, geometry, phase.from, phase.to, this.layout, (path) => getElementLabel(frame, path));
    }
    this.movingElements.showPhase(phase);
  }

  /** Find the subtask of a heatmap under the mouse. */
  findSubtaskAt(vertex: string, event: MouseEvent): string | null {
    const one = this.layout?.heatmaps.get(vertex);
    if (!one || !this.strip.contains(event.target as Element)) return null;
    const [x, y] = getPointIn(this.strip, event);
    const index = findSubtaskAt(one, this.layout!.boxes.get(vertex)!, x, y);
    return index === null ? null : `${vertex}/${index}`;
  }
}

/** Get the label of a moving element. */
export function getElementLabel(frame: Frame, { element, time, record }: ElementPath): string {
  const sourceEvent = record < 0 ? null : frame.trace.event(record);
  if (element === "record" && sourceEvent?.type === "SourceRecordRead") return frame.labels.value(sourceEvent.value).slice(0, 26);
  if (element === "watermark" && time !== null) return frame.labels.shortTime(time).replace(/\.999$/, "");
  return element === "result" ? t("result") : element === "barrier" ? t("barrier") : "";
}
