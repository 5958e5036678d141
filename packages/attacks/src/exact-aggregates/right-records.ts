import { numericValues, type Dataset } from '@sdc/core'

/**
 * Counts the reconstructed records that are records of the original unknown to the intruder. Each original record
 * counts at most once.
 *
 * @param original - Original file.
 * @param known - Records that the intruder knew.
 * @param names - Columns.
 * @param records - Reconstructed records, their values in the order of `names`.
 */
export function rightRecords(
  original: Dataset,
  known: Dataset,
  names: readonly string[],
  records: readonly (readonly number[])[],
): number {
  const left = new Map<string, number>()
  const add = (key: string, by: number): void => void left.set(key, (left.get(key) ?? 0) + by)
  for (const key of keysOf(original, names)) add(key, 1)
  for (const key of keysOf(known, names)) add(key, -1)
  let right = 0
  for (const record of records) {
    const key = JSON.stringify(record)
    if ((left.get(key) ?? 0) < 1) continue
    add(key, -1)
    right++
  }
  return right
}

function keysOf(data: Dataset, names: readonly string[]): string[] {
  const columns = names.map((name) => numericValues(data, name))
  return Array.from({ length: data.rows }, (_, i) => JSON.stringify(columns.map((column) => column[i])))
}
