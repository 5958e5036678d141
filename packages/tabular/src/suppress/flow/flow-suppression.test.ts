import { describe, expect, it } from 'vitest'
import { randomTable, type RandomLevels } from '../../random-table.js'
import { isValid } from '../is-valid.js'
import { problemOf, type SuppressionProblem } from '../problem.js'
import { flowSuppression } from './flow-suppression.js'
import { networkOf } from '../search/network.js'

function problem(dimensions: readonly RandomLevels[]): SuppressionProblem {
  const { table, sensitive } = randomTable({ dimensions, seed: 1, zeros: 0.2 })
  return problemOf(table, sensitive, { cost: 'value', zeros: 'published', singletons: 'protect' })
}

describe('flow suppression', () => {
  it('keeps every level of rows and columns', async () => {
    const asked = problem([12, 15])
    const { status, cost, bound } = await flowSuppression(asked)
    expect(await isValid(asked, status)).toBe(true)
    expect(status.filter((one) => one === 2).length).toBeGreaterThan(0)
    expect(bound).toBeLessThanOrEqual(cost)
  })

  it.each([[[[2, 3], 4]], [[3, 3, 3]], [[5]]])('refuses %j, which is not of rows and columns', async (dimensions) => {
    await expect(flowSuppression(problem(dimensions))).rejects.toMatchObject({ code: 'BAD_OPTION' })
  })

  it.each<[readonly RandomLevels[], boolean]>([
    [[4, 5], true],
    [[[[2, 2], 3]], true],
    [[[[2, 2], [3]], 4], true],
    [
      [
        [2, 2],
        [2, 3],
      ],
      false,
    ],
    [[2, 2, 2], false],
  ])('is the table %j a network? %s', (dimensions, is) => {
    expect(networkOf(problem(dimensions).table) !== undefined).toBe(is)
  })
})
