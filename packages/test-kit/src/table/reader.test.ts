import type { Table } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { tableOfValues } from './artificial-tables.js'
import { readerReach } from './reader.js'

/** The printed 3 × 5 table of paper 003. */
const salaries: Table = tableOfValues(
  ['M1', 'M2', 'M3'],
  ['P1', 'P2', 'P3', 'P4', 'P5'],
  [
    [360, 450, 720, 400, 360],
    [1440, 540, 22, 570, 320],
    [722, 1178, 375, 800, 363],
  ],
)

const at = (name: string): number => 6 * (Number(name[1]) - 1) + Number(name[3]) - 1

describe('readerReach', () => {
  it('has the intervals of the printed pattern of paper 003, and those of its optimum', () => {
    const reach = (names: readonly string[]): number[][] => {
      const pattern = new Uint8Array(24)
      for (const name of names) pattern[at(name)] = 1
      const { low, high } = readerReach(salaries, pattern)
      return names.map((name) => [low[at(name)], high[at(name)]].map((end) => Math.round(1e6 * end) / 1e6))
    }
    // oxfmt-ignore
    expect(reach(['M1P3', 'M1P5', 'M2P3', 'M2P5'])).toEqual([[400, 742], [338, 680], [0, 342], [0, 342]])
    expect(reach(['M2P3', 'M3P5', 'M1P3', 'M1P5', 'M2P5', 'M3P3']).slice(0, 2)).toEqual([
      [0, 342],
      [0, 738],
    ])
    expect(reach(['M2P3', 'M1P3'])).toEqual([
      [22, 22],
      [720, 720],
    ])
  })

  it('is bounded by what everybody knows', () => {
    const { values } = salaries
    const known = { low: values.map((value) => value - 10), high: values.map((value) => value + 5) }
    const pattern = new Uint8Array(24)
    for (const name of ['M1P3', 'M1P5', 'M2P3', 'M2P5']) pattern[at(name)] = 2
    const { low, high } = readerReach({ ...salaries, known }, pattern)
    expect(low[at('M2P3')]).toBeCloseTo(17, 9)
    expect(high[at('M2P3')]).toBeCloseTo(27, 9)
  })

  it('has no end where nothing bounds a cell: alone with its total, or in a table with negative cells', () => {
    const one = tableOfValues(['a'], ['x', 'y'], [[3, 4]])
    const pattern = Uint8Array.from(one.values, () => 1)
    expect(readerReach(one, pattern).high[0]).toBe(Infinity)
    expect(readerReach(one, pattern).low[0]).toBeCloseTo(0, 9)
    const negative = tableOfValues(
      ['a', 'b'],
      ['x', 'y'],
      [
        [-3, 4],
        [5, 6],
      ],
    )
    const square = Uint8Array.from(negative.values, (_, c) => Number(c % 3 < 2 && c < 6))
    const { low, high } = readerReach(negative, square)
    expect([low[0], high[0]]).toEqual([-Infinity, Infinity])
    expect([low[2], high[2]]).toEqual([1, 1])
  })
})
