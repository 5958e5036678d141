import { BLOCK } from '@sdc/core'
import { expect, it } from 'vitest'
import { sumOver } from './sum-over.js'

it('sumOver visits each record once, ascending, and adds the sums of the blocks in their order', () => {
  const asked: number[] = []
  expect(sumOver(5, (i) => (asked.push(i), 2 ** i))).toBe(31)
  expect(asked).toEqual([0, 1, 2, 3, 4])
  expect(sumOver(0, () => 1)).toBe(0)
  const n = 2 * BLOCK + 3
  const term = (i: number): number => 1 / (i + 0.5)
  const partOf = (from: number, to: number): number => {
    let own = 0
    for (let i = from; i < to; i++) own += term(i)
    return own
  }
  expect(sumOver(n, term)).toBe(partOf(0, BLOCK) + partOf(BLOCK, 2 * BLOCK) + partOf(2 * BLOCK, n))
})
