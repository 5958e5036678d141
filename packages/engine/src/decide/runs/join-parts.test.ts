import { categorical, dataset, numeric, type Dataset } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { joinParts, ofSample } from './join-parts.js'

const original = dataset([
  ['sex', categorical(['m', 'f', 'm', 'f'])],
  ['pay', numeric([1, 2, 3, 4])],
])
const all = Int32Array.of(0, 1, 2, 3)
const payOf = (data: Dataset): number[] => {
  const column = data.column('pay')
  return column.kind === 'numeric' ? [...column.values] : []
}

describe('joinParts', () => {
  const values = {
    // The same records in another order.
    file: { data: dataset([['sex', categorical(['f', 'm', 'f', 'm'])], ['pay', numeric([40, 30, 20, 10])]]), origin: Int32Array.of(3, 2, 1, 0) }, // oxfmt-ignore
    columns: ['pay'],
  }

  it('matches records by their originals, in the order of the quasi-identifiers', () => {
    const keys = {
      file: { data: dataset([['sex', categorical(['*', '*', '*'])], ['pay', numeric([1, 3, 4])]]), origin: Int32Array.of(0, 2, 3) }, // oxfmt-ignore
      columns: ['sex'],
    }
    const joined = joinParts(original, keys, values)
    expect(joined && payOf(joined.data)).toEqual([10, 30, 40])
    expect([...(joined?.origin ?? [])]).toEqual([0, 2, 3])
  })

  it('returns the part that masks something, and nothing for records without an original', () => {
    const asIs = { file: { data: original, origin: all }, columns: [] }
    expect(joinParts(original, asIs, values)).toBe(values.file)
    expect(joinParts(original, { ...asIs, columns: ['sex'] }, asIs)).toBe(asIs.file)
    const drawn = { ...values, file: { ...values.file, origin: Int32Array.of(-1, 2, 1, 0) } }
    expect(joinParts(original, { ...asIs, columns: ['sex'] }, drawn)).toBeUndefined()
  })

  it('keeps the records of a sample', () => {
    const file = ofSample(values.file, Int32Array.of(1, 3), 4)
    expect(payOf(file.data)).toEqual([40, 20])
    expect([...file.origin]).toEqual([1, 0])
  })
})
