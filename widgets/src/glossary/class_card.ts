/** Glossary cards: what a Flink class, an old name or a claim means, and where a class occurs in this run. */

import { pickLanguage, translate, t } from "../i18n/strings";
import { esc } from "../ui/svg";
import { tables } from "../i18n/data_tables";
import type { Trace } from "../trace/trace";
import { KINDS } from "../trace/trace.gen";
import type { Kind } from "../trace/trace.gen";

const MAX_CARDS = 6;
const MAX_SUBCLASSES = 14;

/** Render the cards for a query. Without a run (`null`) they contain no links to steps. */
export function renderCards(query: string, trace: Trace | null, position: number): string {
  if (query.trim() === "") return `<p>${t("{0} classes on call stacks, {1} old names, {2} claims.", Object.keys(tables.cards.classes).length, Object.keys(tables.cards.old).length, tables.cards.claims.length)}</p>`;
  const cards = [...findClasses(query).map((name) => renderClassCard(name, trace, position)), ...findOldNames(query).map(renderOldNameCard), ...findShownNames(query).map((name) => renderShownCard(name, trace, position))];
  if (cards.length === 0) cards.push(...renderMethodCard(query, trace, position));
  if (cards.length === 0) cards.push(...findClassesByPrefix(query).map((name) => renderClassCard(name, trace, position)));
  if (cards.length === 0) cards.push(...tables.cards.claims.filter((claim) => matchesClaim(claim, query)).map(renderClaimCard));
  return cards.slice(0, MAX_CARDS).join("") || `<p>${t("No class, former name or statement about Flink matches.")} <code>flinksim glossary</code> ${t("lists all classes.")}</p>`;
}

function normalizeName(name: string): string {
  return (name.split(/[.$]/).pop() ?? "").replace(/_|\(\)/g, "").toLowerCase();
}

export function findClasses(query: string): string[] {
  const exact = query.trim().replaceAll(".", "$");
  if (exact in tables.cards.classes) return [exact];
  const normalized = normalizeName(query.trim());
  return Object.keys(tables.cards.classes).filter((name) => normalizeName(name) === normalized);
}

function findClassesByPrefix(query: string): string[] {
  const normalized = normalizeName(query.trim());
  return normalized.length < 4 ? [] : Object.keys(tables.cards.classes).filter((name) => normalizeName(name).startsWith(normalized));
}

function findOldNames(query: string): string[] {
  const normalized = normalizeName(query.trim());
  return Object.keys(tables.cards.old).filter((name) => normalizeName(name) === normalized || name === query.trim());
}

/** Render a card for a method name on a call stack of this run. */
function renderMethodCard(query: string, trace: Trace | null, position: number): string[] {
  if (trace === null) return [];
  const occurrences = findOccurrences(trace, query.trim());
  if (occurrences.length === 0) return [];
  const next = occurrences.find((index) => index >= position) ?? occurrences[0]!;
  const frames = trace.callStack(next).filter((frame) => normalizeName(frame) === normalizeName(query.trim()));
  return [renderCard(query.trim(), "available", `<p>${esc(t("A method: {0}.", [...new Set(frames)].join(", ")))}</p>${renderOccurrences(trace, occurrences.length, next)}`)];
}

function findShownNames(query: string): string[] {
  const normalized = normalizeName(query.trim());
  return Object.keys(tables.cards.shown).filter((name) => normalizeName(name) === normalized);
}

/** Render a card for a concept that the page shows, with a link to the next event that shows it. */
function renderShownCard(name: string, trace: Trace | null, position: number): string {
  const [text, chinese, by] = tables.cards.shown[name]!;
  const number = KINDS.indexOf(by as Kind);
  const occurrences: number[] = [];
  if (number >= 0) trace?.kinds.forEach((kind, index) => kind === number && occurrences.push(index));
  const next = occurrences.find((index) => index >= position) ?? occurrences[0];
  const step = trace === null || next === undefined ? "" : `: ${renderStepButton(trace, next)}`;
  const stepText = trace === null ? "" : by === "walk" ? t("See the generation steps of the plan view (flinksim plan --walk).") : `${esc(t("This run has {0} events of type {1}", occurrences.length, by!))}${step}`;
  return renderCard(name, "available", `<p>${esc(t("Definition: {0}.", pickLanguage(text!, chinese!)))}</p><p>${stepText}</p>`);
}

function matchesClaim(claim: readonly string[], query: string): boolean {
  const text = claim.slice(0, 4).join(" ").toLowerCase();
  const words = query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  return words.length > 0 && words.every((word) => text.includes(word));
}

function renderCard(name: string, status: string, body: string): string {
  return `<article class="classCard" data-card="${esc(name)}" data-status="${esc(status)}"><h4>${esc(name.replaceAll("$", "."))} <small>${esc(translate(status))}</small></h4>${body}</article>`;
}

