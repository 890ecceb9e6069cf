/** A page with one recorded run: the front page, and each page of the runs. */

import { chrome } from "./chrome";
import { Model, OPENED, showModel } from "./model";
import type { State } from "./model";

async function main(): Promise<void> {
  chrome();
  for (const place of document.querySelectorAll<HTMLElement>("[data-trace]")) {
    const about = place.dataset["about"];
    const [trace, state] = await Promise.all([
      fetch(place.dataset["trace"]!).then((answer) => answer.arrayBuffer()),
      about ? fetch(about).then((answer) => answer.json() as Promise<State>) : {},
    ]);
    await showModel(place, new Model({ ...OPENED, trace: new Uint8Array(trace), ...state }));
    document.documentElement.dataset["ready"] = "yes";
  }
}

void main();
