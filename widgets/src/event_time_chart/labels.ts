/** Labels on the chart itself, where there is room: the on-time line and the area below the minimum watermark. */

import { computeMinimumLines, findIdleLabels } from "./watermark_lines";
import { toY } from "./chart_context";
import type { ChartContext } from "./chart_context";
import { t } from "../i18n/strings";

/** A label and its position. */
export interface ChartLabel {
  text: string;
  x: number;
  y: number;
  style: string;
  align: "left" | "right";
}

/** A smaller chart has no room for labels. */
const MIN_WIDTH = 520;
const MIN_HEIGHT = 200;
/** Room in pixels that a label needs below the minimum watermark. */
const MIN_SPACE_BELOW = 96;

/** Find the labels left of the current position. */
export function findLabels(chart: ChartContext, now: number): ChartLabel[] {
  const { box, visibleParts, camera, places, followed } = chart;
  const found = findIdleLabels(chart, now);
  if (box.width < MIN_WIDTH || box.height < MIN_HEIGHT || followed) return found;
  const [minimumLine] = visibleParts.has("minimum") ? computeMinimumLines(chart) : [];
  const x = box.left + 0.62 * (now - box.left);
  if (minimumLine && getLevelAt(minimumLine, x) < box.top + box.height - MIN_SPACE_BELOW) found.push({ text: t("below the watermark"), x, y: box.top + box.height - 26, style: "--wmink", align: "left" });
  const hasTimes = places.at(-1)! > 1e6 && camera.x1 > camera.y0 && camera.x0 < camera.y1;
  const time = camera.x0 + 0.16 * (camera.x1 - camera.x0);
  if (hasTimes && now > box.left + 0.4 * box.width) {
    found.push({ text: t("on time"), x: box.left + 0.16 * box.width - 8, y: toY(chart, time) - 16, style: "--ink2", align: "right" });
  }
  return found;
}

/** Get the height of a step line at an x coordinate. */
function getLevelAt(points: readonly number[], x: number): number {
  let level = NaN;
  for (let i = 0; i < points.length && points[i]! <= x; i += 2) level = points[i + 1]!;
  return level;
}
