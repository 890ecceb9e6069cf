/**
 * Puts markup into an element: what is there already stays, with its focus, and only what differs changes.
 *
 * The markup is parsed apart from the page, and what could run in it never gets there. A page may refuse
 * inline styles (a strict Content Security Policy does): a look is a stylesheet of the document, and a
 * style that depends on data is written as `data-style`.
 */

const parser = new DOMParser();
const STYLE = "data-style";
/** What tells one thing from another of the same kind. */
const NAMES = ["data-id", "data-task", "data-m", "data-line"] as const;
const REFUSED: ReadonlySet<string> = new Set(["SCRIPT", "IFRAME", "OBJECT", "EMBED", "LINK", "BASE", "META"]);

const worn = new WeakMap<Document | ShadowRoot, Set<string>>();

/** Gives the page, or (as in marimo) the shadow tree in which `el` stands, a look, once. */
export function dress(look: string, el: Element): void {
  const root = el.getRootNode();
  const place = root instanceof ShadowRoot ? root : document;
  const looks = worn.get(place) ?? new Set();
  worn.set(place, looks);
  if (looks.has(look)) return;
  looks.add(look);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(look.replaceAll("§", ".flinksim-stepper")); // as build.mjs has shortened it
  place.adoptedStyleSheets = [...place.adoptedStyleSheets, sheet];
}

/** What has the focus in the tree in which `el` stands; a page sees only the host of a shadow tree. */
export function focusedIn(el: Element): Element | null {
  const root = el.getRootNode();
  return root instanceof ShadowRoot || root instanceof Document ? root.activeElement : null;
}

export function fill(el: Element, markup: string): void {
  const parsed = parser.parseFromString(`<!doctype html><body>${markup}`, "text/html");
  patchChildren(el, [...parsed.body.childNodes]);
}

function patchChildren(el: Element, nodes: readonly ChildNode[]): void {
  let old = el.firstChild;
  for (const node of nodes) {
    if (node instanceof Element && REFUSED.has(node.nodeName.toUpperCase())) continue;
    if (!old) {
      el.append(adopted(node));
      continue;
    }
    const next: ChildNode | null = old.nextSibling;
    if (!alike(old, node)) old.replaceWith(adopted(node));
    else if (node instanceof Element) patch(old as Element, node);
    else if (old.nodeValue !== node.nodeValue) old.nodeValue = node.nodeValue;
    old = next;
  }
  while (old) {
    const next: ChildNode | null = old.nextSibling;
    old.remove();
    old = next;
  }
}

function alike(old: ChildNode, node: ChildNode): boolean {
  if (old.nodeName !== node.nodeName) return false;
  if (!(old instanceof Element) || !(node instanceof Element)) return true;
  return NAMES.every((name) => old.getAttribute(name) === node.getAttribute(name));
}

function patch(old: Element, node: Element): void {
  for (const { name } of [...old.attributes]) if (!node.hasAttribute(name) && name !== "style") old.removeAttribute(name);
  for (const { name, value } of node.attributes) {
    if (!isSafe(name, value) || old.getAttribute(name) === value) continue;
    old.setAttribute(name, value);
    if (name === STYLE) restyle(old);
  }
  if (old instanceof HTMLInputElement && node.hasAttribute("value")) old.value = node.getAttribute("value")!;
  patchChildren(old, [...node.childNodes]);
}

/** A node for this page, without what could run. */
function adopted(node: ChildNode): ChildNode {
  if (node instanceof Element) {
    for (const one of [node, ...node.querySelectorAll("*")]) {
      if (one !== node && REFUSED.has(one.nodeName.toUpperCase())) one.remove();
      for (const { name, value } of [...one.attributes]) if (!isSafe(name, value)) one.removeAttribute(name);
    }
  }
  const here = document.adoptNode(node);
  if (here instanceof Element) {
    if (here.hasAttribute(STYLE)) restyle(here);
    for (const one of here.querySelectorAll(`[${STYLE}]`)) restyle(one);
  }
  return here;
}

function restyle(el: Element): void {
  (el as HTMLElement | SVGElement).style.cssText = el.getAttribute(STYLE)!;
}

function isSafe(name: string, value: string): boolean {
  return !name.startsWith("on") && !/^\s*javascript:/i.test(value);
}
