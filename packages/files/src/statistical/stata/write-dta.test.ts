import { isSdcError } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import type { StatColumn } from '../../dictionary/stat-table.js'
import { numbers, plain, tableOf, texts } from '../spss/tables.fixture.js'
import { readDta } from './read/read-dta.js'
import { writeDta } from './write/write-dta.js'

function bytesOf(content: Iterable<Uint8Array>): Buffer {
  return Buffer.concat([...content])
}

/** Columns after writing and reading, and the losses. */
function again(...columns: readonly StatColumn[]) {
  const { content, losses } = writeDta(tableOf(columns))
  const { table } = readDta(bytesOf(content))
  return { columns: table.columns, cells: table.columns.map(plain), losses }
}

/** Types of the columns of a file of release 118, by type number. */
function typesOf(...columns: readonly StatColumn[]): number[] {
  const bytes = bytesOf(writeDta(tableOf(columns)).content)
  const at = bytes.indexOf('<variable_types>') + '<variable_types>'.length
  return columns.map((_, i) => bytes.readUInt16LE(at + 2 * i))
}

const [BYTE, INT, LONG, FLOAT, DOUBLE, LONG_TEXT] = [65_530, 65_529, 65_528, 65_527, 65_526, 32_768]

describe('Stata files', () => {
  it('give each column the least sufficient type', () => {
    const least = (...cells: number[]) => numbers('x', cells)
    const columns = [
      least(-127, 100),
      least(-128, 0),
      least(101, 0),
      least(-32_767, 32_740),
      least(32_741, 0),
      least(-2_147_483_647, 2_147_483_620),
      least(0.5, -1.25),
      least(0.1, 0),
      least(2_147_483_621, 0),
      least(2 ** 126, 0),
      least(2 ** 127, 0),
      least(-0, 0),
      least(NaN, NaN),
      texts('x', ['ä', '']),
      texts('x', ['a'.repeat(2045), '']),
      texts('x', ['a'.repeat(2046), '']),
      texts('x', ['a\0b', '']),
      texts('x', ['', '']),
    ].map((column, i) => ({ ...column, name: `x${i}` }))
    const ofNumbers = [BYTE, INT, INT, INT, LONG, LONG, FLOAT, DOUBLE, DOUBLE, FLOAT, DOUBLE, FLOAT, BYTE]
    expect(typesOf(...columns)).toEqual([...ofNumbers, 2, 2045, LONG_TEXT, LONG_TEXT, 1])
    const { cells } = again(...columns)
    expect(cells).toEqual(columns.map(plain))
    expect(Object.is(cells[11][0], -0)).toBe(true)
  })

  it('keep kinds of missing values in each type', () => {
    const kinds = ['', '.a', '.m', '.z']
    const columns = [1, 1000, 100_000, 0.5, 0.1].map((value, i) => numbers(`x${i}`, [value, ...kinds]))
    const { cells, losses } = again(...columns)
    expect(cells).toEqual(columns.map(plain))
    expect(losses).toEqual([])
  })

  it('keep labels, formats, and trailing blanks of texts', () => {
    const labels = new Map([
      ['1', 'one'],
      ['2', 'zwölf'],
      ['.a', 'refused'],
    ])
    const x = numbers('x', [1, '.a'], { label: 'a number', labels, format: '%4.0f' })
    const y = numbers('y', [2, 2], { labels, format: '%tm' })
    const { columns, cells, losses } = again(x, y, texts('z', ['blank ', ' '], { format: '%-20s' }))
    expect(columns[0].description).toEqual(x.description)
    expect(columns[1].description).toEqual(y.description)
    expect(columns[1].description.labels).toBe(columns[0].description.labels)
    expect(columns[2].description).toEqual({ stored: 'text', format: '%-20s', width: 6 })
    expect(cells[2]).toEqual(['blank ', ' '])
    expect(losses).toEqual([])
  })

  it('keep days and times, including leap seconds', () => {
    const moment = Date.UTC(2024, 1, 29, 12, 34, 56, 789) / 1000
    const columns = [
      numbers('day', [-141_428, 19_782, ''], { time: 'date', format: '%tdDD/NN/CCYY' }),
      numbers('moment', [moment, -2_208_988_800, ''], { time: 'datetime', format: '%tc' }),
      numbers('leaps', [moment, 78_796_799, 78_796_800], { time: 'datetime', format: '%tC' }),
      numbers('spss', [moment, 0, 1], { time: 'datetime', format: 'DATETIME20' }),
    ]
    const { cells, columns: read, losses } = again(...columns)
    expect(cells).toEqual(columns.map(plain))
    expect(read.map(({ description }) => description.format)).toEqual(['%tdDD/NN/CCYY', '%tc', '%tC', '%tc'])
    expect(losses).toEqual([])
    const bytes = bytesOf(writeDta(tableOf([columns[2]])).content)
    const at = bytes.indexOf('<data>') + 6
    // 27 leap seconds had passed; none before July 1972.
    expect(bytes.readDoubleLE(at) - (moment * 1000 + 315_619_200_000)).toBe(27_000)
    expect(bytes.readDoubleLE(at + 8) - (78_796_799_000 + 315_619_200_000)).toBe(0)
  })

  it('convert codes of other programs to letters, and report this', () => {
    const labels = new Map([
      ['1', 'yes'],
      ['-9', 'no answer'],
      ['-8', 'not asked'],
    ])
    const x = numbers('x', [1, '-8', '-9', ''], { labels, missing: { values: ['-9', '-8'] }, measure: 'ordinal' })
    const { cells, columns, losses } = again(x, { ...x, name: 'y' })
    expect(cells[0]).toEqual([1, '<.b>', '<.a>', '<>'])
    expect([...columns[0].description.labels!]).toEqual([
      ['1', 'yes'],
      ['.a', 'no answer'],
      ['.b', 'not asked'],
    ])
    expect(losses).toEqual([
      'Missing values of x and y become letters: -9 becomes .a, -8 becomes .b.',
      'Stata has no levels of measurement: those of x and y are not written.',
    ])
  })

  it('report losses', () => {
    const long = 'ä'.repeat(81)
    const columns = [
      numbers('a', [1.5], { label: long, labels: new Map([['1.5', 'half']]), measure: 'scale' }),
      texts('b', ['x'], { labels: new Map([['x', 'unknown']]), measure: 'nominal' }),
      texts('c', ['X'], { missing: { values: ['X'] } }, ['X']),
      numbers('d', [3600], { time: 'time', format: 'TIME8' }),
      numbers('e', [1], { labels: new Map([['1', 'ä'.repeat(16_001)]]), measure: 'nominal' }),
    ]
    const { content, losses } = writeDta(tableOf(columns, { fileLabel: long, weight: 'a' }))
    expect(losses).toEqual([
      'Stata holds labels of 80 letters: longer ones of a are cut.',
      'Stata labels whole numbers and .a to .z: other labels of a are not written.',
      'Stata has no labels on texts: those of b are not written.',
      'Stata has no missing values of texts: codes in c become ordinary texts.',
      'Stata has no times of day: d become times on 1 January 1960, shown without the day.',
      'Stata holds value labels of 32,000 bytes: longer ones of e are cut.',
      'Stata does not keep weights: name a in its commands, as in [pweight=…].',
      'Stata holds labels of 80 letters: that of the file is cut.',
    ])
    const { table } = readDta(bytesOf(content))
    expect(table.fileLabel).toBe('ä'.repeat(80))
    expect(table.columns[0].description.label).toBe('ä'.repeat(80))
    expect(table.columns[4].description.labels!.get('1')).toBe('ä'.repeat(16_000))
    expect(table.columns.map(plain)).toEqual([[1.5], ['x'], ['X'], [-315_619_200 + 3600], [1]])
  })

  it('contain no unused text, and the same bytes each time', () => {
    const { cells, ...rest } = texts('x', ['seen', 'seen'])
    const column = { ...rest, cells: { ...cells, levels: ['seen', 'hidden'.repeat(500)] } } as StatColumn
    const { content } = writeDta(tableOf([column]))
    const bytes = bytesOf(content)
    expect(bytes.includes('hidden')).toBe(false)
    expect(bytesOf(content).equals(bytes)).toBe(true)
  })

  it.each([
    ['first name', 'first_name'],
    ['1st', '_1st'],
    ['', '_'],
    ['int', 'int_'],
    ['str12', 'str12_'],
    ['n'.repeat(33), `${'n'.repeat(31)}_`],
  ])('refuse the name "%s" and suggest another', (name, suggested) => {
    const write = () => writeDta(tableOf([numbers(name, [1])]))
    expect(write).toThrow(
      expect.objectContaining({ code: 'BAD_OPTION', fix: expect.stringContaining(` ${suggested},`) }),
    )
  })

  it('suggest no name that another column has', () => {
    const write = () => writeDta(tableOf([numbers('a b', [1]), numbers('a_b', [1])]))
    expect(write).toThrow(expect.objectContaining({ fix: expect.stringContaining(' a_b2,') }))
  })

  it('refuse a repeated name, and numbers beyond those of Stata', () => {
    const x = numbers('x', [1])
    expect(() => writeDta(tableOf([x, x]))).toThrow('comes twice')
    for (const value of [Infinity, -Infinity, 2 ** 1023])
      expect(() => writeDta(tableOf([numbers('x', [value])]))).toThrow('the largest of Stata')
    expect(again(numbers('x', [-1.7e308 / 2])).cells).toEqual([[-1.7e308 / 2]])
  })

  it('have release 119 for more than 32,767 columns, including long texts', () => {
    const columns = Array.from({ length: 32_768 }, (_, i) => numbers(`x${i}`, [i, '.b']))
    const last = texts('last', ['long'.repeat(1000), ''])
    const bytes = bytesOf(writeDta(tableOf([...columns, last])).content)
    expect(bytes.subarray(0, 31).toString('latin1')).toBe('<stata_dta><header><release>119')
    const { table } = readDta(bytes)
    expect(table.columns.length).toBe(32_769)
    expect(plain(table.columns[32_767])).toEqual([32_767, '<.b>'])
    expect(plain(table.columns[32_768])).toEqual(['long'.repeat(1000), '<>'])
  })
})

