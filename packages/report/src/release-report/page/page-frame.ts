import { escaped } from '../../html-text.js'
import { shownName } from './page-text.js'
import { pageBoxes, type PageMargins } from './page-boxes.js'
import { reportStyle } from './report-style.js'
import { sign } from './signs.js'
import { policyHash } from '../../policy-hash.js'

/** Contents of a page; all texts but the title are HTML. */
export interface ReportPage extends PageMargins {
  readonly title: string
  /** Text of the band behind the classification. */
  readonly band: string
  readonly body: string
  readonly footer: string
  /** Additional style rules, after those of every report. */
  readonly style?: string
}

/**
 * Returns one HTML file that loads and runs nothing: its content security policy allows only its own style, by its
 * hash. The same page gives the same bytes.
 */
export function reportPage(page: ReportPage): string {
  const { title, classification, band, body, footer, style = '' } = page
  const css = `${reportStyle}\n${pageBoxes(page)}${style}`
  const policy = `default-src 'none'; style-src '${policyHash(css)}'; base-uri 'none'; form-action 'none'`
  return [
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<meta name="sdc-classification" content="${classification}">`,
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<title>${classification.toUpperCase()}: ${escaped(shownName(title))}</title>\n<style>${css}</style></head>\n<body class="${classification}">`,
    `<header class="band">${sign(classification === 'internal' ? 'square' : 'triangle')}<strong>${classification.toUpperCase()}</strong> <span>${band}</span></header>\n`,
    `<main>\n${body}</main>\n<footer>${footer}</footer>\n</body></html>\n`,
  ].join('')
}
