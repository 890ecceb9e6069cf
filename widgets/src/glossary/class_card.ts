/** What a name of Flink is, was, or is not: cards, and where a class stands in this run. */

import { oneOf, said, t } from "../i18n/strings";
import { esc } from "../ui/svg";
import { tables } from "../i18n/data_tables";
import type { Trace } from "../trace/trace";
import { KINDS } from "../trace/trace.gen";
import type { Kind } from "../trace/trace.gen";

const MOST_CARDS = 6;
const MOST_BELOW = 14;

/** The cards for what is asked, or a few words if nothing is known of it; without a run (`null`) they name no step. */
export function cardsMarkup(asked: string, trace: Trace | null, position: number): string {
  if (asked.trim() === "") return `<p>${t("Names of {0} classes that stand on the stacks, {1} old names, {2} claims.", Object.keys(tables.cards.classes).length, Object.keys(tables.cards.old).length, tables.cards.claims.length)}</p>`;
  const cards = [...classesNamed(asked).map((name) => classCard(name, trace, position)), ...oldNamed(asked).map(oldCard), ...shownNamed(asked).map((name) => shownCard(name, trace, position))];
  if (cards.length === 0) cards.push(...methodCard(asked, trace, position));
  if (cards.length === 0) cards.push(...classesLike(asked).map((name) => classCard(name, trace, position)));
  if (cards.length === 0) cards.push(...tables.cards.claims.filter((claim) => isAbout(claim, asked)).map(claimCard));
  return cards.slice(0, MOST_CARDS).join("") || `<p>${t("No class on a stack, no old name and no claim is called so.")} <code>flinksim glossary</code> ${t("knows all classes.")}</p>`;
}

function plain(name: string): string {
  return (name.split(/[.$]/).pop() ?? "").replace(/_|\(\)/g, "").toLowerCase();
}

export function classesNamed(asked: string): string[] {
  const exact = asked.trim().replaceAll(".", "$");
  if (exact in tables.cards.classes) return [exact];
  const wanted = plain(asked.trim());
  return Object.keys(tables.cards.classes).filter((name) => plain(name) === wanted);
}

function classesLike(asked: string): string[] {
  const wanted = plain(asked.trim());
  return wanted.length < 4 ? [] : Object.keys(tables.cards.classes).filter((name) => plain(name).startsWith(wanted));
}

function oldNamed(asked: string): string[] {
  const wanted = plain(asked.trim());
  return Object.keys(tables.cards.old).filter((name) => plain(name) === wanted || name === asked.trim());
}

/** What is no class but a method on a stack of this run. */
function methodCard(asked: string, trace: Trace | null, position: number): string[] {
  if (trace === null) return [];
  const where = standing(trace, asked.trim());
  if (where.length === 0) return [];
  const next = where.find((index) => index >= position) ?? where[0]!;
  const frames = trace.callStack(next).filter((frame) => plain(frame) === plain(asked.trim()));
  return [card(asked.trim(), "here", `<p>${esc(t("A method: {0}.", [...new Set(frames)].join(", ")))}</p>${stands(trace, where.length, next)}`)];
}

function shownNamed(asked: string): string[] {
  const wanted = plain(asked.trim());
  return Object.keys(tables.cards.shown).filter((name) => plain(name) === wanted);
}

/** What stands for something here: with the step of the next fact that shows it. */
function shownCard(name: string, trace: Trace | null, position: number): string {
  const [told, chinese, by] = tables.cards.shown[name]!;
  const number = KINDS.indexOf(by as Kind);
  const where: number[] = [];
  if (number >= 0) trace?.kinds.forEach((kind, index) => kind === number && where.push(index));
  const next = where.find((index) => index >= position) ?? where[0];
  const step = trace === null || next === undefined ? "" : `: ${toStep(trace, next)}`;
  const walk = trace === null ? "" : by === "walk" ? t("The walk of the lens shows it (flinksim plan --walk).") : `${esc(t("In this run {0} facts {1} show it", where.length, by!))}${step}`;
  return card(name, "here", `<p>${esc(t("In short: {0}.", oneOf(told!, chinese!)))}</p><p>${walk}</p>`);
}

function isAbout(claim: readonly string[], asked: string): boolean {
  const told = claim.slice(0, 4).join(" ").toLowerCase();
  const words = asked.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  return words.length > 0 && words.every((word) => told.includes(word));
}

function card(name: string, status: string, body: string): string {
  return `<article class="classCard" data-card="${esc(name)}" data-status="${esc(status)}"><h4>${esc(name.replaceAll("$", "."))} <small>${esc(said(status))}</small></h4>${body}</article>`;
}

