import { describe, expect, it } from 'vitest'
import { readLines, readRows } from './read-rows.js'
import { writeRows } from './write-rows.js'

describe('readRows', () => {
  it('has the texts of every row, including the first, for any separator', () => {
    expect(readRows('007;a;*\n01.10;b;*\n')).toEqual([
      ['007', 'a', '*'],
      ['01.10', 'b', '*'],
    ])
    expect(readRows('\uFEFF"a,b",2\r\nc,"d ""e"""')).toEqual([
      ['a,b', '2'],
      ['c', 'd "e"'],
    ])
    expect(readRows('1\n2\n')).toEqual([['1'], ['2']])
  })

  it('names the fault, with the line', () => {
    expect(() => readRows('', { file: 'h.csv' })).toThrow(expect.objectContaining({ code: 'EMPTY_FILE' }))
    expect(() => readRows('a;b\nc\n', { file: 'h.csv' })).toThrow(
      expect.objectContaining({ code: 'RAGGED_ROW', place: { file: 'h.csv', line: 2 } }),
    )
  })
})

describe('readLines and writeRows', () => {
  const rows = [['a title'], [], ['', 'm', 'f;m'], ['north', '1,5', 'say "x"'], [''], ['two\nlines', ' x ']]

  it('keep lines of any length, with their line numbers', () => {
    const text = writeRows(rows, ';')
    const { lines: read, separator } = readLines(text, { separator: ';' })
    const lines = [...read]
    expect(lines.map(({ cells }) => cells)).toEqual(rows.map((row) => (row.length === 0 ? [''] : row)))
    expect(lines.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6])
    expect(separator).toBe(';')
    expect([...readLines('', { file: 'f.csv' }).lines]).toEqual([])
  })
})
