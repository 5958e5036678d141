import { escaped } from '../../html-text.js'
import { behind, htmlTable, widePicture } from '../page/html-table.js'
import { moreHtml } from '../pages/leaf.js'
import { named, place, shownName } from '../page/page-text.js'
import type { ReportMoves } from '../page/report-types.js'

const row = 21
const start = 130
const end = 560
const width = 620
const head = 26
/** Half of all pairs of random ranks are at least this far apart, in percent of all ranks: 1 − √½. */
const INDEPENDENT = (1 - Math.SQRT1_2) * 100

/** Quantiles that are marked for each column. */
const marks = [0, 0.25, 0.5, 0.75, 1] as const

/** Most rows on the page, with one picture and with two. */
const MOST = 14
const FEW = 4

/**
 * Returns the distances by which records moved in rank: a row for each column, on one axis. If there are many columns,
 * those whose records moved least.
 */
export function movesSection(moves: readonly ReportMoves[], isHalf: boolean): string {
  const most = isHalf ? FEW : MOST
  const all = moves.map(({ name, quantiles }) => ({ name, at: marks.map((share) => quantile(quantiles, share)) }))
  const median = ({ at }: (typeof all)[number]): number => at[2] ?? Number.POSITIVE_INFINITY
  const known = all.length <= most ? all : [...all].sort((a, b) => median(a) - median(b)).slice(0, most)
  const drawn = known.filter(({ at }) => at.every((value) => value !== null))
  const x = (value: number | null): number => start + (Math.max(0, Math.min(100, value ?? 0)) / 100) * (end - start)
  const height = head + drawn.length * row + 20
  const rows = drawn.map(({ name, at }, i) => {
    const y = head + i * row + row / 2
    const [least, low, middle, high, greatest] = at.map((value) => place(x(value)))
    return `<text x="${start - 10}" y="${y + 4}" text-anchor="end">${escaped(shownName(name, 16))}</text><path class="link" d="M${least} ${y}H${greatest}"/><path class="bar" d="M${low} ${y - 5}H${high}v10H${low}z"/><path class="mid" d="M${middle} ${y - 6}v12"/><text x="${end + 10}" y="${y + 4}">${percent(at[2])}</text>`
  })
  const grid = [0, 25, 50, 75, 100].map((tick) => `M${place(x(tick))} ${head}V${height - 18}`).join('')
  const ticks = [0, 25, 50, 75, 100].map(
    (tick) => `<text class="faint" x="${place(x(tick))}" y="${height - 4}" text-anchor="middle">${tick} %</text>`,
  )
  const mark = place(x(INDEPENDENT))
  const chance = `<path class="axis dash" d="M${mark} ${head - 6}V${height - 18}"/><text class="faint" x="${mark}" y="${head - 11}" text-anchor="middle">at random, half move 29 %</text>`
  const heading = `<text class="faint" x="${end + 10}" y="${head - 11}">median</text>`
  const picture =
    drawn.length === 0
      ? '<p class="soft">The moves of records are not known for any column.</p>'
      : widePicture(
          'wide',
          'Moves of records',
          `<svg class="chart" viewBox="0 0 ${width} ${height}" role="img" aria-label="Moves in rank of the records of ${drawn.length} columns; the table has the numbers" font-size="11"><path class="grid" d="${grid}"/>${chance}${heading}${rows.join('')}${ticks.join('')}</svg>`,
        )
  const number = { isNumber: true }
  const table = htmlTable({
    caption: 'Distances in ranks, in percent of all ranks',
    heads: [
      { html: 'column' },
      ...['least', 'a quarter at most', 'median', 'three quarters at most', 'greatest'].map((html) => ({
        html,
        ...number,
      })),
    ],
    rows: known.map(({ name, at }) => [named(name), ...at.map(percent)]),
  })
  const left = moreHtml(all.length - known.length, 'column', ' that moved farther')
  return `<p class="note">Moves in rank of the records of a column, in percent of all ranks: thin line from the least to the greatest, bar for the middle half, mark for the median. A column that hardly moved still identifies people.</p>${picture}${left}${behind('The distances as a table', table)}`
}

/** Returns a quantile by linear interpolation; null if there is none. */
function quantile(quantiles: readonly number[], share: number): number | null {
  if (quantiles.length === 0) return null
  const at = share * (quantiles.length - 1)
  const [below, above] = [quantiles[Math.floor(at)], quantiles[Math.ceil(at)]]
  const value = below + (above - below) * (at - Math.floor(at))
  return Number.isFinite(value) ? value : null
}

function percent(value: number | null): string {
  return value === null ? '–' : `${value.toFixed(1)} %`
}
