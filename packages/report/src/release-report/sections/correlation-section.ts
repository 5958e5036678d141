import { groupedNumber } from '../../table/cell-numbers.js'
import { escaped } from '../../html-text.js'
import { behind, htmlTable, widePicture } from '../page/html-table.js'
import { fullOf, matrixPicture, MOST_NUMBERED, pairOf, type PairValue } from './matrix-figure.js'
import { moreHtml } from '../pages/leaf.js'
import { named, place, shownName, twoDecimals } from '../page/page-text.js'
import type { InternalReport, ReportMatrix } from '../page/report-types.js'

/** Number of pairs named if a matrix is too large for its numbers. */
const LARGEST = 18
/** Most columns of a matrix, and pairs, on half of a page. */
const MOST_IN_HALF = 7
const LARGEST_IN_HALF = 8
/** Changes below this do not show in two decimals. */
const SAME = 0.005
const row = 20
const start = 250
const width = 620

interface Pair {
  readonly first: string
  readonly second: string
  readonly before: number
  readonly after: number
}

/** Texts of a section, and its room: a whole page or half of it. */
export interface RelationWords {
  /** Heading: `Correlations`. */
  readonly what: string
  readonly isHalf: boolean
}

/** Returns true if no relation changed visibly at two decimals. */
export function isStill({ before, after }: NonNullable<InternalReport['correlations']>): boolean {
  return pairsOf(before.names, pairOf(before), pairOf(after)).every(isSame)
}

function isSame({ before, after }: Pair): boolean {
  return Math.abs(after - before) < SAME
}

/** Returns the relations before and after in one square: the original below the diagonal, the change above it. */
export function relationSection(
  { before, after }: NonNullable<InternalReport['correlations']>,
  { what, isHalf }: RelationWords,
): string {
  const columns = before.names
  const [old, released] = [pairOf(before), pairOf(after)]
  const change: PairValue = (i, j) => {
    const [a, b] = [old(i, j), released(i, j)]
    return a === null || b === null ? null : b - a
  }
  if (columns.length < 2) return '<p class="soft">There are no two columns to compare.</p>\n'
  const pairs = pairsOf(columns, old, released)
  if (pairs.length > 0 && pairs.every(isSame))
    return `<p>${what} of ${columns.length} columns: none changed by 0.005 or more.</p>\n`
  if (columns.length > (isHalf ? MOST_IN_HALF : MOST_NUMBERED))
    return `${summary(pairs, what)}${largestChanges(pairs, what, isHalf ? LARGEST_IN_HALF : LARGEST)}`
  const full = fullOf(change, columns.length, 0.1)
  const label = `${what} of ${columns.length} columns: the original's below the diagonal, released minus original above it; the table has the numbers`
  const picture = matrixPicture(columns, { value: old, full: 1 }, { value: change, full }, label)
  const said = `<p class="note">Below the diagonal: the original. Above it: released minus original, in full colour at ${twoDecimals(full)}. ${key}</p>`
  const table = behind(
    'The matrix as a table',
    matrixTable(columns, old, change, `${what}: original below the diagonal, released minus original above it`),
  )
  return `${summary(pairs, what)}${said}${widePicture('matrix-figure', `${what}: the matrix`, picture)}${table}`
}

/** Returns the change of the correlations alone, for readers without the original. */
export function changeSection(matrix: ReportMatrix): string {
  const columns = matrix.names
  const change = pairOf(matrix)
  if (columns.length < 2) return '<p class="soft">There are no two columns of numbers to compare.</p>\n'
  const full = fullOf(change, columns.length, 0.1)
  const label = `Change of the correlations of ${columns.length} columns, released minus original, rounded to 0.05; the table has the numbers`
  const picture = matrixPicture(columns, { value: change, full }, undefined, label)
  const said = `<p class="note">Released minus original, rounded to steps of 0.05; full colour at ${twoDecimals(full)}. ${key}</p>`
  const heading = 'Change of correlations: released minus original, below the diagonal'
  const table = behind('The matrix as a table', matrixTable(columns, change, undefined, heading))
  return `${said}${widePicture('matrix-figure', 'The matrix', picture)}${table}`
}

const swatch = (look: string): string =>
  `<svg class="key" viewBox="0 0 18 10" aria-hidden="true"><path class="${look} o4" d="M0 0h18v10H0z"/></svg>`
const key = `<span class="keep">${swatch('up')}positive</span> <span class="keep">${swatch('down')}negative</span>`

