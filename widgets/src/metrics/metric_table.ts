/** The metrics of all tasks at this moment, with what they were before the last move. */

import type { Frame } from "../stepper/frame";
import { metricsOf, operatorMetrics } from "./metrics";
import type { Metric, Metrics } from "./metrics";
import { esc } from "../ui/svg";
import { MAX_TIMESTAMP, MIN_TIMESTAMP } from "../ui/value_format";
import type { Labels } from "../ui/value_format";
import { t } from "../i18n/strings";

/** More rows than that are slow to redraw, and nobody reads them; the filter finds the others. */
const MOST_ROWS = 70;

const INPUT_BUFFERS = "Shuffle.Netty.Input.Buffers.";
const OUTPUT_BUFFERS = "Shuffle.Netty.Output.Buffers.";
const GROUPS: Readonly<Record<string, string>> = {
  inputQueueLength: INPUT_BUFFERS,
  inputQueueSize: INPUT_BUFFERS,
  inPoolUsage: INPUT_BUFFERS,
  inputExclusiveBuffersUsage: INPUT_BUFFERS,
  inputFloatingBuffersUsage: INPUT_BUFFERS,
  outputQueueLength: OUTPUT_BUFFERS,
  outputQueueSize: OUTPUT_BUFFERS,
  outPoolUsage: OUTPUT_BUFFERS,
};

/** What one looks for first stands first. */
const FIRST = [
  "busyTimeMsPerSecond", "idleTimeMsPerSecond", "backPressuredTimeMsPerSecond", "isBackPressured",
  "inPoolUsage", "outPoolUsage", "inputQueueLength", "outputQueueLength", "numRecordsIn",
  "numRecordsInPerSecond", "numRecordsOut", "numRecordsOutPerSecond", "numBytesIn", "numBytesOut",
  "currentInputWatermark", "currentOutputWatermark", "watermarkLag",
]; // prettier-ignore

interface Row {
  name: string;
  full: string;
  was: Metric | undefined;
  now: Metric;
}

export interface TableChoice {
  /** What a row has to contain: of the metric, the task or the operator; words in any order. */
  filter: string;
  changedOnly: boolean;
}

/** More metrics of one task than this are found by their names. */
const MOST_OF_TASK = 45;

export function metricTable(frame: Frame, { filter, changedOnly }: TableChoice): string {
  const { run, lookup, labels } = frame;
  if (!run) return "";
  const wanted = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const tasks = [...lookup.subtasks.keys()].sort(
    (a, b) => Number(b === frame.task) - Number(a === frame.task),
  );
  let rows = 0;
  let body = "";
  for (const task of tasks) {
    if (rows >= MOST_ROWS) {
      body += `<tr><td colspan="4" class="none">${t("and other tasks: filter to see them")}</td></tr>`;
      break;
    }
    const name = labels.name(task);
    const shown = rowsOf(frame, task).filter((row) => {
      const words = `${name} ${task} ${row.full}`.toLowerCase();
      return wanted.every((word) => words.includes(word)) && !(changedOnly && row.was === row.now);
    });
    if (shown.length === 0) continue;
    rows += shown.length;
    const selected = task === frame.task ? "selected" : "";
    body += `<tr class="section ${selected}"><th colspan="4" scope="rowgroup">${esc(name)}</th></tr>`;
    body += shown.slice(0, MOST_OF_TASK).map((row) => drawRow(row, labels)).join("");
    if (shown.length > MOST_OF_TASK) {
      body += `<tr><td colspan="4" class="none">${t("and {0} more: filter to see them", shown.length - MOST_OF_TASK)}</td></tr>`;
    }
  }
  if (rows === 0) {
    const words = changedOnly ? t("Nothing that matches has changed.") : t("No metric matches.");
    body = `<tr><td colspan="4" class="none">${words}</td></tr>`;
  }
  return (
    `<table><thead><tr><th scope="col">${t("metric")}</th><th scope="col">${t("was")}</th><th scope="col">${t("now")}</th>` +
    `<th scope="col">${t("change")}</th></tr></thead><tbody>${body}</tbody></table>`
  );
}

function rowsOf(frame: Frame, task: string): Row[] {
  const run = frame.run!;
  const rows = pair(metricsOf(run, task, frame.before), metricsOf(run, task, frame.position), (name) => [
    name,
    (GROUPS[name] ?? "") + name,
  ]);
  const rank = (row: Row): number => (FIRST.indexOf(row.name) + 1 || FIRST.length + 1);
  rows.sort((a, b) => rank(a) - rank(b));
  for (const { id, name } of frame.lookup.operatorsOf(task)) {
    const was = operatorMetrics(run, id, frame.before);
    const now = operatorMetrics(run, id, frame.position);
    rows.push(...pair(was, now, (metric) => {
      const source = /^latency\.source_id\.(o[\d/]+)\.(\w+)$/.exec(metric);
      const short = source ? t("latency {0} from {1}", source[2]!, frame.labels.name(source[1]!)) : metric;
      return [`${name}.${short}`, `${name}.${metric} ${short}`];
    }));
  }
  return rows;
}

function pair(was: Metrics, now: Metrics, named: (name: string) => [string, string]): Row[] {
  return [...now].map(([metric, value]) => {
    const [name, full] = named(metric);
    return { name, full, was: was.get(metric), now: value };
  });
}

function drawRow({ name, full, was, now }: Row, labels: Labels): string {
  const changed = was !== now;
  const change = changed ? changeOf(name, was, now) : "";
  return (
    `<tr${changed ? ' class="changed"' : ""}><th scope="row" title="${esc(full)}">${esc(name)}</th>` +
    `<td>${was === undefined ? "–" : esc(show(name, was, labels))}</td>` +
    `<td>${esc(show(name, now, labels))}</td><td>${esc(change)}</td></tr>`
  );
}

function show(name: string, value: Metric, labels: Labels): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "bigint") return labels.time(value);
  if (/Usage$/.test(name)) return `${Math.round(100 * value)} %`;
  return number(value);
}

function changeOf(name: string, was: Metric | undefined, now: Metric): string {
  if (typeof now === "boolean" || was === undefined || typeof was === "boolean") return now === true ? "▲" : now === false ? "▼" : t("new");
  if (typeof now === "bigint" && typeof was === "bigint") {
    const ends = [MIN_TIMESTAMP, MAX_TIMESTAMP];
    if (ends.includes(now) || ends.includes(was)) return now > was ? "▲" : "▼";
    return signed(Number(now - was), " ms");
  }
  const difference = Number(now) - Number(was);
  if (/Usage$/.test(name)) return signed(Math.round(100 * difference), " %");
  return signed(difference);
}

function signed(difference: number, unit = ""): string {
  return `${difference > 0 ? "▲ +" : "▼ −"}${number(Math.abs(difference))}${unit}`;
}

/** 12345 as 12 345, and not more digits than one can read. */
function number(value: number): string {
  const digits = Number.isInteger(value) ? 0 : Math.abs(value) < 10 ? 2 : 1;
  const [whole, fraction] = value.toFixed(digits).split(".");
  return whole!.replace(/\B(?=(\d{3})+$)/g, "\u202f") + (fraction ? `.${fraction}` : "");
}
