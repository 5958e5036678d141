import { describe, expect, it } from 'vitest'
import { censusColumns } from '@sdc/testing/public-files'
import { conditional, farthest } from './rank-correlations.fixture.js'

describe('census.csv', () => {
  const census = censusColumns()
  const column = (name: string): Float64Array => census.get(name) ?? new Float64Array()

  it.each(conditional)('keeps those with the columns given, ties or not: %s', async (_, run) => {
    const x = ['FEDTAX', 'INTVAL', 'EMCONTRB'].map(column)
    expect(await farthest(run, x, ['STATETAX', 'AGI'].map(column), 40)).toBeLessThan(5.33 * 0.005)
  })
})