describe('damaged Stata files', () => {
  const labels = new Map([['1', 'one']])
  const columns = [numbers('x', [1, 2], { labels }), texts('y', ['a', 'b']), texts('z', ['c'.repeat(3000), 'd'])]
  const whole = bytesOf(writeDta(tableOf(columns)).content)
  const placeOf = (tag: string): number => whole.indexOf(tag) + tag.length

  /** The file with a number changed. */
  function changed(at: number, put: (copy: Buffer, at: number) => void): Buffer {
    const copy = Buffer.from(whole)
    put(copy, at)
    return copy
  }

  it.each([
    ['records', changed(placeOf('<N>'), (copy, at) => copy.writeBigUInt64LE(1_000_000_000n, at))],
    ['records beyond 2⁵³', changed(placeOf('<N>'), (copy, at) => copy.writeBigUInt64LE(2n ** 63n, at))],
    ['columns', changed(placeOf('<K>'), (copy, at) => copy.writeUInt16LE(65_535, at))],
    ['no columns', changed(placeOf('<K>'), (copy, at) => copy.writeUInt16LE(0, at))],
    ['a type', changed(placeOf('<variable_types>'), (copy, at) => copy.writeUInt16LE(0, at))],
    ['the length of a long text', changed(placeOf('GSO') + 13, (copy, at) => copy.writeUInt32LE(2 ** 31, at))],
    ['the record of a long text', changed(placeOf('GSO') + 4, (copy, at) => copy.writeUInt32LE(9, at))],
    ['labels', changed(placeOf('<lbl>') + 4 + 129 + 3, (copy, at) => copy.writeUInt32LE(2 ** 31, at))],
    ['the place of a label', changed(placeOf('<lbl>') + 4 + 129 + 3 + 8, (copy, at) => copy.writeUInt32LE(99, at))],
    ['the release', changed(placeOf('<release>'), (copy, at) => copy.write('121', at))],
  ])('are refused with other %s', (_, bytes) => {
    expect(() => readDta(bytes, { file: 'x.dta' })).toThrow(expect.objectContaining({ code: 'FILE' }))
  })

  it('are read or refused if truncated or changed', () => {
    for (let length = 0; length < whole.length; length += 97)
      expect(() => readDta(whole.subarray(0, length))).toThrow(expect.objectContaining({ code: 'FILE' }))
    let seed = 1
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
      return Math.floor((seed / 2 ** 32) * below)
    }
    let refused = 0
    for (let k = 0; k < 2000; k++) {
      const copy = changed(random(whole.length), (copy, at) => copy.writeUInt8(random(256), at))
      try {
        readDta(copy)
      } catch (error) {
        if (!isSdcError(error)) throw error
        refused++
      }
    }
    expect(refused).toBeGreaterThan(100)
  })
})
