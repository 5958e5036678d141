import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCsv } from './read-csv.js'
import { writeCsv } from './write-csv.js'

const cell = fc.oneof(
  fc.constantFrom(
    '',
    'NA',
    '1.50',
    '1.5',
    '007',
    '-0',
    '+3',
    '1e5',
    '3,5',
    'x',
    'a "b" c',
    'p;q',
    'two\nlines',
    'cr\r\nlf',
    '"',
    "it's",
    '\t',
    ' 7',
    '\r',
  ),
  fc.double({ noNaN: true }).map(String),
  fc.integer().map(String),
  fc.string({ maxLength: 20 }).filter((text) => !text.includes('\0')),
)
/** A file with cells of any text, quoted at random and wherever necessary. */
const csvText = fc
  .record({
    separator: fc.constantFrom(',', ';', '\t', '|'),
    quote: fc.constantFrom('"', "'"),
    newlines: fc.constantFrom(['\n'], ['\r\n'], ['\r'], ['\n', '\r\n']),
    prefix: fc.constantFrom('', '\uFEFF'),
    tail: fc.constantFrom('', 'one', 'three'),
    columns: fc.integer({ min: 1, max: 5 }),
    named: fc.boolean(),
    rows: fc.array(
      fc.array(fc.tuple(cell, fc.boolean(), fc.constantFrom('', '', '', ' ')), { minLength: 5, maxLength: 5 }),
      { minLength: 1, maxLength: 8 },
    ),
    ends: fc.array(fc.nat(1), { minLength: 10, maxLength: 10 }),
  })
  .map(({ separator, quote, newlines, prefix, tail, columns, named, rows, ends }) => {
    const write = ([text, quoted, trailing]: readonly [string, boolean, string], last: boolean): string => {
      const must = [separator, quote, '\n', '\r', '\uFEFF'].some((mark) => text.includes(mark))
      if (!quoted && !must) return text
      return quote + text.replaceAll(quote, quote + quote) + quote + (last ? '' : trailing)
    }
    const header = ['1990', '__proto__', `${quote}quoted${quote}`, 'd e', 'f'].slice(0, columns).join(separator)
    const lines = [
      ...(named ? [header] : []),
      ...rows.map((row, i) => {
        const line = row
          .slice(0, columns)
          .map((one, j) => write(one, i === rows.length - 1 && j === columns - 1))
          .join(separator)
        // A blank line at the end would not be a record.
        return line === '' && i === rows.length - 1 ? quote + quote : line
      }),
    ]
    const end = (i: number): string => newlines[ends[i] % newlines.length]
    const body = lines.map((line, i) => (i < lines.length - 1 ? line + end(i) : line)).join('')
    const finish = tail === '' ? '' : tail === 'one' ? end(0) : end(0) + end(1) + end(2)
    return { text: prefix + body + finish, separator, quote, header: named, records: rows.length }
  })

describe('identity', () => {
  it('reproduces every file byte for byte', () => {
    fc.assert(
      fc.property(csvText, ({ text, separator, quote, header, records }) => {
        const file = readCsv(text, { separator, quote, header, decimal: '.' })
        expect(file.dataset.rows).toBe(records)
        expect(writeCsv(file, file.dataset)).toBe(text)
      }),
      { numRuns: 3000 },
    )
  })
})
