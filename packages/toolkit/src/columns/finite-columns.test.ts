import { dataset, maskInput, numeric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { finiteColumns, originalRow } from './finite-columns.js'

const input = (values: readonly number[], origin = Int32Array.from(values.keys())): ReturnType<typeof maskInput> =>
  maskInput(dataset([['x', numeric([...values])]]), { params: {}, origin })

describe('finiteColumns', () => {
  it('accepts values up to 1e145 in size, of either sign, and refuses larger ones', () => {
    expect(finiteColumns(input([1e145, -1e145, Number.NaN]), ['x'], 'm')).toEqual([
      Float64Array.of(1e145, -1e145, Number.NaN),
    ])
    const next = 1e145 * (1 + Number.EPSILON)
    for (const value of [next, -next, Infinity, -Infinity]) {
      expect(() => finiteColumns(input([value]), ['x'], 'm')).toThrow(
        expect.objectContaining({ code: 'NOT_NUMERIC', place: { method: 'm', column: 'x', row: 1 } }),
      )
    }
  })

  it('names the record of the original, or of the current file if it has no original', () => {
    expect([0, 1, 2].map((at) => originalRow({ origin: Int32Array.of(9, 0, -1) }, at))).toEqual([10, 1, 3])
  })
})
