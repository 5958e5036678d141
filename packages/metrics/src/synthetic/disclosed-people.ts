import type { Dataset } from '@sdc/core'
import { countBelow, countUpTo, pow, sortedValues } from '@sdc/stats'
import { guessedTarget, type GuessedTarget } from '../inference/target-guess.js'
import type { SharedKeys } from './shared-keys.js'

/** People of one file with a value of a confidential column. */
export interface Disclosed {
  /** 1 for each disclosed person with a value, else 0. */
  readonly shares: Float64Array
  /** 1 for each person with a value whose combination is in the release. */
  readonly found: Float64Array
  /** Expectation of `shares` under independent columns for each person with a value; empty for a control file. */
  readonly expected: Float64Array
  /** Number of persons without a value. */
  readonly without: number
  /** 1 for each disclosed record, 0 if not disclosed, NaN without a value. */
  readonly records: Float64Array
  /** Number of released records with the combination of each record and a value. */
  readonly matches: Float64Array
}

/**
 * Finds people for whom all released values of their combination of quasi-identifiers are right.
 *
 * @param keys - The combinations.
 * @param target - The confidential column.
 * @param files - The release, the original, and the control file if there is one.
 * @param withinPercent - Tolerance for a number (`guessedTarget`).
 * @returns People of the original, and of the control file; undefined if the column cannot be compared. Cost: a sort
 *   of the column.
 */
export function disclosedPeople(
  keys: SharedKeys,
  target: string,
  files: readonly Dataset[],
  withinPercent: number,
): Disclosed[] | undefined {
  const [release, original] = files
  const goal = guessedTarget(target, release, files.slice(1), original, withinPercent)
  if (goal === undefined) return undefined
  const ends = endsOfClasses(keys, goal)
  return goal.truth.map((truth, f) => disclosedOf(keys, goal, ends, truth, f + 1, withinPercent))
}

/** Smallest and largest released value of each combination, and number of records with one. */
interface ClassEnds {
  readonly least: Float64Array
  readonly greatest: Float64Array
  readonly sizes: Int32Array
}

function endsOfClasses({ classes, count }: SharedKeys, { released }: GuessedTarget): ClassEnds {
  const [least, greatest] = [new Float64Array(count).fill(Infinity), new Float64Array(count).fill(-Infinity)]
  const sizes = new Int32Array(count)
  classes[0].forEach((id, i) => {
    const value = released[i]
    if (Number.isNaN(value)) return
    sizes[id]++
    if (value < least[id]) least[id] = value
    if (value > greatest[id]) greatest[id] = value
  })
  return { least, greatest, sizes }
}

function disclosedOf(
  keys: SharedKeys,
  goal: GuessedTarget,
  { least, greatest, sizes }: ClassEnds,
  truth: Float64Array,
  f: number,
  withinPercent: number,
): Disclosed {
  const ids = keys.classes[f]
  const { ofRecord, count } = keys.units[f]
  const records = new Float64Array(truth.length).fill(Number.NaN)
  const matches = Float64Array.from(ids, (id) => sizes[id])
  const [shares, found] = [new Float64Array(count).fill(Number.NaN), new Float64Array(count)]
  truth.forEach((value, i) => {
    if (Number.isNaN(value)) return
    const id = ids[i]
    // If the values at both ends are right, so are all between them.
    const isDisclosed = sizes[id] > 0 && goal.isRight(least[id], value) && goal.isRight(greatest[id], value)
    records[i] = isDisclosed ? 1 : 0
    const unit = ofRecord[i]
    shares[unit] = Math.max(Number.isNaN(shares[unit]) ? 0 : shares[unit], records[i])
    if (sizes[id] > 0) found[unit] = 1
  })
  const held = Int32Array.from(shares.keys()).filter((unit) => !Number.isNaN(shares[unit]))
  const of = (values: Float64Array): Float64Array => Float64Array.from(held, (unit) => values[unit])
  return {
    shares: of(shares),
    found: of(found),
    expected: f === 1 ? of(expectedShares(keys, goal, withinPercent)) : new Float64Array(0),
    without: count - held.length,
    records,
    matches,
  }
}

/** Returns the probability of disclosure of each person of the original in a release with independent columns. */
function expectedShares(
  { chance, classes, units }: SharedKeys,
  goal: GuessedTarget,
  withinPercent: number,
): Float64Array {
  const [truth] = goal.truth
  const { ofRecord, count } = units[1]
  const n = goal.released.length
  const right = shareRight(goal, withinPercent)
  const known = truth.filter((value) => !Number.isNaN(value)).length / truth.length
  const hidden = new Float64Array(count).fill(1)
  const seen = new Set<string>()
  truth.forEach((value, i) => {
    const key = `${ofRecord[i]} ${classes[1][i]} ${value}`
    if (Number.isNaN(value) || seen.has(key)) return
    seen.add(key)
    const a = chance[i] * known
    hidden[ofRecord[i]] *= 1 - (pow(1 - a * (1 - right(value)), n) - pow(1 - a, n))
  })
  return hidden.map((one) => 1 - one)
}

/** Returns the share of right values among the values of the original, by true value. */
function shareRight(goal: GuessedTarget, withinPercent: number): (value: number) => number {
  const sorted = sortedValues(goal.truth[0])
  const n = sorted.length
  const most = goal.isCategory ? 0 : (withinPercent / 100) * n
  return (value) => {
    const [below, upTo] = [countBelow(sorted, value), countUpTo(sorted, value)]
    // A value v below is right if upTo − countBelow(v) ≤ most, one above if countUpTo(v) − below ≤ most.
    const [low, high] = [Math.ceil(upTo - most) - 1, Math.floor(below + most)]
    const from = low < 0 ? 0 : Math.min(below, countUpTo(sorted, sorted[low]))
    const to = high >= n ? n : Math.max(upTo, countBelow(sorted, sorted[high]))
    return (to - from) / n
  }
}
