import { dataset } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { csvHead } from './blocks/csv-head.js'
import { scanCsv } from './blocks/scan-csv.js'
import { readCsvBlock } from './blocks/read-block.js'
import { csvBlockContent } from './blocks/write-block.js'
import { piecesOf } from './bytes/pieces.js'
import { readCsv } from './read-csv.js'
import { lineOfRecord } from './record-line.js'
import { withSeparator } from './with-separator.js'
import { writeCsv } from './write-csv.js'

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** The file as written out of core, in blocks of one record. */
function inBlocks(text: string, skip?: number): string {
  const bytes = new TextEncoder().encode(text)
  const between = (from: number, to: number): ReturnType<typeof piecesOf> => piecesOf(bytes.subarray(from, to))
  const scan = scanCsv(text, { skip }, 1, between)
  return scan.starts
    .slice(1)
    .map((to, b) => readCsvBlock(scan, b, between(scan.starts[b], to), {}))
    .flatMap((block, b) => Array.from(csvBlockContent(scan, b, block, new Map()), (piece) => decoder.decode(piece)))
    .join('')
}

describe('a first line that names the separator', () => {
  it.each(['sep=;\n', '"sep=;"\r\n', '\uFEFFSEP=;\r\n'])('is not the header, and is written back: %j', (line) => {
    const end = line.endsWith('\r\n') ? '\r\n' : '\n'
    const text = `${line}a;b,c;d${end}1;x;2${end}3;y,z;4${end}`
    const file = readCsv(text)
    expect(file.dataset.names).toEqual(['a', 'b,c', 'd'])
    expect(writeCsv(file, file.dataset)).toBe(text)
    expect(inBlocks(text)).toBe(text)
    expect(lineOfRecord(text, 1)).toBe(4)
    expect(() => readCsv(`${text}5;x${end}`)).toThrow(/line 5 has 2 cells/)
    expect(writeCsv(withSeparator(file, '\t'), file.dataset)).toContain(line.replace(';', '\t'))
  })
})

describe('lines to skip', () => {
  it('are above the header, count as lines, and are not written', () => {
    const text = '\uFEFFSurvey of 2026\nby "somebody, or other\na,b\n1,x\n2,y\n'
    const file = readCsv(text, { skip: 2 })
    expect(file.dataset.names).toEqual(['a', 'b'])
    expect(writeCsv(file, file.dataset)).toBe('\uFEFFa,b\n1,x\n2,y\n')
    expect(inBlocks(text, 2)).toBe('\uFEFFa,b\n1,x\n2,y\n')
    expect(csvHead(text, { skip: 2 }).names).toEqual(['a', 'b'])
    expect(lineOfRecord(text, 0, { skip: 2 })).toBe(4)
    expect(() => readCsv(text, { skip: 9 })).toThrow(/nothing below the 9 lines to skip/)
    expect(() => readCsv(text, { skip: -1 })).toThrow(/-1 is not a number of lines/)
  })
})

describe('row names', () => {
  it.each([
    ['R writes them without a name', '"a","b"\n"1",5,"x"\n"2",6,"y"\n', ','],
    ['between tabs', 'a\tb\nr1\t5\tx\nr2\t6\ty\n', '\t'],
    ['R and pandas write them with an empty one', '"","a","b"\n"1",5,"x"\n"2",6,"y"\n', ','],
  ])('%s', (_, text, separator) => {
    const file = readCsv(text)
    expect([file.dataset.names[0], file.dialect.separator]).toEqual(['row', separator])
    expect(file.dataset.column('a')).toMatchObject({ values: Float64Array.of(5, 6) })
    expect(writeCsv(file, file.dataset)).toBe(text)
    expect(inBlocks(text)).toBe(text)
    const without = dataset([['a', file.dataset.column('a')]])
    expect(writeCsv(file, without).replaceAll('"', '')).toBe('a\n5\n6\n')
  })

  it('are not assumed in a ragged file', () => {
    expect(() => readCsv('a,b\n1,5,x\n2,6\n')).toThrow(/line 2 has 3 cells/)
    expect(() => readCsv('a,b\n1,5,x\n1,6,y\n')).toThrow(/line 2 has 3 cells/)
    expect(() => readCsv('a,b\n1,5,\n2,6,\n')).toThrow(/line 2 has 3 cells/)
    expect(() => readCsv('a\n1,5\n2,6\n')).toThrow(/line 2 has 2 cells/)
    expect(() => readCsv('a,b\n1,5,x\n')).toThrow(/line 2 has 3 cells/)
  })
})