function classCard(name: string, trace: Trace | null, position: number): string {
  const [kind, since, ...above] = tables.cards.classes[name]!;
  const where = trace === null ? [] : standing(trace, name);
  const next = where.find((index) => index >= position) ?? where[0];
  const status = trace === null ? "Flink 2.3.0" : where.length > 0 ? "here" : "not in this run";
  const below = Object.keys(tables.cards.classes).filter((one) => tables.cards.classes[one]!.slice(2).includes(name));
  const run = trace === null || next === undefined ? "" : stands(trace, where.length, next);
  const old = Object.keys(tables.cards.old).filter((one) => one === name || tables.cards.old[one]![1]!.includes(` ${name}`));
  const was = old.filter((one) => one !== name);
  return card(
    name,
    status,
    `<p>${esc(t("{0}; in Flink {1}.", kindWords(kind!), spanWords(since!)))}</p>` +
      (above.length > 0 ? `<p>${t("Above it:")} ${above.map(link).join(", ")}</p>` : "") +
      (below.length > 0 ? `<p>${t("Below it:")} ${below.slice(0, MOST_BELOW).map(link).join(", ")}${below.length > MOST_BELOW ? " …" : ""}</p>` : "") +
      (was.length > 0 ? `<p>${t("In older texts:")} ${was.map(link).join(", ")}</p>` : "") +
      run,
  );
}

function toStep(trace: Trace, index: number): string {
  return `<button type="button" class="small" data-mark="${index + 1}">${t("step {0}", trace.stepOf(index))}</button>`;
}

function stands(trace: Trace, count: number, next: number): string {
  return `<p>${t("In this run it stands on the stack of {0} facts:", count)} ${toStep(trace, next)}</p>`;
}

/** "abstract class of runtime.state", with its first part in the language of the page. */
function kindWords(kind: string): string {
  const [what, where] = kind.split(" of ");
  return where === undefined ? said(kind) : t("{0} of package {1}", said(what!), where);
}

/** "from 1.12.5 on, not in 1.11.4", in the language of the page. */
function spanWords(span: string): string {
  if (span === "") return t("{0} to {1}", "1.9.3", "2.3.0");
  return oneOf(span, tables.cards.spans[span]!);
}

function link(name: string): string {
  const known = name in tables.cards.classes || name in tables.cards.old;
  return known ? `<button type="button" class="classLink" data-class="${esc(name)}">${esc(name.replaceAll("$", "."))}</button>` : esc(name.replaceAll("$", "."));
}

const CLASS_NAMES = /\b[A-Z][a-z]\w*[A-Z]\w*(?:[.$][A-Z]\w+)*/g;

/** A text as markup, in which each name that has a card leads to it. */
export function linkNames(text: string): string {
  let done = 0;
  let told = "";
  for (const found of text.matchAll(CLASS_NAMES)) {
    const name = found[0].replaceAll(".", "$");
    if (!(name in tables.cards.classes || name in tables.cards.old)) continue;
    told += esc(text.slice(done, found.index)) + link(name);
    done = found.index + found[0].length;
  }
  return told + esc(text.slice(done));
}

function oldCard(name: string): string {
  const [status, told, chinese, span] = tables.cards.old[name]!;
  return card(name, status!, `<p>${esc(oneOf(told!, chinese!))}</p>${span ? `<p>${esc(t("Flink has it {0}.", spanWords(span)))}</p>` : ""}`);
}

function claimCard([claim, claimChinese, so, soChinese, run, step]: readonly string[]): string {
  return card(`“${oneOf(claim!, claimChinese!)}”`, "not so", `<p>${esc(oneOf(so!, soChinese!))}</p><p>${esc(t("Step {0} of examples/claims/{1}.py shows it.", step!, run!))}</p>`);
}

/** By class or method the facts on whose stack it stands. */
const known = new WeakMap<Trace, Map<string, number[]>>();

export function standing(trace: Trace, name: string): readonly number[] {
  let found = known.get(trace);
  if (!found) known.set(trace, (found = new Map()));
  let where = found.get(name);
  if (!where) {
    const wanted = plain(name);
    const stands = new Map<string, boolean>();
    where = [];
    for (let index = 0; index < trace.eventCount; index++) {
      const place = trace.placeOf(index);
      let there = stands.get(place);
      if (there === undefined) {
        there = trace.callStack(index).some((frame) => frame.split(/[.$]/).some((part) => part.toLowerCase() === wanted));
        stands.set(place, there);
      }
      if (there) where.push(index);
    }
    found.set(name, where);
  }
  return where;
}
