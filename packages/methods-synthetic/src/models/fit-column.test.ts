import { categorical, numeric, seededRng, type Column } from '@sdc/core'
import type { TreeColumn } from '@sdc/stats/trees'
import { describe, expect, it } from 'vitest'
import { predictorsOf } from '../columns/predictors.js'
import { numbersTo } from '../numbers-to.js'
import { fitColumn, type ColumnFit } from './fit-column.js'

const n = 4000
const rng = seededRng('conditional')
const group = categorical(Array.from({ length: n }, () => 'abcd'[rng.int(4)]))
const level = (i: number): number => group.codes[i]
const options: ColumnFit = {
  model: 'tree',
  smoothing: 'kernel',
  keepsMissing: false,
  smallestLeaf: 5,
  complexity: 1e-8,
  support: 5,
  tick: () => {},
  warn: () => {},
}
const predictors: readonly TreeColumn[] = predictorsOf(group)(group)
const draws = (column: Column, model: ColumnFit['model'], count: number, more: Partial<ColumnFit> = {}): Column[] => {
  const draw = fitColumn(column, predictors, { ...options, model, ...more })
  return Array.from({ length: count }, (_, set) => draw(predictors, numbersTo(n), seededRng(`set ${set}`)))
}
const codesOf = (column: Column): Int32Array => (column.kind === 'categorical' ? column.codes : expect.fail('numbers'))

describe('models of a column', () => {
  // Σ(O − E)²/2E over files: a draw has twice the variance of a multinomial, since the weights of a leaf are drawn, too.
  it.each([
    ['tree', 2],
    ['logit', 1],
    ['polr', 1],
  ] as const)('%s draws the conditional distribution of categories', (model, variance) => {
    const column = {
      ...categorical(
        Array.from({ length: n }, (_, i) => {
          const place = 1 / (1 + Math.exp(level(i) - 1.5 - Math.log(1 / rng.uniform() - 1)))
          return ['low', 'middle', 'high'][Math.floor(3 * place)]
        }),
        ['low', 'middle', 'high'],
      ),
    }
    const table = (codes: Int32Array): Float64Array => {
      const counts = new Float64Array(12)
      codes.forEach((code, i) => counts[3 * level(i) + code]++)
      return counts
    }
    const expected = table(column.codes)
    const sets = draws(column, model, 40)
    const statistic = sets
      .map((one) => table(codesOf(one)).reduce((sum, count, at) => sum + (count - expected[at]) ** 2 / expected[at], 0))
      .reduce((sum, one) => sum + one / variance, 0)
    const freedom = 40 * 8
    // Parallel cumulative odds are the true model, but not the table of the file: polr is at most 4 parameters away.
    const away = model === 'polr' ? 40 * 4 * 3 : 0
    expect(statistic).toBeLessThan(freedom + away + 4 * Math.sqrt(2 * freedom))
    expect(statistic).toBeGreaterThan(freedom - 4 * Math.sqrt(2 * freedom))
  })

  it('tree and normal draw the conditional means of numbers', () => {
    const column = numeric(Float64Array.from({ length: n }, (_, i) => 100 * level(i) + 30 * rng.normal()))
    for (const model of ['tree', 'normal', 'normal-rank'] as const)
      for (const one of draws(column, model, 5)) {
        const sums = new Float64Array(4)
        const counts = new Float64Array(4)
        if (one.kind === 'numeric') one.values.forEach((value, i) => ((sums[level(i)] += value), counts[level(i)]++))
        // 1000 records, drawn twice: the standard error is 1.4. Ranks bend the scale between the groups.
        sums.forEach((sum, at) =>
          expect(Math.abs(sum / counts[at] - 100 * at)).toBeLessThan(model === 'normal-rank' ? 12 : 6),
        )
      }
  })

  it.each(['normal', 'normal-rank', 'tree'] as const)(
    '%s stays within the reach of as many persons as a leaf needs',
    (model) => {
      const values = Float64Array.from({ length: n }, (_, i) => 100 * level(i) + 30 * rng.normal() * (i < 4 ? 100 : 1))
      const sorted = values.slice().sort()
      const outside = (more: Partial<ColumnFit>): number =>
        draws(numeric(values), model, 20, more)
          .flatMap((one) => (one.kind === 'numeric' ? [...one.values] : []))
          .filter((value) => value < sorted[4] || value > sorted[n - 5]).length
      expect(outside({})).toBe(0)
      // Ranks reach the ends seldom.
      if (model !== 'normal-rank') expect(outside({ smoothing: 'none' })).toBeGreaterThan(0)
    },
  )

  it('a tree with one leaf equals model sample', () => {
    const column = numeric(Float64Array.from({ length: n }, () => rng.normal()))
    const draw = (model: 'tree' | 'sample', of: readonly TreeColumn[], more: Partial<ColumnFit> = {}): Column =>
      fitColumn(column, of, { ...options, model, ...more })(of, numbersTo(n), seededRng(1))
    const sample = draw('sample', predictors)
    expect(draw('tree', [])).toEqual(sample)
    const large = { smallestLeaf: n / 2 + 1, smoothing: 'none' } as const
    expect(draw('tree', predictors, large)).toEqual(draw('sample', predictors, large))
    expect(draw('tree', predictors)).not.toEqual(sample)
  })

  it('can be stopped within a column', () => {
    const column = numeric(Float64Array.from({ length: n }, () => rng.normal()))
    const many = Array.from({ length: 5 }, (): TreeColumn => ({ kind: 'numbers', values: Float64Array.from({ length: n }, () => rng.normal()) })) // oxfmt-ignore
    const seen: number[] = []
    fitColumn(column, many, { ...options, tick: (fraction) => seen.push(fraction) })
    expect(seen.filter((fraction) => fraction > 0.1 && fraction < 0.9).length).toBeGreaterThan(3)
    const stop = (fraction: number): void => {
      if (fraction > 0.3) throw new Error('stopped')
    }
    expect(() => fitColumn(column, many, { ...options, tick: stop })).toThrow('stopped')
  })
})
