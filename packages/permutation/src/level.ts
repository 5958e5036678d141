/**
 * Permutation level: the change in rank by masking.
 *
 * Δ_ij = |rank(x_ij) − rank(z_ij)|, z being the reverse-mapped masked column, which has its ranks. The value is the
 * mean of 100·Δ_ij/(n_j − 1) over all values, n_j the complete pairs of column j.
 * Source: Domingo-Ferrer & Muralidhar 2016 (permutation paradigm); Muralidhar, Sarathy & Domingo-Ferrer 2014, table 5.
 */
import {
  categorical,
  dataset,
  defineMetric,
  numeric,
  type Column,
  type Dataset,
  type Measurement,
  type MeasureFacts,
  type Plan,
} from '@sdc/core'
import { quantileOfPlaces, quantilePlaces } from '@sdc/stats/internal'
import { leftOut, notUsed, table, tooFewLinked, unmeasured } from '@sdc/toolkit'
import { readColumns, readTotals, together } from '@sdc/toolkit/internal'
import * as z from 'zod'
import { readChangePlaces } from './change-places.js'
import { changesOf, rankChangeBins, readChangeSums, readPairs, type ChangeSums } from './rank-changes.js'

const QUANTILES: readonly number[] = [0.05, 0.25, 0.5, 0.75, 0.95]

export const levelMetric = defineMetric({
  id: 'permutation/level',
  title: 'Permutation level',
  summary: 'Mean change in rank by masking, as a percentage of the largest possible change.',
  brief: [
    '0 % means that no rank changed, 100 % the largest possible change.',
    'It is a mean: single records may hardly move.',
  ],
  formula: 'mean over values of 100 · |rank(x_ij) − rank(y_ij)| / (n − 1)',
  source: [
    { key: 'domingo-ferrer-muralidhar-2016', where: 'the permutation level' },
    { key: 'muralidhar-sarathy-domingo-ferrer-2014', where: 'table 5' },
  ],
  notes: [
    {
      topic: 'ties',
      text:
        'Equal masked values are ranked at random. Equal original values are ranked in the order of their masked ' +
        'values, because exchanging equals changes nothing.',
    },
    {
      topic: 'interpretation',
      text: 'A uniformly random permutation has 100(n + 1)/(3n): a third of the largest change.',
    },
    {
      topic: 'missing',
      text:
        'Each column uses its own complete pairs. Masked records without a known origin and columns that are ' +
        'constant in the original are left out. A file without a link to the original has no permutation.',
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
  plan: read,
})

function* read({ columns: names, rng, rows }: MeasureFacts<unknown>): Plan<Measurement> {
  const tooFew = tooFewLinked(rows.pairs, rows.masked)
  if (tooFew !== undefined) return unmeasured(tooFew)
  const [totals, pairs] = yield* together(readTotals('original', readColumns('original', names)), readPairs(names))
  const isConstant = (j: number): boolean => totals[j].count > 0 && !totals[j].varies
  const varying = [...names.keys()].filter((j) => !isConstant(j))
  const ranked = varying.filter((j) => pairs[j] >= 2)
  const changed = ranked.map((j) => changesOf(names[j], j, rng.child(names[j]).child('ties')))
  const counts = ranked.map((j) => pairs[j])
  const sums = changed.length > 0 ? yield* readChangeSums(changed, counts) : []
  const places = changed.length > 0 ? yield* readChangePlaces(changed, counts, placesOfChanges) : []
  const measured = ranked.map((j, k): ColumnChanges => ({
    name: names[j],
    count: pairs[j],
    at: places[k],
    ...sums[k],
  }))
  const columns = new Map(names.map((name): [string, number | null] => [name, null]))
  for (const { name, percent, count } of measured) columns.set(name, percent / count)
  const used = counts.reduce((sum, count) => sum + count, 0)
  const left = leftOut({
    [notUsed.withoutOrigin]: rows.masked - rows.pairs,
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

/** Returns the names of the bins: `0`, `1`, `6–10`, `21+`. */
export function rankChangeLabels(bins: readonly number[] = rankChangeBins): string[] {
  const labels = bins.map((upper, k) => {
    const lower = k === 0 ? 0 : bins[k - 1] + 1
    return lower === upper ? `${upper}` : `${lower}–${upper}`
  })
  return [...labels, `${(bins.at(-1) ?? -1) + 1}+`]
}

/** Returns the places that the summary of so many changes needs. */
const placesOfChanges = (count: number): readonly number[] => [
  count - 1,
  ...QUANTILES.flatMap((share) => [...quantilePlaces(count, share)]),
]

interface ColumnChanges extends ChangeSums {
  readonly name: string
  readonly count: number
  /** Returns the change at a place of their order. */
  at(place: number): number
}

/**
 * Makes a table with a row for each column of the file and a column for each bin, so that names of the file cannot
 * clash with those of bins.
 */
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
