import { categorical, dataset, numeric, seededRng, type Column, type Dataset } from '@sdc/core'
import { percentOf } from '@sdc/stats/internal'
import { describe, expect, it } from 'vitest'
import { agreementColumns, agreementKey, completeCells, type AgreementRule } from './agreement-keys.js'
import { agreeing, agreements, countsOfFirst } from './agreement-patterns.js'

const rule: AgreementRule = { agree: 'tol', tolerance: 0.5, bins: 4, percent: 20 }
const labels = ['b', 'a', 'c']

/** Returns integers with ties and missing values, and categories whose codes differ between the files. */
function fileOf(rows: number, seed: number, levels: readonly string[]): Dataset {
  const rng = seededRng(seed)
  const numbers = (): Column =>
    numeric(Float64Array.from({ length: rows }, () => (rng.uniform() < 0.1 ? Number.NaN : rng.int(9) - 4)))
  const category = Array.from({ length: rows }, () => (rng.uniform() < 0.1 ? null : levels[rng.int(3)]))
  return dataset([
    ['n', numbers()],
    ['c', categorical(category, levels)],
    ['o', numbers()],
  ])
}

const values = (column: Column): (number | string | null)[] =>
  column.kind === 'numeric'
    ? Array.from(column.values, (v) => (Number.isNaN(v) ? null : v))
    : Array.from(column.codes, (code) => (code < 0 ? null : column.levels[code]))

/** Returns true if two values agree, by the definitions. */
function agree(
  one: AgreementRule,
  x: readonly (number | null)[],
  y: readonly (number | null)[],
  i: number,
  t: number,
): boolean {
  const [a, b] = [x[i], y[t]]
  if (a === null || b === null) return false
  const there = x.filter((v): v is number => v !== null)
  const masked = y.filter((v): v is number => v !== null).sort((p, q) => p - q)
  const mean = there.reduce((sum, v) => sum + v, 0) / there.length
  const sd = Math.sqrt(there.reduce((sum, v) => sum + (v - mean) ** 2, 0) / (there.length - 1))
  const binOf = (v: number): number => {
    const sorted = [...there].sort((p, q) => p - q)
    const cut = (share: number): number => {
      const at = share * (sorted.length - 1)
      const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
      return low + (at - Math.floor(at)) * (high - low)
    }
    return [1, 2, 3].filter((k) => cut(k / 4) <= v).length
  }
  const places = percentOf(one.percent, masked.length)
  const first = masked.filter((v) => v < a).length
  const last = masked.filter((v) => v <= a).length
  return {
    tol: Math.abs(a - b) <= one.tolerance * sd,
    bins: binOf(a) === binOf(b),
    ranks: masked.slice(Math.max(0, first - places), last + places).includes(b),
    equal: a === b,
  }[one.agree]
}

describe('agreements', () => {
  it.each(['tol', 'bins', 'ranks', 'equal'] as const)('%s: every pair of records, by the definition', (kind) => {
    const of = { ...rule, agree: kind }
    const [x, y] = [fileOf(40, 1, labels), fileOf(33, 2, [...labels].reverse())]
    const keys = x.names.map((name) => agreementKey(x, y, name, of))
    const rows = { x: completeCells(x, x.names), y: completeCells(y, y.names) }
    expect(rows.x.length).toBeLessThan(40)
    const found = agreements(keys, rows.x, rows.y)
    const counts = new Float64Array(8)
    rows.x.forEach((i, a) =>
      rows.y.forEach((t, b) => {
        let pattern = 0
        for (const [j, name] of x.names.entries()) {
          const [p, q] = [values(x.column(name)), values(y.column(name))]
          const same = name === 'c' ? p[i] === q[t] : agree(of, p as (number | null)[], q as (number | null)[], i, t)
          if (same) pattern |= 1 << j
        }
        expect(found.patterns[a * rows.y.length + b]).toBe(pattern)
        counts[pattern]++
      }),
    )
    expect([...found.counts]).toEqual([...counts])
    expect([...countsOfFirst(counts, 1)]).toEqual(
      [0, 1].map((bit) => counts.filter((_, g) => (g & 1) === bit).reduce((s, c) => s + c)),
    )
    expect(agreeing(counts, 1)).toBe(counts[2] + counts[3] + counts[6] + counts[7])
    // Records that are called equal agree with the same records, in as many keys.
    found.sides.forEach(({ original, masked }, j) => {
      const mask = (1 << (j + 1)) - 1
      const rowOf = (a: number): string =>
        Array.from(rows.y, (_, b) => found.patterns[a * rows.y.length + b] & mask).join()
      const columnOf = (b: number): string =>
        Array.from(rows.x, (_, a) => found.patterns[a * rows.y.length + b] & mask).join()
      const check = (ids: Int32Array, line: (at: number) => string): void =>
        ids.forEach((id, at) => expect(line(at)).toBe(line(ids.indexOf(id))))
      check(original.equal.ids, rowOf)
      check(masked.equal.ids, columnOf)
      expect(masked.equal.sizes.length).toBeLessThan(rows.y.length + (j === 2 ? 1 : 0))
    })
  })

  it('a tolerance of 0 means equality, and includes its boundary', () => {
    const x = dataset([['n', numeric([0.1, 0.2, 0.3, 0.4])]])
    const y = dataset([['n', numeric([0.1, 0.3, 0.30000000000000004, -0])]])
    const all = Int32Array.of(0, 1, 2, 3)
    const exact = agreements([agreementKey(x, y, 'n', { ...rule, tolerance: 0 })], all, all)
    expect([...exact.patterns]).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0])
    const z = dataset([['n', numeric([-3, -1, 1, 3])]])
    // The standard deviation is √(20/3): the tolerance is 2 except for rounding.
    const near = agreements([agreementKey(z, z, 'n', { ...rule, tolerance: 2 / Math.sqrt(20 / 3) })], all, all)
    expect([...near.patterns]).toEqual([1, 1, 0, 0, 1, 1, 1, 0, 0, 1, 1, 1, 0, 0, 1, 1])
    // The same holds for tenths, because .4 − .3 is above .1 in doubles.
    for (let tenths = 1; tenths <= 50; tenths++) {
      const steps = [1, 2, 3, 4].map((i) => Number(((i * tenths) / 10).toFixed(1)))
      const file = dataset([['n', numeric(steps)]])
      const key = agreementKey(file, file, 'n', { ...rule, tolerance: 1 / Math.sqrt(5 / 3) })
      expect([...agreements([key], all, all).patterns]).toEqual([...near.patterns])
    }
  })

  it('uses the first seven columns that vary, and compares a number with a category by its label', () => {
    const many = Array.from({ length: 9 }, (_, j): [string, Column] => [`v${j}`, numeric(j === 2 ? [1, 1] : [1, j])])
    const { names, constant } = agreementColumns({ original: dataset(many), columns: many.map(([name]) => name) })
    expect(names).toEqual(['v0', 'v3', 'v4', 'v5', 'v6', 'v7', 'v8'])
    expect(constant).toBe(2)
    const [x, y] = [dataset([['k', numeric([1, 2.5, Number.NaN])]]), dataset([['k', categorical(['2.5', 'x', '1'])]])]
    const all = Int32Array.of(0, 1, 2)
    expect([...agreements([agreementKey(x, y, 'k', rule)], all, all).patterns]).toEqual([0, 0, 1, 1, 0, 0, 0, 0, 0])
  })
})
