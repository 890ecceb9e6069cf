/** What a name of Flink is, was, or is not: cards, and where a class stands in this run. */

import { CLAIMS, CLASSES, OLD_NAMES, SHOWN } from "./classes.gen";
import { esc } from "./svg";
import type { Trace } from "./trace";
import { KINDS } from "./trace.gen";
import type { Kind } from "./trace.gen";

const MOST_CARDS = 6;
const MOST_BELOW = 14;

/** The cards for what is asked, or a few words if nothing is known of it. */
export function cardsMarkup(asked: string, trace: Trace, position: number): string {
  if (asked.trim() === "") return `<p>Names of ${Object.keys(CLASSES).length} classes that stand on the stacks, ${Object.keys(OLD_NAMES).length} old names, ${CLAIMS.length} claims.</p>`;
  const cards = [...classesNamed(asked).map((name) => classCard(name, trace, position)), ...oldNamed(asked).map(oldCard), ...shownNamed(asked).map((name) => shownCard(name, trace, position))];
  if (cards.length === 0) cards.push(...methodCard(asked, trace, position));
  if (cards.length === 0) cards.push(...classesLike(asked).map((name) => classCard(name, trace, position)));
  if (cards.length === 0) cards.push(...CLAIMS.filter((claim) => isAbout(claim, asked)).map(claimCard));
  return cards.slice(0, MOST_CARDS).join("") || `<p>No class on a stack, no old name and no claim is called so. <code>flinksim glossary</code> knows all classes.</p>`;
}

function plain(name: string): string {
  return (name.split(/[.$]/).pop() ?? "").replace(/_|\(\)/g, "").toLowerCase();
}

export function classesNamed(asked: string): string[] {
  const exact = asked.trim().replaceAll(".", "$");
  if (exact in CLASSES) return [exact];
  const wanted = plain(asked.trim());
  return Object.keys(CLASSES).filter((name) => plain(name) === wanted);
}

function classesLike(asked: string): string[] {
  const wanted = plain(asked.trim());
  return wanted.length < 4 ? [] : Object.keys(CLASSES).filter((name) => plain(name).startsWith(wanted));
}

function oldNamed(asked: string): string[] {
  const wanted = plain(asked.trim());
  return Object.keys(OLD_NAMES).filter((name) => plain(name) === wanted || name === asked.trim());
}

/** What is no class but a method on a stack of this run. */
function methodCard(asked: string, trace: Trace, position: number): string[] {
  const where = standing(trace, asked.trim());
  if (where.length === 0) return [];
  const next = where.find((index) => index >= position) ?? where[0]!;
  const frames = trace.callStack(next).filter((frame) => plain(frame) === plain(asked.trim()));
  return [card(asked.trim(), "here", `<p>A method: ${esc([...new Set(frames)].join(", "))}.</p><p>In this run it stands on the stack of ${where.length} facts: <button type="button" class="small" data-mark="${next + 1}">step ${trace.stepOf(next)}</button></p>`)];
}

function shownNamed(asked: string): string[] {
  const wanted = plain(asked.trim());
  return Object.keys(SHOWN).filter((name) => plain(name) === wanted);
}

/** What stands for something here: with the step of the next fact that shows it. */
function shownCard(name: string, trace: Trace, position: number): string {
  const [told, by] = SHOWN[name]!;
  const number = KINDS.indexOf(by as Kind);
  const where: number[] = [];
  if (number >= 0) trace.kinds.forEach((kind, index) => kind === number && where.push(index));
  const next = where.find((index) => index >= position) ?? where[0];
  const step = next === undefined ? "" : `: <button type="button" class="small" data-mark="${next + 1}">step ${trace.stepOf(next)}</button>`;
  const walk = by === "walk" ? "The walk of the lens shows it (flinksim plan --walk)." : `In this run ${where.length} facts ${esc(by!)} show it${step}`;
  return card(name, "here", `<p>It is ${esc(told!)}.</p><p>${walk}</p>`);
}

function isAbout(claim: readonly string[], asked: string): boolean {
  const told = `${claim[0]} ${claim[1]}`.toLowerCase();
  return asked.toLowerCase().split(/\W+/).every((word) => told.includes(word));
}

function card(name: string, status: string, body: string): string {
  return `<article class="classCard" data-card="${esc(name)}" data-status="${esc(status)}"><h4>${esc(name.replaceAll("$", "."))} <small>${esc(status)}</small></h4>${body}</article>`;
}

function classCard(name: string, trace: Trace, position: number): string {
  const [kind, since, ...above] = CLASSES[name]!;
  const where = standing(trace, name);
  const next = where.find((index) => index >= position) ?? where[0];
  const status = where.length > 0 ? "here" : "not in this run";
  const below = Object.keys(CLASSES).filter((one) => CLASSES[one]!.slice(2).includes(name));
  const run =
    next === undefined
      ? ""
      : `<p>In this run it stands on the stack of ${where.length} facts: <button type="button" class="small" data-mark="${next + 1}">step ${trace.stepOf(next)}</button></p>`;
  const old = Object.keys(OLD_NAMES).filter((one) => one === name || OLD_NAMES[one]![1]!.includes(` ${name}`));
  const was = old.filter((one) => one !== name);
  return card(
    name,
    status,
    `<p>${esc(kind!)}; in Flink ${since === "" ? "1.9.3 to 2.3.0" : esc(since!)}.</p>` +
      (above.length > 0 ? `<p>Above it: ${above.map(link).join(", ")}</p>` : "") +
      (below.length > 0 ? `<p>Below it: ${below.slice(0, MOST_BELOW).map(link).join(", ")}${below.length > MOST_BELOW ? " …" : ""}</p>` : "") +
      (was.length > 0 ? `<p>In older texts: ${was.map(link).join(", ")}</p>` : "") +
      run,
  );
}

function link(name: string): string {
  const known = name in CLASSES || name in OLD_NAMES;
  return known ? `<button type="button" class="classLink" data-class="${esc(name)}">${esc(name.replaceAll("$", "."))}</button>` : esc(name.replaceAll("$", "."));
}

function oldCard(name: string): string {
  const [status, told, span] = OLD_NAMES[name]!;
  return card(name, status!, `<p>${esc(told!)}</p>${span ? `<p>Flink has it ${esc(span)}.</p>` : ""}`);
}

function claimCard([claim, so, run, step]: readonly string[]): string {
  return card(`“${claim}”`, "not so", `<p>${esc(so!)}</p><p>Step ${step} of examples/claims/${run}.py shows it.</p>`);
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
