import { describe, expect, it } from 'vitest'
import { readXlsxTable } from '../../xlsx.js'
import { madeByHand, madeByHand1904 } from '../made-by-hand.fixture.js'

/** The columns of a table as plain values. */
function plain({ table }: ReturnType<typeof readXlsxTable>): unknown {
  return Object.fromEntries(
    table.columns.map(({ name, cells }) => [
      name,
      cells.kind === 'numbers'
        ? Array.from(cells.values, (value) => (Number.isNaN(value) ? null : value))
        : Array.from(cells.codes, (code) => (code < 0 ? null : cells.levels[code])),
    ]),
  )
}

describe('readXlsxTable', () => {
  it('reads numbers, dates, texts and missing values, and says what was read in an unexpected way', () => {
    const read = readXlsxTable(madeByHand, { sheet: 'data' })
    expect(plain(read)).toEqual({
      id: [1, 2, null, 4, 5],
      name: ['Zoé', ' spaces ', null, 'line\r\nbreak & <tag>', 'TRUE'],
      // To the millisecond that the 17 digits of the serial number say.
      born: [1_709_164_800, -2_208_988_800, null, 1_709_210_096, null],
      total: [2.5, 5, null, 10, 0.001],
      days: [1.5, null, null, null, 0.30000000000000004],
      code: ['007', '007', null, null, '1,5'],
    })
    expect(read.table.columns.map(({ description }) => description)).toEqual([
      { stored: 'number' },
      { stored: 'text' },
      { stored: 'number', time: 'datetime' },
      { stored: 'number' },
      { stored: 'number' },
      { stored: 'text' },
    ])
    expect(read.notes).toEqual([
      'Numbers stored as text are read as text: "code" (F2: "007").',
      'Columns with cells of several kinds are read as text; the first other cell: "name" (B6: "TRUE").',
      '1 cell with an error is read as missing: "born" (C6: 60 as a date).',
      'Row 4 is empty; it is read as a record of missing values.',
    ])
    const [born] = readXlsxTable(madeByHand1904).table.columns
    expect(born).toMatchObject({ name: 'born', description: { time: 'date' } })
    expect(plain(readXlsxTable(madeByHand1904))).toEqual({ born: [-24_107, 19_782] })
  })
})
