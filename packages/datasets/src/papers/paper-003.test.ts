import { numericValues } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { paper003Linkage, paper003RankSwapping, type Paper003Column } from './paper-003.js'

const column = (name: Paper003Column): number[] => [...numericValues(paper003RankSwapping, name)]

describe('paper 003, rank swapping, example I', () => {
  it('has permutations of 1 … 10 in every column, each value moved at most by the window', () => {
    const oneToTen = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    for (const name of paper003RankSwapping.names as Paper003Column[]) {
      expect(column(name).sort((a, b) => a - b)).toEqual(oneToTen)
    }
    for (const name of ['a1', 'a2', 'a3', 'a4'] as const) {
      const masked = column(`masked ${name}`)
      const moves = column(name).map((value, i) => Math.abs(value - masked[i]))
      expect(Math.max(...moves)).toBe(paper003Linkage.window)
    }
  })

  it('names candidates that are records of the masked file, and the link is among them', () => {
    const masked = (['masked a1', 'masked a2', 'masked a3', 'masked a4'] as const).map(column)
    const records = masked[0].map((_, i) => masked.map((values) => values[i]))
    for (const candidates of paper003Linkage.candidatesOfRecord2) {
      for (const candidate of candidates) expect(records).toContainEqual(candidate)
      expect(candidates).toContainEqual(paper003Linkage.linkOfRecord2)
    }
    expect(records[1]).toEqual(paper003Linkage.linkOfRecord2)
  })
})
