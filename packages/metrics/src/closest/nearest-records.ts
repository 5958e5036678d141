import type { Dataset } from '@sdc/core'
import { FULL, mixedKeys, type Kin, type MixedKeys } from '../inference/mixed-keys.js'
import { classSearch } from '../inference/nearest-classes.js'

/** Released records, with the records of two files that are nearest to them. */
export interface NearestRecords {
  /** Distance of each released record to the nearest record of either file: mean difference of a column, 0 to 1. */
  readonly distances: Float64Array
  /** 1 for each released record with an original record among the nearest. */
  readonly toOriginal: Uint8Array
  /** The same for the control. */
  readonly toControl: Uint8Array
  /**
   * Counts the chosen released records nearest to each record of the original, then of the control.
   *
   * @param isChosen - 1 for each released record that counts.
   */
  countsOf(isChosen: Uint8Array): Float64Array
  /** Compared columns, and those that cannot be compared. */
  readonly keys: MixedKeys
}

/**
 * Finds the records of an original and a control that are nearest to each released record, in one search of both. So
 * the distance does not depend on the sizes of the files.
 *
 * A number is its position among those of both files, interpolated between two of them. A missing value equals a
 * missing value only.
 *
 * @param released - n released records.
 * @param original - Records of the original.
 * @param control - Records of people who are not in it.
 * @param columns - The columns to compare.
 * @param tick - Receives the progress, from 0 to 1.
 * @returns The nearest records; `distances` is empty if no column can be compared. Cost: O(N log N), and up to O(N)
 *   for each released record.
 */
export function nearestRecords(
  released: Dataset,
  original: Dataset,
  control: Dataset,
  columns: readonly string[],
  tick: (fraction: number) => void,
): NearestRecords {
  const keys = mixedKeys(columns, [released, original, control], [1, 2], original, 'linear')
  const both = keys.names.map((_, j) => joined(keys.codes[1][j], keys.codes[2][j]))
  const gaps = keys.names.flatMap((_, j) => (keys.codes[0][j].some((code) => code < 0) ? [j] : []))
  // Missing codes are not compared, so these columns compare them. Present ones add nothing.
  const codes = [...both, ...gaps.map((j) => both[j].map((code) => (code < 0 ? 0 : 1)))]
  const points = [...keys.codes[0], ...gaps.map((j) => keys.codes[0][j].map((code) => (code < 0 ? 0 : -1)))]
  const isPosition = [...keys.isPosition, ...gaps.map(() => false)]
  const search = classSearch(
    codes,
    isPosition,
    keys.kin.map((kin) => kin && turned(kin)),
  )
  const { ids, sizes } = search.classes
  const sides = [0, 1].map((side) => {
    const has = new Uint8Array(sizes.length)
    ids.forEach((id, row) => (has[id] |= Number(row >= original.rows === (side === 1))))
    return has
  })
  const n = keys.names.length === 0 ? 0 : released.rows
  const distances = new Float64Array(n)
  const [toOriginal, toControl] = [new Uint8Array(n), new Uint8Array(n)]
  const nearest: (readonly number[])[] = []
  for (let i = 0; i < n; i++) {
    if ((i & 63) === 0) tick(i / n)
    const { distance, classes } = search.nearest(Int32Array.from(points, (code) => code[i]))
    distances[i] = distance / FULL / keys.names.length
    nearest.push(classes)
    toOriginal[i] = Number(classes.some((id) => sides[0][id]))
    toControl[i] = Number(classes.some((id) => sides[1][id]))
  }
  return {
    distances,
    toOriginal,
    toControl,
    keys,
    countsOf(isChosen) {
      const byClass = new Float64Array(sizes.length)
      nearest.forEach((classes, i) => {
        if (isChosen[i] === 0) return
        const records = classes.reduce((total, id) => total + sizes[id], 0)
        for (const id of classes) byClass[id] += 1 / records
      })
      return Float64Array.from(ids, (id) => byClass[id])
    },
  }
}

function joined(first: Int32Array, second: Int32Array): Int32Array {
  const both = new Int32Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}

/** Reverses the containment: a released category matches those below it. */
function turned({ levels, covers }: Kin): Kin {
  return { levels, covers: covers.map((_, at) => covers[(at % levels) * levels + Math.floor(at / levels)]) }
}
