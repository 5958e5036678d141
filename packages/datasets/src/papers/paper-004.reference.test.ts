import { describe, expect, it } from 'vitest'
import { paper004Table } from './paper-004.js'

describe('paper 004, tables 1 and 2, as copied', () => {
  it('have one masked file and three optimised ones each', () => {
    expect(paper004Table.map(({ masking, optimised }) => `${masking} ${optimised?.q ?? ''}`)).toEqual(
      ['rank swapping', 'microaggregation'].flatMap((masking) =>
        ['', '0.5', '0.3', '0.1'].map((q) => `${masking} ${q}`),
      ),
    )
  })

  it('have scores equal to .5 IL + .25 DLD + .25 ID, with one exception', () => {
    const off = paper004Table.filter(
      ({ Score, IL, DLD, ID }) => Math.abs(0.5 * IL + 0.25 * DLD + 0.25 * ID - Score) > 0.0101,
    )
    expect(off).toEqual([expect.objectContaining({ masking: 'microaggregation', Score: 26.96 })])
  })

  it('have lower scores, losses and objective functions for optimised files', () => {
    for (const masking of ['rank swapping', 'microaggregation']) {
      const [first, ...others] = paper004Table.filter((row) => row.masking === masking)
      for (const row of others)
        for (const name of ['Score', 'IL', 'E'] as const) expect(row[name]).toBeLessThan(first[name])
    }
  })
})
