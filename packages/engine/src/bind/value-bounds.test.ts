import { categorical, dataset, numeric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { parseFileSchema } from '../plan/plan.js'
import { boundsOf, checkBounds } from './value-bounds.js'

const file = dataset([
  ['age', numeric([30, Number.NaN, 18, 64])],
  ['pay', numeric([0, 12.5, 7, -2])],
  ['job', categorical(['a', 'b', 'a', 'b'])],
])
const schema = (columns: object): ReturnType<typeof parseFileSchema> => parseFileSchema({ columns })

describe('checkBounds', () => {
  it('accepts values on the bounds and missing values', () => {
    expect(() =>
      checkBounds(file, schema({ age: { min: 18, max: 64, integer: true }, gone: { min: 0 } })),
    ).not.toThrow()
    expect(() => checkBounds(file, undefined)).not.toThrow()
  })

  it.each([
    ['age', { min: 20 }, 3, 'the schema sets min: 20 for column "age", but the original has 18 (record 3, line 7)'],
    ['age', { max: 60 }, 4, 'the schema sets max: 60 for column "age", but the original has 64'],
    ['pay', { integer: true }, 2, 'the schema sets integer: true for column "pay", but the original has 12.5'],
  ])('refuses the first value of %s that contradicts %o', (column, bounds, row, message) => {
    const check = (): void => checkBounds(file, schema({ [column]: bounds }), (record) => 2 * record + 3)
    expect(check).toThrow(message)
    expect(check).toThrow(expect.objectContaining({ code: 'BAD_PLAN', place: { column, row, line: 2 * row + 1 } }))
  })

  it('refuses bounds of a column that is not numeric', () => {
    expect(() => checkBounds(file, schema({ job: { min: 0 } }))).toThrow(/column "job", but it is not numeric/)
  })
})

describe('boundsOf', () => {
  it('has an entry for each numeric column of the file with bounds in the schema', () => {
    const found = boundsOf(file, schema({ age: { min: 18 }, pay: { role: 'confidential' }, gone: { max: 1 } }))
    expect([...found]).toEqual([['age', { min: 18, max: Infinity, integer: false }]])
  })
})
