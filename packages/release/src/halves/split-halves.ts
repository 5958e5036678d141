import type { Dataset, Rng, Roles } from '@sdc/core'
import { keyCodes } from '@sdc/toolkit'

/** Record numbers of two halves, each in the order of the file. */
export interface Halves {
  /** Half that a plan runs on. */
  readonly inside: Int32Array
  /** The other half: people of the same population who are not in it. */
  readonly outside: Int32Array
  /** Unit that was drawn: records, persons or households. */
  readonly unit: 'records' | 'persons' | 'households'
}

/**
 * Splits the records of a file at random into two halves. Records of one person or one household stay together. If a
 * person changes households, the records of both households stay together.
 *
 * @param data - n records.
 * @param roles - Columns of persons and households; without them each record is a unit.
 * @param rng - Draws the halves.
 * @returns The halves; the inner one has one unit more if their number is odd. Cost: O(n log n).
 */
export function splitHalves(
  data: Dataset,
  { person, household }: Pick<Roles, 'person' | 'household'>,
  rng: Rng,
): Halves {
  const names = [household, person].filter((name) => name !== undefined && data.names.includes(name))
  const first = Int32Array.from({ length: data.rows }, (_, row) => row)
  const rootOf = (row: number): number => {
    let at = row
    while (first[at] !== at) at = first[at] = first[first[at]]
    return at
  }
  for (const name of names) {
    const known = new Map<number, number>()
    keyCodes(data.column(name ?? '')).forEach((code, row) => {
      const before = known.get(code)
      if (code < 0) return
      if (before === undefined) known.set(code, row)
      else first[rootOf(row)] = rootOf(before)
    })
  }
  const roots = first.map((_, row) => rootOf(row))
  const units = Int32Array.from(new Set(roots))
  const isInside = new Uint8Array(data.rows)
  for (const root of rng.shuffle(units).subarray(0, Math.ceil(units.length / 2))) isInside[root] = 1
  const rowsOf = (inside: number): Int32Array =>
    Int32Array.from(roots.keys()).filter((row) => isInside[roots[row]] === inside)
  const unit = names.length === 0 ? 'records' : names.includes(household) ? 'households' : 'persons'
  return { inside: rowsOf(1), outside: rowsOf(0), unit }
}
