import { isMissing, type Column } from '@sdc/core'
import { tieRuns } from '@sdc/stats'

/** Fewest records of an image: in fewer, chance may keep every rank. */
export const FEWEST_RECORDS = 10
/** Number of records that show for most columns, without a sort of all, that there is no image. */
const SAMPLE = 500
const ON_A_LINE = 1e-9

/** Kinds of exact images: a line, a function that keeps or reverses all ranks, and a one-to-one relabelling. */
export type ExactImage = 'linear' | 'monotone' | 'one-to-one'

/** Most distinct values of labels; with more, any masking of distinct numbers is one-to-one. */
const MOST_LABELS = 10_000

/** Test, block by block, whether masked values are a one-to-one relabelling of the original ones. */
export interface Relabelling {
  /** Adds records; returns false once two values share an image or one value has two. */
  add(before: Column, after: Column): boolean
  /** True if at least two labels have one image each, and at least 10 records repeat one. Chance does not do that. */
  isOneToOne(): boolean
}

/** Starts the search for a relabelling. Cost: O(n), and less if the first records rule it out. */
export function relabelling(): Relabelling {
  const images = new Map<number | string, number | string>()
  const origins = new Map<number | string, number | string>()
  let records = 0
  let holds = true
  return {
    add(before, after) {
      const rows = before.kind === 'numeric' ? before.values.length : before.codes.length
      for (let i = 0; i < rows && holds; i++) {
        if (isMissing(before, i) && isMissing(after, i)) continue
        const [x, y] = [labelOf(before, i), labelOf(after, i)]
        records++
        if (!images.has(x) && !origins.has(y)) {
          images.set(x, y)
          origins.set(y, x)
          holds = images.size <= MOST_LABELS
        } else holds = images.get(x) === y && origins.get(y) === x
      }
      return holds
    },
    isOneToOne: () => holds && images.size >= 2 && records - images.size >= FEWEST_RECORDS,
  }
}

/** A value as a label; a missing value is a separate label, different from every text. */
function labelOf(column: Column, i: number): number | string {
  if (isMissing(column, i)) return Number.NEGATIVE_INFINITY
  return column.kind === 'numeric' ? column.values[i] : column.levels[column.codes[i]]
}

/**
 * Finds masked columns that are an exact image of the original: a line a + b·x, or any function that keeps all ranks or
 * reverses all. An intruder who knows or guesses the function has every original value, although every value changed.
 * Equal values must have equal images, different values different ones, and missing values none. Cost: one sort, unless
 * the first records rule out an image.
 *
 * @param before - n original values, NaN if missing.
 * @param after - n masked values of the same records.
 * @returns The kind of image; undefined if there is none, or for fewer than 10 records.
 */
export function exactImage(before: Float64Array, after: Float64Array): 'linear' | 'monotone' | undefined {
  if (before.length > 2 * SAMPLE && !isMonotone(before.subarray(0, SAMPLE), after.subarray(0, SAMPLE))) return undefined
  const runs = isMonotone(before, after)
  if (runs === undefined) return undefined
  const { order, starts } = runs
  const values = starts.length - 1
  if (values < 2 || order.length < FEWEST_RECORDS) return undefined
  return isLine(before, after, order) ? 'linear' : 'monotone'
}

/**
 * Order of the original values, if masked values are missing in the same records and keep or reverse all ranks; else
 * undefined.
 */
function isMonotone(before: Float64Array, after: Float64Array): ReturnType<typeof tieRuns> | undefined {
  if (before.some((value, i) => Number.isNaN(value) !== Number.isNaN(after[i]))) return undefined
  const runs = tieRuns(before)
  const { order, starts } = runs
  let direction = 0
  for (let run = 0; run + 1 < starts.length; run++) {
    const image = after[order[starts[run]]]
    for (let at = starts[run] + 1; at < starts[run + 1]; at++) if (after[order[at]] !== image) return undefined
    if (run === 0) continue
    const way = Math.sign(image - after[order[starts[run - 1]]])
    if (way === 0 || way === -direction) return undefined
    direction = way
  }
  return runs
}

function isLine(before: Float64Array, after: Float64Array, order: Uint32Array): boolean {
  const [first, last] = [order[0], order[order.length - 1]]
  const slope = (after[last] - after[first]) / (before[last] - before[first])
  const tolerance = ON_A_LINE * Math.max(Math.abs(after[first]), Math.abs(after[last]))
  return order.every((i) => Math.abs(after[first] + slope * (before[i] - before[first]) - after[i]) <= tolerance)
}
