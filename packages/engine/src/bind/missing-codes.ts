import type { Dataset } from '@sdc/core'
import type { FileSchema } from '../plan/plan.js'

/** Numbers that mean a missing value in a numeric column: no masked number equals one. */
export interface MissingCodes {
  readonly column: string
  readonly values: ReadonlySet<number>
  /** Lowest and highest value of a range; NaN without a range. */
  readonly range: readonly [low: number, high: number]
}

/**
 * Returns the numbers that mean a missing value, by the schema of a file.
 *
 * @param data - The original.
 * @param schema - Schema of its columns.
 * @returns The codes of each numeric column that has some.
 */
export function missingCodes(data: Dataset, schema: FileSchema | undefined): ReadonlyMap<string, MissingCodes> {
  const codes = new Map<string, MissingCodes>()
  const columns = new Map(Object.entries(schema?.columns ?? {}))
  for (const name of data.names) {
    if (data.column(name).kind !== 'numeric') continue
    const { missing = schema?.missing ?? [], missingRange = [Number.NaN, Number.NaN] } = columns.get(name) ?? {}
    const numbers = missing.flatMap((text) => numberOf(text, schema?.decimal) ?? [])
    if (numbers.length > 0 || !Number.isNaN(missingRange[0]))
      codes.set(name, { column: name, values: new Set(numbers), range: missingRange })
  }
  return codes
}

/**
 * Tests that a number means a missing value.
 *
 * @param codes - The codes of its column.
 * @param value - The number.
 * @returns True for a code.
 */
export function isMissingCode({ values, range: [low, high] }: MissingCodes, value: number): boolean {
  return values.has(value) || (value >= low && value <= high)
}

function numberOf(text: string, decimal: FileSchema['decimal']): number | undefined {
  const trimmed = text.trim()
  const value = Number(decimal === ',' ? trimmed.replace(',', '.') : trimmed)
  return trimmed === '' || !Number.isFinite(value) ? undefined : value
}
