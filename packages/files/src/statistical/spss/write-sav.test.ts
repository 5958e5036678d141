import { describe, expect, it } from 'vitest'
import type { StatTable } from '../../dictionary/stat-table.js'
import { readSav } from './read-sav.js'
import { numbers, plain, tableOf, texts } from './tables.fixture.js'
import { writeSav, type WriteSavOptions } from './write-sav.js'

function bytesOf(table: StatTable, options?: WriteSavOptions): Uint8Array {
  return Buffer.concat([...writeSav(table, options).content])
}

/** A column after writing and reading. */
function again(table: StatTable, column = 0) {
  const { losses } = writeSav(table)
  const read = readSav(bytesOf(table)).table.columns[column]
  return { losses, cells: plain(read), description: read.description }
}

const everything = tableOf(
  [
    numbers('age', [18, 151, -99, 152, 0.1, -0, 1e300, ''], {
      label: 'Age in years',
      labels: new Map([
        ['18', 'of age'],
        ['0.1', 'a tenth'],
      ]),
      measure: 'scale',
      format: 'F8.2',
      displayWidth: 12,
    }),
    numbers('income', [1000, '-9', '-8', '', 2000, '-9', 3000, 4000], {
      labels: new Map([
        ['-9', 'no answer'],
        ['-8', 'does not know'],
      ]),
      missing: { values: ['-9', '-8'] },
      format: 'COMMA10.2',
      displayWidth: 8,
    }),
    numbers('likert', [1, 2, '8', '9', '99', 5, 1, ''], {
      missing: { values: ['99'], range: [8, 9] },
      measure: 'ordinal',
      format: 'F1.0',
      displayWidth: 8,
    }),
    numbers('open', ['-1', '-1.5', 0, 1, 2, 3, 4, 5], {
      missing: { values: [], range: [-Infinity, -1] },
      format: 'F8.2',
      displayWidth: 8,
    }),
    numbers('day', [0, -141_428, 20_000, '', 1, 2, 3, 2_932_896], {
      time: 'date',
      format: 'EDATE10',
      displayWidth: 10,
    }),
    numbers('noon', [0.5, 1, 2, 3, 4, 5, 6, 43_200], { time: 'datetime', format: 'DATE11', displayWidth: 10 }),
    numbers('moment', [0, 1.5, -1e9, 1e9, '', 5, 6, 7], { time: 'datetime', format: 'DATETIME22.1', displayWidth: 10 }),
    numbers('clock', [0, 86_399, 90_000, 1, 2, '', 3, 4], { time: 'time', format: 'TIME8', displayWidth: 10 }),
    texts(
      'code',
      ['abc', 'NA', '', 'é', 'DK', 'abc', 'x', 'y'],
      {
        labels: new Map([['NA', 'not applicable']]),
        missing: { values: ['NA', 'DK'] },
        width: 3,
        format: 'A3',
        displayWidth: 3,
      },
      ['NA', 'DK'],
    ),
    ...[8, 9, 255, 256, 600, 1024].map((width) =>
      texts(
        `text${width}`,
        ['a'.repeat(width), `${'b'.repeat(width - 1)}c`, '', 'none', 'ß', ' leading', 'x', 'y'],
        {
          labels: new Map([
            ['a'.repeat(width), 'full'],
            ['none', 'nothing said'],
          ]),
          missing: { values: ['none'] },
          measure: 'nominal',
          width,
          format: `A${width}`,
          displayWidth: 9,
        },
        ['none'],
      ),
    ),
    numbers('Gewicht_der_befragten_Person', [1, 1, 1, 1, 2, 2, 2, 2.5], { format: 'F10.6', displayWidth: 8 }),
    numbers('Gewicht_der_befragten_Familie', [1, 1, 1, 1, 2, 2, 2, 2.5], { format: 'F10.6', displayWidth: 8 }),
  ],
  { fileLabel: 'Everything – at once', weight: 'Gewicht_der_befragten_Familie' },
)

