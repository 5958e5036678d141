import { resolveParams, seededRng, type Table, type TableMethod, type TableResult } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { referenceFile } from '@sdc/testing/reference'
import { tableFrom, type WrittenTable } from '../golden.fixture.js'
import { controlledRoundingMethod } from './controlled-rounding.js'
import { tableOfShape } from './random-tables.fixture.js'
import { smallCountRoundingMethod } from './small-count-rounding.js'

async function run(method: TableMethod<never>, table: Table, params: Record<string, unknown>): Promise<TableResult> {
  const call = { table, params: resolveParams(method.params, params), rng: seededRng(1), tick: () => {} }
  return method.protect(call)
}

const { tables } = referenceFile<{
  readonly tables: readonly (WrittenTable & { readonly id: string; readonly base: number; readonly optimum: unknown })[]
}>('tables/rounding.json')

describe('tabular/controlled-rounding', () => {
  const controlled = controlledRoundingMethod as TableMethod<never>

  it('reports the number of bases if one is not enough', async () => {
    const golden = tables.find(({ optimum }) => optimum === null)
    if (!golden) throw new Error('there is no table without a rounding')
    const { report, warnings } = await run(controlled, tableFrom(golden), { base: golden.base })
    expect(report?.get('bases')).toBe(2)
    expect(warnings).toEqual([
      `no rounding within one base adds up: rounded values are less than 2 bases (${2 * golden.base}) from the true ones`,
    ])
  })

  it('reports the change and its proved bound', async () => {
    const { report, warnings, values } = await run(
      controlled,
      tableOfShape([2], () => 4),
      { base: 3 },
    )
    // 4, 4 and 8: 3, 3 and 6 change by 1, 1 and 2; 3, 6 and 9 by 1, 2 and 1.
    expect(Object.fromEntries(report ?? [])).toEqual({
      changed: 3,
      cost: 4,
      bound: 4,
      gap: 0,
      bases: 1,
      'computed exactly': 0,
    })
    expect(warnings).toEqual([])
    expect(values?.some((value) => Object.is(value, -0))).toBe(false)
  })

  it('shows negative values and no −0', async () => {
    const rng = seededRng('negative')
    const table = tableOfShape([5, 5], () => rng.int(9) - 4)
    const { values = new Float64Array() } = await run(controlled, table, { base: 5 })
    expect(values.some((value) => value < 0)).toBe(true)
    expect(values.some((value) => Object.is(value, -0))).toBe(false)
  })

  it('warns of a base above every value', async () => {
    const { warnings } = await run(
      controlled,
      tableOfShape([2, 2], () => 1),
      { base: 5 },
    )
    expect(warnings).toEqual([expect.stringContaining('the base 5 is larger than every value (the largest is 4)')])
  })
})

describe('tabular/small-count-rounding', () => {
  const small = smallCountRoundingMethod as TableMethod<never>

  it('reports the greatest change', async () => {
    const { report, warnings } = await run(
      small,
      tableOfShape([3], () => 1),
      { base: 3 },
    )
    // Three ones become 3, 0 and 0: the total of 3 is unchanged.
    expect(Object.fromEntries(report ?? [])).toEqual({
      'changed inner cells': 3,
      'greatest change of an inner cell': 2,
      'greatest change of a total': 0,
      'computed exactly': 0,
    })
    expect(warnings).toEqual([])
  })

  it('refuses sums', async () => {
    const table = tableOfShape([3], () => 1)
    const sums = { ...table, values: table.values.map((x) => 1.5 * x) }
    await expect(run(small, sums, {})).rejects.toMatchObject({ code: 'BAD_TABLE' })
  })
})
