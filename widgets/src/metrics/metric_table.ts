/** Table of the metrics of all tasks, with their previous values. */

import { isDead } from "../job/task_status";
import type { Frame } from "../stepper/frame";
import { computeTaskMetrics, computeOperatorMetrics } from "./metrics";
import type { Metric, Metrics } from "./metrics";
import { esc } from "../ui/svg";
import { MAX_TIMESTAMP, MIN_TIMESTAMP } from "../ui/value_format";
import type { Labels } from "../ui/value_format";
import { t } from "../i18n/strings";

/** Maximum number of rows, for speed. The filter finds the others. */
const MAX_ROWS = 70;

const INPUT_BUFFERS = "Shuffle.Netty.Input.Buffers.";
const OUTPUT_BUFFERS = "Shuffle.Netty.Output.Buffers.";
const METRIC_GROUPS: Readonly<Record<string, string>> = {
  inputQueueLength: INPUT_BUFFERS,
  inputQueueSize: INPUT_BUFFERS,
  inPoolUsage: INPUT_BUFFERS,
  inputExclusiveBuffersUsage: INPUT_BUFFERS,
  inputFloatingBuffersUsage: INPUT_BUFFERS,
  outputQueueLength: OUTPUT_BUFFERS,
  outputQueueSize: OUTPUT_BUFFERS,
  outPoolUsage: OUTPUT_BUFFERS,
};

/** Important metrics come first. */
const METRIC_ORDER = [
  "busyTimeMsPerSecond", "idleTimeMsPerSecond", "backPressuredTimeMsPerSecond", "isBackPressured",
  "inPoolUsage", "outPoolUsage", "inputQueueLength", "outputQueueLength", "numRecordsIn",
  "numRecordsInPerSecond", "numRecordsOut", "numRecordsOutPerSecond", "numBytesIn", "numBytesOut",
  "currentInputWatermark", "currentOutputWatermark", "watermarkLag",
];

interface MetricRow {
  name: string;
  full: string;
  before: Metric | undefined;
  after: Metric;
}

export interface TableFilter {
  /** Words that a row must contain (metric, task or operator), in any order. */
  filter: string;
  changedOnly: boolean;
}

/** Maximum number of rows of one task. The filter finds the others. */
const MAX_ROWS_PER_TASK = 45;

export function renderMetricTable(frame: Frame, { filter, changedOnly }: TableFilter): string {
  const { series, lookup, labels } = frame;
  if (!series) return "";
  const filterWords = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const tasks = [...lookup.subtasks.keys()].sort(
    (a, b) => Number(b === frame.task) - Number(a === frame.task),
  );
  let rows = 0;
  let body = "";
  for (const task of tasks) {
    if (rows >= MAX_ROWS) {
      body += `<tr><td colspan="4" class="none">${t("more tasks: use the filter")}</td></tr>`;
      break;
    }
    const name = labels.name(task);
    const shown = createRows(frame, task).filter((row) => {
      const words = `${name} ${task} ${row.full}`.toLowerCase();
      return filterWords.every((word) => words.includes(word)) && !(changedOnly && row.before === row.after);
    });
    if (shown.length === 0) continue;
    rows += shown.length;
    const selected = task === frame.task ? "selected" : "";
    body += `<tr class="section ${selected}"><th colspan="4" scope="rowgroup">${esc(name)}${isDead(frame, task) ? ` <small>${t("does not run: last values")}</small>` : ""}</th></tr>`;
    body += shown.slice(0, MAX_ROWS_PER_TASK).map((row) => renderRow(row, labels)).join("");
    if (shown.length > MAX_ROWS_PER_TASK) {
      body += `<tr><td colspan="4" class="none">${t("{0} more: use the filter", shown.length - MAX_ROWS_PER_TASK)}</td></tr>`;
    }
  }
  if (rows === 0) {
    const words = changedOnly ? t("No matching metric has changed.") : t("No metric matches.");
    body = `<tr><td colspan="4" class="none">${words}</td></tr>`;
  }
  return (
    `<table><thead><tr><th scope="col">${t("metric")}</th><th scope="col">${t("was")}</th><th scope="col">${t("now")}</th>` +
    `<th scope="col">${t("change")}</th></tr></thead><tbody>${body}</tbody></table>`
  );
}

