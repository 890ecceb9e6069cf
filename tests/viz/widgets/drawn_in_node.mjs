// Draws the pictures of event time of a trace, in Node, and prints all texts of them as JSON:
// node drawn_in_node.mjs TRACE LANGUAGE. With a third argument it prints their markup instead. What the pictures need of a browser is the width of letters.
import { readFileSync } from "node:fs";
import { bundled } from "./bundled.mjs";

const NAMES = {
  "trace/trace": "openTrace", "ui/value_format": "Labels", "stepper/frame": "Lookup, findLastTask", "trace/keyframes": "History", "job/graph": "drawGraph",
  "job/graph_layout": "EVENT_STYLE, layoutGraph", "task/valve": "drawValve", "task/timers": "drawTimers", "task/panes": "drawPanes",
  "job/job_strip": "drawStrip, layoutStrip", "i18n/strings": "setLanguage",
};

globalThis.document = { createElement: () => ({ getContext: () => ({ measureText: (text) => ({ width: 7 * text.length }) }) }) };
globalThis.DOMParser = class {};
const d = await bundled(NAMES);

const [path, language, isMarkup] = process.argv.slice(2);
d.setLanguage(language);
const trace = await d.openTrace(new Uint8Array(readFileSync(path)));
const [labels, lookup, history] = [new d.Labels(trace.plan, language), new d.Lookup(trace), new d.History(trace)];
const [graph, strip] = [d.layoutGraph(trace.plan, 1200, d.EVENT_STYLE), d.layoutStrip(trace.plan, 1200, 116)];
const texts = new Set();
const markup = [];
for (let position = 0; position <= trace.eventCount; position += Math.ceil(trace.eventCount / 30)) {
  const index = position - 1;
  const step = index < 0 ? -1 : trace.getStep(index);
  const keyed = (task) => lookup.isKeyed(task);
  for (const task of lookup.subtasks.keys()) {
    const frame = {
      trace, labels, lookup, index, step, position, task, snapshot: history.at(position), series: null, previousPosition: 0,
      event: index < 0 ? null : trace.event(index), actor: step < 0 ? "" : trace.getActor(step), view: "event time",
      keyedTask: keyed(task) ? task : d.findLastTask(trace, lookup, step, keyed) || task, pinned: false,
    };
    const drawn = [
      d.drawGraph(frame, graph), d.drawValve(frame, 380), d.drawTimers(frame, 280), d.drawPanes(frame, 520, "hatch"),
      d.drawStrip(frame, strip, () => false),
    ];
    markup.push(...drawn);
    for (const [, text, label] of drawn.join("").matchAll(/>([^<>]+)<|aria-label="([^"]*)"/g)) texts.add(text ?? label);
  }
}
console.log(JSON.stringify(isMarkup ? markup.join("") : [...texts]));
