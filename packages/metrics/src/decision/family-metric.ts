import { defineMetric, takeRows, type Dataset, type Measurement, type Metric, type Note } from '@sdc/core'
import { unmeasured } from '@sdc/toolkit'
import * as z from 'zod'
import type { Family } from './family-losses.js'
import { lossesOf } from './purposes.js'
import { lossOfRoles } from './statistics.js'

/** What is said of one family of statistics. */
export interface FamilyCard {
  readonly family: Family
  readonly title: string
  readonly summary: string
  readonly formula: string
  readonly source?: Metric['source']
  readonly notes?: readonly Note[]
  /** Why a file may have no value. */
  readonly without: string
  readonly needsOrigin?: boolean
  /** The table of `loss/statistics` that has its columns or pairs, and which rows of it. */
  readonly table: string
  readonly rows?: { readonly column: string; readonly is: string }
}

/**
 * A metric of one family of the statistics that `loss/statistics` measures.
 *
 * @param card - What it is of.
 * @returns A metric whose table is that of the family.
 */
export function familyMetric(card: FamilyCard): Metric<Record<string, never>> {
  const { family, title, summary, formula, without, needsOrigin = false } = card
  return defineMetric({
    ...lossOfRoles,
    id: `loss/${family}`,
    title,
    summary,
    formula,
    source: card.source ?? [{ where: 'This project' }],
    notes: [
      ...(card.notes ?? []),
      { topic: 'reading', text: 'It is measured together with the other families, by loss/statistics.' },
    ],
    needsOrigin,
    cost: { time: 'that of loss/statistics' },
    params: z.object({}),
    parts: () => ({ all: { use: 'loss/statistics', params: { models: family === 'models' } } }),
    measure({ masked, parts }): Measurement {
      const all = parts.get('all')
      const value = lossesOf(all).get(family) ?? null
      const rows = all?.tables?.get(card.table)
      const tables = rows && new Map([[card.table, card.rows ? rowsWhere(rows, card.rows) : rows]])
      const said = all?.warnings ? { warnings: all.warnings } : {}
      if (value === null) {
        const reason = needsOrigin && all?.reason !== undefined ? all.reason : without
        return { ...unmeasured(reason, 0, tables), ...said }
      }
      return { value: Math.min(100, value), used: masked.rows, ...(tables && { tables }), ...said }
    },
  })
}

/** The rows of a table in which a column has a text. */
function rowsWhere(data: Dataset, { column, is }: { readonly column: string; readonly is: string }): Dataset {
  const texts = data.column(column)
  if (texts.kind !== 'categorical') return data
  const code = texts.levels.indexOf(is)
  return takeRows(
    data,
    Int32Array.from(texts.codes.keys()).filter((row) => texts.codes[row] === code),
  )
}
