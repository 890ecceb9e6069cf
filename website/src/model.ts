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

/** Shows a trace in `el`; gives what takes it away again. */
export async function showTrace(el: HTMLElement, trace: Uint8Array, state: State): Promise<() => void> {
  const model = new Model({ position: 0, step: -1, choose: true, view: "", addressed: false, trace, ...state });
  return (await widgetCode("stepper")).render({ model, el });
}
