import { firstPage } from './first-page/first-page.js'
import { firstPageStyle } from './first-page/first-page-style.js'
import { internalParts } from './internal-parts.js'
import { reportPage } from './page/page-frame.js'
import { said } from './page/page-text.js'
import { contents, partsHtml } from './report-parts.js'
import type { InternalReport } from './page/report-types.js'

/**
 * Returns the internal report as one HTML file without a script. The first page fits exactly one sheet of A4, to be signed;
 * the second repeats in full the lists that did not fit. Every printed page says INTERNAL. Its content security policy lets
 * it load nothing. The same report gives the same bytes. O(columns²) with correlations.
 *
 * @param report - Facts and finished sentences; every text is escaped, and very long ones are cut.
 * @returns The HTML.
 */
export function internalReportPage(report: InternalReport): string {
  const { title, draft, files, version } = report
  const first = firstPage(report)
  const parts = internalParts(report, first.isWhole)
  return reportPage({
    classification: 'internal',
    title,
    about: aboutOf(files),
    isDraft: draft !== undefined,
    band: 'Facts about the original records. Do not pass on.',
    style: firstPageStyle,
    body: `${first.html}${contents(parts)}${partsHtml(parts)}`,
    footer: said(version),
  })
}

/** The file at the foot of every page, with the beginning of its hash. */
export function aboutOf(files: InternalReport['files']): string {
  if (files.length === 0) return ''
  const [{ name, sha256 }] = files
  const others = files.length === 1 ? '' : ` and ${files.length - 1} more`
  const short = [...name].length > 48 ? `${[...name].slice(0, 47).join('')}…` : name
  return `${short}${others} · SHA-256 ${sha256.slice(0, 12)}…`
}
