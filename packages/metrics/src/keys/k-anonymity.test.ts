import { categorical, numeric, type Column } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { reference } from '@sdc/testing/reference'
import { tableColumn } from '../testing/run.fixture.js'
import { run } from './k-anonymity.fixture.js'

/** Frequencies in the file, weighted ones, and number of records with f = 1 and f = 2. */
interface Frequencies {
  readonly fk: readonly number[]
  readonly Fk: readonly number[]
  readonly n1: number
  readonly n2: number
}

const cases = ['francdat', 'francdat_NA_alpha1', 'francdat_no_weights'] as const

describe('risk/k-anonymity', () => {
  it.each(cases)('has the frequencies of another program: %s', async (id) => {
    const { input, output } = reference('freq_risk.json', id)
    const { fk: f, Fk: F, n1: uniques, n2: pairs } = output as Frequencies
    const isWeighted = input.params.w === 'w'
    const data = Object.entries(input.data ?? {}).filter(([name]) => isWeighted || name !== 'w')
    expect(data).toHaveLength(isWeighted ? 5 : 4)
    for (const asKey of [asNumbers, asCategories]) {
      const columns = data.map(([name, values]): [string, Column] => [
        name,
        name === 'w' ? asNumbers(values) : asKey(values),
      ])
      const measured = await run(Object.fromEntries(columns), {}, isWeighted ? 'w' : undefined)
      expect([...(measured.records ?? [])]).toEqual(f)
      // Sums of halves are exact.
      if (isWeighted) expect(measured.recordColumns?.column('F')).toEqual(numeric(F))
      else expect(measured.recordColumns).toBeUndefined()
      expect(tableColumn(measured, 'frequencies', 'records').slice(0, 2)).toEqual([uniques, pairs])
      expect(measured.value).toBe((100 * f.filter((one) => one < 3).length) / f.length)
      expect(measured.used).toBe(f.length)
    }
  })

  it('counts records and classes with few matches, and gives the smallest f', async () => {
    const measured = await run({ a: categorical([...'aaaaabbbccd']), b: numeric(new Float64Array(11)) }, { k: 4 })
    expect(measured.value).toBe((100 * 6) / 11)
    expect(tableColumn(measured, 'frequencies', 'records')).toEqual([1, 2, 3, 6, 11])
    expect(tableColumn(measured, 'frequencies', 'classes')).toEqual([1, 1, 2, 3, 4])
    expect(tableColumn(measured, 'frequencies', 'of records')).toEqual([11, 11, 11, 11, 11])
    expect(tableColumn(measured, 'frequencies', 'percent')[1]).toBe((100 * 2) / 11)
    expect(tableColumn(measured, 'frequencies', 'of classes')).toEqual([4, 4, 4, 4, 4])
    expect(tableColumn(measured, 'keys', 'value')).toEqual([1, 11, 4, 0])
  })

  it('a missing key matches every value, or is a value of its own', async () => {
    const columns = { a: categorical(['x', 'x', null, 'y']), b: numeric([1, Number.NaN, 1, -0]) }
    expect([...((await run(columns)).records ?? [])]).toEqual([3, 3, 3, 1])
    const own = await run(columns, { missing: 'own-level' })
    expect([...(own.records ?? [])]).toEqual([1, 1, 1, 1])
    expect(own.value).toBe(100)
    expect(tableColumn(own, 'keys', 'value')).toEqual([1, 4, 4, 2])
  })

  it('a missing key may match nothing, or count for others by a share', async () => {
    const columns = { a: categorical(['x', 'x', null, null]) }
    const never = await run(columns, { missing: 'never', k: 2 })
    expect([...(never.records ?? [])]).toEqual([2, 2, 1, 1])
    expect(never.value).toBe(50)
    const share = await run(columns, { missing: 'share', share: 0.25 })
    // Two with the key and a quarter of two without it; a record without it matches all, because both lack the same.
    expect([...(share.records ?? [])]).toEqual([2.5, 2.5, 4, 4])
    expect(tableColumn(share, 'frequencies', 'records')).toEqual([0, 0, 2, 4, 4])
  })

  it('with weights: number of records with a small F, and the smallest F', async () => {
    const measured = await run({ a: categorical(['x', 'x', 'y', 'z']), w: numeric([1, 1.5, 1, 8]) }, {}, 'w')
    expect(tableColumn(measured, 'frequencies', 'records with such an F')).toEqual([1, 0, 3, 3, 4])
    expect(tableColumn(measured, 'keys', 'value')).toEqual([1, 1, 4, 3, 0])
  })

  it('blanking a cell never lowers a frequency', async () => {
    const rows = [...Array(60).keys()]
    const keys = { b: numeric(rows.map((i) => i % 3)), c: numeric(rows.map((i) => Math.floor(i / 20))) }
    const a = rows.map((i) => (i * i) % 5)
    const before = await run({ a: numeric(a), ...keys })
    const after = await run({ a: numeric(a.map((value, i) => (i % 7 === 0 ? Number.NaN : value))), ...keys })
    after.records?.forEach((f, i) => expect(f).toBeGreaterThanOrEqual(before.records?.[i] ?? Infinity))
    expect(after.records).not.toEqual(before.records)
  })

  it('a missing weight is unknown, not 0, and so is F of every record that matches it', async () => {
    const { recordColumns } = await run({ a: categorical(['x', 'x', 'y']), w: numeric([2, Number.NaN, 3]) }, {}, 'w')
    expect(recordColumns?.column('F')).toEqual(numeric([Number.NaN, Number.NaN, 3]))
    // A masked file without weights still has frequencies.
    expect((await run({ a: categorical(['x', 'x', 'y']) }, {}, 'w')).recordColumns).toBeUndefined()
  })

  it('one record is unique; without records or keys there is no value', async () => {
    expect(await run({ a: categorical(['x']) })).toMatchObject({ value: 100, used: 1 })
    expect((await run({ a: categorical([null]) })).value).toBe(100)
    expect(await run({ a: categorical([]) })).toMatchObject({ value: null, reason: 'the file has no records' })
    expect((await run({})).reason).toMatch(/quasi-identifier/)
  })
})

function asNumbers(values: readonly (number | null)[]): Column {
  return numeric(values.map((value) => value ?? Number.NaN))
}

function asCategories(values: readonly (number | null)[]): Column {
  return categorical(values.map((value) => (value === null ? null : `v${value}`)))
}
