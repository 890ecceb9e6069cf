/**
 * Puts markup into an element: what is there already stays, with its focus, and only what differs changes.
 *
 * The markup is parsed apart from the page, and what could run in it never gets there.
 */

const parser = new DOMParser();
/** What tells one thing from another of the same kind. */
const NAMES = ["data-id", "data-task", "data-m", "data-line"] as const;
const REFUSED: ReadonlySet<string> = new Set(["SCRIPT", "IFRAME", "OBJECT", "EMBED", "LINK", "BASE", "META"]);

export function fill(el: Element, markup: string): void {
  const parsed = parser.parseFromString(`<!doctype html><body>${markup}`, "text/html");
  // a stylesheet in front is put into the head
  const nodes = [...parsed.head.childNodes, ...parsed.body.childNodes];
  patchChildren(el, nodes);
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
  for (const { name } of [...old.attributes]) if (!node.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of node.attributes) {
    if (isSafe(name, value) && old.getAttribute(name) !== value) old.setAttribute(name, value);
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
  return document.adoptNode(node);
}

function isSafe(name: string, value: string): boolean {
  return !name.startsWith("on") && !/^\s*javascript:/i.test(value);
}
