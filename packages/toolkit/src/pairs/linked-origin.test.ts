import { describe, expect, it } from 'vitest'
import { refuseUnknownOrigin } from './linked-origin.js'

describe('refuseUnknownOrigin', () => {
  it('accepts an origin that is known for every masked record', () => {
    expect(() => refuseUnknownOrigin('reverse-map/rank', Int32Array.of(2, 0, 0), 3)).not.toThrow()
    expect(() => refuseUnknownOrigin('reverse-map/rank', new Int32Array(0), 0)).not.toThrow()
  })

  it('names the first record without an origin, by its number', () => {
    for (const [origin, row] of [
      [[-1, 0], 1],
      [[0, -1], 2],
      [[0, -1, -1], 2],
    ] as const) {
      expect(() => refuseUnknownOrigin('m', Int32Array.from(origin), origin.length)).toThrow(
        expect.objectContaining({ code: 'LENGTH_MISMATCH', place: { method: 'm', row } }),
      )
      expect(() => refuseUnknownOrigin('m', Int32Array.from(origin), origin.length)).toThrow(
        `masked record ${row} comes from no`,
      )
    }
  })

  it('names both counts if they differ', () => {
    for (const rows of [1, 3]) {
      expect(() => refuseUnknownOrigin('m', Int32Array.of(0, 1), rows)).toThrow(
        `${rows} masked records have 2 original records`,
      )
    }
    expect(() => refuseUnknownOrigin('m', Int32Array.of(0, 1), 3)).toThrow(
      expect.objectContaining({ place: { method: 'm' } }),
    )
  })
})
