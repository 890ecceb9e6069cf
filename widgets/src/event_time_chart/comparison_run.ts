/** Another run behind the one that is shown: its minimum, and what was late in it, faint. */

import { Clock } from "./axis_clock";
import type { AxisName } from "./axis_clock";
import { minimumOf } from "./watermark_lines";
import { factX, line, toY } from "./chart_context";
import type { Picture } from "./chart_context";
import { PlaneRun } from "./chart_data";
import type { Late } from "./chart_data";
import type { Trace } from "../trace/trace";

export class Ghost {
  readonly run: PlaneRun;
  private readonly clock: Clock;
  private readonly places = new Map<AxisName, Float64Array>();

  constructor(readonly trace: Trace) {
    this.run = new PlaneRun(trace);
    this.clock = new Clock(trace);
  }

  /** Paints it under the run, with what the run keeps and this one lost. */
  paint(context: CanvasRenderingContext2D, picture: Picture, axis: AxisName): void {
    const { colour } = picture;
    let places = this.places.get(axis);
    if (!places) this.places.set(axis, (places = this.clock.places(axis)));
    const own: Picture = { ...picture, run: this.run, places, followed: null, operators: null };
    context.globalAlpha = 0.85;
    for (const points of minimumOf(own)) line(context, points, colour("--ink3"), 2, [6, 4]);
    context.globalAlpha = 1;
    const still = new Set(picture.run.lates.map(nameOf));
    for (const late of this.run.lates) {
      if (still.has(nameOf(late))) continue;
      const [x, y] = [factX(own, late.index), toY(own, late.time)];
      context.beginPath();
      context.arc(x, y, 6, 0, 7);
      context.strokeStyle = colour("--fire");
      context.lineWidth = 1.3;
      context.setLineDash([2, 2]);
      context.stroke();
      context.setLineDash([]);
    }
  }
}

/** The same record in two runs. */
export const nameOf = ({ key, time, dot }: Late): string => `${key} ${time} ${dot.split}`;
