import { parseHTML } from 'linkedom/worker'
import { clean } from '../text.js'

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

function svgElement(document: SvgDocument, name: string, text: string): SvgElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  element.textContent = text
  return element
}

/**
 * The text of a picture that stands alone: without rules made for pages, with a title and a description for readers who
 * cannot see it. No text of the caller's goes into an attribute: linkedom does not escape `<` there.
 */
export function finishedSvg(svg: SvgElement, document: SvgDocument, title: string, description: string): string {
  for (const style of svg.querySelectorAll('style')) style.remove()
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  svg.setAttribute('role', 'img')
  svg.setAttribute('font-family', 'sans-serif')
  svg.insertBefore(svgElement(document, 'desc', clean(description)), svg.firstChild)
  svg.insertBefore(svgElement(document, 'title', clean(title)), svg.firstChild)
  return svg.outerHTML
}
