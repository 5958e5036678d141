import {
  categorical,
  dataset,
  isSdcError,
  maskInput,
  noRoles,
  numeric,
  resolveParams,
  takeRows,
  type Column,
  type Dataset,
  type MaskResult,
} from '@sdc/core'
import { unitsOf } from '@sdc/toolkit/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { localSuppressionMethod } from './local-suppression.js'
import { maskByPlan } from '@sdc/toolkit'

const keys = ['age', 'sex', 'visit']

type Visit = readonly [person: number | null, age: number, visit: number]

function fileOf(visits: readonly Visit[], isShared: boolean): Dataset {
  const id = (i: number): number => visits[i][0] ?? 100 + i
  const of = <T>(value: (i: number) => T): T[] => visits.map((_, i) => value(i))
  return dataset([
    ['pid', numeric(of((i) => visits[i][0] ?? Number.NaN))],
    ['age', numeric(of((i) => (isShared ? (id(i) * 7) % 5 : visits[i][1])))],
    ['sex', categorical(of((i) => (id(i) % 2 === 0 ? 'm' : 'f')))],
    ['visit', numeric(of((i) => (isShared ? id(i) % 3 : visits[i][2])))],
  ])
}

async function suppress(data: Dataset, params: Readonly<Record<string, unknown>>, person = 'pid'): Promise<MaskResult> {
  const resolved = resolveParams(localSuppressionMethod.params, params)
  return maskByPlan(
    localSuppressionMethod,
    maskInput(data, { columns: keys, params: resolved, roles: { ...noRoles, keys, person } }),
  )
}

const valueOf = (column: Column, i: number): number => {
  const value = column.kind === 'numeric' ? column.values[i] : column.codes[i]
  return value < 0 ? Number.NaN : value
}

/** Returns true if a true record and a released one can be the same: a missing key matches any value. */
const fits = (a: readonly number[], b: readonly number[]): boolean =>
  a.every((value, j) => value === b[j] || Number.isNaN(value) || Number.isNaN(b[j]))

const rowsOf = (columns: readonly Column[], n: number): number[][] =>
  Array.from({ length: n }, (_, i) => columns.map((column) => valueOf(column, i)))

const person = fc.oneof(
  { weight: 5, arbitrary: fc.nat(9) },
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.constant(null) },
)
const visits = fc.array(fc.tuple(person, fc.nat(4), fc.nat(2)), { minLength: 8, maxLength: 40 })

describe('local suppression of persons', () => {
  it('lets every record match records of k persons, and discloses no suppressed value by another record', async () => {
    let count = 0
    const ways = fc.constantFrom({}, { protect: 'record' }, { missing: 'own-level' }, { dimension: 2 })
    await fc.assert(
      fc.asyncProperty(
        visits,
        fc.boolean(),
        fc.integer({ min: 2, max: 4 }),
        ways,
        async (records, isShared, k, way) => {
          const data = fileOf(records, isShared)
          const { ofRecord, count: persons } = unitsOf(data.column('pid'))
          fc.pre(persons >= k)
          let result: MaskResult
          try {
            result = await suppress(data, { k, ...way })
          } catch (error) {
            expect(isSdcError(error) && 'missing' in way && !isShared).toBe(true)
            return
          }
          count++
          const out = keys.map((name) => result.files[0].columns.get(name) ?? data.column(name))
          const released = rowsOf(out, records.length)
          const asked =
            'dimension' in way
              ? [
                  [0, 1],
                  [0, 2],
                  [1, 2],
                ]
              : [[0, 1, 2]]
          for (const some of asked) {
            const own = released.map((row) => some.map((j) => row[j]))
            for (const row of own) {
              const found = new Set(
                [...ofRecord].filter((_, i) => ('missing' in way ? String(own[i]) === String(row) : fits(row, own[i]))),
              )
              expect(found.size).toBeGreaterThanOrEqual(k)
            }
          }
          const told = new Map<string, number>()
          released.forEach((row, i) => {
            row.forEach((value, j) => {
              const key = `${ofRecord[i]} ${j} ${valueOf(data.column(keys[j]), i)}`
              expect(told.get(key) ?? value).toBe(value)
              told.set(key, value)
            })
          })
          // People found by their true keys, by brute force.
          if ('dimension' in way || isShared) return
          const truth = rowsOf(
            keys.map((name) => data.column(name)),
            records.length,
          )
          const F = truth.map((row) => new Set([...ofRecord].filter((_, i) => fits(row, released[i]))).size)
          const found = new Set([...ofRecord].filter((_, i) => F[i] < k))
          const persisted = unitsOf(data.column('pid')).count < records.length
          if (persisted)
            expect(result.report?.get('people whose true quasi-identifiers fit too few records')).toBe(found.size)
        },
      ),
    )
    expect(count).toBeGreaterThan(40)
  })

  it('treats copies of a record alike, and equals the result without the role if each person has one record', async () => {
    const single = fileOf(
      Array.from({ length: 30 }, (_, i): Visit => [i, 0, 0]),
      true,
    )
    const copies = Int32Array.from({ length: 90 }, (_, i) => Math.floor(i / 3))
    for (const params of [
      { k: 3 },
      { k: 3, protect: 'record' },
      { k: 4, missing: 'own-level' },
      { k: 3, protect: 'person' },
    ]) {
      const once = await suppress(single, params)
      expect(await suppress(single, params, '')).toEqual(once)
      const thrice = await suppress(takeRows(single, copies), params)
      for (const name of keys) {
        const [one, other] = [once, thrice].map(({ files }) => files[0].columns.get(name))
        if (one && other) for (const [i, row] of copies.entries()) expect(valueOf(other, i)).toBe(valueOf(one, row))
      }
    }
  })

  it('refuses rules that count records if keys of a person differ, and fewer than k persons', async () => {
    const data = fileOf(
      Array.from({ length: 12 }, (_, i): Visit => [i % 4, i % 3, i % 2]),
      false,
    )
    await expect(suppress(data, { k: 2, missing: 'share' })).rejects.toMatchObject({ code: 'BAD_PARAMETER' })
    await expect(suppress(data, { k: 2, protect: 'person' })).rejects.toMatchObject({ code: 'BAD_PARAMETER' })
    await expect(suppress(data, { k: 5 })).rejects.toMatchObject({ code: 'TOO_FEW_RECORDS' })
  })
})
