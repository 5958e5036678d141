import { takeRows, type Dataset } from '@sdc/core'
import { rowsByGroup } from '@sdc/stats'
import { classSearch, type ClassSearch, type NearestClasses } from './nearest-classes.js'
import { mixedKeys } from './mixed-keys.js'
import { guessedTarget, type GuessedTarget } from './target-guess.js'
import { valueGuess, type ValueGuess } from './value-guess.js'

/** People whose values are guessed. */
export interface AttackedPeople {
  /** File with their own records. */
  readonly file: Dataset
  /** Rows of the attacked people. */
  readonly rows: Int32Array
  /** Rows of the release that came from each of `rows`; empty or undefined for none. */
  readonly own?: readonly (readonly number[])[]
}

/** Success of the guesses of a column for some people. */
export interface GuessedPeople {
  /** Guessed people, by index among `rows`: those with a known quasi-identifier and a value of the column. */
  readonly places: Int32Array
  /** Probability that the guess from the whole release is right. */
  readonly whole: Float64Array
  /** Probability that the guess without the person's own records is right. */
  readonly left: Float64Array
  /** Number of records behind the guess from the whole release. */
  readonly records: Float64Array
  /** Probability that the most frequent value of the release (the median, for numbers) is right. */
  readonly baseline: Float64Array
}

/** Attack on one confidential column. */
export interface AttributeAttack {
  readonly keys: readonly string[]
  /** Quasi-identifiers that cannot be compared (`mixedKeys`). */
  readonly unlike: readonly string[]
  readonly isCategory: boolean
  /** Results in the order of the given people. */
  readonly guessed: readonly GuessedPeople[]
}

/**
 * Guesses a confidential column of people from the records of a release with the nearest quasi-identifiers.
 *
 * All equally near records count; the guess is their most frequent value, or the median of numbers.
 *
 * @param release - The masked file; guesses come from its values.
 * @param people - The people to guess.
 * @param original - File with the order of categories and the values that define nearness.
 * @param keys - Quasi-identifiers that the intruder knows.
 * @param target - Column to guess.
 * @param withinPercent - Tolerance for a number (`guessedTarget`).
 * @param tick - Receives the completed share.
 * @returns The attack; undefined if the column, or every quasi-identifier, is numeric in only one file, or the
 *   release has no value of it. Cost: that of `classSearch`, a search or two a person.
 */
export function attributeAttack(
  release: Dataset,
  people: readonly AttackedPeople[],
  original: Dataset,
  keys: readonly string[],
  target: string,
  withinPercent: number,
  tick: (fraction: number) => void = () => {},
): AttributeAttack | undefined {
  const files = people.map(({ file, rows }) => takeRows(file, rows))
  const goal = guessedTarget(target, release, files, original, withinPercent)
  if (goal === undefined) return undefined
  const trained = Int32Array.from(goal.released.keys()).filter((i) => goal.released[i] === goal.released[i])
  const coded = mixedKeys(keys, [takeRows(release, trained), ...files], [0], original)
  if (coded.names.length === 0 || trained.length === 0) return undefined
  const values = Float64Array.from(trained, (row) => goal.released[row])
  const guesser = nearestGuess(goal, classSearch(coded.codes[0], coded.isPosition, coded.kin), values)
  const constant = valueGuess(goal, values.slice().sort())
  const place = new Int32Array(release.rows).fill(-1)
  trained.forEach((row, at) => (place[row] = at))
  const all = people.reduce((total, { rows }) => total + rows.length, 0)
  let done = 0
  const guessed = people.map(({ rows, own }, f): GuessedPeople => {
    const truth = goal.truth[f]
    const points = Array.from(rows, (_, r) => Int32Array.from(coded.codes[f + 1], (codes) => codes[r]))
    const places = Int32Array.from(rows.keys()).filter(
      (r) => truth[r] === truth[r] && points[r].some((code) => code >= 0),
    )
    const guesses = Array.from(places, (r): Guess => {
      if ((done++ & 63) === 0) tick(done / (all + 1))
      const mine = own?.[r].map((row) => place[row]).filter((at) => at >= 0) ?? []
      return guesser(points[r], truth[r], mine)
    })
    return {
      places,
      whole: Float64Array.from(guesses, ({ whole }) => whole),
      left: Float64Array.from(guesses, ({ left }) => left),
      records: Float64Array.from(guesses, ({ records }) => records),
      baseline: Float64Array.from(places, (r) => constant.chance(truth[r], [])),
    }
  })
  return { keys: coded.names, unlike: coded.unlike, isCategory: goal.isCategory, guessed }
}

/** Guess for one person. */
interface Guess {
  readonly whole: number
  readonly left: number
  readonly records: number
}

/** Largest number of equally near classes that a guess uses; of more, a sample of this size. */
const MOST_CLASSES = 10_000

/**
 * Guesses from the nearest records, cached for people with equal keys; `mine` are the indices of the person's own
 * records.
 *
 * Without their own records a class of records may be empty; then the nearest of the others count.
 */
function nearestGuess(
  goal: GuessedTarget,
  search: ClassSearch,
  values: Float64Array,
): (point: Int32Array, truth: number, mine: readonly number[]) => Guess {
  const { ids, sizes } = search.classes
  const rowsOf = rowsByGroup(search.classes)
  const guessFrom = ({ classes }: NearestClasses): NearGuess => {
    // A sample of the classes has nearly the same most frequent value and median.
    const step = Math.ceil(classes.length / MOST_CLASSES)
    const some = step === 1 ? classes : classes.filter((_, at) => at % step === 0)
    const sorted = Float64Array.from(some.flatMap((id) => Array.from(rowsOf[id], (row) => values[row]))).sort()
    return { classes: some, guess: valueGuess(goal, sorted) }
  }
  const kept = new Map<string, NearGuess>()
  const guessAt = (point: Int32Array): NearGuess => {
    const key = point.join()
    const known = kept.get(key) ?? guessFrom(search.nearest(point))
    kept.set(key, known)
    return known
  }
  return (whole, truth, mine) => {
    const point = search.withoutUnknown(whole)
    const all = guessAt(point)
    const emptied = [...new Set(mine.map((row) => ids[row]))].filter(
      (id) => mine.filter((row) => ids[row] === id).length === sizes[id],
    )
    // A category that only their own records have is not compared without them.
    const left = search.withoutUnknown(point, emptied)
    const near = guessAt(left)
    const among = mine.filter((row) => near.classes.includes(ids[row]))
    const others = among.length < near.guess.size ? near : guessFrom(search.nearest(left, emptied))
    const removed = mine.filter((row) => others.classes.includes(ids[row])).map((row) => values[row])
    return {
      whole: all.guess.chance(truth, []),
      left: others.guess.chance(truth, removed),
      records: all.guess.size,
    }
  }
}

/** Nearest classes of a point, and the guess from their records. */
interface NearGuess {
  readonly classes: readonly number[]
  readonly guess: ValueGuess
}
