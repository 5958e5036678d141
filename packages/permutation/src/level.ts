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
  type Rng,
  type Totals,
} from '@sdc/core'
import { linkedRanks, quantileOfPlaces, quantilePlaces } from '@sdc/stats'
import {
  addedNumbers,
  knownPairs,
  leftOut,
  measuredInParts,
  measureInMemory,
  notUsed,
  PLACE_READINGS,
  readColumns,
  readPlaces,
  readTotals,
  table,
  together,
  unmeasured,
  type ReadBlock,
  type ReadColumn,
  type ReadFiles,
  type Reading,
  type ReadingKind,
  type ReadOrder,
  type Reads,
} from '@sdc/toolkit'
import * as z from 'zod'

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
  measure: (input) => measureInMemory(input, read, knownPairs(input.origin)),
  streamed: () => measuredInParts({ readings: ['sums', 'ranks', ...CHANGE_READINGS], read }),
})

/** Places of changes are asked for as other places are, but of ranks. */
const CHANGE_READINGS: readonly ReadingKind[] = PLACE_READINGS.map(() => 'ranked tables')

function* read({ columns: names, rng, rows, unlinked, tooFew }: ReadFiles<unknown>): Reads<Measurement> {
  if (tooFew !== undefined) return unmeasured(tooFew)
  const [totals, pairs] = yield* together(readTotals('original', readColumns('original', names)), readPairs(names))
  const isConstant = (j: number): boolean => totals[j].count > 0 && !totals[j].varies
  const varying = [...names.keys()].filter((j) => !isConstant(j))
  const ranked = varying.filter((j) => pairs[j] >= 2)
  const changed = ranked.map((j) => changesOf(names[j], j, rng.child(names[j]).child('ties')))
  const counts = ranked.map((j) => pairs[j])
  const sums = changed.length > 0 ? yield* readSums(changed, counts) : []
  const places = changed.length > 0 ? yield* readPlaces('pairs', changed, placesOfChanges) : undefined
  const measured = ranked.map((j, k): ColumnChanges => ({
    name: names[j],
    count: pairs[j],
    at: places?.columns[k].at ?? (() => Number.NaN),
    ...sums[k],
  }))
  const columns = new Map(names.map((name): [string, number | null] => [name, null]))
  for (const { name, percent, count } of measured) columns.set(name, percent / count)
  const used = counts.reduce((sum, count) => sum + count, 0)
  const left = leftOut({
    [notUsed.withoutOrigin]: unlinked,
    [notUsed.missingCells]: varying.reduce((sum, j) => sum + rows.pairs - pairs[j], 0),
    'columns without a rank order': names.length - measured.length,
  })
  if (used === 0) {
    const reason = 'no column varies in the original and has 2 complete pairs'
    return { ...unmeasured(reason, 0, new Map([['left-out', left]])), columns }
  }
  const tables = new Map([
    ['rank-change', changeTable(measured)],
    ['summary', summaryTable(measured)],
    ['left-out', left],
  ])
  return { value: measured.reduce((sum, { percent }) => sum + percent, 0) / used, used, columns, tables }
}

/** How many complete pairs each column has. */
function* readPairs(names: readonly string[]): Reads<Totals> {
  const of = (block: ReadBlock): Totals =>
    Float64Array.from(names, (name) => {
      const [x, y] = pairOf(block, name)
      let count = 0
      for (let i = 0; i < x.length; i++) if (x[i] === x[i] && y[i] === y[i]) count++
      return count
    })
  const [pairs] = yield [{ reads: 'pairs', of, merge: addedNumbers }]
  return pairs
}

const pairOf = ({ original, masked }: ReadBlock, name: string): readonly [Float64Array, Float64Array] => [
  numericValues(original, name),
  numericValues(masked, name),
]

