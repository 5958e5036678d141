import * as arrow from 'apache-arrow'
import { describe, expect, it } from 'vitest'
import { fromArrow, toArrow, type ArrowTable } from './arrow.js'
import { categorical, dataset, numeric } from './dataset.js'
import { toRows } from './rows.js'

const table = (column: arrow.Vector): ArrowTable => new arrow.Table({ a: column })
const column = (of: arrow.Vector): unknown => fromArrow(table(of)).column('a')

describe('fromArrow', () => {
  it('takes numbers of any width, missing where they are null or NaN', () => {
    for (const type of [
      new arrow.Float64(),
      new arrow.Float32(),
      new arrow.Float16(),
      new arrow.Int8(),
      new arrow.Uint32(),
    ]) {
      expect(column(arrow.vectorFromArray([1, 2, 3], type)), String(type)).toEqual(numeric([1, 2, 3]))
      expect(column(arrow.vectorFromArray([1, null, 3], type)), String(type)).toEqual(numeric([1, Number.NaN, 3]))
    }
    expect(column(arrow.vectorFromArray([1n, null], new arrow.Int64()))).toEqual(numeric([1, Number.NaN]))
    expect(column(arrow.vectorFromArray([1, Number.NaN]))).toEqual(numeric([1, Number.NaN]))
  })

  it('has arrays of its own', () => {
    const held = Float64Array.of(1, 2)
    const { values } = fromArrow(arrow.tableFromArrays({ a: held })).column('a') as { values: Float64Array }
    values[0] = 9
    expect(held[0]).toBe(1)
  })

  it('takes a dictionary with its categories, in their order, those too that nobody has', () => {
    const type = new arrow.Dictionary(new arrow.Utf8(), new arrow.Int8(), 0, true)
    const whole = arrow.vectorFromArray(['low', 'middle', 'high', null, 'low'], type)
    expect(column(whole)).toEqual({
      kind: 'categorical',
      levels: ['low', 'middle', 'high'],
      ordered: true,
      codes: Int32Array.of(0, 1, 2, -1, 0),
    })
    expect(column(whole.slice(2))).toEqual({
      kind: 'categorical',
      levels: ['low', 'middle', 'high'],
      ordered: true,
      codes: Int32Array.of(2, -1, 0),
    })
  })

  it('takes text, switches and dates as categories', () => {
    expect(column(arrow.vectorFromArray(['b', null, 'a'], new arrow.Utf8()))).toEqual(categorical(['b', null, 'a']))
    expect(column(arrow.vectorFromArray([null, null], new arrow.Utf8()))).toEqual(categorical([null, null]))
    expect(column(arrow.vectorFromArray([true, null]))).toMatchObject({ kind: 'categorical', levels: ['true'] })
    const dates = [new Date('2024-02-29'), null]
    for (const type of [new arrow.DateDay(), new arrow.DateMillisecond(), new arrow.TimestampMillisecond()])
      expect(column(arrow.vectorFromArray(dates, type)), String(type)).toEqual(categorical(['2024-02-29', null]))
  })

  it('refuses values that are not cells, and whole numbers that no number can represent', () => {
    expect(() => column(arrow.vectorFromArray([[1, 2], [3]]))).toThrow('column "a" has an object in record 1')
    expect(() => column(arrow.vectorFromArray([1n, 2n ** 60n]))).toThrow('the whole number 1152921504606846976')
    const decimal = arrow.makeData({ type: new arrow.Decimal(2, 10), length: 1, data: Uint32Array.of(1, 0, 0, 0) })
    expect(() => column(arrow.makeVector(decimal))).toThrow('has the unsupported Arrow type Decimal')
  })

  it('takes anything with the interface', () => {
    const vector = { length: 2, nullCount: 1, get: (i: number) => [4, null][i], toArray: () => [] }
    const data = fromArrow({ numRows: 2, schema: { fields: [{ name: 'a' }] }, getChild: () => vector })
    expect(data.column('a')).toEqual(numeric([4, Number.NaN]))
    expect(() => fromArrow({ numRows: 0, schema: { fields: [{ name: 'a' }] }, getChild: () => null })).toThrow('"a"')
  })
})

describe('toArrow', () => {
  const data = dataset([
    ['income', numeric([31.5, Number.NaN, 12])],
    ['age', numeric([31, 40, 12])],
    ['sex', categorical(['f', null, 'm'])],
  ])

  it('gives the arrays that tableFromArrays takes', () => {
    expect(toArrow(data)).toEqual({ income: [31.5, null, 12], age: Float64Array.of(31, 40, 12), sex: ['f', null, 'm'] })
  })

  it('gives a table by the module, and the file comes back through the bytes of one', () => {
    const made = toArrow(data, arrow)
    expect(made.getChild('income')?.nullCount).toBe(1)
    expect(String(made.getChild('sex')?.type)).toBe('Dictionary<Int32, Utf8>')
    expect(toRows(fromArrow(arrow.tableFromIPC(arrow.tableToIPC(made))))).toEqual(toRows(data))
  })
})
