import { keyClasses } from '@sdc/stats'
import { matchingTotals } from '@sdc/stats/internal'
import type { Units } from '@sdc/toolkit/internal'
import { suppressed, type SuppressionProblem } from './problem/problem.js'

/** People who can be found by their true keys. */
export interface PeopleFound {
  /** Number of people whose true keys fit fewer than k released records, in some requested combination of keys. */
  readonly few: number
  /** Number of people whose true keys fit one released record only. */
  readonly one: number
}

/**
 * Searches every person by their true keys among the records with suppressed cells.
 *
 * F_i = |{j : for every key, cell j is missing, or equal to the key of i, or i lacks the key}|, counted as in
 * `risk/compatible`.
 *
 * @param problem - The keys before suppression, and the conditions.
 * @param masks - Suppressed keys of each record, as bits.
 * @returns Number of people found.
 *
 * Cost: O(n · keys) for each condition, each pattern of suppressed cells and each pattern of missing keys.
 */
export function peopleFound({ codes, conditions }: SuppressionProblem, masks: Int32Array): PeopleFound {
  const released = suppressed(codes, masks)
  const least = new Float64Array(masks.length).fill(Infinity)
  const few = new Uint8Array(masks.length)
  for (const { keys, k } of conditions) {
    const people = keyClasses(keys.map((j) => codes[j]))
    const rows = keyClasses(keys.map((j) => released[j]))
    const count = people.firsts.length
    const both = keys.map((j) => {
      const joined = new Int32Array(count + rows.firsts.length)
      people.firsts.forEach((i, at) => (joined[at] = codes[j][i]))
      rows.firsts.forEach((i, at) => (joined[count + at] = released[j][i]))
      return joined
    })
    const sizes = new Float64Array(count + rows.firsts.length)
    sizes.set(rows.sizes, count)
    const asked = Int32Array.from({ length: count }, (_, at) => at)
    const among = Int32Array.from(rows.firsts, (_, at) => count + at)
    const F = matchingTotals(both, sizes, asked, 'wildcard', among)
    people.ids.forEach((id, i) => {
      least[i] = Math.min(least[i], F[id])
      if (F[id] < k) few[i] = 1
    })
  }
  return { few: few.reduce((sum, one) => sum + one, 0), one: least.reduce((sum, F) => sum + (F === 1 ? 1 : 0), 0) }
}

/**
 * The same for persons with several records: a person is found if the true keys of one of their records fit released
 * records of fewer than k persons.
 *
 * @param problem - The keys before suppression, and the conditions.
 * @param masks - Suppressed keys of each record, as bits.
 * @param persons - The persons of the records.
 * @returns Number of persons found; `one`: their keys fit their own records only.
 *
 * Cost: O(n · (keys + k)) for each condition, each pattern of suppressed cells and each pattern of missing keys.
 */
export function personsFound(
  { codes, conditions }: SuppressionProblem,
  masks: Int32Array,
  { ofRecord, count }: Units,
): PeopleFound {
  const released = suppressed(codes, masks)
  const least = new Float64Array(count).fill(Infinity)
  const few = new Uint8Array(count)
  for (const { keys, k } of conditions) {
    const people = keyClasses(keys.map((j) => codes[j]))
    const fitting = Array.from(people.firsts, () => new Set<number>())
    const [lacking, losing] = [codes, released].map((of) => byMissing(keys.map((j) => of[j])))
    for (const [lacks, asked] of lacking)
      for (const [loses, rows] of losing) {
        const both = keys.filter((_, at) => (((lacks | loses) >> at) & 1) === 0)
        const all = [...asked, ...rows]
        const { ids, sizes } = keyClasses([
          new Int32Array(all.length),
          ...both.map((j) => Int32Array.from(all, (i, at) => (at < asked.length ? codes : released)[j][i])),
        ])
        const found = Array.from(sizes, () => new Set<number>())
        rows.forEach((i, at) => {
          const own = found[ids[asked.length + at]]
          if (own.size < k) own.add(ofRecord[i])
        })
        asked.forEach((i, at) => {
          const own = fitting[people.ids[i]]
          for (const person of found[ids[at]]) if (own.size < k) own.add(person)
        })
      }
    people.ids.forEach((id, i) => {
      least[ofRecord[i]] = Math.min(least[ofRecord[i]], fitting[id].size)
      if (fitting[id].size < k) few[ofRecord[i]] = 1
    })
  }
  return { few: few.reduce((sum, one) => sum + one, 0), one: least.reduce((sum, F) => sum + (F === 1 ? 1 : 0), 0) }
}

/** Records by pattern of missing keys, as bits. */
function byMissing(codes: readonly Int32Array[]): ReadonlyMap<number, readonly number[]> {
  const records = new Map<number, number[]>()
  for (let i = 0; i < codes[0].length; i++) {
    const bits = codes.reduce((own, of, at) => own | (of[i] < 0 ? 1 << at : 0), 0)
    const known = records.get(bits)
    if (known) known.push(i)
    else records.set(bits, [i])
  }
  return records
}
