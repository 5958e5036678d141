import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { referenceFile } from '@sdc/testing/reference'
import { maximumEntropy, varianceRange } from './maximum-entropy.js'
import { allowedChanges, changeOf, perturbationTable } from './perturbation-table.js'
import { entropyByDescent } from './entropy-by-descent.fixture.js'

interface Golden {
  readonly tables: readonly {
    readonly D: number
    readonly V: number
    readonly js: number
    readonly feasible: boolean
    readonly rows: readonly {
      readonly count: number
      readonly v?: readonly number[]
      readonly p?: readonly number[]
      readonly infeasible?: boolean
      readonly leastV?: number | null
      readonly greatestV?: number
    }[]
  }[]
}

const { tables } = referenceFile<Golden>('tables/cellkey.json')
const named = tables.map((one) => [`D ${one.D}, V ${one.V}, js ${one.js}`, one] as const)

describe('the perturbation table', () => {
  it('has 18 reference tables and 22 invalid ones', () => {
    expect([true, false].map((one) => tables.filter(({ feasible }) => feasible === one).length)).toEqual([18, 22])
  })

  it.each(named.filter(([, { feasible }]) => feasible))(
    'equals the table in 40-digit arithmetic: %s',
    (_, { D, V, js, rows }) => {
      const made = perturbationTable({ most: D, variance: V, smallest: js })
      expect(made.length).toBe(1 + (js === 0 ? D : D + js + 1))
      for (const { count, v, p = [] } of rows) {
        const { changes, probabilities, cumulative } = made[Math.min(count, made.length - 1)]
        expect([...changes]).toEqual(v)
        for (let i = 0; i < p.length; i++) expect(Math.abs(probabilities[i] - p[i])).toBeLessThan(1e-10)
        expect(cumulative[cumulative.length - 1]).toBe(1)
      }
    },
  )

  it.each(named.filter(([, { feasible }]) => !feasible))(
    'refuses an impossible table and names the possible range: %s',
    (_, { D, V, js, rows }) => {
      const refused = rows.filter(({ infeasible }) => infeasible)
      for (const { count, leastV, greatestV } of refused) {
        const range = varianceRange(allowedChanges(count, { most: D, smallest: js }))
        expect(range).toEqual(leastV === null ? undefined : { least: leastV, greatest: greatestV })
      }
      const make = () => perturbationTable({ most: D, variance: V, smallest: js })
      expect(make).toThrow(expect.objectContaining({ code: 'INFEASIBLE' }))
      const ranges = Array.from({ length: D + js + 1 }, (_, c) =>
        varianceRange(allowedChanges(c + 1, { most: D, smallest: js })),
      )
      const least = Math.max(...ranges.map((range) => range?.least ?? Infinity))
      const greatest = Math.min(...ranges.map((range) => range?.greatest ?? -Infinity))
      if (least < greatest) {
        expect(make).toThrow(`it can be from ${least} to ${greatest}`)
        // The named range is possible, including its ends.
        for (const variance of [least, greatest, (least + greatest) / 2])
          if (variance > 0) perturbationTable({ most: D, variance, smallest: js })
      } else if (least === greatest) expect(make).toThrow(`it must be ${least}`)
      else expect(make).toThrow('no variance is possible')
    },
  )

  it('has the moments, bounds and entropy of a plain descent, for any D, V and js', () => {
    const cases = fc.record({
      D: fc.integer({ min: 1, max: 9 }),
      js: fc.integer({ min: 0, max: 4 }),
      part: fc.double({ min: 0.02, max: 0.98, noNaN: true }),
      count: fc.integer({ min: 1, max: 14 }),
    })
    fc.assert(
      fc.property(cases, ({ D, js, part, count }) => {
        const points = allowedChanges(count, { most: D, smallest: js })
        const range = varianceRange(points)
        fc.pre(range !== undefined && range.greatest > range.least)
        const { least, greatest } = range as NonNullable<typeof range>
        const variance = least + part * (greatest - least)
        const p = maximumEntropy(points, variance)
        const moment = (k: number): number => points.reduce((sum, v, i) => sum + p[i] * v ** k, 0)
        expect(moment(0)).toBeCloseTo(1, 13)
        expect(moment(1)).toBeCloseTo(0, 11)
        expect(moment(2) / variance).toBeCloseTo(1, 11)
        const other = entropyByDescent(points, variance)
        for (let i = 0; i < p.length; i++) expect(Math.abs(p[i] - other[i])).toBeLessThan(1e-8)
      }),
      { numRuns: 60 },
    )
  })

  it('converges next to the ends of the range of V', () => {
    for (const [points, variance] of [
      [[-1, 2, 3, 4, 5], 2 + 1e-9],
      [[-1, 2, 3, 4, 5], 5 - 1e-9],
      [[-2, -1, 0, 1, 2], 1e-9],
      [[-2, -1, 0, 1, 2], 4 - 1e-10],
      [Array.from({ length: 61 }, (_, i) => i - 30), 900 - 1e-7],
      [[-1, ...Array.from({ length: 28 }, (_, i) => i + 3)], 3 + 1e-8],
    ] as const) {
      const p = maximumEntropy(points, variance)
      const moment = (k: number): number => points.reduce((sum, v, i) => sum + p[i] * v ** k, 0)
      expect(Math.abs(moment(1))).toBeLessThan(1e-11)
      expect(Math.abs(moment(2) / variance - 1)).toBeLessThan(1e-11)
    }
  })

  it('is read from the least change upward; a key on a boundary belongs to the next change', () => {
    const rows = perturbationTable({ most: 2, variance: 1, smallest: 0 })
    const [p2, p1] = rows[2].cumulative
    expect([0, p2, p1, 1 - 2 ** -53].map((key) => changeOf(rows, 99, key))).toEqual([-2, -1, 0, 2])
    expect(changeOf(rows, 0, 0.999)).toBe(0)
  })
})
