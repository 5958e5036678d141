import { numericValues } from '@sdc/core'
import { rank, spearman, variance } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { paper000Masks, paper000Records, type Paper000Column } from './paper-000.js'
import { paper000Results } from './paper-000-results.js'

const column = (name: Paper000Column): Float64Array => numericValues(paper000Records, name)
const sorted = (values: Iterable<number>): number[] => [...values].sort((a, b) => a - b)
const ranks = (name: Paper000Column): Float64Array => rank(column(name), 'average')
/** Reverse mapping by its definition, for values without ties: the value of X with the rank of y. */
const mapped = (masked: Paper000Column): number[] => [...ranks(masked)].map((r) => sorted(column('X'))[r - 1])
const changes = (a: Float64Array, b: Float64Array): number[] => Array.from(a, (value, i) => Math.abs(value - b[i]))

/** Record numbers by value. */
function groupsOf(values: Float64Array): Map<number, number[]> {
  const groups = new Map<number, number[]>()
  values.forEach((value, i) => groups.set(value, [...(groups.get(value) ?? []), i + 1]))
  return groups
}

describe('records of paper 000', () => {
  it('has the printed ranks of S, X and Y, and no ties (A1)', () => {
    for (const name of ['S', 'X', 'Y'] as const) {
      expect(new Set(column(name)).size).toBe(25)
      expect([...ranks(name)]).toEqual([...column(`rank of ${name}`)])
    }
    expect(mapped('Y')).toEqual([...column('Z')])
  })

  it('has the printed reverse-mapped columns (A2)', () => {
    expect(mapped('ADD Y')).toEqual([...column('ADD Z')])
    expect(mapped('IMP Y')).toEqual([...column('IMP Z')])
    for (const mask of paper000Masks) expect(sorted(column(`${mask} Z`))).toEqual(sorted(column('X')))
  })

  it('has the means of five consecutive values as MIC Y, and permutes within them (A2)', () => {
    const x = column('X')
    const groups = groupsOf(column('MIC Y'))
    expect(groups.size).toBe(5)
    for (const [mean, ids] of groups) {
      expect(ids).toHaveLength(5)
      // Two printed decimals; the means of five integers have one.
      expect(ids.reduce((total, id) => total + x[id - 1], 0) / 5).toBeCloseTo(mean, 8)
      expect(sorted(ids.map((id) => column('MIC Z')[id - 1]))).toEqual(sorted(ids.map((id) => x[id - 1])))
    }
    expect([...groups.values()]).toContainEqual([...paper000Results.micGroup])
  })

  it('swaps pairs within five ranks, except record 16 (A2)', () => {
    const x = column('X')
    const z = column('SWP Z')
    const fixed = [...x].flatMap((value, i) => (z[i] === value ? [i + 1] : []))
    for (let i = 0; i < 25; i++) expect(z[x.indexOf(z[i])]).toBe(x[i])
    expect(fixed).toEqual([16])
    expect(Math.max(...changes(ranks('X'), ranks('SWP Z')))).toBe(5)
  })

  it('has the printed variances, divisor n − 1', () => {
    // Printed with two decimals.
    expect(variance(column('X'))).toBeCloseTo(paper000Results.varianceOfX, 2)
    expect(variance(column('MIC Y'))).toBeCloseTo(paper000Results.varianceOfMicY, 2)
  })
})

describe('results of paper 000', () => {
  // Printed with three decimals: half a unit of the last, and the rounding of the sum.
  const printedTo3 = 0.0005 + 1e-12

  it('follow from the records: Tables 3 and 4 (A3, A4)', () => {
    expect(Math.abs(spearman(column('S'), column('X')) - paper000Results.table4.X)).toBeLessThan(printedTo3)
    for (const mask of paper000Masks) {
      expect(Math.abs(spearman(column('X'), column(`${mask} Z`)) - paper000Results.table3[mask])).toBeLessThan(
        printedTo3,
      )
      expect(Math.abs(spearman(column('S'), column(`${mask} Z`)) - paper000Results.table4[mask])).toBeLessThan(
        printedTo3,
      )
    }
  })

  it('follow from the records: Table 5 (A5)', () => {
    const { bins, counts } = paper000Results.table5
    for (const mask of paper000Masks) {
      const moved = changes(ranks('X'), ranks(`${mask} Z`))
      expect(bins.map(({ from, to }) => moved.filter((d) => d >= from && d <= to).length)).toEqual(counts[mask])
    }
    const byImp = changes(ranks('X'), ranks('IMP Z'))
    const { record, change } = paper000Results.greatestImpChange
    expect(byImp[record - 1]).toBe(change)
    expect(Math.max(...byImp)).toBe(change)
  })

  it('are completed from the printed ranks if the paper omits them or is incomplete (A5b, M18)', () => {
    const fromRanks = (a: Float64Array, b: Float64Array): number => {
      const n = a.length
      return 1 - (6 * changes(a, b).reduce((total, d) => total + d * d, 0)) / (n ** 3 - n)
    }
    // Z has the rank of Y by definition; four decimals are given.
    expect(fromRanks(column('rank of X'), column('rank of Y'))).toBeCloseTo(paper000Results.table1Correlations.xz, 4)
    expect(fromRanks(column('rank of S'), column('rank of Y'))).toBeCloseTo(paper000Results.table1Correlations.sz, 4)
    const moved = changes(column('rank of X'), column('rank of Y'))
    expect(moved.flatMap((d, i) => (d === 0 ? [i + 1] : []))).toEqual(paper000Results.recordsOfEqualRank)
  })
})
