import type { Table, TableMethod, TableResult } from '@sdc/core'

/**
 * Returns the largest additivity error of the shown values, over the relations whose cells are all shown.
 *
 * @param table - Its relations, and its true values, which determine the rounding error.
 * @param values - The shown values.
 * @param status - Above 0 for cells that are not shown.
 * @returns The greatest residual; 0 if it is only rounding.
 */
export function residual(
  { values: truth, equations }: Pick<Table, 'values' | 'equations'>,
  values: Float64Array,
  status: Uint8Array,
): { readonly worst: number } {
  let worst = 0
  for (const { cells, signs } of equations) {
    if (cells.some((cell) => status[cell] > 0)) continue
    const sum = cells.reduce((before, cell, i) => before + signs[i] * values[cell], 0)
    const size = cells.reduce((before, cell) => before + Math.abs(truth[cell]) + Math.abs(values[cell]), 1)
    // One addition for each cell, each rounded.
    if (Math.abs(sum) > 1e-9 * size) worst = Math.max(worst, Math.abs(sum))
  }
  return { worst }
}

/** Checks that a protected table is additive, or declares that it is not (`additive: false`). */
export function marginProblems(method: TableMethod, table: Table, { status, values }: TableResult): string[] {
  if (!values) return []
  const { worst } = residual(table, values, status)
  if (worst === 0 || method.additive === false) return []
  if (method.additive === true) return [`expected values that add up (additive), a relation is off by ${worst}`]
  return [`expected a protection whose values do not add up to say so (additive: false), a relation is off by ${worst}`]
}
