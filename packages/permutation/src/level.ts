/**
 * How far masking moved the records in rank.
 *
 * Δ_ij = |rank(x_ij) − rank(z_ij)|, z being the reverse-mapped masked column, which has its ranks. The value is the
 * mean of 100·Δ_ij/(n_j − 1) over all cells, n_j the complete pairs of column j.
 * Source: Domingo-Ferrer & Muralidhar 2016 (permutation paradigm); Muralidhar, Sarathy & Domingo-Ferrer 2014, table 5.
 */
import {
  categorical,
  dataset,
  defineMetric,
  numeric,
  numericValues,
  type Column,
  type Dataset,
  type Measurement,
  type MeasureInput,
  type Rng,
} from '@sdc/core'
import { constantOf, linkedRanks, quantileOfSorted, sortedValues, sumOver } from '@sdc/stats'
import * as z from 'zod'
import { knownPairs, notUsed, pairedColumn } from '@sdc/toolkit'
import { leftOut, table, tooFewPairs, unmeasured, withoutOrigin } from '@sdc/toolkit'

/** Upper ends of the bins of a rank-change table; what is greater goes into one more. Table 5's, and 21+. */
export const rankChangeBins: readonly number[] = [0, 1, 2, 3, 4, 5, 10, 15, 20]

const QUANTILES: readonly number[] = [0.05, 0.25, 0.5, 0.75, 0.95]

export const levelMetric = defineMetric({
  id: 'permutation/level',
  title: 'Permutation level',
  summary: 'How far masking moved the records in rank, as a percentage of the longest way.',
  formula: 'mean over cells of 100 · |rank(x_ij) − rank(y_ij)| / (n − 1)',
  source: [
    { key: 'domingo-ferrer-muralidhar-2016', where: 'the permutation level' },
    { key: 'muralidhar-sarathy-domingo-ferrer-2014', where: 'table 5' },
  ],
  notes: [
    {
      topic: 'ties',
      text:
        'Equal masked values are ranked at random. Equal original values are ranked in the order of their masked ' +
        'values: exchanging equals is no change.',
    },
    { topic: 'reading', text: 'A uniformly random permutation has 100(n + 1)/(3n): a third of the longest way.' },
    {
      topic: 'missing',
      text:
        'Each column uses its own complete pairs; masked records without a known origin and columns that are constant ' +
        'in the original are left out. A file without a link to the original has no permutation.',
    },
  ],
  kind: 'permutation',
  better: 'higher',
  unit: '%',
  range: [0, 100],
  cost: { time: 'O(n) a column' },
  recordsOf: 'masked',
  needsOrigin: true,
  atIdentity: 0,
  params: z.object({}),
  streamed: () => ({
    shape: 'whole',
    why: 'it ranks all values of both files; risk/difference-variance runs in parts',
  }),
  measure,
})

function measure(input: MeasureInput<unknown>): Measurement {
  const pairs = knownPairs(input.origin)
  const why = tooFewPairs(pairs.masked.length, input.origin, true)
  if (why) return unmeasured(why)
  const columns = new Map<string, number | null>()
  const records = new Float64Array(input.masked.rows).fill(Number.NaN)
  const measured: ColumnChanges[] = []
  let total = 0
  let used = 0
  let missing = 0
  for (const [j, name] of input.columns.entries()) {
    input.tick(j / input.columns.length)
    columns.set(name, null)
    if (constantOf(numericValues(input.original, name)) !== undefined) continue
    const { x, y } = pairedColumn(input, name, pairs)
    const changes = rankChanges(x, y, input.rng.child(name).child('ties'))
    const sorted = sortedValues(changes)
    missing += changes.length - sorted.length
    if (sorted.length < 2) continue
    measured.push({ name, sorted })
    const percent = 100 / (sorted.length - 1)
    const sum = sumOver(changes.length, (r) => {
      if (changes[r] !== changes[r]) return 0
      const own = changes[r] * percent
      const row = pairs.masked[r]
      if (!(records[row] >= own)) records[row] = own
      return own
    })
    columns.set(name, sum / sorted.length)
    total += sum
    used += sorted.length
  }
  const counts = leftOut({
    [notUsed.withoutOrigin]: withoutOrigin(input.origin),
    [notUsed.missingCells]: missing,
    'columns without a rank order': input.columns.length - measured.length,
  })
  if (used === 0) {
    const reason = 'no column varies in the original and has 2 complete pairs'
    return { ...unmeasured(reason, 0, new Map([['left-out', counts]])), columns }
  }
  const tables = new Map([
    ['rank-change', changeTable(measured)],
    ['summary', summaryTable(measured)],
    ['left-out', counts],
  ])
  return { value: total / used, used, columns, records, tables }
}

/**
 * Rank change of every pair: |rank(x_i) − rank(y_i)| among the complete pairs, NaN where a value is missing.
 *
 * Ties of y are broken at random by `rng`. Ties of x are broken in the order of y's ranks, which among all ways to
 * break them gives the least sum of changes; so the changes are 0 where y = x, ties or not, and those of a masked
 * column are distributed as those of its reverse mapping wherever x has no ties. Cost: O(n), see `sortOrder`.
 */
export function rankChanges(x: Float64Array, y: Float64Array, rng: Rng): Float64Array {
  const { rankX, rankY } = linkedRanks(x, y, rng)
  return rankX.map((rank, i) => Math.abs(rank - rankY[i]))
}

/**
 * How many changes fall into (b_{k−1}, b_k] for the upper ends b_0 < b_1 < …, the last count being what is beyond; NaN
 * in none.
 */
export function rankChangeTable(deltas: Float64Array, bins: readonly number[] = rankChangeBins): Int32Array {
  const counts = new Int32Array(bins.length + 1)
  for (const delta of deltas) {
    if (delta !== delta) continue
    const bin = bins.findIndex((upper) => delta <= upper)
    counts[bin < 0 ? bins.length : bin]++
  }
  return counts
}

/** Names of the bins: `0`, `1`, `6–10`, `21+`. */
export function rankChangeLabels(bins: readonly number[] = rankChangeBins): string[] {
  const labels = bins.map((upper, k) => {
    const lower = k === 0 ? 0 : bins[k - 1] + 1
    return lower === upper ? `${upper}` : `${lower}–${upper}`
  })
  return [...labels, `${(bins.at(-1) ?? -1) + 1}+`]
}

interface ColumnChanges {
  readonly name: string
  /** The rank changes, ascending. */
  readonly sorted: Float64Array
}

/** One row a column of the file, one column a bin: names in the file cannot clash with those of the bins. */
function changeTable(measured: readonly ColumnChanges[]): Dataset {
  const counts = measured.map(({ sorted }) => rankChangeTable(sorted))
  const bins = rankChangeLabels().map((label, bin): [string, Column] => [
    label,
    numeric(counts.map((count) => count[bin])),
  ])
  return dataset([['column', categorical(measured.map(({ name }) => name))], ...bins])
}

function summaryTable(measured: readonly ColumnChanges[]): Dataset {
  const per = (of: (sorted: Float64Array) => number): Float64Array =>
    Float64Array.from(measured, ({ sorted }) => of(sorted))
  return table({
    column: measured.map(({ name }) => name),
    records: per(({ length }) => length),
    mean: per((sorted) => sorted.reduce((sum, delta) => sum + delta, 0) / sorted.length),
    'mean at random': per(({ length }) => (length * length - 1) / (3 * length)),
    max: per((sorted) => sorted[sorted.length - 1]),
    ...Object.fromEntries(QUANTILES.map((p) => [`${100 * p} %`, per((sorted) => quantileOfSorted(sorted, p))])),
  })
}
