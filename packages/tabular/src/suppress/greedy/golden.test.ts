import { describe, expect, it } from 'vitest'
import { referenceFile } from '../../../../../tooling/testing/reference.js'
import { cellNamed, tableFrom, type WrittenTable } from '../../golden.fixture.js'
import { isValid } from '../is-valid.js'
import { problemOf, type CostKind } from '../problem.js'
import { greedySuppression } from './greedy-suppression.js'

interface Golden {
  readonly tables: readonly (WrittenTable & {
    readonly id: string
    readonly primary: readonly string[]
    readonly options: { readonly protection: number; readonly cost: CostKind }
    readonly optimum: { readonly cost: number }
  })[]
}
const { tables } = referenceFile<Golden>('tables/secondary.json')
describe('greedy', () => {
  it('golden', async () => {
    const ratios: number[] = []
    for (const one of tables) {
      const table = tableFrom(one)
      const cell = cellNamed(table)
      const status = new Uint8Array(table.values.length)
      for (const name of one.primary) status[cell(name)] = 1
      const given = Uint8Array.from(one.cells, ({ status }) => (status === 'fixed' ? 2 : status === 'must' ? 3 : 0))
      const level = table.values.map((v, c) => status[c] * v * 0.2)
      const problem = problemOf(
        { ...table, given },
        { status, lower: level, upper: level, width: new Float64Array(level.length) },
        { cost: one.options.cost, zeros: 'published', singletons: 'ignore' },
      )
      const t = performance.now()
      const found = await greedySuppression(problem)
      const ms = performance.now() - t
      const ratio = found.cost / one.optimum.cost
      ratios.push(ratio)
      console.log(one.id, found.cost, one.optimum.cost, ratio.toFixed(3), ms.toFixed(0) + 'ms')
      expect(await isValid(problem, found.status)).toBe(true)
    }
    console.log(ratios.reduce((a, b) => a + b) / ratios.length, Math.max(...ratios))
  }, 60000)
})
