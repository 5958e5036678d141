import { describe, expect, it } from 'vitest'
import { isSdcError } from '@sdc/core'
import type { StatColumn, StatTable } from '../../dictionary/stat-table.js'
import { fitsIbm, readIbm, writeIbm } from './ibm-number.js'
import { readXpt } from './read-xpt.js'
import { writeXpt } from './write-xpt.js'

const nan = NaN

function numbers(name: string, values: number[], more: Partial<StatColumn['description']> = {}, kinds: string[] = []) {
  const texts = ['', ...new Set(kinds.filter(Boolean))]
  const missing = kinds.length ? { texts, of: Int32Array.from(kinds, (kind) => texts.indexOf(kind)) } : null
  const cells = { kind: 'numbers', values: Float64Array.from(values), missing } as const
  return { name, description: { stored: 'number', ...more }, cells } satisfies StatColumn
}

function texts(name: string, cells: string[], more: Partial<StatColumn['description']> = {}) {
  const levels = [...new Set(cells.filter((text) => text !== ''))]
  const codes = Int32Array.from(cells, (text) => levels.indexOf(text))
  return {
    name,
    description: { stored: 'text', ...more },
    cells: { kind: 'texts', levels, codes, missing: null },
  } as const
}

const table: StatTable = {
  rows: 4,
  fileLabel: 'Über alles',
  columns: [
    numbers('a_long_name_of_a_number', [1.5, nan, nan, -1e70], { label: 'ä'.repeat(60) }, ['', '.a', '._', '']),
    texts('txt', ['', 'é', ' b', 'é'], { format: '$CHAR10.', width: 2 }),
    numbers('day', [0, -3653, nan, 20_000], { time: 'date', format: 'DATE9.' }),
    numbers('at', [0.5, -1, nan, 1e9], { time: 'datetime', format: 'DATETIME20.' }),
    numbers('clock', [0, 86_399, 1, nan], { time: 'time', format: 'TIME8.', label: 'time of day' }),
    numbers('amount', [0.1, 0.2, 1 / 3, -0.7], { format: 'LONG_FORMAT_NAME10.' }),
  ],
}

function written(from: StatTable, version?: 5 | 8): { bytes: Uint8Array; losses: readonly string[] } {
  const { content, losses } = writeXpt(from, version === undefined ? {} : { version })
  return { bytes: Buffer.concat([...content]), losses }
}

describe('numbers of IBM mainframes', () => {
  it('keep every double in their range', () => {
    const bytes = new Uint8Array(8)
    const power = (p: number): number => 2 ** p
    const values = Array.from({ length: 500 }, (_, i) => power(i - 257)).flatMap((x) => [x, x * (1 + 2 ** -52), -x / 3])
    for (const value of values) {
      expect(fitsIbm(value)).toBe(true)
      writeIbm(value, bytes, 0)
      expect(readIbm(bytes, 0, 8)).toBe(value)
    }
    for (const value of [0, 1, 0.1, 2 ** 252 * (1 - 2 ** -53), 2 ** -260]) {
      expect(fitsIbm(value)).toBe(true)
      writeIbm(value, bytes, 0)
      expect(readIbm(bytes, 0, 8)).toBe(value)
    }
  })

  it('are refused beyond it', () => {
    for (const value of [7.3e75, -1e300, 5e-80, Number.MIN_VALUE, Infinity]) expect(fitsIbm(value)).toBe(false)
  })

  it('are rounded from 56 bits to the nearest double, also short ones', () => {
    const bytes = Uint8Array.from([0x41, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])
    expect(readIbm(bytes, 0, 8)).toBe(16)
    expect(readIbm(bytes, 0, 2)).toBe(15.9375)
    expect(readIbm(Uint8Array.from([0xc1, 0x10, 0]), 0, 3)).toBe(-1)
  })
})

