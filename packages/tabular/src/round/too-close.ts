import type { Sensitivity, Table } from '@sdc/core'

/**
 * The sensitive cells that are shown too closely: a reader knows that the truth is within `reach` of what is shown, and that
 * is less than the cell's levels ask. Sums may tell them more, so these are the least that are.
 *
 * @param table - The true values.
 * @param shown - What is shown of them.
 * @param sensitive - The sensitive cells and their levels; undefined where no rule was asked.
 * @param reach - How far a reader must think the truth may be from what is shown of a cell.
 * @returns How many, of how many.
 */
export function tooClose(
  { values }: Pick<Table, 'values'>,
  shown: Float64Array,
  sensitive: Sensitivity | undefined,
  reach: (cell: number) => number,
): { readonly close: number; readonly of: number } {
  let [close, of] = [0, 0]
  sensitive?.status.forEach((one, c) => {
    if (one === 0) return
    of++
    const [low, high] = [shown[c] - reach(c), shown[c] + reach(c)]
    const isFar =
      low <= values[c] - sensitive.lower[c] &&
      high >= values[c] + sensitive.upper[c] &&
      high - low >= sensitive.width[c]
    if (!isFar) close++
  })
  return { close, of }
}

/**
 * What the user must know of them.
 *
 * @param found - How many there are.
 * @param advice - What would hide more.
 * @returns A warning; none where there are none.
 */
export function closeWarnings({ close, of }: ReturnType<typeof tooClose>, advice: string): readonly string[] {
  if (close === 0) return []
  return [`${close} of ${of} sensitive cells are shown more closely than their levels ask: ${advice}`]
}

/** How far the truth may be from a multiple that is shown: less than the base; of counts, that less 1. */
export function roundingReach({ values, counts }: Pick<Table, 'values' | 'counts'>, base: number): number {
  return values.every((value, c) => value === counts[c]) ? base - 1 : base
}

/** Their number for the report, where a rule was asked. */
export function closeReport({ close, of }: ReturnType<typeof tooClose>): readonly (readonly [string, number])[] {
  return of > 0 ? [['sensitive cells shown too closely', close]] : []
}
