import { keyClasses } from '@sdc/stats'
import type { Units } from '@sdc/toolkit/internal'
import { classConditions } from './conditions.js'
import { histogramOf, type FixedRecoding } from './method-fixed.js'
import type { Key, RecodingProblem } from './problem.js'

/**
 * Gives the records of a person one level of a key where they have one value of it, the coarsest: another record would tell the
 * finer class. Classes that do not hold after that are suppressed.
 *
 * @param problem - Keys, k and conditions.
 * @param recoding - Levels by key and record, and which records are suppressed.
 * @param persons - The persons of the records.
 * @returns The levels of every record; classes count persons.
 *
 * Cost: O(n · keys).
 */
export function shareLevels(
  { keys, k, sensitive }: Pick<RecodingProblem, 'keys' | 'k' | 'sensitive'>,
  recoding: Pick<FixedRecoding, 'levels' | 'suppressed'>,
  { ofRecord }: Units,
): FixedRecoding {
  const suppressed = recoding.suppressed.slice()
  const levels = keys.map(({ codes }, j) => {
    const { ids, sizes } = keyClasses([ofRecord, codes])
    const coarsest = new Uint8Array(sizes.length)
    ids.forEach((id, i) => {
      if (suppressed[i] === 0) coarsest[id] = Math.max(coarsest[id], recoding.levels[j][i])
    })
    return Uint8Array.from(ids, (id) => coarsest[id])
  })
  const left = Int32Array.from(suppressed.keys()).filter((i) => suppressed[i] === 0)
  const { ids, sizes } = keyClasses(keys.map((key, j) => left.map(labelNumbers(key, levels[j]))))
  const conditions = classConditions(sensitive)
  const histograms = sensitive.map(({ codes, size }) =>
    histogramOf(
      left.map((i) => codes[i]),
      ids,
      sizes.length,
      size,
    ),
  )
  const people = keyClasses([ids, left.map((i) => ofRecord[i])])
  const persons = new Int32Array(sizes.length)
  for (const at of people.firsts) persons[ids[at]]++
  const holds = sizes.map((size, id) => {
    const all = conditions.every(({ sensitive: of, holds: test }) => {
      const histogram = histograms[of]
      return test(histogram, histogram.starts[id], histogram.starts[id + 1], size)
    })
    return persons[id] >= k && all ? 1 : 0
  })
  left.forEach((i, at) => {
    if (holds[ids[at]] === 0) suppressed[i] = 1
  })
  const kept = persons.filter((_, id) => holds[id] === 1)
  const least = kept.reduce((a, b) => Math.min(a, b), Infinity)
  return {
    levels,
    suppressed,
    classes: kept.length,
    least: kept.length === 0 ? 0 : least,
    greatest: kept.reduce((a, b) => Math.max(a, b), 0),
  }
}

/** The label of a record at its level, as a number: one that stands at two levels is one value in a file. */
function labelNumbers({ codes, levels: of }: Key, levels: Uint8Array): (record: number) => number {
  const numberOf = new Map<string, number>()
  for (const { labels } of of) for (const label of labels) if (!numberOf.has(label)) numberOf.set(label, numberOf.size)
  return (i) => {
    const { labels, classOf } = of[levels[i]]
    return numberOf.get(labels[classOf[codes[i]]]) ?? -1
  }
}
