import { isSdcError, type Column } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CsvFile, CsvOptions } from './csv-file.js'
import { naiveRecords } from './naive-reader.fixture.js'
import { numberProblem, type DecimalMark } from './number-text.js'
import { readCsv } from './read-csv.js'
import { writeCsv } from './write-csv.js'

/** A larger run: SDC_SOAK=1. */
const RUNS = process.env.SDC_SOAK === undefined ? 500 : 100_000

const digits = (max: number): fc.Arbitrary<string> => fc.stringMatching(new RegExp(`^\\d{1,${max}}$`))
const number = fc.oneof(
  fc.constantFrom('1e5', '+1', '.5', '5.', '007', '-0', '0.0000001', '-0.00', '1.0', '0.50', '1,234', '1.234', '1e999'),
  fc.constantFrom(
    '9007199254740991',
    '9007199254740992',
    '9007199254740993',
    '4503599627370497.5',
    '0x10',
    '--1',
    '1e',
    '.',
  ),
  fc.tuple(fc.constantFrom('', '-', '+'), digits(20)).map((parts) => parts.join('')),
  fc
    .tuple(fc.constantFrom('', '-', '+'), digits(17), digits(8))
    .map(([sign, whole, part]) => `${sign}${whole}.${part}`),
  fc.tuple(digits(4), digits(2)).map(([whole, part]) => `${Number(whole)}.${part}`),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.integer({ min: 0, max: 500 }).map(String),
)
const text = fc.oneof(
  fc.constantFrom(
    '',
    'NA',
    '.',
    '-9',
    'x',
    'north',
    'Süd',
    '日本',
    '😀',
    'a b',
    ' x',
    'x ',
    "it's",
    '\u00a0',
    '"',
    'a"b',
  ),
  fc.constantFrom('l1\nl2', 'l1\r\nl2', 'a\rb', '\r', 'p;q', 'p,q', 'a|b', 'a\tb', '""', '\uFEFF', '§', '«x«'),
  fc.string({
    unit: fc.constantFrom('a', 'ü', '€', '😀', '"', "'", ',', ';', '\t', '|', ' ', '\r', '\n', '1', '.', '-'),
    maxLength: 6,
  }),
)
const cell = fc.oneof(
  { weight: 3, arbitrary: number },
  { weight: 1, arbitrary: fc.constant('') },
  { weight: 2, arbitrary: text },
)

const ugly = fc
  .record({
    separator: fc.constantFrom(',', ';', '\t', '|', '§', '€'),
    quote: fc.constantFrom('"', '"', "'", '«'),
    decimal: fc.constantFrom<DecimalMark>('.', ','),
    newlines: fc.constantFrom(['\n'], ['\r\n'], ['\r'], ['\n', '\r\n']),
    prefix: fc.constantFrom('', '', '\uFEFF'),
    columns: fc.integer({ min: 1, max: 4 }),
    missing: fc.constantFrom<readonly string[]>(['', 'NA'], ['-9', ''], ['.'], []),
    /** Rarely, cells are written without the quotes that they need, or with text after them. */
    sloppy: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    rows: fc.array(
      fc.array(fc.tuple(cell, fc.boolean(), fc.constantFrom('', '', '', '', ' ', '\t ', 'x')), {
        minLength: 4,
        maxLength: 4,
      }),
      {
        minLength: 1,
        maxLength: 9,
      },
    ),
    ends: fc.array(fc.nat(1), { minLength: 12, maxLength: 12 }),
    tail: fc.nat(3),
    pieces: fc.constantFrom(1, 2, 3, 7),
  })
  .filter(({ separator, decimal }) => separator !== decimal)
  .map(({ separator, quote, decimal, newlines, prefix, columns, missing, sloppy, rows, ends, tail, pieces }) => {
    const write = ([content, quoted, behind]: readonly [string, boolean, string]): string => {
      const shown = decimal === ',' && /^[-+\d.e]*$/.test(content) ? content.replace('.', ',') : content
      const must = [separator, quote, '\n', '\r', '\uFEFF'].some((mark) => shown.includes(mark))
      if (!quoted && (!must || sloppy)) return shown
      return quote + shown.split(quote).join(quote + quote) + quote + (sloppy ? behind : '')
    }
    const header = ['a', `${quote}b c${quote}`, 'größe', '1990'].slice(0, columns).join(separator)
    const lines = [header, ...rows.map((row) => row.slice(0, columns).map(write).join(separator))]
    const end = (i: number): string => newlines[ends[i % ends.length] % newlines.length]
    const body = lines.map((line, i) => (i < lines.length - 1 ? line + end(i) : line)).join('')
    const content = body + Array.from({ length: tail }, (_, i) => end(i)).join('')
    const options: CsvOptions = { separator, quote, decimal, missing, header: true }
    return { content, prefix, options, separator, quote, decimal, missing, pieces }
  })

