import { changeSection } from './sections/correlation-section.js'
import { aboutOf } from './internal-report-page.js'
import { fileHtml } from './first-page/first-lists.js'
import { reportPage } from './page/page-frame.js'
import { counted, named, said } from './page/page-text.js'
import { contents, partsHtml, type Part } from './report-parts.js'
import type { PublicReport, PublicUse } from './page/report-types.js'
import { useHtml } from './page/signs.js'

/** Permitted uses in order: exact analyses first, forbidden ones last. */
const order: readonly PublicUse['use'][] = ['exact', 'with care', 'never']

/**
 * Returns the report that accompanies a released file, as one HTML file without a script. It shows only the fields of
 * its type, and these do not describe single records. Every printed page says PUBLIC. Its content security policy lets
 * it load nothing. The same report gives the same bytes.
 *
 * @param report - Facts and finished sentences; every text is escaped, and very long ones are cut.
 * @returns The HTML.
 */
export function publicReportPage(report: PublicReport): string {
  const { title, subtitle, done, files, columns, uses, methods, correlationChange, notes, version } = report
  const parts: readonly Part[] = [
    { id: 'columns', heading: 'The columns', html: columns.length === 0 ? '' : columnList(columns) },
    { id: 'made', heading: 'Methods used', html: methodList(methods) },
    {
      id: 'relations',
      heading: 'Correlations: released minus original',
      html: correlationChange === undefined ? '' : changeSection(correlationChange),
    },
    { id: 'notes', heading: 'Notes for users', html: notes.length === 0 ? '' : noteList(notes) },
    { id: 'files', heading: 'The files', html: files.length === 0 ? '' : fileList(files, version) },
  ]
  const first = [
    '<section class="sheet" aria-labelledby="title">\n',
    `<h1 id="title">${named(title)}</h1><p class="soft">${said(subtitle, 1000)}</p>\n`,
    `<p class="done">${said(done)}</p>\n<h2 id="uses">Reliable properties</h2>\n${useTable(uses)}</section>\n`,
  ]
  return reportPage({
    classification: 'public',
    title,
    about: aboutOf(files),
    band: 'Goes with the released file.',
    body: `${first.join('')}${contents(parts)}${partsHtml(parts)}`,
    footer: said(version),
  })
}

function useTable(uses: readonly PublicUse[]): string {
  if (uses.length === 0) return '<p class="soft">Nothing is said about the use of this file.</p>\n'
  const sorted = [...uses].sort((a, b) => order.indexOf(a.use) - order.indexOf(b.use))
  const rows = sorted.map(
    ({ analysis, use, why }) =>
      `<tr role="row"><th scope="row" role="rowheader">${said(analysis)}</th><td role="cell">${useHtml(use)}</td><td role="cell">${said(why)}</td></tr>`,
  )
  const heads = ['analysis', 'use it?', 'why'].map((text) => `<th scope="col" role="columnheader">${text}</th>`)
  return `<table class="stack uses" role="table"><caption class="unseen">Analyses, and whether the file serves for them</caption><thead role="rowgroup"><tr role="row">${heads.join('')}</tr></thead><tbody role="rowgroup">\n${rows.join('\n')}\n</tbody></table>\n`
}

function columnList(columns: readonly string[]): string {
  return `<p>${counted(columns.length, 'column')}, in the order of the file:</p><p>${columns.map((name) => named(name)).join(', ')}</p>\n`
}

function methodList(methods: PublicReport['methods']): string {
  if (methods.length === 0) return ''
  const items = methods.map(({ title, source }) => `<li><strong>${named(title)}</strong>: ${said(source)}</li>`)
  return `<ul>${items.join('\n')}</ul>`
}

function noteList(notes: readonly string[]): string {
  return `<ul>${notes.map((note) => `<li>${said(note)}</li>`).join('\n')}</ul>\n`
}

function fileList(files: PublicReport['files'], version: string): string {
  return `<ul class="plainlist">${files.map((one) => `<li>${fileHtml(one)}</li>`).join('\n')}</ul><p class="note">Made by ${said(version)}. Compare the hash of your file with this one.</p>\n`
}
