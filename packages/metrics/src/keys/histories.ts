import { type Units } from '@sdc/toolkit/internal'
import { keyClasses } from '@sdc/stats'

/** Share of the persons from which it is said that histories tell more than single records. */
const MUCH = 0.01

/**
 * Warns where those who know all records of a person find many more persons than those who know one.
 *
 * Two persons have the same history where the sorted lists of the classes of their records are equal; a missing key is a value of its own.
 *
 * @param persons - Whose the records are.
 * @param classes - Record → its combination of keys.
 * @param f - Person → the least number of persons who match one of their records.
 * @param k - How many are enough.
 * @returns A sentence; none where histories single out few more persons. Cost: O(n log n).
 * Source: this project.
 */
export function historyWarning(
  { ofRecord: ids, count }: Units,
  classes: Int32Array,
  f: Float64Array,
  k: number,
): string[] {
  const held = Array.from({ length: count }, (): number[] => [])
  ids.forEach((id, i) => held[id].push(classes[i]))
  const numberOf = new Map<string, number>()
  const histories = Int32Array.from(held, (own) => {
    const key = own.sort((a, b) => a - b).join()
    const number = numberOf.get(key) ?? numberOf.size
    numberOf.set(key, number)
    return number
  })
  const { sizes } = keyClasses([histories])
  const few = histories.reduce((sum, history) => sum + (sizes[history] < k ? 1 : 0), 0)
  const fewByOne = f.reduce((sum, one) => sum + (one < k ? 1 : 0), 0)
  if (few - fewByOne <= MUCH * count) return []
  return [
    `who knows all records of a person finds more: ${few} of ${count} persons share their history with fewer than ${k}, ` +
      `and ${fewByOne} one of their records`,
  ]
}
