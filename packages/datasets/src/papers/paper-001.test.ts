import { describe, expect, it } from 'vitest'
import { paper001Census, paper001Table5, paper001Table6, paper001Table7 } from './paper-001-census.js'
import { paper001Table2, paper001Table3, paper001Table4 } from './paper-001-simulated.js'
import { paper001Questions, paper001Table1 } from './paper-001-techniques.js'
import { paper001ValueDisclosure } from './paper-001-text.js'
import { paper001Masks } from './paper-001-types.js'

const total = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)

describe('paper 001, as copied', () => {
  it('has ten techniques with an answer to each question; none keeps non-monotonic relationships', () => {
    expect(paper001Table1).toHaveLength(10)
    for (const { answers } of paper001Table1) {
      expect(answers).toHaveLength(paper001Questions.length)
      expect(answers[5]).toBe(false)
    }
    // 1 + 1 + 2 + 3 + 2 + 1 + 4: the yeses of equations 5 and 6, SBLM, imputation, swapping and shuffling.
    expect(paper001Table1.map(({ answers }) => total(answers.map(Number)))).toEqual([0, 0, 0, 1, 2, 3, 2, 0, 1, 4])
  })

  it('has sub-groups with 50,000 records in total, and with the 1,080 records of the Census file', () => {
    expect(total(paper001Table2.map(({ size }) => size))).toBe(50_000)
    expect(total(paper001Table5.map(({ size }) => size))).toBe(1080)
    expect(paper001Table2).toHaveLength(24)
    const labels = [...paper001Table2, ...paper001Table5].map((group) => `${group.labels.join()} ${group.size}`)
    expect(new Set(labels).size).toBe(32)
  })

  it('identifies one record in every sub-group for d = 0, more for greater d', () => {
    for (const { identified, size } of [...paper001Table2, ...paper001Table5]) {
      expect(identified).toHaveLength(paper001Masks.length)
      const [shuffled, none, half, most] = identified
      expect(none).toBe(1)
      expect(shuffled).toBeLessThan(5)
      expect(half).toBeLessThan(most)
      expect(most).toBeLessThan(size)
    }
  })

  it('has product-moment correlations that the perturbed files keep, in every sub-group and overall', () => {
    expect(paper001Table3).toHaveLength(3)
    for (const { groups } of [...paper001Table3, paper001Table6]) {
      for (const { original, masked } of groups) expect(masked.slice(1)).toEqual([original, original, original])
    }
  })

  it('has one correlation more than sub-groups, all between −1 and 1', () => {
    for (const { groups } of [...paper001Table3, ...paper001Table4]) expect(groups).toHaveLength(25)
    for (const { groups } of [paper001Table6, paper001Table7]) expect(groups).toHaveLength(9)
    for (const { groups } of [...paper001Table3, ...paper001Table4, paper001Table6, paper001Table7]) {
      for (const { original, masked } of groups) {
        expect(masked).toHaveLength(paper001Masks.length)
        for (const one of [original, ...masked]) expect(Math.abs(one - 0.5)).toBeLessThanOrEqual(0.5)
      }
    }
  })

  it('keeps rank correlations better by shuffling than by d = 0 in every sub-group, as stated in its text', () => {
    const closer = paper001Table4.flatMap(({ groups }) =>
      groups.map(({ original, masked: [shuffled, none] }) =>
        Math.abs(shuffled - original) < Math.abs(none - original) ? 1 : 0,
      ),
    )
    expect(closer).toHaveLength(75)
    expect(total(closer)).toBe(75)
  })

  it('has standard errors and widths of √(1 − r²), with a misprint for r = .03', () => {
    const { home, predicted, widths } = paper001ValueDisclosure
    const errors = predicted.map(({ correlation }) =>
      Number((home.standardDeviation * Math.sqrt(1 - correlation ** 2)).toFixed(3)),
    )
    expect(errors).toEqual([8.639, 7.485, 3.767])
    expect(predicted.map(({ standardError }) => standardError)).toEqual([8.642, 7.485, 3.767])
    expect(widths.map(({ d }) => Number((100 * Math.sqrt(1 - d * d)).toFixed(1)))).toEqual(
      widths.map(({ percent }) => percent),
    )
    expect(paper001Census.columns).toHaveLength(8)
  })
})
