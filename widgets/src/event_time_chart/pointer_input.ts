/** Mouse and touch input of the event-time chart: wheel and drag move the camera, a brush zooms, a click selects. */

import { zoomCamera } from "./camera";
import type { Camera, ChartContext } from "./chart_context";
import { getPointIn } from "../ui/pointer";

export type Brush = [x0: number, y0: number, x1: number, y1: number];

/** What the pointer controls. */
export interface PointerTarget {
  readonly target: Camera;
  readonly whole: Camera;
  readonly isZoomed: boolean;
  onChange: () => void;
  getContext(): ChartContext;
  jumpTo(camera: Camera): void;
  flyTo(camera: Camera): void;
  zoomToWholeRun(): void;
  showBrush(brush: Brush | null): void;
  click(x: number, y: number): void;
  /** NaN coordinates mean that the pointer left the chart. */
  pointAt(x: number, y: number): void;
}

/** Get the axis coordinate under a point. */
export const getPlaceAt = ({ box, camera }: ChartContext, x: number): number =>
  camera.x0 + ((x - box.left) / box.width) * (camera.x1 - camera.x0);

export function addPointerListeners(canvas: HTMLCanvasElement, chart: PointerTarget): void {
  const at = (event: MouseEvent): [x: number, y: number] => getPointIn(canvas, event);
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const [x, y] = at(event);
    const { box } = chart.getContext();
    const factor = Math.exp(Math.max(-120, Math.min(120, event.deltaY)) * 0.0025);
    const right = (x - box.left) / box.width;
    chart.jumpTo(zoomCamera(chart.target, chart.whole, factor, right, 1 - (y - box.top) / box.height, event.shiftKey));
    chart.onChange();
  }, { passive: false });
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button === 0) startDrag(canvas, chart, event, at);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (event.buttons !== 0) chart.pointAt(NaN, NaN);
    else chart.pointAt(...at(event));
  });
  canvas.addEventListener("pointerleave", () => chart.pointAt(NaN, NaN));
  canvas.addEventListener("dblclick", () => chart.zoomToWholeRun());
}

/** Pan by dragging. In the whole run, or with Shift, dragging brushes an area to zoom to. A click selects. */
function startDrag(
  canvas: HTMLCanvasElement, chart: PointerTarget, event: PointerEvent, at: (event: MouseEvent) => [number, number],
): void {
  const [x0, y0] = at(event);
  const { x0: left, x1, y0: low, y1 } = chart.target;
  const { box } = chart.getContext();
  const brushes = event.shiftKey || !chart.isZoomed;
  let dragged = false;
  let brush: Brush | null = null;
  canvas.setPointerCapture(event.pointerId);
  const move = (next: PointerEvent): void => {
    const [x, y] = at(next);
    dragged ||= Math.abs(x - x0) + Math.abs(y - y0) > 5;
    if (!dragged) return;
    if (brushes) return chart.showBrush((brush = [x0, y0, x, y]));
    const [right, up] = [(x - x0) / box.width, (y - y0) / box.height];
    const [dx, dy] = [(x1 - left) * right, (y1 - low) * up];
    chart.jumpTo({ x0: left - dx, x1: x1 - dx, y0: low + dy, y1: y1 + dy });
  };
  const up = (): void => {
    canvas.removeEventListener("pointermove", move);
    canvas.removeEventListener("pointerup", up);
    canvas.removeEventListener("pointercancel", up);
    chart.showBrush(null);
    if (!dragged) chart.click(x0, y0);
    else if (brush) zoomToBrush(chart, brush);
  };
  canvas.addEventListener("pointermove", move);
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", up);
}

function zoomToBrush(chart: PointerTarget, [x0, y0, x1, y1]: Brush): void {
  if (Math.abs(x1 - x0) < 8 || Math.abs(y1 - y0) < 8) return;
  const picture = chart.getContext();
  const { box, camera } = picture;
  const time = (y: number): number => camera.y1 - ((y - box.top) / box.height) * (camera.y1 - camera.y0);
  chart.flyTo({
    x0: getPlaceAt(picture, Math.min(x0, x1)), x1: getPlaceAt(picture, Math.max(x0, x1)),
    y0: time(Math.max(y0, y1)), y1: time(Math.min(y0, y1)),
  });
}
