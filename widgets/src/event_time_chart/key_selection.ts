/** The choice of keys: all of them, searched and sorted. */

import { fill } from "../ui/dom_patch";
import type { PlaneRun } from "./chart_data";
import { Rows } from "../ui/virtual_list";
import { t } from "../i18n/strings";
import { esc } from "../ui/svg";
import { cut, show } from "../ui/value_format";

const SORTS = ["by name", "by records", "by late records"] as const;
type Sort = (typeof SORTS)[number];
const ROW = 28;

export class KeyChoice {
  /** The keys that are chosen, or null for all. */
  chosen: Set<number> | null = null;
  private readonly names: string[];
  private readonly records: number[];
  private readonly late: number[];
  private sort: Sort = "by name";
  private search = "";
  private readonly rows: Rows;
  private listed: number[] = [];

  constructor(el: HTMLElement, run: PlaneRun, private readonly changed: () => void) {
    this.names = run.keys.map((key) => cut(show(key)));
    this.records = run.keys.map(() => 0);
    this.late = run.keys.map(() => 0);
    for (const { key } of run.dots) if (key >= 0) this.records[key]!++;
    for (const { key } of run.lates) if (key >= 0) this.late[key]!++;
    fill(el, `<div class="keyTools"><input type="search" placeholder="${t("search keys")}" aria-label="${t("Search keys")}">` +
      `<select aria-label="${t("Sort keys")}">${SORTS.map((one) => `<option value="${one}">${t(one)}</option>`).join("")}</select></div>` +
      `<div class="keyTools"><button type="button" data-keys="all" class="small">${t("all")}</button>` +
      `<button type="button" data-keys="none" class="small">${t("none")}</button>` +
      `<button type="button" data-keys="listed" class="small">${t("only those found")}</button></div><div class="keyRows"></div>`);
    this.rows = new Rows(el.querySelector<HTMLElement>(".keyRows")!, ROW);
    el.querySelector("input")!.addEventListener("input", (event) => {
      this.search = (event.target as HTMLInputElement).value.toLowerCase();
      this.list();
    });
    el.querySelector("select")!.addEventListener("change", (event) => {
      this.sort = (event.target as HTMLSelectElement).value as Sort;
      this.list();
    });
    el.addEventListener("click", (event) => this.onClick(event));
    this.list();
  }

  /** `all 13`, or the names of the few that are chosen. */
  get words(): string {
    const { chosen, names } = this;
    if (!chosen) return t("all {0}", names.length);
    if (chosen.size === 0) return t("none");
    return chosen.size <= 2 ? [...chosen].map((key) => cut(names[key]!, 14)).join(", ") : t("{0} of {1}", chosen.size, names.length);
  }

  /** The name of the one key that is chosen, or "". */
  get name(): string {
    return this.chosen?.size === 1 ? this.names[[...this.chosen][0]!]! : "";
  }

  /** Chooses one key by its name; whether there is one of that name. */
  chooseNamed(name: string): boolean {
    const key = this.names.indexOf(name);
    if (key < 0) return false;
    this.choose(new Set([key]));
    return true;
  }

  private choose(keys: Set<number> | null): void {
    this.chosen = keys?.size === this.names.length ? null : keys;
    this.list();
    this.changed();
  }

  private onClick(event: Event): void {
    const target = event.target as Element;
    const act = target.closest<HTMLElement>("[data-keys]")?.dataset["keys"];
    if (act === "all") this.choose(null);
    else if (act === "none") this.choose(new Set());
    else if (act === "listed") this.choose(new Set(this.listed));
    const row = target.closest<HTMLElement>("[data-id]")?.dataset["id"];
    if (row === undefined) return;
    const key = Number(row);
    // the first choice among all means: only this one
    const keys = new Set(this.chosen ?? []);
    if (!keys.delete(key)) keys.add(key);
    this.choose(keys);
  }

  /** Shows the chooser as things are; call when it opens, too. */
  list(): void {
    const { names, search, sort, records, late } = this;
    this.listed = names.flatMap((name, key) => (name.toLowerCase().includes(search) ? [key] : []));
    const by = (one: number): number => (sort === "by records" ? -records[one]! : sort === "by late records" ? -late[one]! : 0);
    this.listed.sort((a, b) => by(a) - by(b) || names[a]!.localeCompare(names[b]!, "en", { numeric: true }));
    this.rows.set(this.listed.length, (number) => {
      const key = this.listed[number]!;
      const on = !this.chosen || this.chosen.has(key);
      const lost = late[key]! > 0 ? ` <i>${t("{0} late", late[key]!)}</i>` : "";
      return (
        `<button type="button" role="checkbox" aria-checked="${on}" data-id="${key}" class="keyRow">` +
        `<b>${esc(names[key]!)}</b><small>${records[key]}${lost}</small></button>`
      );
    });
  }
}