describe('transport files', () => {
  it('are read back as written, with the same bytes each time', () => {
    const { bytes, losses } = written(table)
    expect(losses).toEqual([])
    expect(written(table).bytes).toEqual(bytes)
    expect(bytes.length % 80).toBe(0)
    const read = readXpt(bytes)
    expect(read.notes).toEqual([])
    expect(read.table).toEqual(table)
    expect(written(read.table).bytes).toEqual(bytes)
  })

  it('are written in version 5 with its limits', () => {
    const short: StatTable = { rows: 4, columns: table.columns.slice(1, 5) }
    const { bytes } = written(short, 5)
    const read = readXpt(bytes)
    expect(read.table).toEqual({ ...short, fileLabel: undefined })
    expect(read.notes.join()).toContain('all 4')
    expect(() => written(table, 5)).toThrow('has 23 bytes')
    const long: StatTable = { rows: 1, columns: [texts('x', ['y'.repeat(201)])] }
    expect(() => written(long, 5)).toThrow('record 1')
    expect(written(long, 8).bytes.length).toBeGreaterThan(0)
  })

  it('refuse names and numbers that SAS does not permit, at the call', () => {
    const of = (...columns: StatColumn[]): StatTable => ({ rows: 1, columns })
    expect(() => writeXpt(of(numbers('a', [1]), numbers('A', [1])))).toThrow('"a" to SAS')
    expect(() => writeXpt(of(numbers('größe m', [1])), { version: 5 })).toThrow('bytes')
    expect(() => writeXpt(of(numbers('a', [1e80])))).toThrow('record 1')
    let error: unknown
    try {
      writeXpt(of(numbers('my size', [1])), { version: 5 })
    } catch (caught) {
      error = caught
    }
    expect(isSdcError(error) && error.fix).toContain('"my_size"')
  })

  it('report losses', () => {
    const missing = { values: ['-9', '-8'] }
    const labels = new Map([['1', 'one']])
    const income = numbers('income', [1, nan, nan], { missing, labels, measure: 'scale', format: 'F8.2' }, [
      '',
      '-8',
      '',
    ])
    const { bytes, losses } = written({ rows: 3, weight: 'income', columns: [income] })
    expect(losses).toEqual([
      'Missing values of income become letters: -8 becomes .b.',
      'Transport files hold no labels of values: those of income are lost.',
      'Transport files do not say which column holds the weights.',
      'Transport files hold no levels of measurement: those of income are lost.',
    ])
    const [{ cells, description }] = readXpt(bytes).table.columns
    expect(description.format).toBe('F8.2')
    expect(cells.missing && cells.missing.texts[cells.missing.of[1]]).toBe('.b')
  })

  it('distinguish padding of the last line from records', () => {
    for (const rows of [1, 2, 7, 10, 79, 80, 81]) {
      const one: StatTable = {
        rows,
        columns: [
          texts(
            'x',
            Array.from({ length: rows }, () => 'y'),
          ),
        ],
      }
      expect(readXpt(written(one, 5).bytes).table.rows).toBe(rows)
      const blank: StatTable = {
        rows,
        columns: [
          texts(
            'x',
            Array.from({ length: rows }, () => ''),
          ),
        ],
      }
      expect(readXpt(written(blank, 8).bytes).table.rows).toBe(rows)
      // The first record of a line is beyond the padding.
      if (rows % 80 !== 1) expect(() => written(blank, 5)).toThrow('version 5')
      else expect(readXpt(written(blank, 5).bytes).table.rows).toBe(rows)
    }
  })

  it('take texts for windows-1252 unless they are UTF-8 or another encoding is given', () => {
    const bytes = written({ rows: 1, columns: [texts('x', ['€€'])] }).bytes
    bytes.set([0x80, 0x20, 0x20, 0x20, 0x20, 0x20], bytes.lastIndexOf(0xe2) - 3)
    const levels = (encoding?: string): unknown => {
      const [{ cells }] = readXpt(bytes, { encoding }).table.columns
      return cells.kind === 'texts' && cells.levels
    }
    expect(levels()).toEqual(['€'])
    expect(readXpt(bytes).notes.join()).toContain('read as Windows-1252')
    expect(readXpt(bytes, { encoding: 'windows-1251' }).notes).toEqual([])
    expect(levels('windows-1251')).toEqual(['Ђ'])
  })

  it('are refused with several data sets', () => {
    const { bytes } = written(table)
    expect(() => readXpt(Buffer.concat([bytes, bytes.subarray(240)]), { file: 'x.xpt' })).toThrow('several')
  })

  it('are refused if truncated anywhere, in version 8', () => {
    const { bytes } = written(table)
    const end = bytes.findLastIndex((byte) => byte !== 0x20)
    for (let length = 0; length <= end; length++)
      expect(() => readXpt(bytes.subarray(0, length), { file: 'x.xpt' })).toThrow('x.xpt is damaged at byte')
  })
})
