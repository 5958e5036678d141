import type { Sensitivity, Table } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { referenceFile } from '@sdc/testing/reference'
import { cellNamed, tableFrom, type WrittenTable } from '../../golden.fixture.js'
import { auditPattern } from '../../audit/audit-pattern.js'
import { problemOf, type CostKind, type SuppressionProblem } from '../problem.js'
import { exactSuppression } from './exact-suppression.js'

interface Optimum {
  readonly cost: number
  readonly unique: boolean
  readonly lpBound?: number
  readonly secondary?: readonly string[]
}

interface Secondary extends WrittenTable {
  readonly id: string
  readonly options: { readonly protection: number; readonly cost: CostKind }
  readonly primary: readonly string[]
  readonly optimum: Optimum
  readonly singletons?: {
    readonly cells: readonly string[]
    readonly attacks: readonly (readonly [string, string])[]
    readonly optimum: Optimum
  }
}

const { tables } = referenceFile<{ readonly tables: readonly Secondary[] }>('tables/secondary.json')

/** Reads the problem of a reference table: its sensitive cells, fixed cells, levels, and singletons. */
function problemFrom(written: Secondary, singletons: 'protect' | 'ignore'): SuppressionProblem {
  const plain = tableFrom(written)
  const cell = cellNamed(plain)
  const counts = plain.counts.slice()
  for (const name of written.singletons?.cells ?? []) counts[cell(name)] = 1
  const given = Uint8Array.from(written.cells, ({ status }) => (status === 'fixed' ? 2 : 0))
  const table: Table = { ...plain, counts, given }
  const status = new Uint8Array(plain.values.length)
  for (const name of written.primary) status[cell(name)] = 1
  const level = plain.values.map((value, c) => (status[c] * written.options.protection * value) / 100)
  const sensitive: Sensitivity = { status, lower: level, upper: level, width: new Float64Array(level.length) }
  return problemOf(table, sensitive, { cost: written.options.cost, zeros: 'published', singletons, own: 'protect' })
}

function secondaryOf({ table }: SuppressionProblem, status: Uint8Array): string[] {
  return table.dimensions[0].codes.length === 0
    ? []
    : [...status.keys()]
        .filter((c) => status[c] === 2)
        .map((c) => table.dimensions.map(({ codes, levels }) => levels[codes[c]]).join('|'))
        .sort()
}

async function expectOptimum(problem: SuppressionProblem, optimum: Optimum): Promise<void> {
  const { status, cost, bound, proved } = await exactSuppression(problem)
  expect(proved).toBe(true)
  expect(Math.abs(cost - optimum.cost)).toBeLessThanOrEqual(1e-9 * optimum.cost)
  expect(Math.abs(bound - optimum.cost)).toBeLessThanOrEqual(1e-9 * optimum.cost)
  if (optimum.unique && optimum.secondary) expect(secondaryOf(problem, status)).toEqual([...optimum.secondary].sort())
}

describe('exact suppression', () => {
  it.each(tables)('finds the least cost of $id from other programs', async (written) => {
    await expectOptimum(problemFrom(written, 'ignore'), written.optimum)
  })

  /** Over the whole component; the file has the cost within one relation. */
  const throughout: Readonly<Record<string, number>> = { 's-07': 159, 's-20': 5601 }
  const withSingletons = tables.filter(({ singletons }) => singletons)

  it.each(withSingletons)('protects $id from its singletons throughout their components', async (written) => {
    const problem = problemFrom(written, 'protect')
    const { status, cost, bound, proved, exceptions } = await exactSuppression(problem)
    expect([cost, bound, proved, exceptions]).toEqual([throughout[written.id], throughout[written.id], true, []])
    const audit = await auditPattern(problem.table, status, problem.model.levels, {
      singletons: 'protect',
      tick: () => {},
    })
    expect(audit.breaches).toEqual([])
  })

  it('finds that two singletons of s-20 break the pattern that protects within one relation only', async () => {
    const written = withSingletons.find(({ id }) => id === 's-20')
    const optimum = written?.singletons?.optimum
    if (!written || !optimum?.secondary) throw new Error('s-20 has no pattern')
    const { table, model, must } = problemFrom(written, 'protect')
    const cell = cellNamed(table)
    const pattern = must.slice()
    for (const name of optimum.secondary) pattern[cell(name)] = 2
    const costs = optimum.secondary.reduce((sum, name) => sum + table.values[cell(name)], 0)
    expect([costs, optimum.cost]).toEqual([4885, 4885])
    const { breaches } = await auditPattern(table, pattern, model.levels, { singletons: 'protect', tick: () => {} })
    const exactly = breaches.filter(({ kept }) => kept === 0)
    const said = exactly.map(({ cells, attacker }) => `${attacker === undefined ? '' : attacker}>${cells[0]}`)
    const [one, other] = ['r1.2.2|c1', 'r1.2.3|c4'].map(cell)
    const owner = (of: number): number => model.respondents.owner[of]
    expect(new Set(said)).toEqual(new Set([`${owner(one)}>${other}`, `${owner(other)}>${one}`]))
    const everybody = await auditPattern(table, pattern, model.levels, { singletons: 'ignore', tick: () => {} })
    expect(everybody.breaches).toEqual([])
  })
})
