import { dataset, defineTableMethod, numeric, SdcError, type Dataset, type Table, type TableMethod } from '@sdc/core'
import * as z from 'zod'
import { cellName } from '../table/cell-name.js'
import { readerIntervals, type Bounds } from '../round/reader-intervals.js'
import { countsOnly } from '../table/counts-only.js'
import { ownTable, type PtableLine } from './own-table.js'
import { changeOf, perturbationTable, type PerturbationRow } from './perturbation-table.js'
import { possibleCounts, tableFigures, type TableFigures } from './table-figures.js'

/** A mean, or a difference of variances, of this size or less is that of probabilities with few digits. */
const NO_BIAS = 1e-6

export interface CellKeyParams {
  readonly D: number
  readonly V: number
  readonly js: number
  readonly ptable: readonly PtableLine[]
}

/**
 * Every count is changed by what the perturbation table has for it and for its cell key, the sum of the keys of its records
 * without the whole part: nothing is drawn, and the same records have the same count in every table they are a cell of.
 */
export const cellKeyMethod: TableMethod<CellKeyParams> = defineTableMethod({
  id: 'tabular/cell-key',
  title: 'Cell keys',
  summary:
    'Changes every count by a small amount that depends on the records in the cell, so that the same cell has the same count in every table.',
  formula:
    'key = frac(Σ uᵢ), uᵢ = HMAC-SHA-256(release key, identifier) / 2²⁵⁶; count + v, v = the quantile of ptable[count] at key; ptable[c] has the greatest entropy on −D … D with E v = 0, Var v = V, c + v ≥ 0, c + v ∉ {1, …, js}',
  source: [
    { key: 'fraser-wooton-2005', where: 'the confidentialised tables of a remote server' },
    { key: 'thompson-broadfoot-elazar-2013', where: 'record keys, cell keys and the perturbation table' },
    { key: 'giessing-2016', where: 'perturbation tables of greatest entropy' },
  ],
  notes: [
    {
      topic: 'keeps',
      text: 'Every count on average (an own p-table with a bias is warned of), within D. A cell of the same records has the same count in every table, whatever else the table is cut by: asking again, or for another table, averages nothing away. Counts of 0 stay 0, unless an own p-table says otherwise.',
    },
    {
      topic: 'loses',
      text: 'Tables do not add up: totals are changed on their own, with the same variance as any other cell, so that large totals stay good. To add them up again from perturbed cells would make their error grow with the number of cells.',
    },
    {
      topic: 'attacks',
      text: 'Who knows the record keys, or the release key and the identifiers, computes every cell key and undoes the changes: they go to no public file. What a total differs by from the sum of its cells bounds the changes: where all inner cells are changed by D the same way, the true table is known. What a reader who has the p-table computes of every cell from these sums is given, and cells that are computed exactly are counted, up to 10,000 cells in two dimensions and 1,000 in more. The greater D and V, and the fewer tables with few categories, the fewer.',
    },
    {
      topic: 'attacks',
      text: 'Two cells that differ by one record, as with and without a small area, have keys that tell nothing of each other: their difference has twice the variance of one cell, which hides whether the record is there. Only a difference of 2D + 1 gives it away, and the ends ±D are the rarest changes.',
    },
    {
      topic: 'limits',
      text: 'Only counts. Sums of values need noise that grows with the largest contribution, and are refused. Weighted counts are, too.',
    },
    {
      topic: 'parameters',
      text: 'A greater js (counts from 1 to js are never shown) needs a greater V, and D above js. Which V are possible is said where one is not. D, V and js may be published, the p-table too. An own p-table (ptable; --ptable FILE) has lines count, v, p, of every count from 0 on; its last count stands for all above. Its D, js and V by count are computed.',
    },
    {
      topic: 'choices',
      text: 'Changes are taken in ascending order, those of an own p-table in the order of its lines: a key near 0 lowers a count. All counts from D on (D + js + 1, where js is above 0) have one law. Var v = V is an equality; no order of the probabilities is asked for. What the table says of its cells (primary, fixed, must) is not looked at: all are changed.',
    },
  ],
  step: 'protection',
  protectsBy: 'perturbation',
  additive: false,
  short: { name: 'cell-key', params: ['D', 'V', 'js'] },
  params: z.object({
    D: z.int().min(1).max(50).default(5).meta({ description: 'The greatest change of a count.', unit: 'contributors' }),
    V: z
      .number()
      .min(0.01)
      .max(2500)
      .default(3)
      .meta({ description: 'The variance of the change of every count above 0.', unit: 'contributors squared' }),
    js: z
      .int()
      .min(0)
      .max(20)
      .default(2)
      .meta({ description: 'Counts from 1 to this are never shown.', unit: 'contributors' }),
    ptable: z
      .array(z.strictObject({ count: z.number(), v: z.number(), p: z.number() }))
      .default([])
      .meta({ description: 'An own p-table, a line for each count and change v; it says D, V and js itself.' }),
  }),
  async protect({ table, params: { D, V, js, ptable }, sensitive, tick }) {
    const rows = ptable.length > 0 ? ownTable(ptable) : perturbationTable({ most: D, variance: V, smallest: js })
    countsOnly(table, 'cell keys change')
    const keys = keysOf(table, rows)
    const figures = tableFigures(rows)
    tick(0)
    const values = table.values.map((count, c) => count + changeOf(rows, count, keys[c]))
    const found = await readerIntervals(table, shownAlone(rows, figures.most, values), sensitive, tick)
    tick(1)
    return {
      status: new Uint8Array(values.length),
      values,
      intervals: found.intervals,
      report: new Map<string, Dataset | number>([
        ['changed', values.filter((value, c) => value !== table.values[c]).length],
        ...found.report,
        ['D', figures.most],
        ['js', figures.smallest],
        ['variances', variancesOf(figures)],
        ['perturbation table', printed(rows)],
      ]),
      warnings: [
        'the table does not add up any more: its totals are changed on their own',
        ...biasWarnings(figures),
        ...emptyWarnings(table, values),
        ...found.warnings('take a greater D, or suppress them'),
      ],
    }
  },
})

