import { seededRng } from '@sdc/core'
import { standardise } from '@sdc/stats'
import { fuzzyCMeans } from '@sdc/stats/internal'
import { describe, expect, it } from 'vitest'
import { censusColumns } from '@sdc/testing/public-files'

describe('loss/fuzzy-clusters', () => {
  it('census.csv, c = 10, m = 1.5, has the minima 2824, 2849 and 2865', () => {
    const z = standardise([...censusColumns().values()]).columns
    const points = Float64Array.from({ length: 1080 * 13 }, (_, at) => z[at % 13][Math.floor(at / 13)])
    const minima = Array.from({ length: 10 }, (_, s) => {
      const rows = seededRng(`fuzzy ${s}`).permutation(1080).subarray(0, 10)
      const starts = Float64Array.from({ length: 130 }, (_1, at) => points[rows[Math.floor(at / 13)] * 13 + (at % 13)])
      return Math.round(fuzzyCMeans(points, 13, starts, { fuzzifier: 1.5 }).objective)
    })
    expect(minima).toEqual(expect.arrayContaining([2824, 2849, 2865]))
    expect(Math.min(...minima)).toBe(2824)
    expect(Math.max(...minima)).toBe(2865)
  })
})
