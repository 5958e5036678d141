import { unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { madeByHand, madeByHand1904 } from './made-by-hand.fixture.js'
import { readXlsx, sheetNames, writeXlsx, xlsxSheets, type XlsxCell } from '../xlsx.js'

const utf8 = new TextEncoder()
/** The first file, with some parts replaced. */
const withParts = (bytes: Uint8Array, parts: Readonly<Record<string, string>>): Uint8Array =>
  zipSync({
    ...unzipSync(bytes),
    ...Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, utf8.encode(text)])),
  })
const sheetOf = (inside: string): XlsxCell[][] =>
  readXlsx(
    withParts(writeXlsx([{ name: 's', rows: [] }]), {
      'xl/worksheets/sheet1.xml': `<x:worksheet>${inside}</x:worksheet>`,
    }),
  ).rows as XlsxCell[][]

describe('readXlsx', () => {
  it('reads the content of a handmade workbook, like readxl', () => {
    expect(readXlsx(madeByHand, { sheet: 'data' }).rows).toEqual([
      ['id', 'name', 'born', 'total', 'days', 'code'],
      [1, 'Zoé', { date: '2024-02-29T00:00:00' }, 2.5, 1.5, '007'],
      [2, ' spaces ', { date: '1900-01-01T00:00:00' }, 5, null, '007'],
      [],
      [
        4,
        'line\r\nbreak & <tag>',
        { date: expect.stringMatching(/^2024-02-29T12:34:56/) },
        10,
        null,
        { error: '#N/A' },
      ],
      // 29 February 1900 did not exist.
      [5, true, { error: '60 as a date' }, 0.001, 0.30000000000000004, '1,5'],
    ])
    const merged = readXlsx(madeByHand, { sheet: 'merged header' })
    expect(merged.rows).toEqual([
      ['persons', null, 'money'],
      ['id', 'name', 'total'],
      [1, 'Zoé', '12'],
    ])
    expect(merged.merged).toEqual([{ rows: [0, 0], columns: [0, 1] }])
    expect(readXlsx(madeByHand, { sheet: 'hidden' }).rows).toEqual([['id'], [9]])
    expect(readXlsx(madeByHand, { sheet: 'empty' }).rows).toEqual([])
    expect(xlsxSheets(madeByHand).map(({ name, isHidden }) => (isHidden ? `(${name})` : name))).toEqual([
      'data',
      'merged header',
      '(hidden)',
      'empty',
    ])
    expect(readXlsx(madeByHand1904).rows.flat()).toContainEqual({ date: '2024-02-29T00:00:00' })
  })

  it('requires the name of one of several sheets', () => {
    expect(() => readXlsx(madeByHand, { file: 'b.xlsx' })).toThrow(
      expect.objectContaining({
        code: 'BAD_OPTION',
        message: 'b.xlsx has 2 sheets: "data", "merged header"',
        fix: 'Name one: sheet: "data".',
      }),
    )
    expect(() => readXlsx(madeByHand, { sheet: 'Data' })).toThrow(/no sheet "Data"/)
  })

  it('reads any form of cells: without references, prefixes, CDATA, runs, errors, formulas without values', () => {
    expect(
      sheetOf(
        '<sheetData><x:row><x:c><x:v>1</x:v></x:c><c t="inlineStr"><is><r><t>a</t></r><r><t>&#66;<![CDATA[<c>]]></t></r><rPh><t>no</t></rPh></is></c></x:row>' +
          '<!-- <row> --><row r="3"><c r="C3"><f>1/0</f></c><c r="D3" t="e"><v>#DIV/0!</v></c><c r="E3" t="str"><f>""</f><v></v></c><c r="F3" t="d"><v>2024-01-31</v></c></row></sheetData>',
      ),
    ).toEqual([
      [1, 'aB<c>'],
      [],
      [null, null, { error: 'formula without a value' }, { error: '#DIV/0!' }, null, { date: '2024-01-31' }],
    ])
  })

  it.each([
    ['another file', utf8.encode('a,b\n1,2\n'), /not a workbook/],
    ['nothing', new Uint8Array(), /not a workbook/],
    ['a ZIP file of something else', zipSync({ 'content.xml': utf8.encode('<a/>') }), /not an Excel workbook/],
    [
      'a cut sheet',
      withParts(madeByHand, { 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row r="1">' }),
      /broken sheet/,
    ],
    [
      'a cell far away',
      withParts(madeByHand, { 'xl/worksheets/sheet1.xml': '<a><row r="999999999"><c><v>1</v></c></row></a>' }),
      /broken sheet/,
    ],
  ])('refuses %s', (_, bytes, message) => {
    expect(() => readXlsx(bytes, { sheet: 'data', file: 'b.xlsx' })).toThrow(
      expect.objectContaining({ code: 'FILE', message: expect.stringMatching(message) }),
    )
  })

  it('ends in its own error or in cells, wherever a file is truncated or changed', () => {
    const written = writeXlsx([
      {
        name: 's',
        rows: [
          ['a', 1],
          ['b', 2.5],
        ],
      },
    ])
    let read = 0
    for (let at = 0; at < written.length; at++) {
      const changed = Uint8Array.from(written)
      changed[at] ^= 0x55
      for (const bytes of [written.subarray(0, at), changed]) {
        try {
          readXlsx(bytes)
          read++
        } catch (error) {
          expect(error).toMatchObject({ name: 'SdcError' })
        }
      }
    }
    // Undetectable changes: times and attributes of parts, unused names.
    expect(read).toBeLessThan(written.length)
  })
})

describe('writeXlsx', () => {
  const texts = ['01', ' x ', 'a&b<c>"', 'Zoé 日本 😀', '_x0041_', '\u0001\t\r\n', '=1+1', '']
  const rows = [texts, [1, -2.5, 0.1 + 0.2, 1e21, 2_578_401_254.03, true, null, 'x'], [], [null, 'end']]

  it('writes values that read back the same', () => {
    const bytes = writeXlsx([
      { name: 'first', rows, bold: new Set([0]) },
      { name: 'Ä & ü', rows: [[1]] },
    ])
    expect(readXlsx(bytes, { sheet: 'first' }).rows).toEqual([texts.slice(0, -1), rows[1], [], rows[3]])
    expect(readXlsx(bytes, { sheet: 'Ä & ü' }).rows).toEqual([[1]])
  })

  it('writes the same bytes again, without names or times', () => {
    const once = writeXlsx([{ name: 's', rows }])
    expect(writeXlsx([{ name: 's', rows }])).toEqual(once)
    const parts = unzipSync(once)
    expect(Object.keys(parts).filter((name) => name.startsWith('docProps'))).toEqual([])
    expect(new DataView(once.buffer, once.byteOffset).getUint32(10, true)).toBe(0x00210000)
  })

  it('refuses values that no cell can contain', () => {
    expect(() => writeXlsx([{ name: 's', rows: [[Number.NaN]] }])).toThrow(/A1 would be NaN/)
    expect(() => writeXlsx([{ name: 's', rows: [[null, 'x'.repeat(40_000)]] }])).toThrow(/B1 has a text of 40000/)
    expect(() => writeXlsx([{ name: 's', rows: [Array.from({ length: 16_385 }, () => 1)] }])).toThrow(/16385 columns/)
  })
})

describe('sheetNames', () => {
  it('are valid in a workbook', () => {
    expect(sheetNames(['a/b', 'A b', '', "'x'", 'History', 'long '.repeat(10), 'long '.repeat(11)])).toEqual([
      'a b',
      'A b (2)',
      'sheet',
      'x',
      'History sheet',
      'long long long long long long l',
      'long long long long long lo (2)',
    ])
  })
})
