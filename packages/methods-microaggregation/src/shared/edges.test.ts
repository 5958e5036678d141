import { seededRng, type MaskingMethod, type MaskResult } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { groupSizes } from './group-means.js'
import plugin from '../index.js'
import { applyTo, codeOf, f64, maskedColumn, numericData, partition, reportedGroups } from './run.fixture.js'

const methods: readonly MaskingMethod[] = plugin.methods ?? []
const names = ['a', 'b', 'c']

/** Three correlated columns without ties. */
function columnsOf(n: number): Map<string, Float64Array> {
  const rng = seededRng('edges')
  const factor = Float64Array.from({ length: n }, () => rng.normal())
  return new Map(names.map((name) => [name, factor.map((value) => Math.round(1e6 * (value + rng.normal())))]))
}

const changed = (
  columns: ReadonlyMap<string, Float64Array>,
  change: (value: number, name: string) => number,
): Map<string, Float64Array> =>
  new Map([...columns].map(([name, values]) => [name, values.map((value) => change(value, name))]))

it('there are six methods', () => {
  expect(methods).toHaveLength(6)
})

describe.each(methods)('$id', (method) => {
  const mask = (columns: ReadonlyMap<string, Float64Array>, k: number, tick?: (fraction: number) => void): MaskResult =>
    applyTo(method, numericData(columns), { k }, tick ? { tick } : {})
  const groups = (result: MaskResult): number[][] =>
    names.filter((name) => result.files[0].columns.has(name)).map((name) => partition(reportedGroups(result, name)))
  const sizes = (result: MaskResult): Uint32Array[] =>
    groups(result).map((labels) => groupSizes(Uint32Array.from(labels)))
  const columns = columnsOf(101)
  const plain = mask(columns, 4)

  it('makes groups of k to 2k − 1 records, with the minimum of the card', () => {
    // No record is left over at the end of V-MDAV on these data, or its groups could have 3k − 2.
    for (const each of sizes(plain)) {
      expect(Math.min(...each)).toBeGreaterThanOrEqual(4)
      expect(Math.max(...each)).toBeLessThan(8)
    }
    expect([method.formula, ...(method.notes ?? []).map(({ text }) => text)].join(' ')).toMatch(/k to 2k − 1/)
  })

  it('does the same with an offset of 1e9', () => {
    const moved = mask(
      changed(columns, (value) => value + 1e9),
      4,
    )
    expect(groups(moved)).toEqual(groups(plain))
    for (const name of names) {
      const [there, here] = [maskedColumn(moved, name), maskedColumn(plain, name)]
      // Means of integers: rounded to 2⁻²³ near 1e9.
      for (let i = 0; i < 101; i++) expect(Math.abs(there[i] - 1e9 - here[i])).toBeLessThan(2 ** -22)
    }
  })

  it('does the same in units of 1e9, and in other units for every column', () => {
    for (const unit of [
      { a: 1e-9, b: 1e-9, c: 1e-9 },
      { a: 1e-9, b: 1, c: 1e6 },
    ] as Record<string, number>[]) {
      const scaled = mask(
        changed(columns, (value, name) => value * unit[name]),
        4,
      )
      expect(groups(scaled)).toEqual(groups(plain))
      for (const name of names) {
        const [there, here] = [maskedColumn(scaled, name), maskedColumn(plain, name)]
        // Up to seven values, each rounded, and their sum; |values| are below 1e7.
        for (let i = 0; i < 101; i++)
          expect(Math.abs(there[i] - here[i] * unit[name])).toBeLessThanOrEqual(1e7 * unit[name] * 2 ** -48)
      }
    }
  })

  it('a constant column stays unchanged, and changes no other', () => {
    const result = mask(new Map([...columns, ['k', new Float64Array(101).fill(0.1)]]), 4)
    expect(groups(result)).toEqual(groups(plain))
    expect([...maskedColumn(result, 'k')]).toEqual([...new Float64Array(101).fill(0.1)])
    expect(result.report?.get('IL (%)')).toBe(plain.report?.get('IL (%)'))
  })

  it('equal records stay unchanged', () => {
    const equal = new Map(names.map((name, j) => [name, new Float64Array(23).fill(0.1 * (j + 1))]))
    const result = mask(equal, 4)
    for (const name of names) expect(maskedColumn(result, name)).toEqual(equal.get(name))
    for (const each of sizes(result)) expect(Math.min(...each)).toBeGreaterThanOrEqual(4)
  })

  it('makes one group for k = n, at most two for k = n/2, and an error for k > n', () => {
    const twenty = columnsOf(20)
    for (const each of sizes(mask(twenty, 20))) expect([...each]).toEqual([20])
    for (const each of sizes(mask(twenty, 10))) expect(Math.min(...each)).toBeGreaterThanOrEqual(10)
    expect(codeOf(() => mask(twenty, 21))).toBe('TOO_FEW_RECORDS')
  })

  it('refuses missing values, by its trait and in its kernel', () => {
    expect(method.traits.missing).toBe('refuse')
    expect(codeOf(() => mask(new Map([['a', f64([1, 2, Number.NaN, 4])]]), 2))).toBe('MISSING_VALUES')
  })

  it('reports its progress, and stops on request', () => {
    const fractions: number[] = []
    mask(columns, 4, (fraction) => fractions.push(fraction))
    // The tests of the kernels check the number of reports.
    expect(fractions.length).toBeGreaterThan(0)
    expect(fractions.every((fraction, i) => fraction >= (fractions[i - 1] ?? 0) && fraction <= 1)).toBe(true)
    const stop = new Error('stopped')
    const stopAtOnce = (): never => {
      throw stop
    }
    expect(() => mask(columns, 4, stopAtOnce)).toThrow(stop)
  })
})
