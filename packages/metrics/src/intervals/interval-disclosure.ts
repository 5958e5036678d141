/**
 * Interval disclosure: how often the original value lies close to the masked one.
 *
 * ID = 100 · mean over the cells (i, j) and the widths w = 1…10 % of 1[x_ij ∈ interval of width w around y_ij].
 * rank: [y_(r−h), y_(r+h)] with r the rank of y_ij among the n masked values, h = ⌊wn/100⌋, clipped to 1…n.
 * rank-original: up to the h-th original value below y_ij, or below those that equal it, and likewise above.
 * sd: y_ij ± w/100 · sd(y_j). relative: y_ij ± w/100 · |y_ij|.
 * Source: Sebé, Domingo-Ferrer, Mateo-Sanz & Torra 2002, section 2.
 */
import { BLOCK, defineMetric, numericValues, type Measurement, type MeasureInput } from '@sdc/core'
import { constantOf, countBelow, countUpTo, sortedValues, standardDeviation, sumOver } from '@sdc/stats'
import * as z from 'zod'
import { correspondence, notUsed, pairedColumn, truthParam } from '@sdc/toolkit'
import { leftOut, table, tooFewPairs, unmeasured, withoutOrigin } from '@sdc/toolkit'

/** What the width of an interval is counted in. */
export type IntervalMode = 'rank' | 'rank-original' | 'sd' | 'relative'

/** The parameter `mode`, which the scores share. */
export const intervalMode = z
  .enum(['rank', 'rank-original', 'sd', 'relative'])
  .default('rank')
  .meta({
    description:
      'What w % around a masked value means: w % of the masked records on either side of it in rank, or of the ' +
      'original records, or w % of the standard deviation of the masked column, or w % of the value itself.',
  })

/** Interval widths in percent. */
const WIDTHS: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

/** ⌊10·n/100⌋ is 0 below: every window is its own value, and a risk of 0 would be no finding. */
const LEAST_RECORDS = 10

const params = z.object({ truth: truthParam, mode: intervalMode })

export const intervalDisclosureMetric = defineMetric({
  id: 'risk/interval-disclosure',
  title: 'Interval disclosure (ID)',
  summary:
    'The share of original values that lie in a narrow interval around their masked value, averaged over widths of 1 ' +
    'to 10 %.',
  formula: 'ID = 100 · mean over cells and w = 1…10 % of 1[x_ij ∈ [y_(r−h), y_(r+h)]],  h = ⌊w n / 100⌋',
  source: [{ key: 'sebe-domingo-ferrer-mateo-sanz-torra-2002', where: 'section 2' }],
  notes: [
    {
      topic: 'reading',
      text:
        'A masked file with no link to the original scores about 10.6 with truth: identity and mode: rank, the width ' +
        'of the windows.',
    },
    {
      topic: 'ties',
      text:
        'Equal masked values share a range of ranks: a cell counts with the share of those ranks whose window holds ' +
        'the original value. So the order of the records changes nothing.',
    },
    {
      topic: 'missing',
      text:
        'A cell that is missing in either file is left out; so are masked records without a known origin and columns ' +
        'that are constant in the original. The table counts them.',
    },
    {
      topic: 'limits',
      text: 'Below 100 records the narrowest windows of mode rank hold no neighbour, below 10 none does: there is no value then.',
    },
    { topic: 'parameters', text: 'mode: relative depends on where zero is; the others do not.' },
  ],
  kind: 'risk',
  high: { share: 0.5, meaning: '{value} of the values lie in a narrow interval around the masked one' },
  better: 'lower',
  unit: '%',
  range: [0, 100],
  recordsOf: 'masked',
  needsOrigin: true,
  atIdentity: 100,
  cost: { time: 'O(np log n); with truth: nearest that of a nearest record search in p columns' },
  share: 'cells',
  params,
  prepare: ({ original, columns, params: { mode } }): SortedOriginal =>
    new Map(mode === 'rank-original' ? columns.map((name) => [name, sortedValues(numericValues(original, name))]) : []),
  measure: measureIntervals,
})

/** The original's values, ascending, by column: empty where the mode has no need of them. */
type SortedOriginal = ReadonlyMap<string, Float64Array>

