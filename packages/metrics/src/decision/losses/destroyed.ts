/**
 * Number of columns whose distribution is destroyed.
 *
 * A column of numbers counts with KS > .3, |Δ mean| > .5 sd, an sd below half or above twice the original one, or point
 * masses whose shares change by more than .3 in all. A column of categories counts with TVD > .3.
 * Source: this project.
 */
import { defineMetric, type Dataset, type MeasureFacts, type Measurement } from '@sdc/core'
import { table, unmeasured } from '@sdc/toolkit'
import * as z from 'zod'
import { lossOfRoles } from '../structure/structure.js'

/** Columns of the table margins of `loss/structure`, each with the value above which a column is destroyed, and its wording. */
const limits = [
  ['Kolmogorov distance', 0.3, 'Kolmogorov distance above 0.3'],
  ['mean shift in sd', 0.5, 'mean off by more than half a standard deviation'],
  ['log sd ratio', Math.LN2, 'standard deviation below half or above twice the original one'],
  ['point masses', 0.3, 'shares of frequent values off by more than 30 %'],
  ['total variation', 0.3, 'total variation distance above 0.3'],
] as const

export const destroyedMetric = defineMetric({
  ...lossOfRoles,
  id: 'loss/destroyed',
  title: 'Destroyed columns',
  summary: 'Number of quasi-identifiers and confidential columns whose distribution is destroyed.',
  brief: [
    '0 means that no column has lost its distribution.',
    'It counts columns that are useless, not those that are somewhat changed.',
  ],
  formula: '#{columns: KS > .3, |Δ mean| > .5 sd, sd ratio beyond ½ to 2, point masses off by > .3, or TVD > .3}',
  source: [{ where: 'This project' }],
  notes: [
    {
      topic: 'interpretation',
      text: 'The table destroyed has the columns and the reasons. Quasi-identifiers are measured as an analyst sees them.',
    },
  ],
  unit: 'columns',
  range: [0, Number.POSITIVE_INFINITY],
  needsOrigin: false,
  cost: { time: 'as loss/structure without models' },
  params: z.object({}),
  parts: () => ({ all: { use: 'loss/structure', params: { models: false } } }),
  plan: measure,
})

function measure({ rows, parts }: MeasureFacts<unknown>): Measurement {
  const all = parts.get('all')
  const margins = all?.tables?.get('margins')
  if (!margins || margins.rows === 0 || rows.masked === 0)
    return unmeasured('no column has a distribution in both files')
  const found = destroyedColumns(margins)
  const columns = new Map(found.map(({ column, why }) => [column, why.length > 0 ? 1 : 0]))
  const gone = found.filter(({ why }) => why.length > 0)
  return {
    value: gone.length,
    used: rows.masked,
    columns,
    tables: new Map([
      ['destroyed', table({ column: gone.map(({ column }) => column), why: gone.map(({ why }) => why.join('; ')) })],
    ]),
    ...(all?.warnings && { warnings: all.warnings }),
  }
}

/**
 * Columns of a table of margins, with the changes that destroy them.
 *
 * @param margins - The table margins of `loss/structure`.
 * @returns Reasons by column; none if the column is not destroyed.
 */
export function destroyedColumns(margins: Dataset): { readonly column: string; readonly why: readonly string[] }[] {
  const names = margins.column('column')
  if (names.kind !== 'categorical') return []
  return Array.from(names.codes, (code, row) => ({
    column: names.levels[code],
    why: limits.flatMap(([name, limit, text]) => {
      const values = margins.column(name)
      return values.kind === 'numeric' && values.values[row] > limit ? [text] : []
    }),
  }))
}
