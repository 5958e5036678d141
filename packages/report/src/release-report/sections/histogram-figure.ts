import { groupedNumber } from '../../table/cell-numbers.js'
import { escaped } from '../../html-text.js'
import { behind } from '../page/html-table.js'
import { named, namedAttribute, place, said, shownName, shownNumber } from '../page/page-text.js'
import type { ReportColumn, ReportHistogram } from '../page/report-types.js'

const width = 240
const height = 76
/** Space above and below the bars, for the width of a line and for the numbers of the axis. */
const top = 4
const foot = 14
/** Most categories with names in the picture. */
const NAMED_LEVELS = 5
const levelHeight = 17
const levelStart = 92

/** Quantities on the page, the most informative first; the data have all of them. */
const SHOWN_QUANTITIES = [
  'mean',
  'standard deviation',
  'median',
  'levels',
  'records of the rarest level',
  'missing',
  'values',
]
const MOST_QUANTITIES = 3
/** Short forms of names that are too long for a third of a page. */
const short = new Map([
  ['standard deviation', 'std. dev.'],
  ['records of the rarest level', 'rarest level'],
])

/**
 * Returns a column before and after: grey bars, a line over them, three quantities below, and its classes as a table.
 */
export function columnFigure(column: ReportColumn): string {
  const { name, histogram, treatment, role, quantities } = column
  const pictured = histogram === undefined ? '' : picture(name, histogram)
  const left = histogram?.leftOut === undefined ? '' : '; without its tails'
  const caption = `<figcaption><strong class="k1">${named(name, 34)}</strong><span class="note k2">${said(role, 200)} · ${said(treatment, 200)}${left}</span></figcaption>`
  const facts = quantities.length === 0 ? '' : quantityTable({ name, quantities: shownQuantities(quantities) })
  const classes = histogram === undefined ? '' : behind(`Classes of ${named(name)}`, classTable(name, histogram))
  const nothing = pictured === '' ? '<p class="note">There is no picture of this column.</p>' : ''
  return `<figure>${caption}${pictured}${nothing}${facts}${classes}</figure>\n`
}

/**
 * Returns the shown quantities. Those of both files come first; for numbers that became categories, the mean and the
 * number of levels.
 */
function shownQuantities(quantities: ReportColumn['quantities']): ReportColumn['quantities'] {
  const isMixed =
    quantities.some(([what, before]) => what === 'mean' && before !== '–') &&
    quantities.some(([what, , after]) => what === 'levels' && after !== '–')
  const rank = ([what, before, after]: ReportColumn['quantities'][number]): number => {
    const at = isMixed ? ['levels', 'mean', 'missing'].indexOf(what) : SHOWN_QUANTITIES.indexOf(what)
    const isLast = !isMixed && (before === '–' || after === '–')
    return (isLast ? 100 : 0) + (at < 0 ? SHOWN_QUANTITIES.length : at)
  }
  return [...quantities].sort((a, b) => rank(a) - rank(b)).slice(0, MOST_QUANTITIES)
}

function quantityTable({ name, quantities }: Pick<ReportColumn, 'name' | 'quantities'>): string {
  const rows = quantities.map(
    ([what, before, after]) =>
      `<tr><th scope=row>${said(short.get(what) ?? what, 80)}<td>${said(before, 80)}<td>${said(after, 80)}`,
  )
  return `<table class="facts nums"><caption class="unseen">Quantities of ${named(name)}</caption><thead><tr><td></td><th scope="col" class="n">before</th><th scope="col" class="n">after</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function picture(name: string, histogram: ReportHistogram): string {
  const { before, after, levels } = histogram
  const count = Math.max(before.length, after.length)
  if (count === 0) return ''
  const label = `${namedAttribute(name)}: records by class, bars before, line after; the table below has the numbers`
  if (levels !== undefined && count <= NAMED_LEVELS) return levelPicture(histogram, levels, count, label)
  const edges = edgesOf(histogram, count)
  const [low, high] = [edges[0], edges[count]]
  const x = (value: number): number => ((value - low) / (high - low)) * width
  // The area of a class is its number of records, since classes may have unequal widths.
  const density = (values: readonly number[], i: number): number => finite(values[i]) / (edges[i + 1] - edges[i])
  const all = Array.from({ length: count }, (_, i) => Math.max(density(before, i), density(after, i)))
  const most = Math.max(...all) || 1
  const floor = height - foot
  const y = (value: number): string => place(floor - (value / most) * (floor - top))
  let bars = ''
  let line = `M0 ${floor}`
  for (let i = 0; i < count; i++) {
    const [from, to] = [x(edges[i]), x(edges[i + 1])]
    const gap = Math.min(1, (to - from) / 4)
    bars += `M${place(from + gap / 2)} ${floor}V${y(density(before, i))}H${place(to - gap / 2)}V${floor}z`
    line += `V${y(density(after, i))}H${place(to)}`
  }
  const ends =
    histogram.breaks === undefined
      ? ''
      : `<text class="faint" x="0" y="${height - 2}" font-size="10">${edgeText(histogram, 0)}</text><text class="faint" x="${width}" y="${height - 2}" font-size="10" text-anchor="end">${edgeText(histogram, count)}</text>`
  return `<svg class="chart" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}"><path class="b" d="${bars}"/><path class="axis" d="M0 ${floor}H${width}"/><path class="a" d="${line}V${floor}"/>${ends}</svg>`
}

