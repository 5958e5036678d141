import { tieRuns } from '@sdc/stats'

/** On fewer records chance may keep every rank. */
const FEWEST_RECORDS = 10
/** Records by which most columns are seen to be no image, without a sort of all. */
const SAMPLE = 500
const ON_A_LINE = 1e-9

/**
 * Finds masked columns that are an exact image of the original: a line a + b·x, or any function that keeps all ranks or reverses all.
 * Whoever knows or guesses the function has every original value, although no value is what it was. Equal values must have
 * equal images, different values different ones, and missing values none.
 *
 * Cost: one sort, where the first records do not show that it is not an image.
 *
 * @param before - n original values, NaN where missing.
 * @param after - n masked values of the same records.
 * @returns The kind of image; undefined where it is none, and on fewer than 10 records.
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

/** The original's order, where the masked values are missing alike and keep all ranks, or reverse all. */
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
