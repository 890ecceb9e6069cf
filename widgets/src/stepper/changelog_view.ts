/** The changelog of a SQL job above the table that it amounts to; rows that retract each other are linked. */

import { t } from "../i18n/strings";
import { findLastWithin } from "../metrics/time_series";
import { getTableRows } from "../trace/changelog";
import type { TableChange } from "../trace/changelog";
import { patchMarkup } from "../ui/dom_patch";
import { esc } from "../ui/svg";

const MAX_ROWS = 200;

export class ChangelogView {
  private readonly indexes: number[];

  constructor(private readonly el: HTMLElement, private readonly changes: readonly TableChange[]) {
    this.indexes = changes.map(({ index }) => index);
    for (const type of ["pointerover", "focusin"]) el.addEventListener(type, (event) => this.markPair(event.target as Element));
  }

  /** Show the changes before `position`, and the table that results from them. */
  show(position: number, highlightFrom: number): void {
    const count = findLastWithin(this.indexes, position - 1) + 1;
    const rows = getTableRows(this.changes, count);
    const newest = Array.from({ length: Math.min(count, MAX_ROWS) }, (_, number) => count - 1 - number);
    patchMarkup(this.el,
      `<h4>${t("Table")} <small>${rows.length === 1 ? t("{0} row", 1) : t("{0} rows", rows.length)}</small></h4>` +
      `<div>${rows.slice(-MAX_ROWS).map((number) => this.renderChange(number, count, highlightFrom, false)).join("") || `<p>${t("nothing yet")}</p>`}</div>` +
      `<h4>${t("Changelog")} <small>${t("the newest first: +I new row, -U row before, +U row after, -D deleted row")}</small></h4>` +
      `<div>${newest.map((number) => this.renderChange(number, count, highlightFrom, true)).join("") || `<p>${t("nothing yet")}</p>`}</div>`);
  }

  private renderChange(number: number, count: number, highlightFrom: number, inLog: boolean): string {
    const { kind, values, index, retracts, retractedBy } = this.changes[number]!;
    const isGone = retractedBy >= 0 && retractedBy < count;
    const link = retracts >= 0 ? `↩ #${retracts + 1}` : isGone ? `✕ #${retractedBy + 1}` : "";
    const pairs = [retracts, ...(isGone ? [retractedBy] : [])].filter((one) => one >= 0);
    const title = `${kind}[${values}]` + (retracts >= 0 ? `: ${t("retracts #{0}", retracts + 1)}` : isGone ? `: ${t("retracted by #{0}", retractedBy + 1)}` : "");
    return (
      `<button type="button" class="change ${kind[0] === "+" ? "adds" : "takes"}${isGone && inLog ? " gone" : ""}${index >= highlightFrom ? " fresh" : ""}" ` +
      `data-change-index="${index}" data-number="${number}" data-pairs="${pairs.join(" ")}" title="${esc(title)}">` +
      `<small>#${number + 1}</small>${inLog ? `<b>${kind}</b>` : ""}<span>${esc(values)}</span>${inLog ? `<i>${link}</i>` : ""}</button>`
    );
  }

  /** Mark the row under the pointer and the rows that it retracts or is retracted by. */
  private markPair(target: Element): void {
    const row = target.closest<HTMLElement>("[data-pairs]");
    const numbers = row ? [row.dataset["number"]!, ...row.dataset["pairs"]!.split(" ")] : [];
    for (const one of this.el.querySelectorAll<HTMLElement>("[data-number]")) one.classList.toggle("pair", numbers.includes(one.dataset["number"]!));
  }
}
