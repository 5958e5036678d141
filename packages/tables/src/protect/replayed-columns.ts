import { SdcError } from '@sdc/core'
import * as z from 'zod'
import { textOf, type InputFile } from '@sdc/inspect'
import { statusNames } from '../read/status-codes.js'
import type { TableColumns, TableOptions } from '../read/table-columns.js'

/**
 * Returns the meanings of columns as JSON, so that the table can be read again in the same way.
 *
 * @param columns - The resolved meanings.
 * @returns Plain values.
 */
export function columnsJson(columns: TableColumns): Record<string, unknown> {
  const { hierarchies, totals, statusCodes, apriori, contributions, ...plain } = columns
  const named = [...(hierarchies ?? [])].map(([name, parents]) => [name, [...parents]] as const)
  const held = (file: InputFile): { name: string; content: string } => ({ name: file.name, content: textOf(file) })
  return {
    ...plain,
    ...(named.length > 0 && { hierarchies: named }),
    ...(totals && { totals: [...totals] }),
    ...(statusCodes && { statusCodes: [...statusCodes] }),
    ...(apriori && { apriori: held(apriori) }),
    ...(contributions && { contributions: held(contributions) }),
  }
}

const name = z.string().optional()
const file = z.strictObject({ name: z.string(), content: z.string() }).optional()

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
  totals: z.array(z.tuple([z.string(), z.string()])).optional(),
  noTotal: z.array(z.string()).optional(),
  computeTotals: z.boolean().optional(),
  tolerance: z.union([z.number(), z.literal('auto')]).optional(),
  statusCodes: z.array(z.tuple([z.string(), z.enum(statusNames)])).optional(),
  apriori: file,
  contributions: file,
  waivers: z.array(z.string()).optional(),
  hierarchies: z.array(z.tuple([z.string(), z.array(z.tuple([z.string(), z.string().nullable()]))])).optional(),
  distinct: z.boolean().optional(),
  others: z.boolean().optional(),
  uncounted: z.boolean().optional(),
  header: z.boolean().optional(),
  form: z.strictObject({ across: name, sheet: name, locale: name }).optional(),
})

/**
 * Returns the meanings of columns of the tables of a private file.
 *
 * @param tables - Output of `columnsJson`, one per table.
 * @returns Options to read each table.
 * @throws BAD_PLAN for another form
 */
export function columnsFromJson(tables: readonly unknown[]): TableOptions[] {
  return tables.map((json) => {
    const parsed = form.safeParse(json)
    if (!parsed.success) {
      const fix = 'It was changed: only the file that sdc table protect --private wrote can replay its run.'
      throw new SdcError('BAD_PLAN', 'the private file does not say what the columns are', {}, fix)
    }
    const { hierarchies, totals, statusCodes, ...columns } = parsed.data
    return {
      ...columns,
      ...(totals && { totals: new Map(totals) }),
      ...(statusCodes && { statusCodes: new Map(statusCodes) }),
      ...(hierarchies && { hierarchies: new Map(hierarchies.map(([of, pairs]) => [of, new Map(pairs)])) }),
    }
  })
}
