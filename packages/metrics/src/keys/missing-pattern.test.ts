import { seededRng, type Dataset } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { fileOf, measureRoles } from '../decision/decision.fixture.js'
import { missingPatternMetric } from './missing-pattern.js'
import { tableTexts } from './keys.fixture.js'
import { tableColumn } from '../testing/run.fixture.js'

type Row = readonly (number | null)[]

const names = ['sex', 'v1', 'v2', 'v3']
const asFile = (rows: readonly Row[]): Dataset =>
  fileOf(Object.fromEntries(names.map((name, j) => [name, rows.map((row) => row[j] ?? Number.NaN)])))
const pattern = (row: Row): string => row.map((cell) => (cell === null ? '1' : '0')).join('')

const measured = (original: Dataset, masked: Dataset, keys: readonly string[] = [], params = {}) =>
  measureRoles(missingPatternMetric, original, masked, { keys, params, origin: new Int32Array(masked.rows).fill(-1) })

describe('risk/missing-pattern', () => {
  it('counts every pair, alone and joined to the keys, for any masked values', async () => {
    const rng = seededRng(3)
    const rows = Array.from({ length: 200 }, (): Row => [
      rng.int(2),
      ...[0.05, 0.2, 0.4].map((share) => (rng.uniform() < share ? null : rng.int(1000))),
    ])
    const released = rows
      .slice(0, 180)
      .map(([sex, ...others]): Row => [
        rng.uniform() < 0.2 ? null : sex,
        ...others.map((value) => (value === null ? null : rng.int(1000))),
      ])
    const found = await measured(asFile(rows), asFile(released), ['sex'], { k: 5 })
    const same = rows.map((row) => released.filter((one) => pattern(one) === pattern(row)).length)
    const both = rows.map(
      (row) => released.filter((one) => pattern(one) === pattern(row) && (one[0] === null || one[0] === row[0])).length,
    )
    const few = (counts: readonly number[], k: number): number =>
      counts.filter((count) => count > 0 && count < k).length
    expect([...(found.records ?? [])]).toEqual(same)
    expect(found.value).toBe((100 * few(same, 5)) / 200)
    expect(few(same, 5)).toBeGreaterThan(0)
    expect(tableTexts(found, 'patterns', 'who is known by')).toEqual(['missing cells', 'quasi-identifiers', 'both'])
    expect([0, 2].map((at) => tableColumn(found, 'patterns', 'fewer than 5')[at])).toEqual([few(same, 5), few(both, 5)])
    expect([0, 2].map((at) => tableColumn(found, 'patterns', 'unique records')[at])).toEqual([
      few(same, 2),
      few(both, 2),
    ])
  })

  it('is 0 if missing cells were filled, and if none or the same are missing', async () => {
    const original = asFile([[1, 2, 3, 4], [1, null, 3, 4], [1, 2, null, null], [1, 5, 5, 5]]) // oxfmt-ignore
    expect((await measured(original, original, [], { k: 2 })).value).toBe(50)
    const filled = asFile([[1, 2, 3, 4], [1, 9, 3, 4], [1, 2, 9, 9], [1, 5, 5, 5]]) // oxfmt-ignore
    expect((await measured(original, filled)).value).toBe(0)
    const same = asFile([[1, null, 3, 4], [2, null, 1, 1]]) // oxfmt-ignore
    expect((await measured(same, same)).value).toBe(0)
  })

  it.each([0, 1, 2])('for a file of %d records', async (n) => {
    const file = asFile(Array.from({ length: n }, (_, i) => [1, i === 0 ? null : 1, 2, 3]))
    expect((await measured(file, file)).value).toBe([null, 0, 100][n])
  })
})