function pairsOf(columns: readonly string[], old: PairValue, released: PairValue): readonly Pair[] {
  const pairs: Pair[] = []
  for (let i = 1; i < columns.length; i++)
    for (let j = 0; j < i; j++) {
      const [before, after] = [old(i, j), released(i, j)]
      if (before !== null && after !== null) pairs.push({ first: columns[j], second: columns[i], before, after })
    }
  return pairs.sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before))
}

function summary(pairs: readonly Pair[], what: string): string {
  if (pairs.length === 0) return `<p>${what}: no pair of columns has one both before and after.</p>`
  const [{ first, second, before, after }] = pairs
  const mean = pairs.reduce((sum, pair) => sum + Math.abs(pair.after - pair.before), 0) / pairs.length
  return `<p>Over ${groupedNumber(pairs.length, 0)} ${pairs.length === 1 ? 'pair' : 'pairs'} of columns, ${what[0].toLowerCase()}${what.slice(1)} moved by ${twoDecimals(mean)} on average; most between ${named(first)} and ${named(second)}, from ${twoDecimals(before)} to ${twoDecimals(after)}.</p>`
}

/** Returns the pairs whose correlation changed most: a ring before, a dot after. */
function largestChanges(pairs: readonly Pair[], what: string, most: number): string {
  const some = pairs.slice(0, most)
  if (some.length === 0) return ''
  const x = (value: number): number => start + ((Math.max(-1, Math.min(1, value)) + 1) / 2) * (width - start - 20)
  const height = some.length * row + 22
  const lines = some.map(({ first, second, before, after }, i) => {
    const y = i * row + 12
    const text = escaped(`${shownName(first, 18)} – ${shownName(second, 18)}`)
    return `<text x="${start - 14}" y="${y + 4}" text-anchor="end">${text}</text><path class="link" d="M${place(x(before))} ${y}H${place(x(after))}"/><circle class="hole" cx="${place(x(before))}" cy="${y}" r="4"/><circle class="dot" cx="${place(x(after))}" cy="${y}" r="4"/>`
  })
  const grid = [-1, -0.5, 0, 0.5, 1].map((tick) => `M${place(x(tick))} 0V${height - 20}`).join('')
  const ticks = [-1, -0.5, 0, 0.5, 1].map(
    (tick) =>
      `<text class="faint" x="${place(x(tick))}" y="${height - 4}" text-anchor="middle">${twoDecimals(tick)}</text>`,
  )
  const number = { isNumber: true }
  const table = htmlTable({
    caption: `${what}: the largest changes`,
    heads: [
      { html: 'pair' },
      { html: 'before', ...number },
      { html: 'after', ...number },
      { html: 'change', ...number },
    ],
    rows: some.map(({ first, second, before, after }) => [
      `${named(first)} – ${named(second)}`,
      twoDecimals(before),
      twoDecimals(after),
      twoDecimals(after - before),
    ]),
  })
  const svg = `<svg class="chart" viewBox="0 0 ${width} ${height}" role="img" aria-label="${what}: the ${some.length} pairs that moved most; the table has the numbers" font-size="11"><path class="grid" d="${grid}"/>${lines.join('')}${ticks.join('')}</svg>`
  const figure = widePicture('wide', `${what}: the largest changes`, svg)
  return `<p class="note">The ${some.length} largest changes. Ring: original; dot: released.</p>${figure}${moreHtml(pairs.length - some.length, 'pair', ' that changed no more')}${behind('The largest changes as a table', table)}`
}

/** Returns the numbers of the picture, in its order. End tags of cells are omitted, which HTML allows. */
function matrixTable(
  columns: readonly string[],
  lower: PairValue,
  upper: PairValue | undefined,
  caption: string,
): string {
  const short = columns.map((name) => named(name, 40))
  const heads = short.map((name) => `<th scope=col>${name}`).join('')
  const rows = short.map((name, i) => {
    const cells = columns.map((_, j) => {
      if (i === j || (i < j && upper === undefined)) return '<td>'
      return `<td>${twoDecimals((i > j || upper === undefined ? lower : upper)(i, j))}`
    })
    return `<tr><th scope=row>${name}${cells.join('')}`
  })
  return `<div class="scroll" tabindex="0" role="group" aria-label="${caption}"><table class="matrix"><caption>${caption}</caption><thead><tr><td>${heads}</thead><tbody>${rows.join('\n')}</tbody></table></div>`
}
