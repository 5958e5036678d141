import { firstPage } from './first-page.js'
import { firstPageStyle } from './first-page-style.js'
import { internalParts } from './internal-parts.js'
import { reportPage } from './page-frame.js'
import { said } from './page-text.js'
import { contents, partsHtml } from './report-parts.js'
import type { InternalReport } from './report-types.js'

/**
 * The report that stays in the house, as one HTML file without a script: its first page is exactly one of A4 on paper, to be
 * signed; what has no room there stands in full on the second. Every printed page says INTERNAL. It loads nothing, and by its
 * content security policy cannot. The same report gives the same bytes. O(columns²) where it has correlations.
 *
 * @param report - Facts and finished sentences; every text is escaped, and cut where it is longer than anybody reads.
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
