/** Key selection: a list of all keys that can be searched, sorted and filtered. */

import { patchMarkup } from "../ui/dom_patch";
import type { ChartData } from "./chart_data";
import { VirtualList } from "../ui/virtual_list";
import { t } from "../i18n/strings";
import { esc } from "../ui/svg";
import { truncate, formatValue } from "../ui/value_format";

const SORTS = ["by name", "by records", "by late records"] as const;
type Sort = (typeof SORTS)[number];
const ROW_HEIGHT = 28;

export class KeySelection {
  /** Selected keys, or null for all. */
  selected: Set<number> | null = null;
  private readonly names: string[];
  private readonly records: number[];
  private readonly lateRecords: number[];
  private sort: Sort = "by name";
  private search = "";
  private readonly rows: VirtualList;
  private listedKeys: number[] = [];

  constructor(el: HTMLElement, data: ChartData, private readonly onChange: () => void) {
    this.names = data.keys.map((key) => truncate(formatValue(key)));
    this.records = data.keys.map(() => 0);
    this.lateRecords = data.keys.map(() => 0);
    for (const { key } of data.dots) if (key >= 0) this.records[key]!++;
    for (const { key } of data.lateRecords) if (key >= 0) this.lateRecords[key]!++;
    patchMarkup(el, `<div class="keyTools"><input type="search" placeholder="${t("search keys")}" aria-label="${t("Search keys")}">` +
      `<select aria-label="${t("Sort keys")}">${SORTS.map((one) => `<option value="${one}">${t(one)}</option>`).join("")}</select></div>` +
      `<div class="keyTools"><button type="button" data-keys="all" class="small">${t("all")}</button>` +
      `<button type="button" data-keys="none" class="small">${t("none")}</button>` +
      `<button type="button" data-keys="listed" class="small">${t("only the matches")}</button></div><div class="keyRows"></div>`);
    this.rows = new VirtualList(el.querySelector<HTMLElement>(".keyRows")!, ROW_HEIGHT);
    el.querySelector("input")!.addEventListener("input", (event) => {
      this.search = (event.target as HTMLInputElement).value.toLowerCase();
      this.refreshList();
    });
    el.querySelector("select")!.addEventListener("change", (event) => {
      this.sort = (event.target as HTMLSelectElement).value as Sort;
      this.refreshList();
    });
    el.addEventListener("click", (event) => this.onClick(event));
    this.refreshList();
  }

  /** Summary such as `all 13`, or the names of the few selected keys. */
  get summary(): string {
    const { selected, names } = this;
    if (!selected) return t("all {0}", names.length);
    if (selected.size === 0) return t("none");
    return selected.size <= 2 ? [...selected].map((key) => truncate(names[key]!, 14)).join(", ") : t("{0} of {1}", selected.size, names.length);
  }

  /** Name of the only selected key, or "". */
  get selectedName(): string {
    return this.selected?.size === 1 ? this.names[[...this.selected][0]!]! : "";
  }

  /** Select one key by its name. Return whether there is such a key. */
  selectByName(name: string): boolean {
    const key = this.names.indexOf(name);
    if (key < 0) return false;
    this.select(new Set([key]));
    return true;
  }

  private select(keys: Set<number> | null): void {
    this.selected = keys?.size === this.names.length ? null : keys;
    this.refreshList();
    this.onChange();
  }

  private onClick(event: Event): void {
    const target = event.target as Element;
    const action = target.closest<HTMLElement>("[data-keys]")?.dataset["keys"];
    if (action === "all") this.select(null);
    else if (action === "none") this.select(new Set());
    else if (action === "listed") this.select(new Set(this.listedKeys));
    const row = target.closest<HTMLElement>("[data-id]")?.dataset["id"];
    if (row === undefined) return;
    const key = Number(row);
    // the first click while all are selected selects only this key
    const keys = new Set(this.selected ?? []);
    if (!keys.delete(key)) keys.add(key);
    this.select(keys);
  }

  /** Update the list. Call it also when the menu opens. */
  refreshList(): void {
    const { names, search, sort, records, lateRecords } = this;
    this.listedKeys = names.flatMap((name, key) => (name.toLowerCase().includes(search) ? [key] : []));
    const getRank = (one: number): number => (sort === "by records" ? -records[one]! : sort === "by late records" ? -lateRecords[one]! : 0);
    this.listedKeys.sort((a, b) => getRank(a) - getRank(b) || names[a]!.localeCompare(names[b]!, "en", { numeric: true }));
    this.rows.setRows(this.listedKeys.length, (number) => {
      const key = this.listedKeys[number]!;
      const on = !this.selected || this.selected.has(key);
      const lateText = lateRecords[key]! > 0 ? ` <i>${t("{0} late", lateRecords[key]!)}</i>` : "";
      return (
        `<button type="button" role="checkbox" aria-checked="${on}" data-id="${key}" class="keyRow">` +
        `<b>${esc(names[key]!)}</b><small>${records[key]}${lateText}</small></button>`
      );
    });
  }
}