function readOrCode(content: Parameters<typeof readCsv>[0], options: CsvOptions): CsvFile | string {
  try {
    return readCsv(content, options)
  } catch (error) {
    if (isSdcError(error)) return `${error.code} ${error.message}`
    throw error
  }
}

/** Pieces of a size, in one reused buffer. */
function inPieces(content: string, size: number): Iterable<Uint8Array> {
  const bytes = new TextEncoder().encode(content)
  return {
    *[Symbol.iterator]() {
      const buffer = new Uint8Array(size)
      for (let at = 0; at < bytes.length; at += size) {
        const piece = bytes.subarray(at, at + size)
        buffer.set(piece)
        yield buffer.subarray(0, piece.length)
      }
    },
  }
}

/** Carriage returns end lines if one occurs outside quotes and no line feed does. */
function lineEndOf(content: string, quote: string): '\n' | '\r' {
  const outside = content
    .split(quote)
    .filter((_, i) => i % 2 === 0)
    .join('')
  return outside.includes('\r') && !outside.includes('\n') ? '\r' : '\n'
}

function cellsOf(column: Column): (number | string | null)[] {
  if (column.kind === 'numeric') return Array.from(column.values, (value) => (Number.isNaN(value) ? null : value))
  return Array.from(column.codes, (code) => (code < 0 ? null : column.levels[code]))
}

/** All are numbers, with whole ones beyond 2^53 only between decimals. */
function arePlain(texts: readonly string[], decimal: DecimalMark): boolean {
  const problems = texts.map((one) => numberProblem(one, decimal))
  const long = problems.filter((problem) => problem?.includes('beyond 2^53') === true).length
  const others = problems.filter((problem) => problem !== null).length - long
  return others === 0 && (long === 0 || texts.some((one) => /[^\d+-]/.test(one)))
}

/** The thousands mark, the other of the two: all numbers from 1000 on have it. */
function groupingOf(texts: readonly string[], decimal: DecimalMark): string | undefined {
  const mark = decimal === '.' ? ',' : '.'
  const whole = (one: string): string => one.replace(/^[+-]/, '').split(decimal)[0]
  const parts = (one: string): string[] => whole(one).split(mark)
  const grouped = (one: string): boolean =>
    /^[1-9]/.test(whole(one)) &&
    parts(one).every((part, i) => /^\d+$/.test(part) && (i === 0 ? part.length < 4 : part.length === 3))
  const isNumber = (one: string): boolean => numberProblem(one.replaceAll(mark, ''), decimal) === null
  const isSmall = (one: string): boolean =>
    !one.includes(mark) && (one.includes(decimal) || /e/i.test(one) || whole(one).length < 4)
  const all = texts.every(
    (one) => isNumber(one) && (isSmall(one) || (one.includes(mark) && grouped(one) && !one.endsWith(decimal))),
  )
  return all && texts.some((one) => one.includes(mark)) ? mark : undefined
}

