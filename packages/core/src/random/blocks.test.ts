import { describe, expect, it } from 'vitest'
import { BLOCK, blocksOf, blockStream, fillByBlocks, streamsInOrder } from './blocks.js'
import { seededRng } from './rng.js'

describe('blocks of records', () => {
  it.each([
    [0, []],
    [1, [[0, 0, 1]]],
    [BLOCK, [[0, 0, BLOCK]]],
    [
      2 * BLOCK + 5,
      [
        [0, 0, BLOCK],
        [1, BLOCK, 2 * BLOCK],
        [2, 2 * BLOCK, 2 * BLOCK + 5],
      ],
    ],
  ])('random numbers of %d records', (rows, expected) => {
    expect(blocksOf(rows).map(({ index, first, end }) => [index, first, end])).toEqual(expected)
  })

  it('have a stream each, so that a block is filled alone as it is in the whole file', () => {
    const rng = seededRng('blocks').child('income').child('noise')
    const whole = fillByBlocks(rng, new Float64Array(2 * BLOCK + 5), (stream, part) => stream.fillNormal(part))
    const second = new Float64Array(BLOCK)
    seededRng('blocks').child('income').child('noise').child('1').fillNormal(second)
    expect(whole.subarray(BLOCK, 2 * BLOCK)).toEqual(second)
    // A longer file begins with the same numbers: a short block is the beginning of a full one.
    const longer = fillByBlocks(rng, new Float64Array(3 * BLOCK), (stream, part) => stream.fillNormal(part))
    expect(longer.subarray(0, whole.length)).toEqual(whole)
    expect(new Set(whole).size).toBe(whole.length)
  })

  it('give their streams in order to what draws as it goes', () => {
    const rng = seededRng('in order')
    const streams = streamsInOrder(rng)
    const [a, b] = [blockStream(rng, 0), blockStream(rng, 2)]
    expect([streams(0), streams(7), streams(BLOCK - 1)].map((stream) => stream.uniform())).toEqual(
      [a, a, a].map((stream) => stream.uniform()),
    )
    expect(streams(2 * BLOCK).uniform()).toBe(b.uniform())
  })
})
