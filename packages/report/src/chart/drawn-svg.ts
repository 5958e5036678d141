import * as Plot from '@observablehq/plot'
import { grounds, themeStyle } from '../colour/theme.js'
import { clean } from '../text.js'
import { SvgDocument, type SvgElement } from './svg-document.js'

/** A picture, with a description for readers who cannot see it. */
export interface Drawing {
  readonly title: string
  readonly description: string
  readonly options: Plot.PlotOptions
}

/**
 * Draws a picture with Observable Plot.
 *
 * @param drawing - Title, description and options of the plot.
 * @param document - Document for drawing; by default a new one for every picture.
 * @returns A self-contained SVG element, with a title, a description and the colours for dark screens, and without
 *   Plot's page styles.
 */
export function drawnSvg(
  { title, description, options }: Drawing,
  document: SvgDocument = new SvgDocument(),
): SvgElement {
  const drawn: unknown = Plot.plot({ ...options, document } as unknown as Plot.PlotOptions)
  const svg = drawn as SvgElement
  for (const style of svg.querySelectorAll('style')) style.remove()
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  svg.setAttribute('role', 'img')
  svg.setAttribute('font-family', 'sans-serif')
  svg.setAttribute('font-size', '12')
  svg.setAttribute('color', grounds.ink[0])
  for (const [tag, text] of [
    ['style', themeStyle(options.className ?? '')],
    ['desc', clean(description)],
    ['title', clean(title)],
  ]) {
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag)
    element.textContent = text
    svg.insertBefore(element, svg.firstChild)
  }
  return svg
}
