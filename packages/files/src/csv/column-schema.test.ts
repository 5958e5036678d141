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

describe('the schema of a column is checked for consistency', () => {
  it('refuses a repeated level: one category would have two codes', () => {
    const error = refused({ levels: ['a', 'b', 'a'] })
    expect(error).toMatchObject({ code: 'BAD_PLAN', place: { column: 'x', file: 'x.csv' } })
    expect(error.message).toBe('the schema names the level "a" of column "x" twice')
  })

  it('refuses a level that means missing, by the column, the file or default', () => {
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

  it('refuses an undeclared order: it would be that of the records', () => {
    expect(refused({ ordered: true }).message).toMatch(/its order is missing/)
  })

  it('refuses a level without a place in its taxonomy; one above others has its place', () => {
    const taxonomy = new Map([['a', 'letters']])
    expect(refused({ levels: ['a', 'b'], taxonomy }).message).toMatch(/"b" of column "x" has no place/)
    const columns = new Map([['x', { levels: ['a', 'letters'], taxonomy }]])
    expect(readCsv('x\na\nletters\n', { columns }).dataset.column('x')).toMatchObject({ codes: Int32Array.of(0, 1) })
  })

  it('refuses an empty list of levels', () => {
    expect(refused({ levels: [] }).message).toMatch(/an empty list of levels/)
  })

  it('keeps a level that no record has', () => {
    const columns = new Map([['x', { levels: ['low', 'mid', 'high'], ordered: true }]])
    expect(readCsv('x\nlow\nhigh\n', { columns }).dataset.column('x')).toMatchObject({
      codes: Int32Array.of(0, 2),
      levels: ['low', 'mid', 'high'],
    })
  })

  it('also checks a column that a masked file lacks', () => {
    const columns = new Map([['gone', { levels: ['a', 'a'] }]])
    expect(() => readCsv('x\n1\n', { columns: new Map(columns), absentColumns: 'ignore' })).toThrow(
      /"a" of column "gone"/,
    )
  })
})
