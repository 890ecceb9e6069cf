/** A widget on a page of the site: the built code, and a minimal model in place of a notebook's. */

export type State = Record<string, unknown>;

interface Widget {
  render(place: { model: unknown; el: HTMLElement }): Promise<() => void>;
}

export class Model {
  private readonly listeners: [string, () => void][] = [];

  constructor(private readonly state: State) {}

  get(name: string): unknown {
    return this.state[name];
  }

  set(name: string, value: unknown): void {
    if (this.state[name] === value) return;
    this.state[name] = value;
    for (const [event, callback] of [...this.listeners]) if (event === `change:${name}`) callback();
  }

  save_changes(): void {}

  on(event: string, callback: () => void): void {
    this.listeners.push([event, callback]);
  }

  off(event: string, callback: () => void): void {
    const found = this.listeners.findIndex(([name, one]) => name === event && one === callback);
    if (found >= 0) this.listeners.splice(found, 1);
  }
}

const widgets = new Map<string, Promise<Widget>>();

/** Fetch a built widget, once. */
export function loadWidget(name: "stepper" | "lens"): Promise<Widget> {
  const url = new URL(`${name}.js`, import.meta.url).href;
  const widget = widgets.get(name) ?? (import(url) as Promise<{ default: Widget }>).then((code) => code.default);
  widgets.set(name, widget);
  return widget;
}

/** Traits by which a page sends queries and requests. */
const QUERY_TRAITS = ["asked", "asks"] as const;

/** Create a model that passes its queries to `ask`. */
export function createQueryModel(state: State, ask: (name: string, message: State) => void): Model {
  const model = new Model(state);
  for (const name of QUERY_TRAITS) model.on(`change:${name}`, () => ask(name, model.get(name) as State));
  return model;
}

/** Pass a reply from Python to a model. */
export function applyReply(model: Model, { what, told, data }: { what: string; told: unknown; data: Uint8Array }): void {
  if (data.length > 0) model.set("turned_trace", data);
  model.set(what, told);
}

let tables: Promise<Uint8Array> | null = null;

/** Show a model in `el`. Return a cleanup function. */
export async function showModel(el: HTMLElement, model: Model, name: "stepper" | "lens" = "stepper"): Promise<() => void> {
  tables ??= fetch(new URL("tables.bin", import.meta.url)).then(async (found) => new Uint8Array(await found.arrayBuffer()));
  const [code, loadedTables] = await Promise.all([loadWidget(name), tables]);
  model.set("tables", loadedTables);
  return code.render({ model, el });
}

/** Initial state of a stepper that opens at the run's headline question. */
export const INITIAL_STATE: State = { position: 0, step: -1, choose: true, view: "", addressed: false };
