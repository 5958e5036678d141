import { escaped } from '../../html-text.js'
import { shownName } from './page-text.js'
import { pageBoxes, type PageMargins } from './page-boxes.js'
import { reportStyle } from './report-style.js'
import { sign } from './signs.js'
import { policyHash } from '../../policy-hash.js'

/** A page as it is put together: all of it is HTML but its title. */
export interface ReportPage extends PageMargins {
  readonly title: string
  /** What the band says behind the classification. */
  readonly band: string
  readonly body: string
  readonly footer: string
  /** Rules of the page's own, behind those of every report. */
  readonly style?: string
}

/**
 * One HTML file that loads nothing and runs nothing: its style is let in by its hash, everything else is refused. The same page
 * gives the same bytes.
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
