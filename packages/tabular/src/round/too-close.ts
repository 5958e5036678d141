import type { Sensitivity, Table } from '@sdc/core'

/** A level that is missed by less than this share of it, or of the value, is kept: solvers differ by so much. */
const TOLERANCE = 1e-6

/**
 * The sensitive cells that are shown too closely: a reader knows them to lie between two values, and that is less than their
 * levels ask, or nothing at all.
 *
 * @param table - The true values.
 * @param intervals - What a reader knows of each cell.
 * @param sensitive - The sensitive cells and their levels; undefined where no rule was asked.
 * @returns How many, of how many.
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
 * What the user must know of them.
 *
 * @param found - How many there are.
 * @param fix - What would hide more.
 * @returns A warning; none where there are none.
 */
export function closeWarnings({ close, of }: ReturnType<typeof tooClose>, fix: string): readonly string[] {
  if (close === 0) return []
  return [
    `the published values disclose ${close} of ${of} sensitive cells more closely than their levels allow: ${fix}`,
  ]
}

/** Their number for the report, where a rule was asked. */
export function closeReport({ close, of }: ReturnType<typeof tooClose>): readonly (readonly [string, number])[] {
  return of > 0 ? [['sensitive cells shown too closely', close]] : []
}