/** Returns a picture of few categories: a row for each, with its name. */
function levelPicture(
  { before, after }: ReportHistogram,
  levels: readonly string[],
  count: number,
  label: string,
): string {
  const most = Math.max(1, ...before.map(finite), ...after.map(finite))
  const x = (value: number | undefined): number => levelStart + (finite(value) / most) * (width - levelStart - 4)
  const rows = Array.from({ length: count }, (_, i) => {
    const y = i * levelHeight
    const text = escaped(shownName(levels.at(i) ?? '', 16))
    return `<text x="${levelStart - 6}" y="${y + 12}" font-size="10" text-anchor="end">${text}</text><path class="b" d="M${levelStart} ${y + 3}H${place(x(before[i]))}v11H${levelStart}z"/><path class="a" d="M${place(x(after[i]))} ${y + 1}v15"/>`
  })
  return `<svg class="chart" viewBox="0 0 ${width} ${count * levelHeight}" role="img" aria-label="${label}">${rows.join('')}<path class="axis" d="M${levelStart} 0V${count * levelHeight}"/></svg>`
}

/** Returns the bounds of the classes if they increase; otherwise bounds of equal widths. */
function edgesOf({ breaks }: ReportHistogram, count: number): readonly number[] {
  const isRising =
    breaks?.length === count + 1 &&
    breaks.every((edge, i) => Number.isFinite(edge) && (i === 0 || edge > breaks[i - 1]))
  return isRising ? breaks : Array.from({ length: count + 1 }, (_, i) => i)
}

/** Formats a bound; integers have grouped thousands. */
function edgeText({ breaks, edges }: ReportHistogram, i: number): string {
  if (edges !== undefined) return escaped(edges.at(i) ?? '')
  const value = breaks?.[i]
  const isWhole = value !== undefined && Number.isInteger(value) && Math.abs(value) < 1e9
  return isWhole ? groupedNumber(value, 0) : shownNumber(value)
}

function finite(value: number | undefined): number {
  return value !== undefined && Number.isFinite(value) && value > 0 ? value : 0
}

function classTable(name: string, histogram: ReportHistogram): string {
  const { levels, before, after, leftOut } = histogram
  const count = Math.max(before.length, after.length)
  const left = leftOut === undefined ? '' : `, without ${said(leftOut, 200)}`
  const records = (value: number | undefined): string =>
    value === undefined || !Number.isFinite(value) ? '–' : groupedNumber(value, Number.isInteger(value) ? 0 : 1)
  // End tags of rows and cells are omitted, which HTML allows, since there may be hundreds of columns.
  const rows = Array.from({ length: count }, (_, i) => {
    const text =
      levels === undefined ? `${edgeText(histogram, i)} to ${edgeText(histogram, i + 1)}` : named(levels.at(i) ?? '')
    return `<tr><th scope=row>${text}<td>${records(before[i])}<td>${records(after[i])}`
  })
  return `<table class="nums"><caption>Records by class of ${named(name)}${left}</caption><thead><tr><th scope=col>class<th scope=col class=n>before<th scope=col class=n>after</thead><tbody>${rows.join('\n')}</tbody></table>`
}
