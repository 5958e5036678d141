import { type Table } from '@sdc/core'
import { tableFrom, type WrittenTable } from '../golden.fixture.js'

/**
 * Returns a table of this many levels in each dimension, with totals, from drawn inner values.
 *
 * @param shape - Levels of each dimension, without its total.
 * @param draw - Draws the next inner value.
 * @param grouped - True to pair the levels of the first dimension under subtotals.
 * @returns The table; its counts are its values if these are counts.
 */
export function tableOfShape(shape: readonly number[], draw: () => number, grouped = false): Table {
  const dims = shape.map((size, d) => ({
    name: `d${d}`,
    levels: [
      { code: 'Total', parent: null as string | null },
      ...(grouped && d === 0
        ? Array.from({ length: Math.ceil(size / 2) }, (_, g) => ({ code: `g${g}`, parent: 'Total' }))
        : []),
      ...Array.from({ length: size }, (_, i) => ({
        code: `l${i}`,
        parent: grouped && d === 0 ? `g${Math.floor(i / 2)}` : 'Total',
      })),
    ],
  }))
  const values = new Map<string, number>()
  const parents = dims.map(({ levels }) => new Map(levels.map(({ code, parent }) => [code, parent])))
  const inner = shape.reduce<string[][]>(
    (made, size) => made.flatMap((cell) => Array.from({ length: size }, (_, i) => [...cell, `l${i}`])),
    [[]],
  )
  for (const cell of inner) {
    const value = draw()
    const above = cell.map((code, d) => {
      const chain: string[] = []
      for (let at: string | null | undefined = code; at; at = parents[d].get(at)) chain.push(at)
      return chain
    })
    const sums = above.reduce<string[][]>(
      (made, chain) => made.flatMap((one) => chain.map((code) => [...one, code])),
      [[]],
    )
    for (const sum of sums) values.set(sum.join('|'), (values.get(sum.join('|')) ?? 0) + value)
  }
  const cells = [...values].map(([name, value]): WrittenTable['cells'][number] => ({
    ...Object.fromEntries(name.split('|').map((code, d) => [`d${d}`, code])),
    value,
  }))
  const table = tableFrom({ dims, cells })
  const areCounts = table.values.every((value) => Number.isInteger(value) && value >= 0 && value < 2 ** 31)
  return areCounts ? { ...table, counts: Int32Array.from(table.values) } : table
}
