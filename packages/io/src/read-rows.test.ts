import { describe, expect, it } from 'vitest'
import { readRows } from './read-rows.js'

describe('readRows', () => {
  it('has the texts of every row, the first too, whatever separates them', () => {
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

  it('names what is wrong, with the line', () => {
    expect(() => readRows('', { file: 'h.csv' })).toThrow(expect.objectContaining({ code: 'EMPTY_FILE' }))
    expect(() => readRows('a;b\nc\n', { file: 'h.csv' })).toThrow(
      expect.objectContaining({ code: 'RAGGED_ROW', place: { file: 'h.csv', line: 2 } }),
    )
  })
})
