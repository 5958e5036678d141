import type { Sensitivity, Table } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { referenceFile } from '@sdc/testing/reference'
import { cellNamed, tableFrom, type WrittenTable } from '../../golden.fixture.js'
import { linearBound } from '../linear-bound.js'
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

/** The problem of a written table: sensitive cells, fixed cells and levels as it says, its singletons of one contributor. */
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
  return problemOf(table, sensitive, { cost: written.options.cost, zeros: 'published', singletons })
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
  it.each(tables)('finds the least cost of $id that other programs found', async (written) => {
    await expectOptimum(problemFrom(written, 'ignore'), written.optimum)
  })

  it.each(tables.filter(({ singletons }) => singletons))('keeps $id from its singletons, too', async (written) => {
    const problem = problemFrom(written, 'protect')
    const { table, primary, insiders } = problem
    const cell = cellNamed(table)
    const found = insiders.map(({ target, knows }) => `${knows.join()}>${primary[target]}`).sort()
    const attacks = written.singletons?.attacks ?? []
    expect(found).toEqual(attacks.map(([by, of]) => `${cell(by)}>${cell(of)}`).sort())
    if (written.singletons) await expectOptimum(problem, written.singletons.optimum)
  })

  it.each(tables)('has a linear bound of $id that is no greater than the least cost', async (written) => {
    const bound = await linearBound(problemFrom(written, 'ignore'))
    expect(bound).toBeLessThanOrEqual(written.optimum.cost * (1 + 1e-9))
    expect(bound).toBeGreaterThan(0.3 * written.optimum.cost)
  })
})
