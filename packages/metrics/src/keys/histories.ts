import { type Units } from '@sdc/toolkit/internal'
import { keyClasses } from '@sdc/stats'

/** Share of the persons above which a message says that histories identify more than single records. */
const MUCH = 0.01

/**
 * Warns if an intruder who knows all records of a person finds many more persons than one who knows a single record.
 *
 * Two persons have the same history if the sorted lists of the classes of their records are equal; a missing value is
 * its own value.
 *
 * @param persons - Person of each record.
 * @param classes - Combination of quasi-identifiers of each record.
 * @param f - Smallest number of persons who match one of the person's records, for each person.
 * @param k - Required number of persons.
 * @returns A sentence; none if histories identify few more persons. Cost: O(n log n). Source: this project.
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
    `an intruder who knows all records of a person finds more: ${few} of ${count} persons share their history with ` +
      `fewer than ${k}, compared with ${fewByOne} by one record`,
  ]
}
