import { categorical, dataset, numeric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { candidateBlocks } from './candidate-blocks.js'

const all = (count: number): Int32Array => Int32Array.from({ length: count }, (_, i) => i)
const blocksOf = (...given: Parameters<typeof candidateBlocks>): [number[], number[]][] =>
  candidateBlocks(...given).map(({ targets, candidates }) => [[...targets], [...candidates]])

describe('candidateBlocks', () => {
  const original = dataset([
    ['g', categorical(['b', 'a', null, 'c', 'a'])],
    ['v', numeric([1, 2, 3, 4, 5])],
  ])
  // The same labels under other codes, b before a; d is not in the original.
  const masked = dataset([
    ['g', categorical(['d', 'a', 'b', null, 'a', 'b'], ['d', 'a', 'b'])],
    ['v', numeric([9, 2, 1, 3, 5, 1])],
  ])

  it('returns one block of all records without columns', () => {
    expect(blocksOf(original, all(5), masked, all(6), [])).toEqual([
      [
        [0, 1, 2, 3, 4],
        [0, 1, 2, 3, 4, 5],
      ],
    ])
  })

  it('compares labels; missing equals missing; a target may have no candidate, a candidate no block', () => {
    expect(blocksOf(original, all(5), masked, all(6), ['g'])).toEqual([
      [[0], [2, 5]],
      [
        [1, 4],
        [1, 4],
      ],
      [[2], [3]],
      [[3], []],
    ])
  })

  it('compares all columns at once', () => {
    expect(blocksOf(original, all(5), masked, all(6), ['g', 'v'])).toEqual([
      [[0], [2, 5]],
      [[1], [1]],
      [[2], [3]],
      [[3], []],
      [[4], [4]],
    ])
  })

  it('has indices among the given rows', () => {
    // Rows 4 and 1 of the original, rows 5, 4 and 1 of the masked file.
    expect(blocksOf(original, Int32Array.of(4, 1), masked, Int32Array.of(5, 4, 1), ['g'])).toEqual([
      [
        [0, 1],
        [1, 2],
      ],
    ])
  })
})
