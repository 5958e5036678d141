import { isMissing, type Column } from '@sdc/core'
import { commonStep, nearestMultiple } from '@sdc/stats/internal'
import type { Units } from '@sdc/toolkit/internal'
import { waveOrder } from '@sdc/toolkit/internal'

/** Records of persons in the order of their waves. */
export interface Paths {
  /** All records, sorted by person and wave. */
  readonly order: Int32Array
  readonly persons: Units
  /** First record of each person. */
  readonly firsts: Int32Array
  /** All other records, in the order of the file. */
  readonly laters: Int32Array
  /** Number of persons with two records of the same wave. */
  readonly doubled: number
}

/**
 * Sorts the records of each person by wave. Records of the same wave keep their order in the file, and so do those
 * without a wave, which come last. Cost: O(n log n).
 *
 * @param persons - The person of each record.
 * @param wave - The wave of each record.
 * @returns The records in that order.
 */
export function pathsOf(persons: Units, wave: Column): Paths {
  const { ofRecord, count } = persons
  const time = waveOrder(wave).map((place) => (Number.isNaN(place) ? Infinity : place))
  const order = Int32Array.from(ofRecord.keys()).sort(
    (a, b) => ofRecord[a] - ofRecord[b] || (time[a] < time[b] ? -1 : time[a] > time[b] ? 1 : a - b),
  )
  const firsts = new Int32Array(count)
  const isFirst = new Uint8Array(ofRecord.length)
  const doubled = new Set<number>()
  order.forEach((row, at) => {
    const before = at > 0 ? order[at - 1] : -1
    if (before < 0 || ofRecord[before] !== ofRecord[row]) {
      firsts[ofRecord[row]] = row
      isFirst[row] = 1
    } else if (time[before] === time[row] && !isMissing(wave, row)) doubled.add(ofRecord[row])
  })
  const laters = Int32Array.from(ofRecord.keys()).filter((row) => isFirst[row] === 0)
  return { order, persons, firsts, laters, doubled: doubled.size }
}

/** A column as first values and changes of persons. */
export interface Changes {
  /** First known value of each person; NaN if there is none. */
  readonly bases: Float64Array
  /**
   * By record, the difference from the last known value of the person; NaN at the first value and for missing values.
   */
  readonly changes: Float64Array
}

/**
 * Divides a column into first values and changes: d_t = x_t − x_s, with s the last wave before t in which the person
 * has a value.
 *
 * @param values - One value per record.
 * @param paths - The persons' records by wave.
 * @returns Both parts; differences are multiples of the step that the values share, so that equal changes are equal
 *   numbers.
 */
export function changesOf(values: Float64Array, { order, persons: { count, ofRecord } }: Paths): Changes {
  const bases = new Float64Array(count).fill(Number.NaN)
  const changes = new Float64Array(values.length).fill(Number.NaN)
  const last = new Float64Array(count).fill(Number.NaN)
  const step = commonStep(values)
  for (const row of order) {
    const [unit, value] = [ofRecord[row], values[row]]
    if (Number.isNaN(value)) continue
    if (Number.isNaN(bases[unit])) bases[unit] = value
    else changes[row] = step ? nearestMultiple(value - last[unit], step) : value - last[unit]
    last[unit] = value
  }
  return { bases, changes }
}

/**
 * Builds a column from first values and changes: y_t = y_s + d_t. Missing values stay missing.
 *
 * @param parts - Masked first values and changes.
 * @param values - The column before: the cells that have values.
 * @param paths - The persons' records by wave.
 * @returns One value per record.
 */
export function rebuilt(
  { bases, changes }: Changes,
  values: Float64Array,
  { order, persons: { count, ofRecord } }: Paths,
): Float64Array {
  const built = new Float64Array(values.length).fill(Number.NaN)
  const last = new Float64Array(count).fill(Number.NaN)
  for (const row of order) {
    const unit = ofRecord[row]
    if (Number.isNaN(values[row])) continue
    last[unit] = Number.isNaN(last[unit]) ? bases[unit] : last[unit] + changes[row]
    built[row] = last[unit]
  }
  return built
}
