import { describe, expect, it } from 'vitest'
import { BLOCK, isSdcError, numeric, withColumns, type Column } from '@sdc/core'
import { piecesOf, type Pieces } from '../bytes/pieces.js'
import type { CsvOptions } from '../csv-file.js'
import { readCsv } from '../read-csv.js'
import { writeCsv } from '../write-csv.js'
import type { CsvScan } from './csv-scan.js'
import { readCsvBlock, type CsvBlock } from './read-block.js'
import { scanCsv } from './scan-csv.js'
import { csvBlockContent } from './write-block.js'

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

interface Cut {
  readonly scan: CsvScan
  readonly blocks: readonly CsvBlock[]
}

/** Reads a text in blocks of a number of records. */
function cut(text: string, options: CsvOptions, blockRecords: number): Cut {
  const bytes = encoder.encode(text)
  const between = (from: number, to: number): Pieces => piecesOf(bytes.subarray(from, to))
  const scan = scanCsv(text, options, blockRecords, between)
  const blocks = scan.starts.slice(1).map((to, b) => readCsvBlock(scan, b, between(scan.starts[b], to), options))
  return { scan, blocks }
}

function written(
  { scan, blocks }: Cut,
  masked: (block: number) => ReadonlyMap<string, Column> = () => new Map(),
): string {
  return blocks
    .map((block, b) =>
      Array.from(csvBlockContent(scan, b, block, masked(b)), (piece) => decoder.decode(piece)).join(''),
    )
    .join('')
}

const plain = 'a,b\n1,x\n2,y\n3,x\n4,z\n5,y\n6,x\n7,z\n'
type Case = [name: string, text: string, options?: CsvOptions]

const files: Case[] = [
  ['plain', plain],
  ['as many records as blocks hold', 'a,b\n1,x\n2,y\n3,x\n4,z\n5,y\n6,x\n'],
  ['a range of missing numbers', plain, { columns: new Map([['a', { missingRange: [2, 4] }]]) }],
  ['no line end at the end', plain.slice(0, -1)],
  ['blank lines at the end', `${plain}\n\n`],
  ['blank lines behind a full block', 'a,b\n1,x\n2,y\n3,x\n\n\n'],
  ['CR LF', plain.replaceAll('\n', '\r\n')],
  ['CR', plain.replaceAll('\n', '\r')],
  ['mixed line ends', 'a,b\r\n1,x\n2,y\r\n3,x\n4,z\r\n5,y\n6,x\r\n7,z\n'],
  ['a byte order mark', `\uFEFF${plain}`],
  ['two of them', `\uFEFF\uFEFF${plain}`],
  ['semicolons and decimal commas', 'a;"b"\n1,5;x\n2,25;"y"\n3;x\n;z\n5,00;"y;"\nNA;x\n7,5;z\n'],
  ['a decimal comma that comes late', 'a;b\n1;x\n2;y\n3;x\n4;z\n5;y\n6;x\n7,5;2,5\n'],
  ['quotes, lines and doubled quotes in cells', 'a,"b"\n1,"x\ny"\n2,"y"  \n3,"""x"""\n4,"z,"\n"5",y\n6,"\n\n"\n7,\n'],
  ['a text that comes late', 'a,b\n1.50,x\n2.00,y\n007,x\n0x1,z\n5,y\nNA,x\ntext,1\n'],
  ['a text that comes at a block', 'a,b\n1,1\n2,2\n3,3\nx,4\n1,5\n9,x\n7,1\n'],
  ['categories that come late', 'a,b\n1,x\n2,x\n3,x\n4,x\n5,y\n6,y\n7,w\n'],
  ['columns without values at first', 'a,b\n1,\n2,NA\n3,\n4,\n5,x\n6,\n7,\n'],
  ['one column with blank cells in quotes', 'a\n1\n""\n3\n4\n5\n""\n'],
  ['missing texts of all sorts', 'a,b\n1,\n,NA\n"NA",x\nNA,"x"\n"",y\n6,""\n-9,"NA" \n', { missing: ['', 'NA', '-9'] }],
  ['no header', '1,x\n2,y\n3,x\n4,z\n', { header: false }],
  ['a schema', plain, { columns: new Map([['b', { levels: ['z', 'y', 'x'], ordered: true }]]) }],
  ['numbers read as texts', plain, { columns: new Map([['a', { kind: 'categorical' }]]) }],
  [
    'dates',
    'a,b\n1,29.02.2024\n2,"1.3.2024" \n3,\n4, 31.12.1899\n5,NA\n6,01.01.2000\n7,1.1.2000',
    { columns: new Map([['b', { kind: 'date', dateFormat: 'DD.MM.YYYY' }]]) },
  ],
  ['all in quotes', '"a","b"\n"1","x"\n"2","y"\nNA,"x"\n"4",NA\n"5","y"\n'],
  ['one record', 'a,b\n1,x\n'],
]

