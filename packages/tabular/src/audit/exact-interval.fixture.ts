import type { Table } from '@sdc/core'
import { exactMaximum } from './exact-simplex.fixture.js'

/**
 * Returns the exact interval of a suppressed cell of a table of whole numbers of 0 or more.
 *
 * @param table - The table.
 * @param suppressed - 1 for the cells that are not published.
 * @param cell - One of them.
 * @param knows - Further cells that the attacker knows.
 * @returns The least and the greatest value.
 */
export function exactInterval(
  { values, equations }: Pick<Table, 'values' | 'equations'>,
  suppressed: ArrayLike<number>,
  cell: number,
  knows: readonly number[] = [],
): readonly [number, number] {
  const free = Array.from(values.keys()).filter((c) => suppressed[c] === 1 && !knows.includes(c))
  const place = new Map(free.map((c, i) => [c, i]))
  const at = place.get(cell)
  if (at === undefined) return [values[cell], values[cell]]
  const a: bigint[][] = []
  const b: bigint[] = []
  for (const { cells, signs } of equations) {
    const row = free.map(() => 0n)
    let right = 0n
    cells.forEach((c, i) => {
      const p = place.get(c)
      if (p === undefined) right -= BigInt(signs[i]) * BigInt(values[c])
      else row[p] = BigInt(signs[i])
    })
    const sign = right < 0n ? -1n : 1n
    if (row.every((value) => value === 0n)) continue
    a.push(row.map((value) => sign * value))
    b.push(sign * right)
  }
  const [least, greatest] = [-1n, 1n].map((direction) => {
    const found = exactMaximum(
      a,
      b,
      free.map((_, i) => (i === at ? direction : 0n)),
    )
    if (!found) throw new Error('the truth itself is feasible')
    return found.bottom === 0n ? Infinity : (Number(direction) * Number(found.top)) / Number(found.bottom)
  })
  return [least, greatest]
}