/** What a reader who has the perturbation table knows of a count from what is shown of it. */
function shownAlone(rows: readonly PerturbationRow[], most: number, values: Float64Array): Bounds {
  const known = new Map<number, ReturnType<typeof possibleCounts>>()
  const of = (shown: number): ReturnType<typeof possibleCounts> => {
    const bounds = known.get(shown) ?? possibleCounts(rows, shown, most)
    known.set(shown, bounds)
    return bounds
  }
  return { low: values.map((shown) => of(shown).low), high: values.map((shown) => of(shown).high) }
}

/** A line for each count whose variance is another than that of the count before. */
function variancesOf({ variances }: TableFigures): Dataset {
  const from = Array.from(variances.keys()).filter((c) =>
    c === 0 ? variances.length === 1 || variances[0] > NO_BIAS : !(Math.abs(variances[c] - variances[c - 1]) < NO_BIAS),
  )
  return dataset([
    ['count', numeric(Float64Array.from(from))],
    ['variance', numeric(Float64Array.from(from, (c) => variances[c]))],
  ])
}

function biasWarnings({ means }: TableFigures): string[] {
  const biased = [...means.keys()].filter((count) => Math.abs(means[count]) > NO_BIAS)
  if (biased.length === 0) return []
  const named = biased.slice(0, 5).map((count) => `${count} by ${Number(means[count].toPrecision(6))}`)
  const more = biased.length > 5 ? `, and ${biased.length - 5} more` : ''
  return [`the p-table is biased: it changes a count of ${named.join(', of ')} on average${more}`]
}

function emptyWarnings({ values: counts }: Table, values: Float64Array): string[] {
  const positive = values.filter((value, c) => counts[c] === 0 && value > 0).length
  if (positive === 0) return []
  return [
    `${positive} empty ${positive === 1 ? 'cell becomes' : 'cells become'} positive: the p-table changes a count of 0, cells that cannot have records among them; and all cells without records have the same key, 0`,
  ]
}

function keysOf(table: Table, rows: readonly PerturbationRow[]): Float64Array {
  const { keys, values: counts } = table
  if (!keys) {
    const fix =
      'Build it from microdata with them: sdc table build DATA --id COLUMN --key-file FILE, or name the column that has them (--cell-key).'
    throw new SdcError('BAD_TABLE', 'the table has no cell keys', {}, fix)
  }
  const needed = rows[0].changes.some((v) => v !== 0) ? 0 : 1
  const wrong = keys.findIndex((key, c) => counts[c] >= needed && !(key >= 0 && key < 1))
  if (wrong < 0) return keys
  const message = `the cell key of ${cellName(table, wrong)} is ${keys[wrong]}, not a number from 0 to below 1`
  throw new SdcError('BAD_TABLE', message, {}, 'Cell keys are sums of record keys without the whole part.')
}

/** The perturbation table as an own one is written: a line for each count and change; the last count is for all above, too. */
function printed(rows: readonly PerturbationRow[]): Dataset {
  const lines = rows.flatMap(({ changes, probabilities }, count) =>
    Array.from(changes, (v, i): PtableLine => ({ count, v, p: probabilities[i] })),
  )
  const column = (of: (line: PtableLine) => number): ReturnType<typeof numeric> => numeric(Float64Array.from(lines, of))
  return dataset([
    ['count', column(({ count }) => count)],
    ['v', column(({ v }) => v)],
    ['p', column(({ p }) => p)],
  ])
}
