import type { TimeKind } from '@sdc/core'

/**
 * Returns the kind of time of a Parquet type.
 *
 * @param type - Type in DuckDB.
 * @returns The kind of time; undefined for another type, and for moments with a time zone.
 */
export function timeOfType(type: string): TimeKind | undefined {
  if (type === 'DATE') return 'date'
  if (type === 'TIME') return 'time'
  return /^TIMESTAMP(_S|_MS|_NS)?$/.test(type) ? 'datetime' : undefined
}
