import type { Sensitivity, Table } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { tableOfValues } from './artificial-tables.js'
import { leastBefore, readerReach } from './reader.js'
import { levelsKept, missed } from './table-pattern.js'

/** The printed 3 × 5 table of paper 003. */
const salaries: Table = tableOfValues(
  ['M1', 'M2', 'M3'],
  ['P1', 'P2', 'P3', 'P4', 'P5'],
  [
    [360, 450, 720, 400, 360],
    [1440, 540, 22, 570, 320],
    [722, 1178, 375, 800, 363],
  ],
)

const at = (name: string): number => 6 * (Number(name[1]) - 1) + Number(name[3]) - 1

describe('readerReach', () => {
  it('returns the intervals of the printed pattern of paper 003, and those of its optimum', () => {
    const reach = (names: readonly string[]): number[][] => {
      const pattern = new Uint8Array(24)
      for (const name of names) pattern[at(name)] = 1
      const { low, high } = readerReach(salaries, pattern)
      return names.map((name) => [low[at(name)], high[at(name)]].map((end) => Math.round(1e6 * end) / 1e6))
    }
    // oxfmt-ignore
    expect(reach(['M1P3', 'M1P5', 'M2P3', 'M2P5'])).toEqual([[400, 742], [338, 680], [0, 342], [0, 342]])
    expect(reach(['M2P3', 'M3P5', 'M1P3', 'M1P5', 'M2P5', 'M3P3']).slice(0, 2)).toEqual([
      [0, 342],
      [0, 738],
    ])
    expect(reach(['M2P3', 'M1P3'])).toEqual([
      [22, 22],
      [720, 720],
    ])
  })

  it('is limited by public knowledge', () => {
    const { values } = salaries
    const known = { low: values.map((value) => value - 10), high: values.map((value) => value + 5) }
    const pattern = new Uint8Array(24)
    for (const name of ['M1P3', 'M1P5', 'M2P3', 'M2P5']) pattern[at(name)] = 2
    const { low, high } = readerReach({ ...salaries, known }, pattern)
    expect(low[at('M2P3')]).toBeCloseTo(17, 9)
    expect(high[at('M2P3')]).toBeCloseTo(27, 9)
  })

  it('is unbounded for a cell without limits: the only one with its total, or in a table with negative cells', () => {
    const one = tableOfValues(['a'], ['x', 'y'], [[3, 4]])
    const pattern = Uint8Array.from(one.values, () => 1)
    expect(readerReach(one, pattern).high[0]).toBe(Infinity)
    expect(readerReach(one, pattern).low[0]).toBeCloseTo(0, 9)
    const negative = tableOfValues(
      ['a', 'b'],
      ['x', 'y'],
      [
        [-3, 4],
        [5, 6],
      ],
    )
    const square = Uint8Array.from(negative.values, (_, c) => Number(c % 3 < 2 && c < 6))
    const { low, high } = readerReach(negative, square)
    expect([low[0], high[0]]).toEqual([-Infinity, Infinity])
    expect([low[2], high[2]]).toEqual([1, 1])
  })

  it('takes suppressed counts as at least 1, unless a 0 is suppressed with them', () => {
    const counts = countsOf([10, 1, 1, 1, 0, 0])
    const ends = (names: string): number[][] => {
      const pattern = Uint8Array.from('abcdef', (name) => Number(names.includes(name)))
      const { low, high } = readerReach(counts, Uint8Array.of(...pattern, 0))
      return [...names].map((name) =>
        ['abcdef'.indexOf(name)].flatMap((c) => [low[c], high[c]]).map((end) => Math.round(1e6 * end) / 1e6),
      )
    }
    // oxfmt-ignore
    expect(ends('bcd')).toEqual([[1, 1], [1, 1], [1, 1]])
    // oxfmt-ignore
    expect(ends('bcde')).toEqual([[0, 3], [0, 3], [0, 3], [0, 3]])
    const sums = { ...counts, counts: counts.counts.map((count) => count + 5) }
    expect(readerReach(sums, Uint8Array.of(0, 1, 1, 1, 0, 0, 0)).low[1]).toBe(0)
  })

  it('assumes no bounds if contributions may be negative', () => {
    const table = countsOf([10, 1, 1, 1, 0, 0])
    const { low } = readerReach({ ...table, magnitudes: table.values }, Uint8Array.of(0, 1, 1, 0, 0, 0, 0))
    expect(low[1]).toBe(-Infinity)
  })
})

/** Counts in one line, a to f, and their total. */
function countsOf(inner: readonly number[]): Table {
  const values = Float64Array.of(
    ...inner,
    inner.reduce((a, b) => a + b),
  )
  const equations = [{ cells: Int32Array.of(6, 0, 1, 2, 3, 4, 5), signs: Int8Array.of(-1, 1, 1, 1, 1, 1, 1) }]
  return { dimensions: [], counts: Int32Array.from(values), values, equations }
}

describe('levels', () => {
  const counts = countsOf([2, 1, 1, 9, 0, 0])
  /** The cells b and c, of 1 each. */
  const sensitive = (level: number): Sensitivity => {
    const status = Uint8Array.of(0, 1, 1, 0, 0, 0, 0)
    const levels = Float64Array.from(status, (one) => level * one)
    return { status, lower: levels, upper: levels.slice(), width: new Float64Array(7) }
  }
  const patternOf = (...cells: readonly number[]): Uint8Array =>
    Uint8Array.from(counts.values, (_, c) => Number(cells.includes(c)))

  it('end at public knowledge: a count of 1 cannot be hidden below, nor can a total of ones', () => {
    expect(missed(counts, sensitive(1), readerReach(counts, patternOf(0, 1, 2)))).toEqual([])
    expect(missed(counts, sensitive(1), readerReach(counts, patternOf(1, 2)))).toEqual([1, 2])
    expect(Array.from(leastBefore(counts))).toEqual([1, 1, 1, 1, 0, 0, 4])
  })

  it('are not required of a pattern if no pattern can keep them', () => {
    const fixed = { ...counts, given: Uint8Array.from(counts.values, (_, c) => (c === 1 || c === 2 ? 0 : 2)) }
    expect(levelsKept(fixed, sensitive(1), { status: patternOf(1, 2) })).toEqual([])
    expect(levelsKept(counts, sensitive(1), { status: patternOf(1, 2) })).toHaveLength(2)
    expect(levelsKept(fixed, sensitive(1), { status: patternOf(1) })).toHaveLength(1)
  })
})
