import { dataset, measureInput, numeric, seededRng, withColumns, type Dataset, type Measurement } from '@sdc/core'
import { census } from '@sdc/datasets/census'
import { eia } from '@sdc/datasets/eia'
import { expect, it } from 'vitest'
import { openColumnsMetric } from './open-columns.js'
import { measureByPlan } from '@sdc/toolkit'

/** Replaces the columns by unrelated values. */
function masked(data: Dataset, names: readonly string[]): Dataset {
  const rng = seededRng('mask')
  const columns = names.map((name) => [name, numeric(Array.from({ length: data.rows }, () => rng.normal()))] as const)
  return withColumns(data, new Map(columns))
}

async function measured(data: Dataset, names: readonly string[]): Promise<Measurement> {
  const params = openColumnsMetric.params.parse({}) as never
  return await measureByPlan(openColumnsMetric, measureInput(data, masked(data, names), { columns: names, params }))
}

function relations({ tables }: Measurement): string[] {
  const table = tables?.get('relations')
  const cell = (name: string, i: number): string => {
    const column = table?.column(name)
    return column?.kind === 'numeric' ? String(column.values[i]) : (column?.levels[column.codes[i]] ?? '')
  }
  return Array.from({ length: table?.rows ?? 0 }, (_, i) =>
    ['open', 'by', 'told'].map((name) => cell(name, i)).join(' '),
  )
}

it('finds the sum in census.csv, for each of its masked columns', async () => {
  const total = await measured(census(), ['PTOTVAL'])
  expect(total.value).toBe(100)
  expect(relations(total)[0]).toBe('POTHVAL + PEARNVAL linear 1080')
  expect(relations(await measured(census(), ['POTHVAL']))).toEqual([
    'PTOTVAL + PEARNVAL linear 1080',
    // The other income of 229 people is their interest.
    'INTVAL copy 229',
  ])
  expect(relations(await measured(census(), ['PEARNVAL']))).toContain('PTOTVAL + POTHVAL linear 1080')
})

it('finds nothing if all its terms are masked, and nothing by a weight', async () => {
  const income = census().names.filter((name) => name !== 'AFNLWGT' && name !== 'EMCONTRB')
  expect(await measured(census(), income)).toMatchObject({ value: 0, used: 1080 })
})

it('finds the total of eia.csv, and its utility by the number', async () => {
  const { columns, ...found } = await measured(eia(), ['TOTREVENUE'])
  expect(columns?.get('TOTREVENUE')).toBeGreaterThan(99)
  expect(relations(found)[0]).toMatch(/^RESREVENUE \+ COMREVENUE \+ INDREVENUE \+ OTHREVENUE linear/)
})

it('treats an unchanged masked column as unmasked, and has no value without an origin', async () => {
  const data = dataset([
    ['x', numeric([1, 5, 2, 8])],
    ['y', numeric([3, 1, 4, 1])],
  ])
  const params = {} as never
  const after = withColumns(data, new Map([['y', numeric([1, 3, 1, 4])]]))
  const found = await measureByPlan(openColumnsMetric, measureInput(data, after, { params }))
  expect(Object.fromEntries(found.columns ?? [])).toEqual({ x: 100, y: 0 })
  const origin = new Int32Array(4).fill(-1)
  expect(await measureByPlan(openColumnsMetric, measureInput(data, after, { params, origin }))).toMatchObject({
    value: null,
  })
})
