import { seededRng } from '@sdc/core'
import { mean, pearson, spearman } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { censusColumns } from '@sdc/testing/public-files'
import { shuffleData } from './data-shuffling.js'

describe('data shuffling of census.csv in eight groups', () => {
  const census = censusColumns()
  const column = (name: string): Float64Array => census.get(name) ?? new Float64Array()
  const names = ['AGI', 'FEDTAX', 'STATETAX', 'TAXINC', 'INTVAL', 'ERNVAL', 'FICA', 'WSALVAL']
  // Below the mean is 1, and the third column is PTOTVAL: only that gives the printed sizes.
  const below = ['AFNLWGT', 'EMCONTRB', 'PTOTVAL'].map((name) => {
    const centre = mean(column(name))
    return column(name).map((value) => (value < centre ? 1 : 0))
  })
  const label = (i: number): number => 4 * below[0][i] + 2 * below[1][i] + below[2][i]
  const groups = Array.from({ length: 8 }, (_, g) => [...column('AGI').keys()].filter((i) => label(i) === g))

  it('keeps correlations as the paper prints them', () => {
    expect(groups.map((rows) => rows.length)).toEqual([156, 89, 57, 156, 203, 103, 96, 220])
    const seeds = 30
    const total = { pearson1: 0, pearson: 0, spearman1: 0, spearman: 0 }
    for (let seed = 0; seed < seeds; seed++) {
      const fica = new Float64Array(1080)
      const wages = new Float64Array(1080)
      groups.forEach((rows, g) => {
        const own = names.map((name) => Float64Array.from(rows, (i) => column(name)[i]))
        const shuffled = shuffleData(own, [], seededRng(`set ${seed} ${g}`))
        rows.forEach((i, at) => {
          fica[i] = shuffled[6][at]
          wages[i] = shuffled[7][at]
        })
        // FICA = .0765·WSALVAL in group 2: a rank correlation of 1 stays 1.
        if (g === 1) expect(spearman(shuffled[6], shuffled[7])).toBeCloseTo(1, 12)
        if (g > 0) return
        total.pearson1 += pearson(shuffled[6], shuffled[7]) / seeds
        total.spearman1 += spearman(shuffled[6], shuffled[7]) / seeds
      })
      total.pearson += pearson(fica, wages) / seeds
      total.spearman += spearman(fica, wages) / seeds
    }
    // Single draws spread by .023, .003, .025 and .003; the mean of 30 by a fifth of that. Printed: .800, .946, .858, .968.
    for (const [value, low, high] of [
      [total.pearson1, 0.785, 0.815],
      [total.pearson, 0.943, 0.951],
      [total.spearman1, 0.83, 0.865],
      [total.spearman, 0.961, 0.968],
    ]) {
      expect(value).toBeGreaterThan(low)
      expect(value).toBeLessThan(high)
    }
  })
})
