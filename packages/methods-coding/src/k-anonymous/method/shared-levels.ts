import { keyClasses } from '@sdc/stats'
import type { Units } from '@sdc/toolkit/internal'
import { classConditions } from '../conditions/conditions.js'
import { histogramOf, type FixedRecoding } from './fixed.js'
import type { Key, RecodingProblem } from '../classes/problem.js'

/** Maximum number of rounds in which levels rise. */
const ROUNDS = 50

/** Requirement of a recoding: keys, k and conditions. */
type Wanted = Pick<RecodingProblem, 'keys' | 'k' | 'sensitive'>

/** Levels by key and record, and which records are suppressed. */
type Levels = Pick<FixedRecoding, 'levels' | 'suppressed'>

/**
 * Gives the records of a person one level of a key if they have one value of it: the coarsest, because another record
 * would disclose the finer class. Records of classes that then fail are recoded again among themselves, to no finer
 * levels, and so on. Records that still fail are suppressed.
 *
 * @param wanted - Keys, k and conditions.
 * @param recoding - Levels by key and record, and which records are suppressed.
 * @param persons - The persons of the records.
 * @param again - Recodes some records alone, or suppresses them all if recoding again is not permitted.
 * @returns The levels of every record; classes count persons.
 *
 * Cost: O(n · keys) a round, plus the cost of recoding again.
 */
export function shareLevels(
  wanted: Wanted,
  recoding: Levels,
  persons: Units,
  again: (records: Int32Array) => Levels,
): FixedRecoding {
  const { keys } = wanted
  const suppressed = recoding.suppressed.slice()
  const own = recoding.levels.map((of) => of.slice())
  const pairs = keys.map(({ codes }) => keyClasses([persons.ofRecord, codes]))
  const shared = (): Uint8Array[] =>
    pairs.map(({ ids, sizes }, j) => {
      const coarsest = new Uint8Array(sizes.length)
      ids.forEach((id, i) => {
        if (suppressed[i] === 0) coarsest[id] = Math.max(coarsest[id], own[j][i])
      })
      return Uint8Array.from(ids, (id) => coarsest[id])
    })
  for (let round = 0; ; round++) {
    const levels = shared()
    const { failing, kept } = judged(wanted, { levels, suppressed }, persons)
    if (failing.length === 0 || round === ROUNDS) {
      for (const i of failing) suppressed[i] = 1
      const least = kept.reduce((a, b) => Math.min(a, b), Infinity)
      const greatest = kept.reduce((a, b) => Math.max(a, b), 0)
      return { levels, suppressed, classes: kept.length, least: kept.length === 0 ? 0 : least, greatest }
    }
    const { levels: next, suppressed: gone } = again(failing)
    let rises = false
    failing.forEach((i, at) => {
      if (gone[at] === 1) {
        suppressed[i] = 1
        return
      }
      own.forEach((of, j) => {
        if (next[j][at] > levels[j][i]) rises = true
        of[i] = Math.max(levels[j][i], next[j][at])
      })
    })
    // Records with unchanged levels would fail again.
    if (!rises) for (const i of failing) suppressed[i] = 1
  }
}

/** Returns the records of failing classes, and the persons of passing ones. */
function judged(
  { keys, k, sensitive }: Wanted,
  { levels, suppressed }: Levels,
  { ofRecord }: Units,
): { readonly failing: Int32Array; readonly kept: Int32Array } {
  const left = Int32Array.from(suppressed.keys()).filter((i) => suppressed[i] === 0)
  const { ids, sizes } = keyClasses(keys.map((key, j) => left.map(labelNumbers(key, levels[j]))))
  const histograms = sensitive.map(({ codes, size }) =>
    histogramOf(
      left.map((i) => codes[i]),
      ids,
      sizes.length,
      size,
    ),
  )
  const persons = new Int32Array(sizes.length)
  for (const at of keyClasses([ids, left.map((i) => ofRecord[i])]).firsts) persons[ids[at]]++
  const conditions = classConditions(sensitive)
  const holds = sizes.map((size, id) => {
    const all = conditions.every(({ sensitive: of, holds: test }) => {
      const histogram = histograms[of]
      return test(histogram, histogram.starts[id], histogram.starts[id + 1], size)
    })
    return persons[id] >= k && all ? 1 : 0
  })
  return {
    failing: left.filter((_, at) => holds[ids[at]] === 0),
    kept: persons.filter((_, id) => holds[id] === 1),
  }
}

/** Label of each record at its level, as a number: a label that occurs at two levels is one value in a file. */
function labelNumbers({ codes, levels: of }: Key, levels: Uint8Array): (record: number) => number {
  const numberOf = new Map<string, number>()
  for (const { labels } of of) for (const label of labels) if (!numberOf.has(label)) numberOf.set(label, numberOf.size)
  return (i) => {
    const { labels, classOf } = of[levels[i]]
    return numberOf.get(labels[classOf[codes[i]]]) ?? -1
  }
}
