import { unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readTableFile, tableContent } from '../../formats.js'
import { readXlsx, readXlsxTable, writeXlsx, type XlsxSheet } from '../../xlsx.js'
import { madeByHand, madeByHand1904 } from '../made-by-hand.fixture.js'
import { plainColumns } from './plain-columns.fixture.js'

const utf8 = new TextEncoder()
const book = (...rows: XlsxSheet['rows']): Uint8Array => writeXlsx([{ name: 'data', rows }])
/** A workbook whose only sheet has these elements. */
const sheetOf = (inside: string): Uint8Array =>
  zipSync({
    ...unzipSync(book()),
    'xl/worksheets/sheet1.xml': utf8.encode(`<worksheet>${inside}</worksheet>`),
  })
const inline = (place: string, text: string): string => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`

describe('readXlsxTable', () => {
  it('reads numbers, dates, texts and missing values, and reports surprising facts', () => {
    const { table, notes } = readXlsxTable(madeByHand, { sheet: 'data' })
    expect(plainColumns(table)).toEqual({
      id: [1, 2, null, 4, 5],
      name: ['Zoé', ' spaces ', null, 'line\r\nbreak & <tag>', 'TRUE'],
      born: [1_709_164_800, -2_208_988_800, null, 1_709_210_096, null],
      total: [2.5, 5, null, 10, 0.001],
      days: [1.5, null, null, null, 0.30000000000000004],
      code: ['007', '007', null, null, '1,5'],
    })
    expect(table.columns.map(({ description }) => description)).toEqual([
      { stored: 'number' },
      { stored: 'text' },
      { stored: 'number', time: 'datetime' },
      { stored: 'number' },
      { stored: 'number' },
      { stored: 'text' },
    ])
    expect(notes).toEqual([
      'Numbers stored as text are read as text: "code" (F2: "007").',
      'Columns with cells of several kinds are read as text; the first other cell: "name" (B6: "TRUE"). ' +
        'If a text means missing among numbers, name it in a schema: kind: numeric, missing: [TEXT].',
      '1 cell with an error is read as missing: "born" (C6: 60 as a date).',
      'Row 4 is empty; it is read as a record of missing values.',
    ])
  })

  it('reads days from 1904', () => {
    const { columns } = readXlsxTable(madeByHand1904).table
    expect(columns.map(({ description }) => description.time)).toEqual(['date'])
    expect(plainColumns({ rows: 2, columns })).toEqual({ born: [-24_107, 19_782] })
  })

  it('reads NA as missing, of a separate kind, and booleans as in Excel', () => {
    const { table, notes } = readXlsxTable(
      book(['n', 't', 'b'], [1, 'NA', true], ['NA', 'x', false], [null, null, 'NA']),
    )
    expect(plainColumns(table)).toEqual({
      n: [1, { missing: 'NA' }, null],
      t: [{ missing: 'NA' }, 'x', null],
      b: ['TRUE', 'FALSE', { missing: 'NA' }],
    })
    expect(notes).toEqual([])
  })

  it('reads texts among numbers and dates as text, and reports the first of them', () => {
    const { table, notes } = readXlsxTable(book(['n'], [1.5], ['n/a'], [2]))
    expect(plainColumns(table)).toEqual({ n: ['1.5', 'n/a', '2'] })
    expect(notes[0]).toContain('"n" (A3: "n/a")')
  })

  it('needs a schema for texts that mean missing among numbers', () => {
    const bytes = book(['n', 'm'], [1.5, 'NA'], ['n/a', 7], [2, 8])
    const { dataset, notes, ...file } = readTableFile(bytes, {
      columns: new Map([['n', { kind: 'numeric', missing: ['n/a'] }]]),
    })
    expect(dataset.column('n')).toEqual({ kind: 'numeric', values: Float64Array.of(1.5, Number.NaN, 2) })
    expect(dataset.column('m')).toEqual({ kind: 'numeric', values: Float64Array.of(Number.NaN, 7, 8) })
    expect(notes).toHaveLength(1)
    const written = tableContent({ format: 'xlsx', compressed: false }, { dataset, ...file }, dataset)
    const again = readXlsx(Uint8Array.from([...written.content].flatMap((piece) => [...piece])))
    expect(again.rows).toEqual([['n', 'm'], [1.5], ['n/a', 7], [2, 8]])
  })

  it('reads times of a day', () => {
    const bytes = zipSync({
      ...unzipSync(book()),
      'xl/styles.xml': utf8.encode('<styleSheet><cellXfs><xf numFmtId="20"/></cellXfs></styleSheet>'),
      'xl/worksheets/sheet1.xml': utf8.encode(
        `<worksheet><sheetData><row>${inline('A1', 'at')}</row><row><c s="0"><v>0.75</v></c></row></sheetData></worksheet>`,
      ),
    })
    const { columns } = readXlsxTable(bytes).table
    expect(columns[0].description).toEqual({ stored: 'number', time: 'time' })
    expect(plainColumns({ rows: 1, columns })).toEqual({ at: [64_800] })
  })

  it('skips empty rows before the header, empty columns, and empty sheets', () => {
    const bytes = writeXlsx([
      { name: 'notes', rows: [] },
      { name: 'data', rows: [[], [null, 'a', null, ' b '], [null, 1, null, 2], []] },
    ])
    expect(plainColumns(readXlsxTable(bytes).table)).toEqual({ a: [1], b: [2] })
  })

  it('names an unnamed first column `row`', () => {
    expect(plainColumns(readXlsxTable(book([null, 'row'], ['1', 2])).table)).toEqual({ row_: ['1'], row: [2] })
  })

  it('uses the names below groups of columns, and those that span both rows', () => {
    const header = `<row r="1">${inline('A1', 'id')}${inline('B1', 'money')}</row><row r="2">${inline('B2', 'in')}${inline('C2', 'out')}</row>`
    const bytes = sheetOf(
      `<sheetData>${header}<row r="3"><c r="A3"><v>1</v></c><c r="B3"><v>2</v></c><c r="C3"><v>3</v></c></row></sheetData>` +
        '<mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="B1:C1"/></mergeCells>',
    )
    expect(() => readXlsxTable(bytes)).toThrow(
      expect.objectContaining({
        message: 'row 1 of the sheet "data" does not hold the names of columns: the cells B1 to C1 are merged',
        fix: 'If the names are in row 2, skip the rows before it: skip: 1.',
      }),
    )
    expect(plainColumns(readXlsxTable(bytes, { skip: 1 }).table)).toEqual({ id: [1], in: [2], out: [3] })
  })

  it('reports merged cells among the records', () => {
    const bytes = sheetOf(
      `<sheetData><row>${inline('A1', 'a')}</row><row><c><v>1</v></c></row><row r="3"/><row r="4"><c><v>2</v></c></row></sheetData>` +
        '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>',
    )
    expect(readXlsxTable(bytes).notes).toEqual([
      'Row 3 is empty; it is read as a record of missing values.',
      'Merged cells (the first: A2:A3) have their value in their first record; it is missing in the others.',
    ])
  })

  it('reports hidden columns', () => {
    const bytes = sheetOf(
      '<cols><col min="1" max="1" hidden="0"/><col min="2" max="3" hidden="1"/></cols>' +
        `<sheetData><row>${inline('A1', 'a')}${inline('B1', 'b')}${inline('C1', 'c')}</row><row><c><v>1</v></c></row></sheetData>`,
    )
    expect(readXlsxTable(bytes).notes).toEqual(['Hidden columns are read: "b", "c".'])
  })

  it.each([
    [
      'a column without a name',
      book(['a', null], [1, 2]),
      {},
      'FILE',
      'column B of the sheet "data" has no name in row 1',
    ],
    [
      'equal names',
      book(['a', 'b', 'a'], [1, 2, 3]),
      {},
      'DUPLICATE_COLUMN',
      'A1 and C1 of the sheet "data" are both named "a"',
    ],
    ['numbers for names', book([1, 2], [3, 4]), {}, 'FILE', 'row 1 of the sheet "data" has no texts'],
    ['a sheet without cells', book(), {}, 'FILE', 'the sheet "data" has no cells'],
    ['too many skipped rows', book(['a'], [1]), { skip: 2 }, 'FILE', 'has no cells after 2 skipped rows'],
    ['a wrong number of rows', book(['a'], [1]), { skip: -1 }, 'BAD_OPTION', '-1 is not a number of rows to skip'],
    ['several sheets', madeByHand, {}, 'BAD_OPTION', 'has 2 sheets: "data", "merged header"'],
    ['a sheet that is not there', madeByHand, { sheet: 'Data' }, 'BAD_OPTION', 'has no sheet "Data"'],
    [
      'a formula without its result',
      sheetOf(`<sheetData><row>${inline('A1', 'a')}</row><row><c><f>1+1</f></c></row></sheetData>`),
      {},
      'FILE',
      'A2 holds a formula without its result',
    ],
    [
      'a shared text that is not there',
      sheetOf('<sheetData><row><c t="s"><v>7</v></c></row></sheetData>'),
      {},
      'FILE',
      'has a broken sheet "data"',
    ],
    [
      'cells far away',
      sheetOf(
        `<sheetData><row>${Array.from({ length: 201 }, (_, i) => `<c t="inlineStr"><is><t>v${i}</t></is></c>`).join('')}</row><row r="1000000"><c><v>1</v></c></row></sheetData>`,
      ),
      {},
      'FILE',
      'the sheet has 999999 rows and 201 columns, but only 202 cells with values',
    ],
  ])('refuses %s', (_, bytes, options, code, message) => {
    expect(() => readXlsxTable(bytes, options)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(message) }),
    )
  })

  it('refuses parts longer than declared, or than 1 GiB', () => {
    const bytes = book(['a'], ['x'.repeat(30_000)])
    const changed = (size: number): Uint8Array => {
      const copy = bytes.slice()
      const view = new DataView(copy.buffer)
      // The directory entry of the sheet is the last one.
      let at = copy.length - 22
      while (view.getUint32(at, true) !== 0x02014b50) at--
      view.setUint32(at + 24, size, true)
      return copy
    }
    expect(() => readXlsxTable(changed(100))).toThrow('its check sum is wrong')
    expect(() => readXlsxTable(changed(2 ** 30 + 1))).toThrow('has 1073741825 bytes unpacked, which is too large')
  })
})
