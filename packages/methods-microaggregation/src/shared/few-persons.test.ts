import {
  categorical,
  dataset,
  maskInput,
  noRoles,
  numeric,
  type Column,
  type Dataset,
  type MaskingMethod,
} from '@sdc/core'
import { unitsOf } from '@sdc/toolkit/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import plugin from '../index.js'
import { mergeFewPersons } from './few-persons.js'
import { maskByPlan } from '@sdc/toolkit'

const roles = { ...noRoles, person: 'pid' }
const methods = (plugin.methods ?? []) as readonly MaskingMethod[]

/** Merging as its definition reads: all centres computed afresh. */
function naive(
  labels: readonly number[],
  of: readonly number[],
  k: number,
  columns: readonly (readonly number[])[],
): number[] {
  const now = [...labels]
  const persons = (group: number): number => new Set(of.filter((_, i) => now[i] === group)).size
  const centre = (group: number): number[] =>
    columns.map((column) => {
      const own = column.filter((_, i) => now[i] === group)
      return own.reduce((sum, value) => sum + value, 0) / own.length
    })
  for (const first of new Set([...labels].sort((a, b) => a - b))) {
    let group = first
    while (now.includes(group) && persons(group) < k) {
      const others = [...new Set(now)].filter((other) => other !== group).sort((a, b) => a - b)
      const own = centre(group)
      const apart = (other: number): number =>
        centre(other).reduce((sum, value, j) => sum + (value - own[j]) * (value - own[j]), 0)
      const nearest = others.reduce((best, other) => (apart(other) < apart(best) ? other : best))
      const [kept, gone] = [Math.min(group, nearest), Math.max(group, nearest)]
      now.forEach((label, i) => (now[i] = label === gone ? kept : label))
      group = kept
    }
  }
  const order = [...new Set(now)].sort((a, b) => a - b)
  return now.map((label) => order.indexOf(label))
}

describe('mergeFewPersons', () => {
  it('equals its definition, in one column and in two', () => {
    const record = fc.record({
      label: fc.nat(7),
      person: fc.nat(9),
      x: fc.integer({ min: 0, max: 40 }),
      y: fc.integer({ min: 0, max: 40 }),
    })
    fc.assert(
      fc.property(
        fc.array(record, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 2, max: 4 }),
        fc.boolean(),
        (records, k, two) => {
          const used = [...new Set(records.map(({ label }) => label))].sort((a, b) => a - b)
          const labels = records.map(({ label }) => used.indexOf(label))
          const persons = unitsOf(numeric(records.map(({ person }) => person)))
          fc.pre(persons.count >= k)
          const columns = [records.map(({ x }) => x), ...(two ? [records.map(({ y }) => y)] : [])]
          const merged = mergeFewPersons(
            Uint32Array.from(labels),
            { persons, k },
            columns.map((values) => ({ values: Float64Array.from(values) })),
          )
          const ofRecord = [...persons.ofRecord]
          expect([...merged]).toEqual(naive(labels, ofRecord, k, columns))
          for (const group of new Set(merged))
            expect(new Set(ofRecord.filter((_, i) => merged[i] === group)).size).toBeGreaterThanOrEqual(k)
        },
      ),
    )
  })
})

/** Visits of patients: the first has half of all records, two records have no id. */
function visits(rows: number): Dataset {
  const id = (i: number): string | null => (i % 2 === 0 ? 'p' : i % 11 === 0 ? null : `q${i % 7}`)
  return dataset([
    ['pid', categorical(Array.from({ length: rows }, (_, i) => id(i)))],
    ['x', numeric(Array.from({ length: rows }, (_, i) => (i * 37) % 101))],
    ['y', numeric(Array.from({ length: rows }, (_, i) => (i * 53) % 89))],
  ])
}

async function masked(
  method: MaskingMethod,
  data: Dataset,
  params: object,
  of = roles,
): Promise<ReadonlyMap<string, Column | null>> {
  const input = maskInput(data, { columns: ['x', 'y'], roles: of, params: method.params.parse(params) })
  return (await maskByPlan(method, input)).files[0].columns
}

const valuesOf = (column: Column | null | undefined): readonly number[] =>
  column?.kind === 'numeric' ? [...column.values] : []

describe.each(methods.map((method) => [method.id, method] as const))('%s', (_, method) => {
  it('has records of k persons in every group', async () => {
    const data = visits(60)
    const { ofRecord } = unitsOf(data.column('pid'))
    for (const k of [2, 3, 5]) {
      const columns = await masked(method, data, { k })
      for (const name of ['x', 'y']) {
        const values = valuesOf(columns.get(name))
        for (const value of new Set(values))
          expect(new Set([...ofRecord].filter((_unit, i) => values[i] === value)).size).toBeGreaterThanOrEqual(k)
      }
    }
  })

  it('is the same as without the role if each person has one record', async () => {
    const data = dataset([
      ['pid', numeric(Array.from({ length: 30 }, (_unit, i) => 30 - i))],
      ...['x', 'y'].map((name) => [name, visits(30).column(name)] as const),
    ])
    expect(await masked(method, data, {})).toEqual(
      await masked(method, data, {}, { ...noRoles, person: undefined as never }),
    )
  })

  it('refuses fewer than k persons', async () => {
    const data = dataset([
      ['pid', numeric([1, 1, 1, 2, 2, 2])],
      ...['x', 'y'].map((name) => [name, visits(6).column(name)] as const),
    ])
    await expect((async () => masked(method, data, { k: 3 }))()).rejects.toMatchObject({ code: 'TOO_FEW_RECORDS' })
  })
})
