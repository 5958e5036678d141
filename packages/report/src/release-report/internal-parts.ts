import { correlationSection } from './sections/correlation-section.js'
import { exceptionHtml, fileHtml, openHtml } from './first-page/first-lists.js'
import { columnFigure } from './sections/histogram-figure.js'
import { htmlTable } from './page/html-table.js'
import { mapSection } from './sections/map-section.js'
import { movesSection } from './sections/moves-section.js'
import { named, said } from './page/page-text.js'
import { criteriaHeading, gravestFirst, policyColumns, policyTable } from './first-page/policy-table.js'
import type { InternalReport, ReportCard, ReportColumn } from './page/report-types.js'
import type { Part } from './report-parts.js'

/** All that follows the page that is signed, in its order. */
export function internalParts(report: InternalReport, isFirstWhole: boolean): readonly Part[] {
  const { columns, before, map, candidates, correlations, moves, records, recordsNote, measures, warnings } = report
  return [
    { id: 'in-full', heading: 'Page 1 in full', html: isFirstWhole ? '' : inFull(report) },
    { id: 'columns', heading: 'Columns and their roles', html: roleTable(columns) },
    { id: 'before', heading: 'The file before masking', html: list(before) },
    { id: 'map', heading: 'Risk against loss', html: mapSection(map, candidates) },
    { id: 'before-after', heading: 'Every column, before and after', html: multiples(columns) },
    {
      id: 'relations',
      heading: 'Correlations',
      html: correlations === undefined ? '' : correlationSection(correlations),
    },
    { id: 'moves', heading: 'Moves of records', html: moves === undefined ? '' : movesSection(moves) },
    { id: 'records', heading: 'The riskiest records', html: recordTable(records, recordsNote) },
    { id: 'measures', heading: 'All measures', html: measureTable(report) },
    { id: 'methods', heading: 'The methods', html: cards(report.methods) },
    { id: 'attacks', heading: 'Possible attacks', html: cards(report.attacks) },
    { id: 'warnings', heading: 'Warnings', html: list(warnings) },
    { id: 'repeat', heading: 'Reproduce this release', html: repeated(report) },
  ].filter(({ id }) => id !== 'measures' || measures.length > 0)
}

/** All that page 1 had no room for, or cut. */
function inFull({
  title,
  subtitle,
  done,
  verdict,
  state,
  criteria,
  runs,
  open,
  exceptions,
  files,
}: InternalReport): string {
  const items = (lines: readonly string[]): string => `<ul>${lines.map((line) => `<li>${line}</li>`).join('\n')}</ul>\n`
  const under = (heading: string, lines: readonly string[]): string =>
    lines.length === 0 ? '' : `<h3>${heading}</h3>${items(lines)}`
  const table =
    criteria.length === 0
      ? ''
      : `<h3>${criteriaHeading({ state, criteria })}</h3>${policyTable(gravestFirst(criteria), policyColumns(criteria, runs), 'All of them')}`
  return [
    `<p><strong>${named(title, 2000)}</strong><br>${said(subtitle)}</p><p>${said(done)}</p><p>${said(verdict)}</p>`,
    table,
    under('Exceptions', exceptions.map(exceptionHtml)),
    under('Open questions', open.map(openHtml)),
    under('The files', files.map(fileHtml)),
  ].join('')
}

function roleTable(columns: readonly ReportColumn[]): string {
  if (columns.length === 0) return '<p class="soft">There are no columns.</p>\n'
  return htmlTable({
    caption: 'Columns of the original, in its order',
    heads: [{ html: 'column' }, { html: 'kind' }, { html: 'role' }, { html: 'treatment' }],
    rows: columns.map(({ name, kind, role, treatment }) => [named(name), said(kind), said(role), said(treatment)]),
  })
}

const legend =
  '<p class="note"><svg class="key" viewBox="0 0 18 10" aria-hidden="true"><path class="b" d="M0 2h5v8H0zM6 0h5v10H6zM12 4h5v6h-5z"/></svg>original <svg class="key" viewBox="0 0 18 10" aria-hidden="true"><path class="a" d="M0 9V4h9V2h8v7"/></svg>released; the same classes for both. Different areas mean different distributions.</p>'

function multiples(columns: readonly ReportColumn[]): string {
  const some = columns.filter(({ histogram, quantities }) => histogram !== undefined || quantities.length > 0)
  if (some.length === 0) return ''
  return `${legend}<div class="multi">\n${some.map(columnFigure).join('')}</div>\n`
}

function recordTable(records: InternalReport['records'], note: string | undefined): string {
  const above = note === undefined ? '' : `<p class="note">${said(note)}</p>`
  if (records.length === 0) return above
  const table = htmlTable({
    caption: 'Numbers of records are those of the original file, from 1',
    heads: [{ html: 'record', isNumber: true, isWhole: true }, { html: 'why' }, { html: 'the cheapest remedy' }],
    rows: records.map(({ record, why, remedy }) => [
      Number.isFinite(record) ? String(record) : '–',
      said(why),
      said(remedy),
    ]),
  })
  return `${above}${table}`
}

function measureTable({ measures, runs }: InternalReport): string {
  const { worst, independent, worstName } = policyColumns(measures, runs)
  const number = { isNumber: true }
  return htmlTable({
    caption: 'All measures, also those outside the policy',
    heads: [
      { html: 'measure' },
      { html: 'released file', ...number },
      ...(worst ? [{ html: worstName, ...number }] : []),
      ...(independent ? [{ html: 'independent data', ...number }] : []),
    ],
    rows: measures.map(({ name, id, released, note, ...values }) => [
      `${named(name)}${id === undefined ? '' : ` <code>${named(id)}</code>`}${note === undefined ? '' : `<br><span class="note">${said(note)}</span>`}`,
      said(released, 200),
      ...(worst ? [said(values.worst ?? '–', 200)] : []),
      ...(independent ? [said(values.independent ?? '–', 200)] : []),
    ]),
  })
}

function cards(all: readonly ReportCard[]): string {
  return all
    .map(({ id, title, text, source, enables = [], parameters = [] }) => {
      const pairs = parameters.map(([name, value]) => `<dt>${named(name)}</dt><dd>${said(value)}</dd>`)
      return [
        `<article class="card"><h3>${named(title)}</h3><p>${said(text)}</p>`,
        enables.length === 0 ? '' : `<ul>${enables.map((arm) => `<li>${said(arm)}</li>`).join('')}</ul>`,
        pairs.length === 0 ? '' : `<dl class="pairs">${pairs.join('')}</dl>`,
        `<p class="note"><code>${named(id)}</code> · ${said(source)}</p></article>\n`,
      ].join('')
    })
    .join('')
}

function list(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `<ul>${lines.map((line) => `<li>${said(line)}</li>`).join('\n')}</ul>\n`
}

function repeated({ repeat, files, version }: InternalReport): string {
  const commands = repeat.length === 0 ? '' : `<pre><code>${repeat.map((line) => said(line)).join('\n')}</code></pre>`
  const known = files.map((one) => `<li>${fileHtml(one)}</li>`).join('\n')
  const tables = '<p class="note">The numbers behind every picture are in this file, to be opened on a screen.</p>'
  return `${commands}<p>${said(version)}</p><ul class="plainlist">${known}</ul>${tables}\n`
}
