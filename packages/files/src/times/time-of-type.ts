import type { TimeKind } from '@sdc/core'

/**
 * Returns what values of a type of Parquet stand for.
 *
 * @param type - The type, as DuckDB calls it.
 * @returns The kind of time; undefined for another type, and for moments of a time zone.
 */
export function timeOfType(type: string): TimeKind | undefined {
  if (type === 'DATE') return 'date'
  if (type === 'TIME') return 'time'
  return /^TIMESTAMP(_S|_MS|_NS)?$/.test(type) ? 'datetime' : undefined
}
