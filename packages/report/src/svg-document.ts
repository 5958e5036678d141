import { parseHTML } from 'linkedom/worker'

/** The little of a document that is used of one. */
export interface SvgElement {
  readonly outerHTML: string
  readonly firstChild: SvgElement | null
  textContent: string | null
  setAttribute(name: string, value: string): void
  removeAttribute(name: string): void
  insertBefore(child: SvgElement, before: SvgElement | null): void
  remove(): void
  querySelectorAll(selector: string): Iterable<SvgElement>
}

export interface SvgDocument {
  createElementNS(namespace: string, name: string): SvgElement
}

/**
 * A document of its own for every map, in a browser too: the same code writes the same text everywhere, and nothing of
 * the page comes into it.
 */
export function newDocument(): SvgDocument {
  return parseHTML('<!doctype html><html><body></body></html>').document
}

export function svgElement(document: SvgDocument, name: string, text: string): SvgElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  element.textContent = text
  return element
}
