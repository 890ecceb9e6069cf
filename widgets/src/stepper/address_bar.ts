/** What a page's address says of its stepper: where it is, and what it shows. */

import { copyText, readAddress, writeAddress } from "./address";
import { readFocus, writeFocus } from "./focus";
import { VIEWS } from "./frame";
import type { Stepper } from "./stepper_widget";
import { GRAINS } from "./stops";
import { language, t } from "../i18n/strings";

const WRITE_MS = 200;

export class AddressBar {
  /** What the address asks for, until the plane is there. */
  wantedKey = "";
  private timer = 0;

  /** `isOwn`: the page is this stepper's own, so that its address says what is shown. */
  constructor(private readonly stepper: Stepper, readonly isOwn: boolean) {}

  /** Shows what the page's address asks for. */
  follow(): void {
    const { stepper } = this;
    const { step, fact, view, task, key, by, focus, mode, language: asked } = readAddress(location.hash);
    if (asked && asked !== language()) return stepper.speak(asked === "zh" ? "zh" : "en"); // it follows the address anew
    const grain = GRAINS.find((one) => one === by);
    if (grain) stepper.player.grain = grain;
    stepper.view = VIEWS.find((one) => one === view) ?? stepper.view;
    const pinned = [...stepper.lookup.subtasks.keys()].find((id) => id === task || stepper.labels.name(id) === task);
    if (task !== undefined) stepper.pinned = pinned ?? null;
    this.wantedKey = key ?? "";
    stepper.root.classList.toggle("hall", mode === "hall");
    const search = new URLSearchParams(location.search);
    stepper.root.classList.toggle("embed", search.has("embed") || search.has("film"));
    stepper.root.classList.toggle("film", search.has("film"));
    if (fact !== undefined) stepper.player.go(fact);
    else if (step !== undefined) stepper.player.goToStep(step);
    const wanted = focus === undefined ? null : readFocus(focus);
    if (wanted || stepper.following.followed) stepper.following.on(wanted);
    stepper.rearrange();
  }

  /** Browsers refuse to have the address changed too often. */
  writeSoon(): void {
    if (this.isOwn && this.timer === 0) this.timer = window.setTimeout(() => this.write(), WRITE_MS);
  }

  stop(): void {
    window.clearTimeout(this.timer);
    this.timer = 0;
  }

  write(): void {
    this.stop();
    if (this.isOwn) history.replaceState(null, "", this.text);
  }

  private get text(): string {
    const { player, trace, view, pinned, labels, panel, following, root } = this.stepper;
    const ends = player.step >= 0 && trace.eventRange(player.step)[1] === player.position;
    return writeAddress({
      ...(ends ? { step: player.step } : { fact: player.position }),
      view,
      ...(pinned ? { task: labels.name(pinned) } : {}),
      key: panel?.keys.name ?? "",
      ...(following.followed ? { focus: writeFocus(following.followed.focus) } : {}),
      ...(player.grain === "told" ? {} : { by: player.grain }),
      ...(root.classList.contains("hall") ? { mode: "hall" } : {}),
      ...(language() === "en" ? {} : { language: language() }),
    }, location.hash);
  }

  async copy(): Promise<void> {
    this.write();
    const done = await copyText(location.href);
    const copy = this.stepper.parts.get("copy");
    copy.textContent = done ? t("copied") : t("see the address");
    window.setTimeout(() => (copy.textContent = t("copy link")), 1600);
  }
}
