import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { sortedValues } from './sorted-values.js'
import { sortOrder, tieRuns } from './sort-order.js'

const rng = seededRng('words')
const buffer = new Float64Array(1)
const words = new Uint32Array(buffer.buffer)
const high = new Uint32Array(new Float64Array([-0]).buffer)[1] === 0x80000000 ? 1 : 0
/** A number by its two words. */
function fromWords(upper: number, lower: number): number {
  words[high] = upper
  words[1 - high] = lower
  return buffer[0]
}
const lowWord = (): number => rng.int(2 ** 32)

/** By definition; and with its runs. */
function expectSorted(values: Float64Array): void {
  const order = [...values.keys()]
    .filter((i) => !Number.isNaN(values[i]))
    .sort((i, j) => (values[i] < values[j] ? -1 : values[i] > values[j] ? 1 : i - j))
  const begin = order.flatMap((i, at) => (at === 0 || values[i] !== values[order[at - 1]] ? [at] : []))
  expect([...sortOrder(values)]).toEqual(order)
  const { order: again, starts } = tieRuns(values)
  expect([...again]).toEqual(order)
  expect([...starts]).toEqual([...begin, order.length])
  expect(sortedValues(values)).toEqual(values.filter((value) => !Number.isNaN(value)).sort())
}

/** Values in stretches that share a high word, mixed up; some twice. */
function stretches(lengths: readonly number[], upper: (stretch: number) => number, lower = lowWord): Float64Array {
  const values = lengths.flatMap((length, s) => Array.from({ length }, () => fromWords(upper(s), lower())))
  const ties = values.slice(0, values.length >> 3)
  return rng.shuffle(Float64Array.from([...values, ...ties]))
}

const uppers: Readonly<Record<string, (s: number) => number>> = {
  positive: (s) => 0x40000000 + s,
  'far apart': (s) => 0x3ff00000 + (s << 19),
  negative: (s) => 0xc0000000 + s,
  'next to 0': () => 0,
  'next to −0': () => 0x80000000,
  'of both signs': (s) => (s % 2 ? 0x40100000 : 0xc0100000) + s,
}

describe('orders of values that share their high words', () => {
  // Stretches up to 24 are ordered by insertion, up to 399 by comparing, longer ones by their low words.
  const lengths = [
    [1, 2, 3, 500],
    [21, 22, 24, 25, 26, 400],
    [399, 30],
    [400, 1],
    [401, 450, 2],
    [1500, 40],
  ]
  it.each(Object.keys(uppers).flatMap((name) => lengths.map((of) => [name, of] as const)))('%s, %j', (name, of) => {
    expectSorted(stretches(of, uppers[name]))
    // Low words of few digits: passes in which all are alike, and many ties.
    expectSorted(stretches(of, uppers[name], () => rng.int(5)))
    expectSorted(stretches(of, uppers[name], () => rng.int(5) * 2048))
    expectSorted(stretches(of, uppers[name], () => rng.int(5) * 2 ** 22))
  })

  it.each([1, 2, 398, 399, 400, 401, 1999, 2000, 2001])('%d values of any bits, missing ones among them', (n) => {
    expectSorted(Float64Array.from({ length: n }, () => fromWords(lowWord(), lowWord())))
    expectSorted(Float64Array.from({ length: n }, (_, i) => (i % 3 === 0 ? Number.NaN : rng.int(40) - 20)))
    expectSorted(Float64Array.from({ length: n }, () => [0, -0, 5e-324, -5e-324, 1e-310, -1e-310][rng.int(6)]))
    expectSorted(Float64Array.from({ length: n }, (_, i) => i))
    expectSorted(Float64Array.from({ length: n }, (_, i) => -i))
    expectSorted(new Float64Array(n).fill(7))
    expectSorted(new Float64Array(n).fill(Number.NaN))
  })

  it('sorts a part of a longer array without changing it', () => {
    const all = Float64Array.from({ length: 1203 }, () => rng.normal())
    const before = all.slice()
    expectSorted(all.subarray(3, 903))
    expect(all).toEqual(before)
  })
})
