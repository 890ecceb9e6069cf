/** Get the position of a pointer within an element, in the element's own pixels, regardless of zoom. */
export function getPointIn(el: Element, event: { clientX: number; clientY: number }): [x: number, y: number] {
  const { left, top, width } = el.getBoundingClientRect();
  const own = el instanceof HTMLElement ? el.offsetWidth : width;
  const scale = own > 0 && width > 0 ? width / own : 1;
  return [(event.clientX - left) / scale, (event.clientY - top) / scale];
}
