import type { Sensitivity, Table } from '@sdc/core'

/** A level missed by less than this share of it, or of the value, is kept: solvers differ by that much. */
const TOLERANCE = 1e-6

/**
 * Counts the sensitive cells that are shown too closely: the interval of a reader is narrower than their levels
 * require, or a single value.
 *
 * @param table - The true values.
 * @param intervals - Interval of each cell for a reader.
 * @param sensitive - Sensitive cells and their levels; undefined without a rule.
 * @returns Number of cells shown too closely, and number of sensitive cells.
 */
export function tooClose(
  { values }: Pick<Table, 'values'>,
  { low, high }: { readonly low: Float64Array; readonly high: Float64Array },
  sensitive: Sensitivity | undefined,
): { readonly close: number; readonly of: number } {
  let [close, of] = [0, 0]
  sensitive?.status.forEach((one, c) => {
    if (one === 0) return
    of++
    const { lower, upper, width } = sensitive
    const slack = TOLERANCE * Math.max(Math.abs(values[c]), lower[c], upper[c], width[c])
    const isFar =
      low[c] < high[c] &&
      low[c] <= values[c] - lower[c] + slack &&
      high[c] >= values[c] + upper[c] - slack &&
      high[c] - low[c] >= width[c] - slack
    if (!isFar) close++
  })
  return { close, of }
}

/**
 * Warns of cells shown too closely.
 *
 * @param found - Number of such cells.
 * @param fix - Remedy that would hide more.
 * @returns A warning; none without such cells.
 */
export function closeWarnings({ close, of }: ReturnType<typeof tooClose>, fix: string): readonly string[] {
  if (close === 0) return []
  return [
    `the published values disclose ${close} of ${of} sensitive cells more closely than their levels allow: ${fix}`,
  ]
}

/** Number of such cells for the report, if a rule was applied. */
export function closeReport({ close, of }: ReturnType<typeof tooClose>): readonly (readonly [string, number])[] {
  return of > 0 ? [['sensitive cells shown too closely', close]] : []
}
