// Draws the pictures of event time of a trace, in Node, and prints all texts of them as JSON:
// node drawn_in_node.mjs TRACE LANGUAGE. What the pictures need of a browser is the width of letters.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { deflateSync } from "node:zlib";

const widgets = resolve(import.meta.dirname, "../../widgets");
const { build } = createRequire(join(widgets, "package.json"))("esbuild");
const NAMES = {
  trace: "openTrace", values: "Labels", frame: "Lookup, lastTask", history: "History", graph: "drawGraph",
  graph_layout: "EVENT_STYLE, layoutGraph", valve: "drawValve", timers: "drawTimers", panes: "drawPanes",
  job_strip: "drawStrip, layoutStrip", strings: "speak", tables: "learn",
};
const contents = Object.entries(NAMES).map(([file, names]) => `export { ${names} } from "./src/${file}";`).join("\n");

const folder = mkdtempSync(join(tmpdir(), "drawn"));
const outfile = join(folder, "drawn.mjs");
await build({ stdin: { contents, resolveDir: widgets }, outfile, bundle: true, format: "esm", loader: { ".css": "text" } });
globalThis.document = { createElement: () => ({ getContext: () => ({ measureText: (text) => ({ width: 7 * text.length }) }) }) };
globalThis.DOMParser = class {};
const d = await import(pathToFileURL(outfile));
rmSync(folder, { recursive: true });

const [path, language] = process.argv.slice(2);
await d.learn(deflateSync(readFileSync(join(widgets, "../flinksim/widgets/static/tables.json"))));
d.speak(language);
const trace = await d.openTrace(new Uint8Array(readFileSync(path)));
const [labels, lookup, history] = [new d.Labels(trace.plan, language), new d.Lookup(trace), new d.History(trace)];
const [graph, strip] = [d.layoutGraph(trace.plan, 1200, d.EVENT_STYLE), d.layoutStrip(trace.plan, 1200, 116)];
const texts = new Set();
for (let position = 0; position <= trace.eventCount; position += Math.ceil(trace.eventCount / 30)) {
  const index = position - 1;
  const step = index < 0 ? -1 : trace.stepOf(index);
  const keyed = (task) => lookup.isKeyed(task);
  for (const task of lookup.subtasks.keys()) {
    const frame = {
      trace, labels, lookup, index, step, position, task, scene: history.at(position), run: null, before: 0,
      fact: index < 0 ? null : trace.event(index), actor: step < 0 ? "" : trace.actorOf(step), view: "event time",
      keyed: keyed(task) ? task : d.lastTask(trace, lookup, step, keyed) || task, pinned: false,
    };
    const drawn = [
      d.drawGraph(frame, graph), d.drawValve(frame, 380), d.drawTimers(frame, 280), d.drawPanes(frame, 520, "hatch"),
      d.drawStrip(frame, strip, () => false),
    ];
    for (const [, text, label] of drawn.join("").matchAll(/>([^<>]+)<|aria-label="([^"]*)"/g)) texts.add(text ?? label);
  }
}
console.log(JSON.stringify([...texts]));
