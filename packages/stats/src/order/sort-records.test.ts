import { describe, expect, it } from 'vitest'
import { seededRng } from '@sdc/core'
import { sortRecords } from './sort-records.js'

const rng = seededRng('records')
const uniform = (): number => rng.uniform()
const draws: Readonly<Record<string, (i: number) => number>> = {
  uniform: () => uniform(),
  'nine in ten zeros, of both signs': () =>
    uniform() < 0.9 ? (uniform() < 0.5 ? 0 : -0) : Math.floor(uniform() * 5e4),
  'forty values': () => Math.floor(uniform() * 40),
  'of both signs': () => (uniform() - 0.5) * 1e6,
  'of all magnitudes': () => 2 ** Math.floor((uniform() - 0.5) * 2000) * (uniform() - 0.5),
  'one far outlier': (i) => (i === 77 ? 1e308 : uniform()),
  'two neighbours and an outlier': () => (uniform() < 0.5 ? 1 : uniform() < 0.98 ? 1 + 2 ** -52 : 1e300),
  'below what can be divided by': () => Math.floor(uniform() * 3000) * Number.MIN_VALUE,
  'at the ends of the range': () => (uniform() < 0.5 ? -1.7e308 : 1.7e308) * uniform(),
  'with infinities': () => (uniform() < 0.1 ? Infinity : uniform() < 0.1 ? -Infinity : uniform()),
  ascending: (i) => i,
  descending: (i) => -i,
  constant: () => 5,
}

describe('sortRecords', () => {
  it.each(Object.keys(draws))('orders by value, tie and place: %s', (name) => {
    for (const n of [0, 1, 2, 21, 500, 40_000]) {
      const values = Float64Array.from({ length: n }, (_, i) => draws[name](i))
      // Equal ties, too.
      const ties = Float64Array.from({ length: n }, () => Math.floor(uniform() * 1000) / 1000)
      const records = Uint32Array.from({ length: n }, (_, i) => 3 * i)
      const sorted = sortRecords({ values, ties, records })
      const by = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0)
      const order = Array.from(values, (_, i) => i).sort(
        (a, b) => by(values[a], values[b]) || by(ties[a], ties[b]) || a - b,
      )
      expect(sorted.records).toEqual(Uint32Array.from(order, (i) => 3 * i))
      // The signs of zeros are kept.
      expect(sorted.values.every((value, rank) => Object.is(value, values[order[rank]]))).toBe(true)
      expect(sorted.ties).toEqual(Float64Array.from(order, (i) => ties[i]))
    }
  })
})
