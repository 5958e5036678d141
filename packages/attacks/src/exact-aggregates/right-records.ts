import { numericValues, type Dataset } from '@sdc/core'

/**
 * How many of the records that an attack put together are records of the original that the intruder did not know; each of
 * these is found once at the most.
 *
 * @param original - The original file.
 * @param known - The records that the intruder knew.
 * @param names - The columns.
 * @param records - The records put together, their values in the order of `names`.
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
