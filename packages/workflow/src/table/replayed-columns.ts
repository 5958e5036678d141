import { SdcError } from '@sdc/core'
import * as z from 'zod'
import type { TableColumns, TableOptions } from './table-columns.js'

/**
 * What the columns of a table are as JSON, so that it can be read again in the same way.
 *
 * @param columns - As they were resolved.
 * @returns Plain values.
 */
export function columnsJson({ hierarchies, ...columns }: TableColumns): Record<string, unknown> {
  const named = [...(hierarchies ?? [])].map(([name, parents]) => [name, [...parents]] as const)
  return { ...columns, ...(named.length > 0 && { hierarchies: named }) }
}

const name = z.string().optional()

const form = z.strictObject({
  by: z.array(z.string()),
  value: z.string(),
  count: name,
  largest: z.array(z.string()).optional(),
  magnitude: name,
  weight: name,
  status: name,
  cost: name,
  low: name,
  high: name,
  key: name,
  alone: name,
  total: z.string(),
  hierarchies: z.array(z.tuple([z.string(), z.array(z.tuple([z.string(), z.string().nullable()]))])).optional(),
  distinct: z.boolean().optional(),
  uncounted: z.boolean().optional(),
  header: z.boolean().optional(),
  form: z.strictObject({ across: name, sheet: name, locale: name }).optional(),
})

/**
 * The columns of the tables of a private file.
 *
 * @param tables - What `columnsJson` wrote, one a table.
 * @returns What to read each with.
 * @throws BAD_PLAN
 */
export function columnsFromJson(tables: readonly unknown[]): TableOptions[] {
  return tables.map((json) => {
    const parsed = form.safeParse(json)
    if (!parsed.success) {
      const advice = 'It was changed: only the file that sdc table protect --private wrote can replay its run.'
      throw new SdcError('BAD_PLAN', 'the private file does not say what the columns are', {}, advice)
    }
    const { hierarchies, ...columns } = parsed.data
    return {
      ...columns,
      ...(hierarchies && { hierarchies: new Map(hierarchies.map(([of, pairs]) => [of, new Map(pairs)])) }),
    }
  })
}