function createRows(frame: Frame, task: string): MetricRow[] {
  const run = frame.series!;
  const rows = pairMetrics(computeTaskMetrics(run, task, frame.previousPosition), computeTaskMetrics(run, task, frame.position), (name) => [
    name,
    (METRIC_GROUPS[name] ?? "") + name,
  ]);
  const rank = (row: MetricRow): number => (METRIC_ORDER.indexOf(row.name) + 1 || METRIC_ORDER.length + 1);
  rows.sort((a, b) => rank(a) - rank(b));
  for (const { id, name } of frame.lookup.getOperators(task)) {
    const before = computeOperatorMetrics(run, id, frame.previousPosition);
    const after = computeOperatorMetrics(run, id, frame.position);
    rows.push(...pairMetrics(before, after, (metric) => {
      const source = /^latency\.source_id\.(o[\d/]+)\.(\w+)$/.exec(metric);
      const short = source ? t("latency {0} from {1}", source[2]!, frame.labels.name(source[1]!)) : metric;
      return [`${name}.${short}`, `${name}.${metric} ${short}`];
    }));
  }
  return rows;
}

function pairMetrics(before: Metrics, after: Metrics, named: (name: string) => [string, string]): MetricRow[] {
  return [...after].map(([metric, value]): MetricRow => {
    const [name, full] = named(metric);
    return { name, full, before: before.get(metric), after: value };
  });
}

function renderRow({ name, full, before, after }: MetricRow, labels: Labels): string {
  const changed = before !== after;
  const change = changed ? formatChange(name, before, after) : "";
  return (
    `<tr${changed ? ' class="changed"' : ""}><th scope="row" title="${esc(full)}">${esc(name)}</th>` +
    `<td>${before === undefined ? "–" : esc(formatMetric(name, before, labels))}</td>` +
    `<td>${esc(formatMetric(name, after, labels))}</td><td>${esc(change)}</td></tr>`
  );
}

function formatMetric(name: string, value: Metric, labels: Labels): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "bigint") return labels.shortTime(value);
  if (/Usage$/.test(name)) return `${Math.round(100 * value)} %`;
  return value >= Number(MAX_TIMESTAMP) ? "MAX" : formatNumber(value); // a lag behind a watermark that is still MIN
}

function formatChange(name: string, before: Metric | undefined, after: Metric): string {
  if (typeof after === "boolean" || before === undefined || typeof before === "boolean") return after === true ? "▲" : after === false ? "▼" : t("new");
  if (typeof after === "bigint" && typeof before === "bigint") {
    const ends = [MIN_TIMESTAMP, MAX_TIMESTAMP];
    if (ends.includes(after) || ends.includes(before)) return after > before ? "▲" : "▼";
    return formatSigned(Number(after - before), " ms");
  }
  const difference = Number(after) - Number(before);
  if (Math.abs(difference) >= Number(MAX_TIMESTAMP) / 2) return difference > 0 ? "▲" : "▼";
  if (/Usage$/.test(name)) return formatSigned(Math.round(100 * difference), " %");
  return formatSigned(difference);
}

function formatSigned(difference: number, unit = ""): string {
  return `${difference > 0 ? "▲ +" : "▼ −"}${formatNumber(Math.abs(difference))}${unit}`;
}

/** Format 12345 as 12 345, with at most two decimals. */
function formatNumber(value: number): string {
  const digits = Number.isInteger(value) ? 0 : Math.abs(value) < 10 ? 2 : 1;
  const [whole, fraction] = value.toFixed(digits).split(".");
  return whole!.replace(/\B(?=(\d{3})+$)/g, "\u202f") + (fraction ? `.${fraction}` : "");
}
