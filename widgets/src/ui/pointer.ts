/** Where a pointer is within an element, in the element's own pixels, however much it is enlarged. */
export function pointIn(el: Element, event: { clientX: number; clientY: number }): [x: number, y: number] {
  const { left, top, width } = el.getBoundingClientRect();
  const own = el instanceof HTMLElement ? el.offsetWidth : width;
  const scale = own > 0 && width > 0 ? width / own : 1;
  return [(event.clientX - left) / scale, (event.clientY - top) / scale];
}