describe('a file in blocks', () => {
  it.each<Case>(files)('has the columns of the whole, and is written back: %s', (_, text, options = {}) => {
    const whole = readCsv(text, options)
    for (const records of [1, 2, 3, 7, BLOCK]) {
      const own = cut(text, options, records)
      expect(own.scan.records).toBe(whole.dataset.rows)
      expect(own.blocks).toHaveLength(Math.ceil(whole.dataset.rows / records))
      expect(JSON.parse(JSON.stringify(own.scan))).toEqual(own.scan)
      for (const { name, kind, levels, notNumeric } of own.scan.columns) {
        const column = whole.dataset.column(name)
        expect([name, kind === 'numeric']).toEqual([name, column.kind === 'numeric'])
        if (column.kind === 'numeric') {
          const values = own.blocks.flatMap((block) => {
            const read = block.columns.get(name)?.column
            return read?.kind === 'numeric' ? [...read.values] : []
          })
          expect([name, values]).toEqual([name, [...column.values]])
        } else {
          expect([name, levels, kind === 'ordered']).toEqual([name, column.levels, column.ordered])
          expect([name, notNumeric]).toEqual([name, column.notNumeric])
        }
      }
      expect(written(own)).toBe(text)
    }
  })

  it.each<Case>(files)('writes a masked column like the whole: %s', (_, text, options = {}) => {
    const whole = readCsv(text, options)
    for (const name of whole.dataset.names) {
      const column = whole.dataset.column(name)
      if (column.kind !== 'numeric') continue
      const moved = column.values.map((value) => 1.5 - value / 3)
      // Some cells have lost their value.
      const fewer = moved.map((value, i) => (i % 3 === 1 ? Number.NaN : value))
      for (const changed of [moved, fewer]) {
        const expected = writeCsv(whole, withColumns(whole.dataset, new Map([[name, numeric(changed)]])))
        for (const records of [1, 2, 3]) {
          const own = cut(text, options, records)
          const maskedOf = (b: number): ReadonlyMap<string, Column> =>
            new Map([[name, numeric(changed.slice(b * records, (b + 1) * records))]])
          expect([name, written(own, maskedOf)]).toEqual([name, expected])
        }
      }
    }
  })

  it.each<Case>([
    ['ragged', 'a,b\n1,x\n2\n3,x\n'],
    ['an open quote', 'a,b\n1,x\n2,"y\n3,x\n'],
    ['empty', ''],
    ['a header alone', 'a,b\n'],
    ['a header of numbers', '1,2\n1,2\n'],
    ['a column twice', 'a,a\n1,2\n'],
    ['what may be thousands', 'a;b\n1.234;x\n2.345;y\n3.456;x\n'],
    ['a blank line between', 'a,b\n1,x\n\n2,y\n'],
    ['a level too many', 'a,b\n1,x\n2,y\n', { columns: new Map([['b', { levels: ['x'] }]]) }],
    ['no number', 'a,b\n1,x\n2,y\nz,x\n', { columns: new Map([['a', { kind: 'numeric' }]]) }],
  ])('refuses what the reader of the whole refuses, with the same message: %s', (_, text, options: CsvOptions = {}) => {
    const thrown = (read: () => unknown): unknown => {
      try {
        return read()
      } catch (error) {
        return isSdcError(error) ? [error.code, error.message, error.place] : error
      }
    }
    const expected = thrown(() => readCsv(text, options))
    expect(expected).toEqual([expect.any(String), expect.any(String), expect.anything()])
    for (const records of [1, 2, BLOCK]) expect(thrown(() => cut(text, options, records))).toEqual(expected)
  })

  it('starts again if a decimal comma occurs after the part that determines the dialect', () => {
    const text = `a;b\n${'1234;x\n'.repeat(40_000)}2,5;3,5\n`
    const whole = readCsv(text)
    const own = cut(text, {}, 30_000)
    expect([own.scan.dialect.decimal, whole.dialect.decimal]).toEqual([',', ','])
    expect(own.scan.columns.map(({ kind }) => kind)).toEqual(['numeric', 'nominal'])
    expect(written(own) === text).toBe(true)
  })

  it('refuses texts that it cannot divide, and a changed block', () => {
    expect(() => cut('a§b\n1§x\n', { separator: '§' }, 2)).toThrow(/a separator or quote beyond ASCII/)
    expect(() => cut('a\n1\n\n\n4\n', {}, 2)).toThrow(/one column and empty lines between its records/)
    const { scan } = cut(plain, {}, 3)
    expect(() => readCsvBlock(scan, 0, piecesOf('1,x\n2,y\n'), {})).toThrow(/changed after it was scanned/)
    expect(() => readCsvBlock(scan, 0, piecesOf('1,x\n2,y\nz,x\n'), {})).toThrow(/changed after it was scanned/)
  })

  it('refuses infinite values with their records, and values in cells that were missing', () => {
    const own = cut(plain.replace('5,y', ',y'), {}, 3)
    const masked = (...values: readonly number[]): ReadonlyMap<string, Column> => new Map([['a', numeric([...values])]])
    expect(() => csvBlockContent(own.scan, 1, own.blocks[1], masked(Infinity, Number.NaN, 2))).toThrow(
      /infinite in record 4/,
    )
    expect(() => csvBlockContent(own.scan, 1, own.blocks[1], masked(1, 3, 2))).toThrow(
      /has a value in a cell that was missing/,
    )
  })
})