function measureIntervals(input: MeasureInput<z.infer<typeof params>>): Measurement {
  const { truth, mode } = input.params
  const sortedOriginal = input.prepared as SortedOriginal | undefined
  const pairs = correspondence(input, truth, 'risk/interval-disclosure')
  const why = tooFewPairs(pairs.masked.length, input.origin, truth === 'identity')
  if (why) return unmeasured(why)
  if ((mode === 'rank' || mode === 'rank-original') && input.masked.rows < LEAST_RECORDS) {
    const reason = `with ${input.masked.rows} records no window of up to 10 % of the ranks reaches a neighbour`
    return unmeasured(`${reason}: ${LEAST_RECORDS} are needed, or mode sd or relative`)
  }
  const columns = new Map<string, number | null>()
  const totals = new Float64Array(WIDTHS.length)
  const sums = new Float64Array(pairs.masked.length)
  const cells = new Int32Array(pairs.masked.length)
  let used = 0
  let missing = 0
  let constant = 0
  for (const [j, name] of input.columns.entries()) {
    input.tick(j / input.columns.length)
    const allX = numericValues(input.original, name)
    if (constantOf(allX) !== undefined) {
      constant++
      columns.set(name, null)
      continue
    }
    const { x, y } = pairedColumn(input, name, pairs)
    const allY = numericValues(input.masked, name)
    const { inside, perWidth } = intervalShares(x, y, allX, allY, mode, WIDTHS, sortedOriginal?.get(name))
    let count = 0
    const total = sumOver(inside.length, (r) => {
      if (inside[r] !== inside[r]) return 0
      count++
      sums[r] += inside[r]
      cells[r]++
      return inside[r]
    })
    columns.set(name, count > 0 ? (100 * total) / count : null)
    for (let w = 0; w < totals.length; w++) totals[w] += perWidth[w]
    used += count
    missing += inside.length - count
  }
  const counts = leftOut({
    [notUsed.withoutOrigin]: truth === 'identity' ? withoutOrigin(input.origin) : 0,
    [notUsed.missingCells]: missing,
    [notUsed.constantColumns]: constant,
  })
  const comparable = cells.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0)
  if (comparable < 2) {
    const reason = `${comparable} records have a value in both files in a column that varies, and 2 are needed`
    return { ...unmeasured(reason, used, new Map([['left-out', counts]])), columns }
  }
  const records = new Float64Array(input.masked.rows).fill(Number.NaN)
  pairs.masked.forEach((row, r) => {
    if (cells[r] > 0) records[row] = (100 * sums[r]) / cells[r]
  })
  const percent = totals.map((total) => (100 * total) / used)
  return {
    value: percent.reduce((sum, one) => sum + one, 0) / percent.length,
    used,
    columns,
    records,
    tables: new Map([
      ['widths', table({ width: Float64Array.from(WIDTHS), percent })],
      ['left-out', counts],
    ]),
  }
}

export interface IntervalShares {
  /** Per pair the share of the widths whose interval holds the original value; NaN where a value is missing. */
  readonly inside: Float64Array
  /** Per width the sum over the pairs. */
  readonly perWidth: Float64Array
}

/**
 * How often x[r] lies in the interval around y[r], for some widths in percent.
 *
 * `x`, `y`: one column pair by pair; `allX`, `allY`: the column in the whole files, which the ranks and the standard
 * deviation are of; `sortedX`: allX ascending, where it is known already. Cost: O((n + m) log n) for m pairs, and O(m) a
 * width.
 */
export function intervalShares(
  x: Float64Array,
  y: Float64Array,
  allX: Float64Array,
  allY: Float64Array,
  mode: IntervalMode,
  widths: readonly number[],
  sortedX?: Float64Array,
): IntervalShares {
  const inside = new Float64Array(x.length)
  const perWidth = new Float64Array(widths.length)
  const ranked = mode === 'rank' || mode === 'rank-original'
  const sorted = ranked ? (mode === 'rank' ? sortedValues(allY) : (sortedX ?? sortedValues(allX))) : new Float64Array(0)
  const reach = Float64Array.from(widths, (width) => Math.floor((width * sorted.length) / 100))
  const sd = mode === 'sd' ? standardDeviation(allY) : Number.NaN
  const own = new Float64Array(widths.length)
  for (let r = 0; r < x.length; r++) {
    if (r % BLOCK === 0) moveTo(perWidth, own)
    const xr = x[r]
    const yr = y[r]
    if (xr !== xr || yr !== yr) {
      inside[r] = Number.NaN
      continue
    }
    // Numbers of values below and up to x and y: the ranks of a value are below + 1 … upTo. Of none where it goes by width.
    const belowX = countBelow(sorted, xr)
    const upToX = countUpTo(sorted, xr)
    const belowY = countBelow(sorted, yr)
    const upToY = countUpTo(sorted, yr)
    const unit = mode === 'sd' ? sd : Math.abs(yr)
    let total = 0
    for (let w = 0; w < widths.length; w++) {
      const hit = ranked
        ? mode === 'rank'
          ? shareOfRanks(belowX, upToX, belowY, upToY, reach[w], sorted.length)
          : upToX > belowY - reach[w] && belowX < upToY + reach[w]
            ? 1
            : 0
        : Math.abs(xr - yr) <= (widths[w] / 100) * unit
          ? 1
          : 0
      own[w] += hit
      total += hit
    }
    inside[r] = total / widths.length
  }
  moveTo(perWidth, own)
  return { inside, perWidth }
}

/** Adds the sums of a block of records to those of the blocks before it, and begins anew. */
function moveTo(total: Float64Array, own: Float64Array): void {
  for (let w = 0; w < total.length; w++) total[w] += own[w]
  own.fill(0)
}

/**
 * The share of the ranks r of y for which y_(max(1, r−h)) ≤ x ≤ y_(min(n, r+h)).
 *
 * The first holds for r ≤ upToX + h unless x is below all values, the second for r > belowX − h unless x is above all.
 */
function shareOfRanks(belowX: number, upToX: number, belowY: number, upToY: number, h: number, n: number): number {
  if (upToX === 0 || belowX === n) return 0
  const low = Math.max(belowX - h, belowY)
  const high = Math.min(upToX + h, upToY)
  return Math.max(0, high - low) / (upToY - belowY)
}
