import { keyClasses } from '@sdc/stats'
import type { Histogram } from './class-test.js'
import type { Key, RecodingProblem } from './problem.js'

/** A key at one level, by equivalence class of the unchanged file. */
export interface GroundLevel {
  /** Value of each ground class, 0 … size − 1: the values that occur, in the order of their first occurrence. */
  readonly codes: Int32Array
  readonly size: number
  /** Number of leaves of the hierarchy below each value. */
  readonly leaves: Float64Array
  /**
   * Number of the label of each value among those of its column: a label that occurs at two levels is one value in a
   * file.
   */
  readonly labels: Int32Array
  /** Value one level above each value; empty at the last level. */
  readonly above: Int32Array
}

/**
 * Equivalence classes of the unchanged file. Every node of the lattice is rolled up from them, so that the records are
 * read only once.
 */
export interface Ground {
  /** Number of classes, and number of records in all of them. */
  readonly size: number
  readonly rows: number
  readonly counts: Int32Array
  /** Levels of each key. */
  readonly levels: readonly (readonly GroundLevel[])[]
  /** Number of leaves of the hierarchy of each key. */
  readonly leaves: readonly number[]
  /** Histograms of the sensitive columns. */
  readonly histograms: readonly Histogram[]
}

/**
 * Returns the equivalence classes of the unchanged file.
 *
 * @param problem - The keys and the sensitive columns.
 * @returns The ground, and the ground class of each record.
 *
 * Cost: O(n) a column, O(classes) a level.
 */
export function groundOf(problem: Pick<RecodingProblem, 'keys' | 'sensitive' | 'rows'>): {
  readonly ground: Ground
  readonly ids: Int32Array
} {
  const { keys, sensitive, rows } = problem
  const exact = keys.map(({ codes, levels }) => {
    const { classOf } = levels[0]
    return codes.map((row) => classOf[row])
  })
  const { ids, sizes, firsts } = keyClasses(exact)
  const ground = {
    size: sizes.length,
    rows,
    counts: sizes,
    levels: keys.map((key) => groundLevels(key, firsts)),
    leaves: keys.map(({ levels }) => levels[0].classOf.length),
    histograms: sensitive.map(({ codes, size }) => histogramOf(ids, sizes, codes, size)),
  }
  return { ground, ids }
}

function groundLevels({ codes: rows, levels }: Key, firsts: Int32Array): GroundLevel[] {
  const numberOf = new Map<string, number>()
  for (const { labels } of levels) {
    for (const label of labels) if (!numberOf.has(label)) numberOf.set(label, numberOf.size)
  }
  return joined(
    levels.map(({ classOf, sizes, labels }) =>
      renumbered(
        firsts.map((record) => classOf[rows[record]]),
        Float64Array.from(sizes),
        Int32Array.from(labels, (label) => numberOf.get(label) ?? -1),
      ),
    ),
  )
}

type LevelAlone = Omit<GroundLevel, 'above'>

/** Levels with a link from each to the next. */
function joined(levels: readonly LevelAlone[]): GroundLevel[] {
  return levels.map((level, h) => {
    const next = levels.at(h + 1)
    const above = new Int32Array(next ? level.size : 0)
    if (next) level.codes.forEach((code, c) => (above[code] = next.codes[c]))
    return { ...level, above }
  })
}

/** Codes renumbered in the order of their first occurrence. */
function renumbered(codes: Int32Array, leaves: Float64Array, labels: Int32Array): LevelAlone {
  const numberOf = new Int32Array(leaves.length).fill(-1)
  const found: number[] = []
  const numbers = codes.map((code) => {
    if (numberOf[code] < 0) numberOf[code] = found.push(code) - 1
    return numberOf[code]
  })
  return {
    codes: numbers,
    size: found.length,
    leaves: Float64Array.from(found, (code) => leaves[code]),
    labels: Int32Array.from(found, (code) => labels[code]),
  }
}

/** Counts each value in each class. */
function histogramOf(ids: Int32Array, sizes: Int32Array, codes: Int32Array, size: number): Histogram {
  const next = new Int32Array(sizes.length + 1)
  for (let c = 0; c < sizes.length; c++) next[c + 1] = next[c] + sizes[c]
  const byClass = new Int32Array(ids.length)
  const at = next.slice()
  for (let i = 0; i < ids.length; i++) byClass[at[ids[i]]++] = codes[i]
  const starts = new Int32Array(sizes.length + 1)
  const values = new Int32Array(ids.length)
  const counts = new Int32Array(ids.length)
  const place = new Int32Array(size).fill(-1)
  let used = 0
  for (let c = 0; c < sizes.length; c++) {
    const from = used
    for (let i = next[c]; i < next[c + 1]; i++) {
      const value = byClass[i]
      if (place[value] < from) {
        place[value] = used
        values[used++] = value
      }
      counts[place[value]]++
    }
    starts[c + 1] = used
  }
  return { starts, values: values.slice(0, used), counts: counts.slice(0, used), size }
}

/**
 * Returns some of the classes as a file of their own.
 *
 * @param ground - All classes.
 * @param some - The numbers of the classes to keep.
 * @returns Their ground; class i is `some[i]`.
 */
export function groundOfSome(ground: Ground, some: Int32Array): Ground {
  const counts = some.map((c) => ground.counts[c])
  return {
    size: some.length,
    rows: counts.reduce((sum, count) => sum + count, 0),
    counts,
    levels: ground.levels.map((levels) =>
      joined(
        levels.map(({ codes, leaves, labels }) =>
          renumbered(
            some.map((c) => codes[c]),
            leaves,
            labels,
          ),
        ),
      ),
    ),
    leaves: ground.leaves,
    histograms: ground.histograms.map((histogram) => histogramOfSome(histogram, some)),
  }
}

function histogramOfSome({ starts, values, counts, size }: Histogram, some: Int32Array): Histogram {
  const own = new Int32Array(some.length + 1)
  for (let i = 0; i < some.length; i++) own[i + 1] = own[i] + starts[some[i] + 1] - starts[some[i]]
  const ownValues = new Int32Array(own[some.length])
  const ownCounts = new Int32Array(own[some.length])
  for (let i = 0; i < some.length; i++) {
    const [from, to] = [starts[some[i]], starts[some[i] + 1]]
    ownValues.set(values.subarray(from, to), own[i])
    ownCounts.set(counts.subarray(from, to), own[i])
  }
  return { starts: own, values: ownValues, counts: ownCounts, size }
}
