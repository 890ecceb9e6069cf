/** Synchronize the page's URL with its stepper. */

import { loadDetailViews } from "../ui/detail_loader";
import { copyText, parseAddress, formatAddress } from "./address";
import { parseFocus, formatFocus } from "./focus";
import { VIEWS } from "./frame";
import type { Stepper } from "./stepper_widget";
import { STEP_MODES } from "./stops";
import { getLanguage, t } from "../i18n/strings";

const WRITE_MS = 200;

export class AddressBar {
  /** Key from the URL, to be selected once the chart exists. */
  requestedKey = "";
  private timer = 0;

  /** `isOwn`: the page belongs to this stepper alone, so its URL is updated. */
  constructor(private readonly stepper: Stepper, readonly isOwn: boolean) {}

  /** Show the state described by the page's URL. */
  applyAddress(): void {
    const { stepper } = this;
    const { step, event, view, task, key, by, focus, mode, language: requestedLanguage } = parseAddress(location.hash);
    if (requestedLanguage && requestedLanguage !== getLanguage()) return stepper.changeLanguage(requestedLanguage === "zh" ? "zh" : "en"); // the new language applies the URL again
    const stepMode = STEP_MODES.find((one) => one === by);
    if (stepMode) stepper.player.stepMode = stepMode;
    stepper.view = VIEWS.find((one) => one === view) ?? stepper.view;
    const pinned = [...stepper.lookup.subtasks.keys()].find((id) => id === task || stepper.labels.name(id) === task);
    if (task !== undefined) stepper.pinned = pinned ?? null;
    this.requestedKey = key ?? "";
    stepper.root.classList.toggle("hall", mode === "hall");
    const search = new URLSearchParams(location.search);
    stepper.root.classList.toggle("embed", search.has("embed") || search.has("film"));
    stepper.root.classList.toggle("film", search.has("film"));
    if (search.has("film")) void loadDetailViews().then(({ Film }) => Object.assign(stepper.root, { film: new Film(stepper) }));
    if (event !== undefined) stepper.player.seek(event);
    else if (step !== undefined) stepper.player.goToStep(step);
    const requestedFocus = focus === undefined ? null : parseFocus(focus);
    if (requestedFocus || stepper.followPanel.followed) stepper.followPanel.follow(requestedFocus);
    stepper.refresh();
  }

  /** Write the URL with a delay, because browsers limit how often it may change. */
  scheduleWrite(): void {
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
    const { player, trace, view, pinned, labels, chartPanel, followPanel, root } = this.stepper;
    const isStepEnd = player.step >= 0 && trace.eventRange(player.step)[1] === player.position;
    return formatAddress({
      ...(isStepEnd ? { step: player.step } : { event: player.position }),
      view,
      ...(pinned ? { task: labels.name(pinned) } : {}),
      key: chartPanel?.keySelection.selectedName ?? "",
      ...(followPanel.followed ? { focus: formatFocus(followPanel.followed.focus) } : {}),
      ...(player.stepMode === "key events" ? {} : { by: player.stepMode }),
      ...(root.classList.contains("hall") ? { mode: "hall" } : {}),
      ...(getLanguage() === "en" ? {} : { language: getLanguage() }),
    }, location.hash);
  }

  async copy(): Promise<void> {
    this.write();
    const isCopied = await copyText(location.href);
    const copy = this.stepper.parts.get("copy");
    copy.textContent = isCopied ? t("copied") : t("see the address bar");
    window.setTimeout(() => (copy.textContent = t("copy link")), 1600);
  }
}
