import { expect, it } from 'vitest'
import { refuseInfinite } from './refuse-infinite.js'

it('refuseInfinite names the first infinite value by its record, and ignores missing ones', () => {
  expect(() => refuseInfinite(Float64Array.of(1, Number.NaN, -1e308), 'masked')).not.toThrow()
  expect(() => refuseInfinite(new Float64Array(0), 'masked')).not.toThrow()
  for (const [values, row, text] of [
    [[Infinity, 1], 1, 'the released value of record 1 is Infinity'],
    [[1, -Infinity, Infinity], 2, 'the released value of record 2 is -Infinity'],
    [[1, 2, Infinity], 3, 'the released value of record 3 is Infinity'],
  ] as const) {
    expect(() => refuseInfinite(Float64Array.from(values), 'released')).toThrow(
      expect.objectContaining({ code: 'NOT_NUMERIC', place: { row } }),
    )
    expect(() => refuseInfinite(Float64Array.from(values), 'released')).toThrow(text)
  }
})
