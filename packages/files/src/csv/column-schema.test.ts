import { describe, expect, it } from 'vitest'
import { isSdcError, type SdcError } from '@sdc/core'
import type { ColumnSchema } from './csv-file.js'
import { readCsv } from './read-csv.js'

function refused(schema: ColumnSchema, missing?: readonly string[]): SdcError {
  try {
    readCsv('x,y\na,1\nb,2\nNA,3\n', { columns: new Map([['x', schema]]), missing, file: 'x.csv' })
  } catch (error) {
    if (isSdcError(error)) return error
    throw error
  }
  throw new Error('it was accepted')
}

describe('what a schema says of a column is held against itself', () => {
  it('a level that is named twice: it would give two codes to one category', () => {
    const error = refused({ levels: ['a', 'b', 'a'] })
    expect(error).toMatchObject({ code: 'BAD_PLAN', place: { column: 'x', file: 'x.csv' } })
    expect(error.message).toBe('the schema names the level "a" of column "x" twice')
  })

  it('a level that means missing, by the column, the file or as usual', () => {
    expect(refused({ levels: ['a', 'b', 'NA'] }).message).toMatch(
      /"NA" is a level of column "x" and also means a missing/,
    )
    expect(refused({ levels: ['a', 'b'], missing: ['b'] }).message).toMatch(/"b" is a level/)
    expect(refused({ levels: ['a', 'b'] }, ['a']).message).toMatch(/"a" is a level/)
    expect(refused({ taxonomy: new Map([['NA', null]]) }).message).toMatch(/"NA" is a category of the taxonomy/)
    const levels = ['a', 'b', 'NA']
    const { dataset } = readCsv('x\na\nNA\n', { columns: new Map([['x', { levels, missing: [''] }]]) })
    expect(dataset.column('x')).toMatchObject({ codes: Int32Array.of(0, 2), levels })
  })

  it('an order that nobody gave: it would be that of the records', () => {
    expect(refused({ ordered: true }).message).toMatch(/its order is missing/)
  })

  it('a level that its taxonomy does not place; one above others has its place', () => {
    const taxonomy = new Map([['a', 'letters']])
    expect(refused({ levels: ['a', 'b'], taxonomy }).message).toMatch(/"b" of column "x" has no place/)
    const columns = new Map([['x', { levels: ['a', 'letters'], taxonomy }]])
    expect(readCsv('x\na\nletters\n', { columns }).dataset.column('x')).toMatchObject({ codes: Int32Array.of(0, 1) })
  })

  it('an empty list of levels', () => {
    expect(refused({ levels: [] }).message).toMatch(/an empty list of levels/)
  })

  it('a level that no record has is one all the same', () => {
    const columns = new Map([['x', { levels: ['low', 'mid', 'high'], ordered: true }]])
    expect(readCsv('x\nlow\nhigh\n', { columns }).dataset.column('x')).toMatchObject({
      codes: Int32Array.of(0, 2),
      levels: ['low', 'mid', 'high'],
    })
  })

  it('also of a column that a masked file lacks', () => {
    const columns = new Map([['gone', { levels: ['a', 'a'] }]])
    expect(() => readCsv('x\n1\n', { columns: new Map(columns), absentColumns: 'ignore' })).toThrow(
      /"a" of column "gone"/,
    )
  })
})
