import { clean } from '../text.js'
import { exceptionHtml, fileHtml, openHtml } from './first-page/first-lists.js'
import { policyColumns, policyTable } from './first-page/policy-table.js'
import { behind, htmlTable } from './page/html-table.js'
import { named, said } from './page/page-text.js'
import type { InternalReport, ReportCard } from './page/report-types.js'

/**
 * Returns the data that the pages leave out, closed and not printed: lists for people, and the whole report as JSON.
 */
export function dataBlock(report: InternalReport): string {
  const { columns, methods, attacks, warnings, measures, riskiest } = report
  const parts: readonly (readonly [summary: string, html: string])[] = [
    ['Columns: roles, treatment, quantities', columns.length === 0 ? '' : columnTable(report)],
    ['All criteria, exceptions and open columns', criteriaLists(report)],
    ['All candidates', candidateTable(report)],
    ['All measures', measures.length === 0 ? '' : measureTable(report)],
    ['Records with a remedy for each', riskiest.length === 0 ? '' : recordTable(report)],
    ['The methods', cards(methods)],
    ['Possible attacks', cards(attacks)],
    ['All warnings', list(warnings)],
    ['Reproduce this file', repeated(report)],
    [
      'This report as JSON',
      `<div class="scroll" tabindex="0" role="group" aria-label="This report as JSON"><pre><code id="json">${jsonText(report)}</code></pre></div>`,
    ],
  ]
  const shown = parts.filter(([, html]) => html !== '').map(([summary, html]) => behind(summary, html))
  return `<section class="part data" aria-labelledby="data"><h2 id="data">Data and details</h2><p class="soft">Not printed. Open a line to read it.</p>\n${shown.join('\n')}</section>\n`
}

/** Longest text in the lists of the data. */
const LONGEST = 4000
/** Significant digits of a number. */
const DIGITS = 6

/** Returns the report as JSON, a line per field, without characters that HTML reads as markup. */
function jsonText(report: InternalReport): string {
  const shortened = (_: string, value: unknown): unknown =>
    typeof value === 'number'
      ? Number(value.toPrecision(DIGITS))
      : typeof value === 'string'
        ? clean(value.slice(0, LONGEST))
        : value
  const lines = Object.entries(report).flatMap(([name, value]) =>
    value === undefined ? [] : [`${JSON.stringify(name)}: ${JSON.stringify(value, shortened)}`],
  )
  const text = `{\n${lines.join(',\n')}\n}`
  return text.replace(
    /[<>&\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function criteriaLists({ criteria, runs, exceptions, open }: InternalReport): string {
  const items = (lines: readonly string[]): string =>
    lines.length === 0 ? '' : `<ul>${lines.map((line) => `<li>${line}</li>`).join('\n')}</ul>\n`
  const table = criteria.length === 0 ? '' : policyTable(criteria, policyColumns(criteria, runs), 'All criteria')
  return `${table}${items(exceptions.map(exceptionHtml))}${items(open.map((one) => openHtml(one)))}`
}

function candidateTable({ candidates = [] }: InternalReport): string {
  if (candidates.length === 0) return ''
  const number = { isNumber: true }
  return htmlTable({
    caption: 'Candidates, the best first',
    heads: [
      { html: 'candidate' },
      ...['loss', 'risk', 'worst run'].map((html) => ({ html, ...number })),
      { html: 'note' },
    ],
    rows: candidates.map(({ name, label, loss, risk, worst, note = '' }) => [
      `${named(name)}${name === label ? '' : `<br><span class="note">${named(label)}</span>`}`,
      ...[loss, risk, worst, note].map((text) => said(text)),
    ]),
  })
}

function columnTable({ columns }: InternalReport): string {
  return htmlTable({
    caption: 'Columns of the original, in its order',
    heads: ['column', 'kind', 'role', 'treatment', 'before → after'].map((html) => ({ html })),
    rows: columns.map(({ name, kind, role, treatment, quantities }) => [
      named(name),
      said(kind),
      said(role),
      said(treatment),
      said(quantities.map(([what, before, after]) => `${what} ${before} → ${after}`).join('; ')),
    ]),
  })
}

function recordTable({ riskiest }: InternalReport): string {
  return htmlTable({
    caption: 'Numbers of records are those of the original file, from 1',
    heads: [{ html: 'record', isNumber: true, isWhole: true }, { html: 'why' }, { html: 'cheapest remedy' }],
    rows: riskiest.flatMap(({ records }) =>
      records.map(({ record, why, remedy }) => [
        Number.isFinite(record) ? String(record) : '–',
        said(why),
        said(remedy),
      ]),
    ),
  })
}

function measureTable({ measures, runs }: InternalReport): string {
  const { worst, independent, worstName } = policyColumns(measures, runs)
  const number = { isNumber: true }
  return htmlTable({
    caption: 'All measures, also those without a limit',
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
  return `${commands}<p>${said(version)}</p><ul class="plainlist">${known}</ul>\n`
}
