import { takeRows, type Dataset, type MeasureInput, type Measurement, type Ref } from '@sdc/core'
import { unmeasured } from '@sdc/toolkit'
import * as z from 'zod'
import type { Family } from './family-losses.js'
import { lossesOf } from './purposes.js'

/** Where a family of statistics stands in the tables of `loss/statistics`. */
export interface FamilyPlace {
  readonly family: Family
  /** Why a file may have no value. */
  readonly without: string
  readonly needsOrigin?: boolean
  /** The table that has its columns or pairs, and which rows of it. */
  readonly table: string
  readonly rows?: { readonly column: string; readonly is: string }
}

/** How a metric of one family measures: the family's loss, and its rows of a table, of `loss/statistics`. */
export interface OfFamily {
  readonly needsOrigin: boolean
  readonly cost: { readonly time: string }
  readonly params: z.ZodObject<Record<never, never>>
  parts(): Readonly<Record<string, Ref>>
  measure(input: Pick<MeasureInput<unknown>, 'masked' | 'origin' | 'parts'>): Measurement
}

/**
 * What all metrics of single families have in common.
 *
 * @param place - Where the family stands.
 * @returns Fields for `defineMetric`.
 */
export function ofFamily({ family, without, needsOrigin = false, table, rows }: FamilyPlace): OfFamily {
  return {
    needsOrigin,
    cost: { time: 'that of loss/statistics' },
    params: z.object({}),
    parts: () => ({ all: { use: 'loss/statistics', params: { models: family === 'models' } } }),
    measure({ masked, parts }): Measurement {
      const all = parts.get('all')
      const value = lossesOf(all).get(family) ?? null
      const data = all?.tables?.get(table)
      const tables = data && new Map([[table, rows ? rowsWhere(data, rows) : data]])
      const said = all?.warnings ? { warnings: all.warnings } : {}
      if (value === null) {
        const reason = needsOrigin && all?.reason !== undefined ? all.reason : without
        return { ...unmeasured(reason, 0, tables), ...said }
      }
      return { value: Math.min(100, value), used: masked.rows, ...(tables && { tables }), ...said }
    },
  }
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
