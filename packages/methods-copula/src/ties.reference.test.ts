import { describe, expect, it } from 'vitest'
import { censusColumns } from '@sdc/testing/public-files'
import { conditional, farthest, methods } from './rank-correlations.fixture.js'

describe('census.csv', () => {
  const census = censusColumns()
  const column = (name: string): Float64Array => census.get(name) ?? new Float64Array()

  it.each(conditional)('keeps those with the given columns, with and without ties: %s', async (_, run) => {
    const x = ['FEDTAX', 'INTVAL', 'EMCONTRB'].map(column)
    expect(await farthest(run, x, ['STATETAX', 'AGI'].map(column), 40)).toBeLessThan(5.33 * 0.005)
  })

  it.each(methods)('keeps the rank correlations of six columns, up to the reported error: %s', async (_, run) => {
    const x = ['EMCONTRB', 'FEDTAX', 'INTVAL', 'STATETAX', 'FICA', 'POTHVAL'].map(column)
    // The mean of 40 draws of 1080 records: a standard error of .005 at most; lhs ends at its tolerance of .005.
    expect(await farthest(run, x, [], 40)).toBeLessThan(5.33 * 0.005)
  })
})