/** The rank changes of column j, of its complete pairs: the same as `rankChanges`. */
function changesOf(name: string, j: number, random: Rng): ReadColumn & Required<Pick<ReadColumn, 'orders'>> {
  const columns = { original: [name], masked: [name] }
  const valuesOf = (own: 0 | 1) => (block: ReadBlock) => {
    const both = pairOf(block, name)
    const other = both[1 - own]
    return both[own].map((value, i) => (other[i] === other[i] ? value : Number.NaN))
  }
  const byY: ReadOrder = {
    reads: 'pairs',
    name: `masked-${j + 1}`,
    columns,
    of: valuesOf(1),
    ties: { random },
    isKept: true,
  }
  const byX: ReadOrder = { ...byY, name: `original-${j + 1}`, of: valuesOf(0), ties: { ranks: byY } }
  const read = ({ ranks: [x, y] = [] }: ReadBlock): Float64Array => x.map((rank, i) => Math.abs(rank - y[i]))
  return Object.assign(read, { orders: [byX, byY] })
}

/** The places that the summary of so many changes has. */
const placesOfChanges = (count: number): readonly number[] => [
  count - 1,
  ...QUANTILES.flatMap((share) => [...quantilePlaces(count, share)]),
]

/** Sums of the changes of a column. */
interface ChangeSums {
  /** Of 100·Δ/(n − 1). */
  readonly percent: number
  /** Of Δ. */
  readonly ranks: number
  /** How many changes there are, by bin. */
  readonly bins: Float64Array
}

const SUMS = 3 + rankChangeBins.length

function* readSums(
  changed: readonly ReturnType<typeof changesOf>[],
  counts: readonly number[],
): Reads<readonly ChangeSums[]> {
  const reading: Reading = {
    reads: 'pairs',
    saysRecords: true,
    orders: changed.flatMap(({ orders }) => orders),
    of: ({ ranks = [], records, ...block }) =>
      Float64Array.from(
        changed.flatMap((changes, k) => {
          const own = changes({ ...block, ranks: ranks.slice(2 * k, 2 * k + 2) })
          return [...sumsOfBlock(own, 100 / (counts[k] - 1), records)]
        }),
      ),
    merge: addedNumbers,
  }
  const [sums] = yield [reading]
  return counts.map((_, k) => {
    const [percent, ranks, ...bins] = sums.subarray(k * SUMS, (k + 1) * SUMS)
    return { percent, ranks, bins: Float64Array.from(bins) }
  })
}

function sumsOfBlock(changes: Float64Array, percent: number, records: Float64Array | undefined): Float64Array {
  let [sum, ranks] = [0, 0]
  for (let r = 0; r < changes.length; r++) {
    const change = changes[r]
    if (change !== change) continue
    const own = change * percent
    if (records && !(records[r] >= own)) records[r] = own
    sum += own
    ranks += change
  }
  return Float64Array.of(sum, ranks, ...rankChangeTable(changes))
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

interface ColumnChanges extends ChangeSums {
  readonly name: string
  readonly count: number
  /** The change at a place of their order. */
  at(place: number): number
}

/** One row a column of the file, one column a bin: names in the file cannot clash with those of the bins. */
function changeTable(measured: readonly ColumnChanges[]): Dataset {
  const bins = rankChangeLabels().map((label, bin): [string, Column] => [
    label,
    numeric(measured.map((one) => one.bins[bin])),
  ])
  return dataset([['column', categorical(measured.map(({ name }) => name))], ...bins])
}

function summaryTable(measured: readonly ColumnChanges[]): Dataset {
  const per = (of: (one: ColumnChanges) => number): Float64Array => Float64Array.from(measured, of)
  return table({
    column: measured.map(({ name }) => name),
    records: per(({ count }) => count),
    mean: per(({ ranks, count }) => ranks / count),
    'mean at random': per(({ count }) => (count * count - 1) / (3 * count)),
    max: per(({ at, count }) => at(count - 1)),
    ...Object.fromEntries(
      QUANTILES.map((p) => [`${100 * p} %`, per(({ at, count }) => quantileOfPlaces(count, at, p))]),
    ),
  })
}
