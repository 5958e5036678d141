import {
  dataset,
  defineTableMethod,
  numeric,
  option,
  SdcError,
  type Dataset,
  type Table,
  type TableMethod,
} from '@sdc/core'
import * as z from 'zod'
import { cellName } from '../table/cell-name.js'
import { readerIntervals, type Bounds } from '../round/reader-intervals.js'
import { countsOnly } from '../table/counts-only.js'
import { ownTable, type PtableLine } from './own-table.js'
import { changeOf, perturbationTable, type PerturbationRow } from './perturbation-table.js'
import { possibleCounts, tableFigures, type TableFigures } from './table-figures.js'

/** A mean or difference of variances up to this size comes from rounded probabilities. */
const NO_BIAS = 1e-6

export interface CellKeyParams {
  readonly D: number
  readonly V: number
  readonly js: number
  readonly ptable: readonly PtableLine[]
}

/**
 * Cell-key method: changes every count by the entry of the perturbation table for the count and its cell key. The cell key is the
 * fractional part of the sum of the record keys, so that the same records get the same count in every table.
 */
export const cellKeyMethod: TableMethod<CellKeyParams> = defineTableMethod({
  id: 'tabular/cell-key',
  title: 'Cell keys',
  summary:
    'Changes every count by a small amount that depends on the records of the cell. The same cell gets the same count in every table.',
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
      text: 'Every count within D, and on average (a custom p-table with a bias causes a warning). A cell of the same records has the same count in every table, so repeated queries do not average the changes out. Counts of 0 stay 0, unless a custom p-table changes them.',
    },
    {
      topic: 'loses',
      text: 'Additivity: each total is changed independently of its parts, with the same variance as any other cell, so that large totals stay accurate. Totals summed from perturbed cells would have an error that grows with the number of cells.',
    },
    {
      topic: 'attacks',
      text: 'An intruder with the record keys, or with the release key and the identifiers, can undo all changes; no public file contains them. Differences between a total and the sum of its cells bound the changes; if all inner cells change by D in the same direction, the true table is known. The result gives the interval that a reader can compute for each cell and counts the cells computed exactly. It does so for up to 10,000 cells in two dimensions, or 1,000 in more. The reader is assumed to have the p-table. A larger D and V, and fewer tables with few categories, lead to fewer such cells.',
    },
    {
      topic: 'attacks',
      text: 'Two cells that differ by one record (with and without a small area, say) have unrelated keys. Their difference has twice the variance of one cell, which hides the record. Only a difference of 2D + 1 discloses it, and the changes ±D are the rarest.',
    },
    {
      topic: 'limits',
      text: 'Only counts. The method refuses weighted counts and sums of values; sums need noise that grows with the largest contribution.',
    },
    {
      topic: 'parameters',
      text: 'A larger js (counts from 1 to js are never shown) needs a larger V, and D above js. An error names the possible V if V is not possible. D, V, js and the p-table may be published. A custom p-table (ptable) has lines count, v, p for every count from 0; its last count applies to all higher counts. The method computes its D, js and V by count.',
    },
    {
      topic: 'choices',
      text: 'Changes are in ascending order, those of a custom p-table in the order of its lines: a key near 0 lowers a count. All counts from D (D + js + 1 if js > 0) have the same distribution. Var v = V is an equality; the probabilities need no order. The method ignores given statuses (primary, fixed, must) and changes all cells.',
    },
  ],
  step: 'protection',
  protectsBy: 'perturbation',
  additive: false,
  short: { name: 'cell-key', params: ['D', 'V', 'js'] },
  params: z.object({
    D: z.int().min(1).max(50).default(5).meta({ description: 'Largest change of a count.', unit: 'contributors' }),
    V: z
      .number()
      .min(0.01)
      .max(2500)
      .default(3)
      .meta({ description: 'Variance of the change of every count above 0.', unit: 'contributors squared' }),
    js: z
      .int()
      .min(0)
      .max(20)
      .default(2)
      .meta({ description: 'Largest count that is never shown; 1 to js are not shown.', unit: 'contributors' }),
    ptable: z
      .array(z.strictObject({ count: z.number(), v: z.number(), p: z.number() }))
      .default([])
      .meta({ description: 'Custom p-table, a line for each count and change v; it replaces D, V and js.' }),
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
        'the table no longer adds up: each total is changed independently',
        ...biasWarnings(figures),
        ...emptyWarnings(table, values),
        ...found.warnings('take a larger D, or suppress them'),
      ],
    }
  },
})

/** Bounds of counts for a reader who knows the perturbation table and the shown count. */
function shownAlone(rows: readonly PerturbationRow[], most: number, values: Float64Array): Bounds {
  const known = new Map<number, ReturnType<typeof possibleCounts>>()
  const of = (shown: number): ReturnType<typeof possibleCounts> => {
    const bounds = known.get(shown) ?? possibleCounts(rows, shown, most)
    known.set(shown, bounds)
    return bounds
  }
  return { low: values.map((shown) => of(shown).low), high: values.map((shown) => of(shown).high) }
}

/** A row for each count whose variance differs from that of the count before. */
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
  return [`the p-table is biased; on average it changes a count of ${named.join(', of ')}${more}`]
}

function emptyWarnings({ values: counts }: Table, values: Float64Array): string[] {
  const positive = values.filter((value, c) => counts[c] === 0 && value > 0).length
  if (positive === 0) return []
  return [
    `${positive} empty ${positive === 1 ? 'cell becomes' : 'cells become'} positive, because the p-table changes counts of 0; this includes cells that cannot have records. All cells without records have the same key, 0`,
  ]
}

function keysOf(table: Table, rows: readonly PerturbationRow[]): Float64Array {
  const { keys, values: counts } = table
  if (!keys) {
    const fix = `Build the table from microdata with ${option('id')} and ${option('keyFile')}, or name the column of cell keys (${option('cellKey')}).`
    throw new SdcError('BAD_TABLE', 'the table has no cell keys', {}, fix)
  }
  const needed = rows[0].changes.some((v) => v !== 0) ? 0 : 1
  const wrong = keys.findIndex((key, c) => counts[c] >= needed && !(key >= 0 && key < 1))
  if (wrong < 0) return keys
  const message = `the cell key of ${cellName(table, wrong)} is ${keys[wrong]}, not a number from 0 to below 1`
  throw new SdcError('BAD_TABLE', message, {}, 'A cell key is the fractional part of the sum of record keys.')
}

/**
 * The perturbation table in the format of a user's own: a row for each count and change; the last count also covers all
 * above.
 */
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