function renderClassCard(name: string, trace: Trace | null, position: number): string {
  const [kind, since, ...parents] = tables.cards.classes[name]!;
  const occurrences = trace === null ? [] : findOccurrences(trace, name);
  const next = occurrences.find((index) => index >= position) ?? occurrences[0];
  const status = trace === null ? "Flink 2.3.0" : occurrences.length > 0 ? "in this run" : "not in this run";
  const children = Object.keys(tables.cards.classes).filter((one) => tables.cards.classes[one]!.slice(2).includes(name));
  const run = trace === null || next === undefined ? "" : renderOccurrences(trace, occurrences.length, next);
  const old = Object.keys(tables.cards.old).filter((one) => one === name || tables.cards.old[one]![1]!.includes(` ${name}`));
  const olderNames = old.filter((one) => one !== name);
  return renderCard(
    name,
    status,
    `<p>${esc(t("{0}; in Flink {1}.", translateKind(kind!), translateSpan(since!)))}</p>` +
      (parents.length > 0 ? `<p>${t("Supertypes:")} ${parents.map(renderLink).join(", ")}</p>` : "") +
      (children.length > 0 ? `<p>${t("Subtypes:")} ${children.slice(0, MAX_SUBCLASSES).map(renderLink).join(", ")}${children.length > MAX_SUBCLASSES ? " …" : ""}</p>` : "") +
      (olderNames.length > 0 ? `<p>${t("In older texts:")} ${olderNames.map(renderLink).join(", ")}</p>` : "") +
      run,
  );
}

function renderStepButton(trace: Trace, index: number): string {
  return `<button type="button" class="small" data-mark="${index + 1}">${t("step {0}", trace.getStep(index))}</button>`;
}

function renderOccurrences(trace: Trace, count: number, next: number): string {
  return `<p>${t("In this run, it is on the call stack of {0} events:", count)} ${renderStepButton(trace, next)}</p>`;
}

/** Translate "abstract class of runtime.state". Only the first part is translated. */
function translateKind(kind: string): string {
  const [what, occurrences] = kind.split(" of ");
  return occurrences === undefined ? translate(kind) : t("{0} of package {1}", translate(what!), occurrences);
}

/** Translate a version range such as "from 1.12.5 on, not in 1.11.4". */
function translateSpan(span: string): string {
  if (span === "") return t("{0} to {1}", "1.9.3", "2.3.0");
  return pickLanguage(span, tables.cards.spans[span]!);
}

function renderLink(name: string): string {
  const known = name in tables.cards.classes || name in tables.cards.old;
  return known ? `<button type="button" class="classLink" data-class="${esc(name)}">${esc(name.replaceAll("$", "."))}</button>` : esc(name.replaceAll("$", "."));
}

const CLASS_NAME_PATTERN = /\b[A-Z][a-z]\w*[A-Z]\w*(?:[.$][A-Z]\w+)*/g;

/** Convert text to markup in which each class name with a card is a link. */
export function linkClassNames(text: string): string {
  let done = 0;
  let markup = "";
  for (const found of text.matchAll(CLASS_NAME_PATTERN)) {
    const name = found[0].replaceAll(".", "$");
    if (!(name in tables.cards.classes || name in tables.cards.old)) continue;
    markup += esc(text.slice(done, found.index)) + renderLink(name);
    done = found.index + found[0].length;
  }
  return markup + esc(text.slice(done));
}

function renderOldNameCard(name: string): string {
  const [status, text, chinese, span] = tables.cards.old[name]!;
  return renderCard(name, status!, `<p>${esc(pickLanguage(text!, chinese!))}</p>${span ? `<p>${esc(t("Flink versions: {0}.", translateSpan(span)))}</p>` : ""}`);
}

function renderClaimCard([claim, claimChinese, so, soChinese, run, step]: readonly string[]): string {
  return renderCard(`“${pickLanguage(claim!, claimChinese!)}”`, "incorrect", `<p>${esc(pickLanguage(so!, soChinese!))}</p><p>${esc(t("Step {0} of examples/claims/{1}.py shows it.", step!, run!))}</p>`);
}

/** Event indexes on whose call stack a class or method occurs, by name. */
const occurrenceCache = new WeakMap<Trace, Map<string, number[]>>();

export function findOccurrences(trace: Trace, name: string): readonly number[] {
  let found = occurrenceCache.get(trace);
  if (!found) occurrenceCache.set(trace, (found = new Map()));
  let occurrences = found.get(name);
  if (!occurrences) {
    const normalized = normalizeName(name);
    const isOnStack = new Map<string, boolean>();
    occurrences = [];
    for (let index = 0; index < trace.eventCount; index++) {
      const place = trace.getStackId(index);
      let isPresent = isOnStack.get(place);
      if (isPresent === undefined) {
        isPresent = trace.callStack(index).some((frame) => frame.split(/[.$]/).some((part) => part.toLowerCase() === normalized));
        isOnStack.set(place, isPresent);
      }
      if (isPresent) occurrences.push(index);
    }
    found.set(name, occurrences);
  }
  return occurrences;
}
