/**
 * Draws the plan on a canvas during transitions of large plans.
 *
 * Restyling hundreds of SVG elements takes a browser longer than one frame; a canvas has no elements. The resting
 * picture is always SVG.
 */

import type { Line, Shape } from "./svg_elements";
import { getPillLabel } from "./layer_layout";
import type { Camera } from "../job/element_positions";

interface Colours {
  fill: string;
  stroke: string;
}

export class CanvasTransition {
  readonly canvas = document.createElement("canvas");
  private readonly context = this.canvas.getContext("2d")!;
  private colours: Record<string, Colours> = {};
  private ink = "";
  private background = "";
  private font = "";
  private width = 0;
  private height = 0;

  constructor() {
    this.canvas.className = "flight";
    this.canvas.setAttribute("aria-hidden", "true");
    this.canvas.hidden = true;
  }

  resize(width: number, height: number): void {
    [this.width, this.height] = [width, height];
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
  }

  /** Read the current colours of the page. */
  readColours(): void {
    const style = getComputedStyle(this.canvas);
    const getColour = (name: string): string => style.getPropertyValue(`--${name}`).trim();
    const pair = (fill: string, stroke: string): Colours => ({ fill: getColour(fill), stroke: getColour(stroke) });
    this.ink = getColour("ink");
    this.background = getColour("panel");
    this.font = style.fontFamily;
    this.colours = {
      source: pair("focusbg", "focus"), sink: pair("focusbg", "focus"), operator: pair("panel", "line2"),
      partition: pair("wmsoft", "wmink"), union: pair("wmsoft", "wmink"), "side output": pair("wmsoft", "wmink"),
      chain: pair("panesoft", "pane"), vertex: pair("panesoft", "pane"), subtask: pair("panel", "pane"),
      slot: pair("panel", "line2"), "task manager": pair("soft", "line2"), "job manager": pair("tmsoft", "tm"),
      "resource manager": pair("tmsoft", "tm"), chained: pair("panel", "pane"), network: pair("panel", "focus"),
      control: pair("panel", "tm"),
    };
  }

  /** Draw what the scene has placed. `groups` are boxes from back to front; lines are drawn before frames. */
  draw(groups: readonly (readonly Shape[])[], lines: readonly Line[], camera: Camera, legible: boolean): void {
    const { context } = this;
    const ratio = this.canvas.width / Math.max(1, this.width);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = this.background; // covers the SVG elements, because hiding them would take longer
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    const scale = camera.scale * ratio;
    context.setTransform(scale, 0, 0, scale, camera.x * ratio, camera.y * ratio);
    const [backGroups, frontGroups] = [groups.slice(0, 2), groups.slice(2)];
    const network = lines.filter(({ edgeTrack }) => !edgeTrack.chained);
    for (const shapes of backGroups) this.drawBoxes(shapes, camera, false);
    this.drawLines(network, camera);
    frontGroups.forEach((shapes, number) => {
      this.drawBoxes(shapes, camera, legible && number === frontGroups.length - 1);
      if (number === 0) this.drawLines(lines.filter(({ edgeTrack }) => edgeTrack.chained), camera);
    });
    context.globalAlpha = 1;
  }

  private drawBoxes(shapes: readonly Shape[], camera: Camera, legible: boolean): void {
    const { context } = this;
    context.lineWidth = Math.max(1.4, 0.7 / camera.scale);
    if (legible) context.font = `500 13px ${this.font}`;
    context.textAlign = "center";
    for (const { position, track } of shapes) {
      if (!position || position.opacity <= 0.01 || this.isOutside(position.x, position.y, position.width, position.height, camera)) continue;
      const node = track.nodes[track.first]!;
      const colours = this.colours[node.kind]!;
      context.globalAlpha = position.opacity;
      context.fillStyle = colours.fill;
      context.strokeStyle = colours.stroke;
      context.fillRect(position.x, position.y, position.width, position.height);
      context.strokeRect(position.x, position.y, position.width, position.height);
      if (!legible) continue;
      context.fillStyle = this.ink;
      context.fillText(getPillLabel(node), position.x + position.width / 2, position.y + position.height / 2 + 4.5);
    }
  }

  private isOutside(x: number, y: number, width: number, height: number, camera: Camera): boolean {
    const [left, top] = [x * camera.scale + camera.x, y * camera.scale + camera.y];
    return (
      left > this.width || top > this.height ||
      left + width * camera.scale < 0 || top + height * camera.scale < 0
    );
  }

  private drawLines(lines: readonly Line[], camera: Camera): void {
    const { context } = this;
    for (const kind of ["control", "network", "chained"] as const) {
      const width = kind === "chained" ? 5 : 2;
      context.strokeStyle = this.colours[kind]!.stroke;
      context.lineWidth = Math.max(width, (kind === "chained" ? 1.6 : 0.8) / camera.scale);
      context.globalAlpha = 1;
      context.beginPath();
      for (const { edgeTrack, shown, paths, strength } of lines) {
        const kindOfLine = edgeTrack.control ? "control" : edgeTrack.chained ? "chained" : "network";
        if (!shown || kindOfLine !== kind || strength < 0.5) continue;
        for (const path of paths) {
          context.moveTo(path[0]!, path[1]!);
          for (let at = 2; at < path.length; at += 6) {
            context.bezierCurveTo(path[at]!, path[at + 1]!, path[at + 2]!, path[at + 3]!, path[at + 4]!, path[at + 5]!);
          }
        }
      }
      context.stroke();
    }
  }
}
