/**
 * Interval disclosure: how often the original value lies close to the masked one.
 *
 * ID = 100 · mean over the cells (i, j) and the widths w = 1…10 % of 1[x_ij ∈ interval of width w around y_ij].
 * rank: [y_(r−h), y_(r+h)] with r the rank of y_ij among the n masked values, h = ⌊wn/100⌋, clipped to 1…n.
 * rank-original: up to the h-th original value below y_ij, or below those that equal it, and likewise above.
 * sd: y_ij ± w/100 · sd(y_j). relative: y_ij ± w/100 · |y_ij|.
 * Source: Sebé, Domingo-Ferrer, Mateo-Sanz & Torra 2002, section 2.
 */
import { defineMetric, numericValues, type Measurement, type MeasureInput } from '@sdc/core'
import { constantOf, sortedValues, sumOver } from '@sdc/stats'
import * as z from 'zod'
import { correspondence, knownPairs, notUsed, gather, truthParam, type Correspondence } from '@sdc/toolkit'
import { leftOut, table, tooFewPairs, unmeasured, withoutOrigin } from '@sdc/toolkit'
import { measuringSession } from '../sessions/measuring-session.js'
import { cellByChance } from './interval-chance.js'
import { chanceOfRecords } from './below-chance.js'
import { intervalSession } from './interval-session.js'
import { intervalShares } from './interval-shares.js'

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
export const WIDTHS: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

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
    {
      topic: 'reading',
      text:
        'A value below chance is no protection, and a warning (truth: identity, mode: rank): values then lie outside of every ' +
        'window because they were moved there, on purpose or by a method that always moves them far, and who knows how links ' +
        'the records the other way. Look at risk/max-knowledge.',
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
  streamed: () => ({
    shape: 'whole',
    why: 'the intervals of mode rank go through all values in their order, and so does the sum that a standard deviation rests on; risk/difference-variance and risk/dbrl run in parts',
  }),
  measure: measureIntervals,
  session: (input) =>
    input.params.truth === 'nearest'
      ? measuringSession(input, measureIntervals)
      : intervalSession(input, WIDTHS, whyNoValue(input, knownPairs(input.origin)) !== undefined),
})

/** The original's values, ascending, by column: empty where the mode has no need of them. */
type SortedOriginal = ReadonlyMap<string, Float64Array>

type IntervalInput = MeasureInput<z.infer<typeof params>>

/** Why a file has no value whatever its values are; undefined where it may have one. */
function whyNoValue(
  { params: { truth, mode }, masked, origin }: IntervalInput,
  pairs: Correspondence,
): string | undefined {
  const tooFew = tooFewPairs(pairs.masked.length, origin, truth === 'identity')
  if (tooFew || (mode !== 'rank' && mode !== 'rank-original') || masked.rows >= LEAST_RECORDS) return tooFew
  const reason = `with ${masked.rows} records no window of up to 10 % of the ranks reaches a neighbour`
  return `${reason}: ${LEAST_RECORDS} are needed, or mode sd or relative`
}

function measureIntervals(input: IntervalInput): Measurement {
  const { truth, mode } = input.params
  const sortedOriginal = input.prepared as SortedOriginal | undefined
  const pairs = correspondence(input, truth, 'risk/interval-disclosure')
  const why = whyNoValue(input, pairs)
  if (why) return unmeasured(why)
  const columns = new Map<string, number | null>()
  const totals = new Float64Array(WIDTHS.length)
  const sums = new Float64Array(pairs.masked.length)
  const chance = truth === 'identity' && mode === 'rank' ? chanceOfRecords(pairs.masked.length) : undefined
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
    const allY = numericValues(input.masked, name)
    // Not copied where the records stand as they did.
    const [x] = gather([allX], pairs.original)
    const [y] = gather([allY], pairs.masked)
    const sorted = mode === 'rank' ? sortedValues(allY) : sortedOriginal?.get(name)
    const { inside, perWidth } = intervalShares(x, y, allX, allY, mode, WIDTHS, sorted)
    if (chance && sorted) chance.add(inside, cellByChance(x, y, sorted, WIDTHS))
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
  const value = percent.reduce((sum, one) => sum + one, 0) / percent.length
  const warning = chance?.warning(value)
  return {
    value,
    ...(warning !== undefined && { warnings: [warning] }),
    used,
    columns,
    records,
    tables: new Map([
      ['widths', table({ width: Float64Array.from(WIDTHS), percent })],
      ['left-out', counts],
    ]),
  }
}