describe('ugly files', () => {
  it('are read like a naive reader does, in any pieces, and written back unchanged', () => {
    let read = 0
    fc.assert(
      fc.property(ugly, ({ content, prefix, options, separator, quote, decimal, missing, pieces }) => {
        const whole = prefix + content
        const file = readOrCode(whole, options)
        const cut = readOrCode(inPieces(whole, pieces), options)
        const records = naiveRecords(content, { separator, quote, lineEnd: lineEndOf(content, quote) })
        const rows = records?.slice(1)
        // The first column of R's write.table has no name.
        const isShort = rows?.every((row) => row.length === (records?.[0].length ?? 0) + 1) === true
        if (rows?.length !== 0 && isShort) return
        const right = rows?.length !== 0 && rows?.every((row) => row.length === records?.[0].length) === true
        if (typeof file === 'string' || typeof cut === 'string') {
          expect(cut).toBe(file)
          expect([file, right]).toEqual([file, false])
          return
        }
        expect(right).toBe(true)
        read++
        expect(cut.dataset.names).toEqual(file.dataset.names)
        for (const [j, name] of file.dataset.names.entries()) {
          const texts = (rows ?? []).map((row) => {
            const [own, inner] = [row[j].text, row[j].text.replace(/^[ \t]+|[ \t]+$/g, '')]
            return missing.includes(own) ? own : inner
          })
          const numbers = texts.filter((one) => !missing.includes(one))
          const grouping = groupingOf(numbers, decimal)
          const numeric = grouping !== undefined || arePlain(numbers, decimal)
          const column = file.dataset.column(name)
          expect(column.kind).toBe(numeric ? 'numeric' : 'categorical')
          const expected = texts.map((one) =>
            missing.includes(one)
              ? null
              : numeric
                ? Number(one.replaceAll(grouping ?? '\0', '').replace(decimal, '.'))
                : one,
          )
          expect(cellsOf(column)).toEqual(expected)
          expect(cut.dataset.column(name)).toEqual(column)
          expect(cut.source.get(name)?.decimals).toBe(file.source.get(name)?.decimals)
        }
        expect(writeCsv(file, file.dataset)).toBe(whole)
        expect(writeCsv(cut, cut.dataset)).toBe(whole)
      }),
      { numRuns: RUNS },
    )
    // Most of them are valid, so that more than refusals is compared.
    expect(read).toBeGreaterThan(RUNS / 2)
  }, 3_600_000)

  it('have their decimals, wherever these first occur', () => {
    const amounts = Array.from({ length: 5000 }, (_, i) => ((i * 37) % 1000) / 4)
    const rows = amounts.map((value, i) => `${i},${value.toFixed(2)},${i < 40 ? value : value.toFixed(2)}\n`)
    const content = `id,a,b\n${rows.join('')}`
    const file = readCsv(content)
    expect(file.source.get('a')).toMatchObject({ decimals: 2, exceptions: { size: 0 } })
    expect(file.source.get('b')?.decimals).toBe(2)
    expect(file.source.get('b')?.exceptions.size).toBeLessThan(40)
    expect(file.source.get('id')).toMatchObject({ decimals: -1, exceptions: { size: 0 } })
    expect(writeCsv(file, file.dataset)).toBe(content)
  })
})

describe('evidence in a later piece', () => {
  const many = (line: string): string => line.repeat(Math.ceil(600_000 / line.length))

  it('about the decimal mark holds for the whole file', () => {
    const late = readCsv(`a;b\n${many('7;x\n')}1,5;x\n`)
    expect(late.dialect.decimal).toBe(',')
    expect(late.dataset.column('a').kind).toBe('numeric')
    const point = readCsv(`a;b\n1,5;x\n${many('7;x\n')}2.25;x\n`)
    expect(point.dialect.decimal).toBe('.')
    expect(point.dataset.column('a').kind).toBe('categorical')
    const schema = new Map([['a', { kind: 'numeric' as const }]])
    expect(readCsv(`a;b\n${many('7;x\n')}1,5;x\n`, { columns: schema }).dataset.column('a').kind).toBe('numeric')
  })

  it('about line ends holds as well', () => {
    const lone = readCsv(`a,b\r${many('7,x\r')}`)
    expect(lone.dialect.newline).toBe('\r')
    const feed = `a,b\r${many('7 x\r')}\n1,2\n`
    expect(readCsv(feed).dataset.rows).toBe(1)
    expect(writeCsv(readCsv(feed), readCsv(feed).dataset)).toBe(feed)
  })

  it('about bytes that are not text is reported with its line', () => {
    const bytes = new TextEncoder().encode(`a,b\n${many('7,x\n')}8,?\n`)
    const line = 150_002
    for (const byte of [0xe9, 0xc0, 0xf8, 0xfe, 0xff]) {
      bytes[bytes.length - 2] = byte
      expect(() => readCsv(bytes, { file: 'x.csv' })).toThrow(
        expect.objectContaining({ code: 'FILE', message: `x.csv, line ${line}: this is not UTF-8` }),
      )
    }
    bytes[bytes.length - 2] = 0
    expect(() => readCsv(bytes)).toThrow(`line ${line} holds a NUL character`)
  })
})
