import { numericValues, type Dataset } from '@sdc/core'
import type { SolvedColumn, SolvedGroup } from './exact-moments.js'
import { byKey, keyOf } from './group-records.js'

/** Largest error of a recovered value that counts as the original one, for values without a step. */
const NEAR = 1e-6

/**
 * Counts the correctly recovered values of each column.
 *
 * Records with equal values of `by` and `given` are indistinguishable. So the recovered values of such records are
 * compared with the original ones of all of them; each original value counts at most once.
 *
 * @param solved - Result of the attack.
 * @param original - Original file.
 * @param files - by, given: columns that released and original file share.
 */
export function rightValues(
  solved: readonly SolvedColumn[],
  original: Dataset,
  {
    by,
    given,
    released,
  }: { readonly by: readonly string[]; readonly given: readonly string[]; readonly released: Dataset },
): number[] {
  const names = [...by, ...given]
  const rowsOf = byKey(original, names)
  return solved.map(({ name, unit, groups }) => {
    const x = numericValues(original, name)
    const left = new Map([...rowsOf].map(([key, rows]) => [key, rows.map((row) => x[row])]))
    const close = (a: number, b: number): boolean =>
      Math.abs(a - b) <= (unit === null ? NEAR * (1 + Math.abs(b)) : unit / 4)
    let right = 0
    for (const group of groups)
      for (const [i, value] of recovered(group)) {
        const values = left.get(keyOf(released, names, group.rows[i])) ?? []
        const at = values.findIndex((one) => close(value, one))
        if (at < 0) continue
        values.splice(at, 1)
        right++
      }
    return right
  })
}

function recovered({ complete, solutions }: SolvedGroup): [i: number, value: number][] {
  return complete && solutions.length === 1 ? [...solutions[0].entries()] : []
}
