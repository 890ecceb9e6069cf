/** A stepper on a page of the site: the built widget, and a model of a few lines in the place of a notebook's. */

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
    for (const [event, heard] of [...this.listeners]) if (event === `change:${name}`) heard();
  }

  save_changes(): void {}

  on(event: string, heard: () => void): void {
    this.listeners.push([event, heard]);
  }

  off(event: string, heard: () => void): void {
    const found = this.listeners.findIndex(([name, one]) => name === event && one === heard);
    if (found >= 0) this.listeners.splice(found, 1);
  }
}

const widgets = new Map<string, Promise<Widget>>();

/** A built widget, which is fetched once. */
export function widgetCode(name: "stepper" | "lens"): Promise<Widget> {
  const url = new URL(`${name}.js`, import.meta.url).href;
  const known = widgets.get(name) ?? (import(url) as Promise<{ default: Widget }>).then((code) => code.default);
  widgets.set(name, known);
  return known;
}

/** Where what the page asks is put, and where the reply to it goes. */
const ASKED = ["asked", "asks"] as const;

/** A model whose questions `ask` takes to Python. */
export function askingModel(state: State, ask: (name: string, message: State) => void): Model {
  const model = new Model(state);
  for (const name of ASKED) model.on(`change:${name}`, () => ask(name, model.get(name) as State));
  return model;
}

/** A reply of Python's to a model. */
export function hearReply(model: Model, { what, told, data }: { what: string; told: unknown; data: Uint8Array }): void {
  if (data.length > 0) model.set("turned_trace", data);
  model.set(what, told);
}

let tables: Promise<Uint8Array> | null = null;

/** Shows what a model has in `el`; gives what takes it away again. */
export async function showModel(el: HTMLElement, model: Model, name: "stepper" | "lens" = "stepper"): Promise<() => void> {
  tables ??= fetch(new URL("tables.bin", import.meta.url)).then(async (found) => new Uint8Array(await found.arrayBuffer()));
  const [code, known] = await Promise.all([widgetCode(name), tables]);
  model.set("tables", known);
  return code.render({ model, el });
}

/** What a stepper has that is opened where its run says. */
export const OPENED: State = { position: 0, step: -1, choose: true, view: "", addressed: false };
