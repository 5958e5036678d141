import type { Column, Dataset } from '@sdc/core'
import { rowsByGroup } from '@sdc/stats'
import { oneGroup, refineGroups } from '@sdc/stats/internal'

/** Indices among the rows of the original, and among the masked rows that are their candidates. */
export interface CandidateBlock {
  readonly targets: Int32Array
  readonly candidates: Int32Array
}

/**
 * Splits rows of two files into blocks of equal values of some columns; one block of all if `names` is empty.
 *
 * Categories are equal by their labels, missing values are equal to each other. Blocks without a target are omitted.
 * Cost: O(nd).
 */
export function candidateBlocks(
  original: Dataset,
  targets: Int32Array,
  masked: Dataset,
  candidates: Int32Array,
  names: readonly string[],
): CandidateBlock[] {
  const n = targets.length
  const groups = names.reduce(
    (sofar, name) => {
      const codeOf = new Map<string, number>()
      const x = comparable(original.column(name), codeOf)
      const y = comparable(masked.column(name), codeOf)
      const both = new Float64Array(n + candidates.length)
      targets.forEach((row, at) => (both[at] = x(row)))
      candidates.forEach((row, at) => (both[n + at] = y(row)))
      return refineGroups(sofar, both)
    },
    oneGroup(n + candidates.length),
  )
  // Rows of a group ascend, so the targets come first.
  return rowsByGroup(groups)
    .map((rows) => {
      const end = rows.findIndex((at) => at >= n)
      const first = end < 0 ? rows.length : end
      return { targets: rows.slice(0, first), candidates: rows.slice(first).map((at) => at - n) }
    })
    .filter((block) => block.targets.length > 0)
}

/**
 * Returns a column's values as numbers that are equal for equal values: a category is the number of its label in
 * `codeOf`.
 */
function comparable(column: Column, codeOf: Map<string, number>): (row: number) => number {
  if (column.kind === 'numeric') return (row) => column.values[row]
  const codes = column.levels.map((level) => {
    const known = codeOf.get(level) ?? codeOf.size
    codeOf.set(level, known)
    return known
  })
  return (row) => (column.codes[row] < 0 ? Number.NaN : codes[column.codes[row]])
}