describe('writeSav', () => {
  it.each(['codes', 'zlib'] as const)('writes everything that is read (%s)', (compression) => {
    const written = writeSav(everything, { compression })
    expect(written.losses).toEqual([])
    const bytes = Buffer.concat([...written.content])
    const read = readSav(bytes)
    expect(read.notes).toEqual([])
    expect({ ...read.table, columns: [] }).toEqual({ ...everything, columns: [] })
    for (const [j, column] of everything.columns.entries()) {
      expect({ ...read.table.columns[j], cells: plain(read.table.columns[j]) }).toEqual({
        ...column,
        cells: plain(column),
      })
    }
    // The same bytes when it is iterated again, and when it is written again.
    expect(Buffer.concat([...written.content])).toEqual(bytes)
    expect(bytesOf(everything, { compression })).toEqual(bytes)
  })

  it('writes many records in pieces', () => {
    // More than two blocks of zlib.
    const rows = 20_000
    const values = Array.from({ length: rows }, (_, i) => i / 3)
    const long = Array.from({ length: rows }, (_, i) => `${i} ${'x'.repeat(450)}`)
    const codes = Int32Array.from(long, (_, i) => i)
    const table = tableOf([
      numbers('a', values),
      { name: 'b', description: {}, cells: { kind: 'texts', levels: long, codes, missing: null } },
    ])
    for (const compression of ['codes', 'zlib'] as const) {
      const read = readSav(bytesOf(table, { compression })).table
      expect(read.rows).toBe(rows)
      expect(plain(read.columns[0]).join()).toBe(values.join())
      expect(plain(read.columns[1]).join()).toBe(long.join())
    }
  })

  it('writes a table without records', () => {
    expect(readSav(bytesOf(tableOf([numbers('a', []), texts('b', [])]))).table.rows).toBe(0)
  })

  it('converts letters to numbers below zero, with their labels', () => {
    const labels = new Map([
      ['.a', 'refused'],
      ['1', 'yes'],
    ])
    const { losses, cells, description } = again(tableOf([numbers('x', [1, '.a', '.b', ''], { labels })]))
    expect(cells).toEqual([1, '<-1>', '<-2>', '<>'])
    expect([...description.labels!]).toEqual([
      ['-1', 'refused'],
      ['1', 'yes'],
    ])
    expect(description.missing).toEqual({ values: ['-1', '-2'] })
    expect(losses).toEqual(['SPSS has numbers for missing values: of x, .a becomes -1, .b becomes -2.'])
  })

  it('converts letters to numbers that no value, label or missing code has', () => {
    const labels = new Map([['-7', 'seven']])
    const { cells } = again(tableOf([numbers('x', [-1, '.a', '.b', -5.5], { labels })]))
    expect(cells).toEqual([-1, '<-8>', '<-9>', -5.5])
    expect(again(tableOf([numbers('x', [-1e300, -1, '.a', 5])])).cells).toEqual([-1e300, -1, '<6>', 5])
  })

  it('converts more than three missing values to a range', () => {
    const { losses, cells, description } = again(tableOf([numbers('x', ['.a', '.b', '.c', '.d', '.e', 3])]))
    expect(cells).toEqual(['<-1>', '<-2>', '<-3>', '<-4>', '<-5>', 3])
    expect(description.missing).toEqual({ values: [], range: [-5, -1] })
    expect(losses).toHaveLength(1)
    const one = again(tableOf([numbers('x', ['7', '8', '9', '99', 50])]))
    expect(one.description.missing).toEqual({ values: ['99'], range: [7, 9] })
    expect(one.losses).toEqual([])
  })

  it('reports missing values that it cannot represent', () => {
    const { losses, cells } = again(tableOf([numbers('x', ['1', 2, '3', 4, '5', 6, '7', 8])]))
    expect(cells).toEqual(['<1>', 2, '<3>', 4, '<5>', 6, '<>', 8])
    expect(losses).toEqual(['SPSS holds three missing values, or a range and one: others of x become system-missing.'])
    const missing = { values: ['1', '3', '5', '7'] }
    const unused = again(tableOf([numbers('x', [2, '3', 4, 6, '7', 8], { missing })]))
    expect(unused.cells).toEqual([2, '<3>', 4, 6, '<7>', 8])
    expect(unused.losses).toEqual([
      'SPSS holds three missing values, or a range and one: others of x, which no record has, are not written.',
    ])
    const long = again(tableOf([texts('t', ['a', 'refused to say', 'b'], {}, ['refused to say'])]))
    expect(long.cells).toEqual(['a', '<>', 'b'])
    expect(long.losses).toEqual(['SPSS holds three missing texts of eight bytes: others of t become empty.'])
  })

  it('keeps values within a missing definition, and refuses a code that is both', () => {
    const missing = { values: ['-9'], range: [90, 99] } as const
    const kept = again(tableOf([numbers('x', [1, -9, 95], { missing })]))
    expect(kept.cells).toEqual([1, -9, 95])
    expect(kept.description.missing).toBeUndefined()
    expect(kept.losses).toEqual(['Missing values of x that occur as values are no longer missing.'])
    const both = tableOf([numbers('x', [1, -9, '-9'], { missing })])
    expect(() => writeSav(both)).toThrow('the value -9 of "x" is missing in some records and a value in others')
  })

  it('cuts labels between letters, and reports it', () => {
    const long = 'ä'.repeat(200)
    const table = tableOf([numbers('x', [1], { label: long, labels: new Map([['1', long]]) })], { fileLabel: long })
    const { losses, description } = again(table)
    expect(description.label).toBe('ä'.repeat(127))
    expect(description.labels!.get('1')).toBe('ä'.repeat(60))
    expect(readSav(bytesOf(table)).table.fileLabel).toBe('ä'.repeat(32))
    expect(losses).toEqual([
      'SPSS holds labels of 255 bytes: longer ones of x are cut.',
      'SPSS holds labels of values of 120 bytes: longer ones of x are cut.',
      'SPSS holds labels of files of 64 bytes: that of the file is cut.',
    ])
  })

  it('converts formats of other programs to those of SPSS', () => {
    const of = (column: ReturnType<typeof numbers>): string | undefined => again(tableOf([column])).description.format
    expect(of(numbers('x', [1], { format: '%9.0g' }))).toBe('F8.0')
    expect(of(numbers('x', [1.25, 12_345_678.5], { format: 'BEST12.' }))).toBe('F12.2')
    expect(of(numbers('x', [1], { format: '%td', time: 'date' }))).toBe('DATE11')
    expect(of(numbers('x', [1], { format: '%tc', time: 'datetime' }))).toBe('DATETIME20')
    expect(of(numbers('x', [1], { format: 'TIME.', time: 'time' }))).toBe('TIME8')
    // Days that became numbers by masking.
    expect(of(numbers('x', [20_000], { format: 'DATE11' }))).toBe('F8.0')
    expect(of(numbers('x', [1], { format: 'F99.2' }))).toBe('F8.0')
  })

  it('reports that trailing blanks of texts are lost', () => {
    const { losses, cells } = again(tableOf([texts('t', ['a ', 'a', '  '])]))
    expect(cells).toEqual(['a', 'a', '<>'])
    expect(losses).toEqual(['SPSS does not keep blanks at the end of texts: those of t are not written.'])
  })

  it.each([
    ['two words', 'for example to two_words,'],
    ['_id', 'for example to v_id,'],
    ['1st', 'for example to v1st,'],
    ['and', 'for example to and_,'],
    ['end.', 'for example to end,'],
    ['ä'.repeat(33), `for example to ${'ä'.repeat(30)},`],
  ])('refuses the name %s and suggests another', (name, suggested) => {
    let error: unknown
    try {
      writeSav(tableOf([numbers(name, [1])]))
    } catch (thrown) {
      error = thrown
    }
    expect(error).toMatchObject({
      code: 'BAD_OPTION',
      place: { column: name },
      fix: expect.stringContaining(suggested),
    })
  })

  it('refuses names that differ only by case', () => {
    const table = tableOf([numbers('Age', [1]), numbers('AGE', [1])])
    expect(() => writeSav(table)).toThrow('the columns "Age" and "AGE" have the same name in SPSS')
  })

  it('refuses values and texts that SPSS cannot represent', () => {
    expect(() => writeSav(tableOf([numbers('x', [1, Infinity])]))).toThrow('record 2 of "x"')
    expect(() => writeSav(tableOf([numbers('x', [-Number.MAX_VALUE])]))).toThrow('record 1 of "x"')
    expect(() => writeSav(tableOf([texts('t', ['a'.repeat(32_768)])]))).toThrow('has one of 32768')
    expect(() => writeSav({ rows: 0, columns: [] })).toThrow('needs a column')
  })
})
