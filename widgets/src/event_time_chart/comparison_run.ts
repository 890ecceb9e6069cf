/** Another run drawn faintly behind the current one, for comparison: its minimum watermark and its late records. */

import { AxisClock } from "./axis_clock";
import type { AxisName } from "./axis_clock";
import { computeMinimumLines } from "./watermark_lines";
import { eventX, strokeLine, toY } from "./chart_context";
import type { ChartContext } from "./chart_context";
import { ChartData } from "./chart_data";
import type { LateRecord } from "./chart_data";
import type { Trace } from "../trace/trace";

export class ComparisonRun {
  readonly data: ChartData;
  private readonly clock: AxisClock;
  private readonly places = new Map<AxisName, Float64Array>();

  constructor(readonly trace: Trace) {
    this.data = new ChartData(trace);
    this.clock = new AxisClock(trace);
  }

  /** Paint this run in the background, with the records that it dropped and the current run keeps. */
  paint(context: CanvasRenderingContext2D, chart: ChartContext, axis: AxisName): void {
    const { colour } = chart;
    let places = this.places.get(axis);
    if (!places) this.places.set(axis, (places = this.clock.getPlaces(axis)));
    const ownChart: ChartContext = { ...chart, data: this.data, places, followed: null, operators: null };
    context.globalAlpha = 0.85;
    for (const points of computeMinimumLines(ownChart)) strokeLine(context, points, colour("--ink3"), 2, [6, 4]);
    context.globalAlpha = 1;
    const remaining = new Set(chart.data.lateRecords.map(getLateRecordKey));
    for (const late of this.data.lateRecords) {
      if (remaining.has(getLateRecordKey(late))) continue;
      const [x, y] = [eventX(ownChart, late.index), toY(ownChart, late.time)];
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

/** Get a key that identifies the same record in both runs. */
export const getLateRecordKey = ({ key, time, dot }: LateRecord): string => `${key} ${time} ${dot.split}`;
