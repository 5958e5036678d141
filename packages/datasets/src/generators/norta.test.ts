import { seededRng } from '@sdc/core'
import { pearson, spearman } from '@sdc/stats'
import { normalFromSpearman } from '@sdc/stats/internal'
import {
  exponentialDistribution,
  gammaDistribution,
  logNormalDistribution,
  normalDistribution,
} from '@sdc/stats/distributions'
import { describe, expect, it } from 'vitest'
import { normalCorrelationFor } from './norta-pearson.js'
import { norta } from './norta.js'

const normal = normalDistribution(3, 2)
const skewed = logNormalDistribution(0, 1)
const other = logNormalDistribution(2, 0.5)

const pair = (r: number): number[][] => [
  [1, r],
  [r, 1],
]

describe('normal correlations behind a Pearson correlation', () => {
  it('equal the closed forms for normal and log-normal marginals', () => {
    for (const rho of [-0.9, -0.3, 0.5, 0.99]) {
      expect(normalCorrelationFor(normal, normalDistribution(0, 1), rho)).toBeCloseTo(rho, 8)
      // corr(e^{Z1}, Z2) = ρ/√(e − 1).
      expect(normalCorrelationFor(skewed, normal, rho / Math.sqrt(Math.E - 1))).toBeCloseTo(rho, 8)
      // corr(e^{sZ1}, e^{tZ2}) = (e^{ρst} − 1)/√((e^{s²} − 1)(e^{t²} − 1)).
      const between = Math.expm1(rho * 0.5) / Math.sqrt(Math.expm1(1) * Math.expm1(0.25))
      expect(normalCorrelationFor(other, skewed, between)).toBeCloseTo(rho, 8)
    }
    expect(normalCorrelationFor(skewed, gammaDistribution(2, 1), 0)).toBe(0)
  })

  it('report the range of correlations that the marginals can have', () => {
    // Least: (e^{−st} − 1)/…, here (e^{−1/2} − 1)/√((e − 1)(e^{1/4} − 1)) = −.5632; greatest: .9286.
    expect(() => normalCorrelationFor(skewed, other, -0.6)).toThrow(/between -0\.5632 and 0\.9286/)
    // Exponential ones: 1 − π²/6 = −.6449 to 1.
    expect(() => normalCorrelationFor(exponentialDistribution(1), exponentialDistribution(9), -0.7)).toThrow(
      /between -0\.6449 and 1\.0000/,
    )
    expect(normalCorrelationFor(exponentialDistribution(1), exponentialDistribution(9), 1)).toBeCloseTo(1, 6)
  })
})

describe('NORTA', () => {
  const rows = 40000
  // Five standard errors of a correlation, at most 1/√n for Spearman's.
  const chance = 5 / Math.sqrt(rows)

  it('has the requested marginals and Spearman correlations', () => {
    const marginals = [skewed, normal, gammaDistribution(0.5, 3)]
    const target = [
      [1, 0.6, -0.3],
      [0.6, 1, 0.2],
      [-0.3, 0.2, 1],
    ]
    const { columns, normalCorrelations, moved } = norta(rows, marginals, target, 'spearman', seededRng(1))
    expect(moved).toBe(0)
    expect(normalCorrelations[0][1]).toBeCloseTo(normalFromSpearman(0.6), 14)
    columns.forEach((column, i) => {
      columns.forEach((beside, j) => expect(Math.abs(spearman(column, beside) - target[i][j])).toBeLessThan(chance))
      // Kolmogorov's bound at 1e-7: √(ln(2e7)/2n).
      const sorted = column.toSorted()
      const distance = Math.max(...sorted.map((x, at) => Math.abs(marginals[i].cdf(x) - (at + 0.5) / rows)))
      expect(distance).toBeLessThan(Math.sqrt(Math.log(2e7) / 2 / rows))
    })
  })

  it('has the requested Pearson correlations', () => {
    const { columns } = norta(rows, [other, normal], pair(-0.7), 'pearson', seededRng(2))
    expect(Math.abs(pearson(columns[0], columns[1]) + 0.7)).toBeLessThan(chance)
  })

  it('uses the nearest correlations if no normal variables have the target, and reports it', () => {
    const target = [
      [1, 0.9, -0.9],
      [0.9, 1, 0.9],
      [-0.9, 0.9, 1],
    ]
    const { moved, columns } = norta(100, [normal, normal, normal], target, 'spearman', seededRng(3))
    expect(moved).toBeGreaterThan(0.1)
    expect(columns.every((column) => column.every(Number.isFinite))).toBe(true)
  })

  it('makes one column from another if their correlation is 1', () => {
    const { columns } = norta(50, [normal, skewed], pair(1), 'spearman', seededRng(4))
    expect(spearman(columns[0], columns[1])).toBeCloseTo(1, 12)
  })

  it('refuses invalid sizes and targets', () => {
    const rng = seededRng(5)
    for (const bad of [0, 1.5, Number.NaN]) expect(() => norta(bad, [normal], [[1]], 'spearman', rng)).toThrow(/rows/)
    for (const [target, says] of [
      [[[1]], /2×2/],
      [pair(1.5), /1\.5/],
      [pair(Number.NaN), /NaN/],
      [
        [
          [1, 0.2],
          [0.3, 1],
        ],
        /differ/,
      ],
      [
        [
          [0.9, 0],
          [0, 1],
        ],
        /not 1/,
      ],
    ] as const)
      expect(() => norta(5, [normal, skewed], target, 'spearman', rng)).toThrow(says)
    expect(() => norta(5, [normal, skewed], pair(0.9), 'pearson', rng)).toThrow(/between/)
  })
})
