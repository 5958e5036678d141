import { BLOCK, seededRng, type Rng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { orderRuns, randomPermutation } from './random-order.js'

describe('randomPermutation', () => {
  it('has every number once, in the order of the draws of the records', () => {
    const order = randomPermutation(BLOCK + 1000, seededRng(1))
    expect(order.slice().sort()).toEqual(Int32Array.from(order.keys()))
    const second = new Float64Array(1000)
    seededRng(1).child('1').fillUniform(second)
    const expected = Array.from(second.keys()).sort((i, j) => second[i] - second[j])
    expect(
      Array.from(
        order.filter((i) => i >= BLOCK),
        (i) => i - BLOCK,
      ),
    ).toEqual(expected)
    expect(randomPermutation(0, seededRng(1))).toEqual(new Int32Array(0))
  })
})

describe('orderRuns', () => {
  /** A source that tells which of its children were asked for. */
  const watched = (rng: Rng, asked: string[]): Rng => ({
    ...rng,
    child: (name) => (asked.push(name), rng.child(name)),
  })
  const runsOf = (lengths: readonly number[]): Uint32Array =>
    Uint32Array.from(
      [0, ...lengths],
      (
        (total) => (length: number) =>
          (total += length)
      )(0),
    )

  // Runs up to 16 are ordered by insertion, longer ones by a sort.
  it.each([[[1, 2, 3, 1]], [[15, 16, 17, 18]], [[40, 1, 1, 2]], [[1, 1, 300]]])(
    'orders runs of %j by the draws of their records, and moves no record beyond its run',
    (lengths) => {
      const starts = runsOf(lengths)
      const n = starts[lengths.length]
      const rng = seededRng(lengths.join())
      const ties = new Float64Array(n)
      rng.child('0').fillUniform(ties)
      // Records ascending within a run, the last run first.
      const place = Uint32Array.from({ length: n }, (_, i) => i)
      const order = Uint32Array.from(
        lengths.flatMap((length, r) => [...place.subarray(n - starts[r] - length, n - starts[r])]),
      )
      const expected = lengths.flatMap((_, r) =>
        [...order.subarray(starts[r], starts[r + 1])].sort((i, j) => ties[i] - ties[j] || i - j),
      )
      orderRuns(order, starts, n, rng)
      expect([...order]).toEqual(expected)
    },
  )

  it('draws only for blocks that have a tie', () => {
    const n = 3 * BLOCK + 5
    const order = Uint32Array.from({ length: n }, (_, i) => i)
    const tiedAt = (...pairs: readonly number[]): Uint32Array =>
      Uint32Array.from({ length: n + 1 }, (_, at) => at).filter((at) => !pairs.includes(at - 1))
    for (const [pairs, blocks] of [
      [[5], ['0']],
      [[BLOCK + 3], ['1']],
      [[BLOCK - 1], ['0', '1']],
      [[2 * BLOCK], ['2']],
      [[n - 2], ['3']],
      [
        [0, n - 2],
        ['0', '3'],
      ],
      [[], []],
    ] as const) {
      const asked: string[] = []
      orderRuns(order.slice(), tiedAt(...pairs), n, watched(seededRng(7), asked))
      expect(asked).toEqual(blocks)
    }
    const alone: string[] = []
    orderRuns(Uint32Array.of(0, 1), Uint32Array.of(0, 2), 2, watched(seededRng(7), alone))
    expect(alone).toEqual(['0'])
  })
})
