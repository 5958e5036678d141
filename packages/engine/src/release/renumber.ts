import { columnLength, type Column, type Role, type Rng } from '@sdc/core'
import { randomPermutation } from '@sdc/stats'
import { keyCodes } from '@sdc/toolkit'

/** Roles of columns whose ids are renumbered on release: ids known from elsewhere identify nobody. */
export const renumberedRoles: readonly Role[] = ['household', 'person']

/** A column of ids with other numbers. */
export interface Renumbered {
  /** Numbers 1 … P, as numbers or as categories; missing ids stay missing. */
  readonly column: Column
  /** Ids, in the order of their numbers. */
  readonly ids: Column
}

/**
 * Renumbers the P ids of a column by 1 … P in random order. Cost: O(n), and a sort for numbers.
 *
 * @param column - The ids, in the order of the original's records.
 * @param rng - Stream of the column, `idStream(root).child(name)`: it draws one permutation of the ids in the order
 *   of their first records.
 * @returns The numbers, and the ids by number.
 */
export function renumbered(column: Column, rng: Rng): Renumbered {
  const codes = keyCodes(column)
  const place = new Int32Array(codes.reduce((most, code) => Math.max(most, code), -1) + 1).fill(-1)
  const firsts: number[] = []
  codes.forEach((code, i) => {
    if (code < 0 || place[code] >= 0) return
    place[code] = firsts.length
    firsts.push(i)
  })
  const numbers = randomPermutation(firsts.length, rng)
  const rows = new Int32Array(firsts.length)
  numbers.forEach((number, k) => (rows[number] = firsts[k]))
  const number = (i: number): number => (codes[i] < 0 ? -1 : numbers[place[codes[i]]])
  const length = columnLength(column)
  if (column.kind === 'numeric')
    return {
      column: {
        kind: 'numeric',
        values: Float64Array.from({ length }, (_, i) => (codes[i] < 0 ? Number.NaN : number(i) + 1)),
      },
      ids: { kind: 'numeric', values: Float64Array.from(rows, (i) => column.values[i]) },
    }
  return {
    column: {
      kind: 'categorical',
      codes: Int32Array.from({ length }, (_, i) => number(i)),
      ...numberLevels(rows.length),
    },
    ids: { ...column, codes: Int32Array.from(rows, (i) => column.codes[i]) },
  }
}

/** Categories 1 … P of a renumbered column. */
export function numberLevels(count: number): { readonly levels: readonly string[]; readonly ordered: false } {
  return { levels: Array.from({ length: count }, (_, k) => String(k + 1)), ordered: false }
}

/**
 * Stream that draws the numbers of ids in a released file.
 *
 * @param root - The root of its run.
 * @returns The stream, with a child for each column.
 */
export function idStream(root: Rng): Rng {
  return root.child('release ids')
}
