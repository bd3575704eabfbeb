/**
 * Copies a drawing of the server into the page by a list of what a drawing may
 * hold. Nothing else of it, and no part that could run or load something, comes
 * through, whatever the names in the data are.
 */

import { harmless } from './format';

const elements = new Set([
  'svg',
  'desc',
  'title',
  'defs',
  'pattern',
  'g',
  'path',
  'rect',
  'circle',
  'line',
  'polygon',
  'polyline',
  'text',
  'tspan',
]);

const attributes = new Set([
  'id',
  'viewBox',
  'role',
  'aria-label',
  'd',
  'points',
  'x',
  'y',
  'x1',
  'x2',
  'y1',
  'y2',
  'dx',
  'dy',
  'cx',
  'cy',
  'r',
  'width',
  'height',
  'transform',
  'patternUnits',
  'patternTransform',
  'fill',
  'fill-opacity',
  'fill-rule',
  'opacity',
  'paint-order',
  'pointer-events',
  'stroke',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-opacity',
  'stroke-width',
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
]);

const svg = 'http://www.w3.org/2000/svg';

/** The drawing as an element of this page, or null where the text is none. */
export function readDrawing(text: string): SVGSVGElement | null {
  const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  return root.namespaceURI === svg && root.localName === 'svg' ? (copy(root) as SVGSVGElement) : null;
}

function copy(from: Element): Element {
  const to = document.createElementNS(svg, from.localName);
  for (const { name, value } of Array.from(from.attributes)) {
    // A url() may only point into the drawing itself.
    if (attributes.has(name) && !/url\((?!#)/i.test(value)) to.setAttribute(name, value);
  }
  for (const child of Array.from(from.childNodes)) {
    if (child.nodeType === Node.TEXT_NODE) to.append(harmless(child.nodeValue ?? ''));
    else if (child instanceof Element && child.namespaceURI === svg && elements.has(child.localName)) to.append(copy(child));
  }
  return to;
}
