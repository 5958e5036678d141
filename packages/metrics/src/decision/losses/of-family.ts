import { takeRows, type Dataset, type MeasureFacts, type Measurement, type Ref } from '@sdc/core'
import { unmeasured } from '@sdc/toolkit'
import * as z from 'zod'
import type { Family } from '../structure/family-losses.js'
import { lossesOf } from '../structure/purposes.js'

/** Place of a family of statistics in the tables of `loss/structure`. */
export interface FamilyPlace {
  readonly family: Family
  /** Reason for a missing value of the family. */
  readonly without: string
  readonly needsOrigin?: boolean
  /** Table with the columns or pairs of the family; and its rows there, by default all. */
  readonly table: string
  readonly rows?: { readonly column: string; readonly is: string }
}

/** Fields of a metric that reads one family from `loss/structure`: its loss, and its rows of a table. */
export interface OfFamily {
  readonly needsOrigin: boolean
  readonly cost: { readonly time: string }
  readonly params: z.ZodObject<Record<never, never>>
  parts(): Readonly<Record<string, Ref>>
  plan(facts: Pick<MeasureFacts<unknown>, 'rows' | 'parts'>): Measurement
}

/**
 * Returns the common fields of all metrics of single families.
 *
 * @param place - Place of the family in the tables of `loss/structure`.
 * @returns Fields for `defineMetric`.
 */
export function ofFamily({ family, without, needsOrigin = false, table, rows }: FamilyPlace): OfFamily {
  return {
    needsOrigin,
    cost: { time: 'as loss/structure' },
    params: z.object({}),
    parts: () => ({ all: { use: 'loss/structure', params: { models: family === 'models' } } }),
    plan({ rows: { masked: used }, parts }) {
      const all = parts.get('all')
      const value = lossesOf(all).get(family) ?? null
      const data = all?.tables?.get(table)
      const tables = data && new Map([[table, rows ? rowsWhere(data, rows) : data]])
      const said = all?.warnings ? { warnings: all.warnings } : {}
      if (value === null) {
        const reason = needsOrigin && all?.reason !== undefined ? all.reason : without
        return { ...unmeasured(reason, 0, tables), ...said }
      }
      return { value: Math.min(100, value), used, ...(tables && { tables }), ...said }
    },
  }
}

/** Returns the rows of a table with a given text in a column. */
function rowsWhere(data: Dataset, { column, is }: { readonly column: string; readonly is: string }): Dataset {
  const texts = data.column(column)
  if (texts.kind !== 'categorical') return data
  const code = texts.levels.indexOf(is)
  return takeRows(
    data,
    Int32Array.from(texts.codes.keys()).filter((row) => texts.codes[row] === code),
  )
}
