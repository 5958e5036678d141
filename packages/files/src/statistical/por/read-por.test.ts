import { describe, expect, it } from 'vitest'
import { isSdcError } from '@sdc/core'
import { fromBase30 } from './base-30.js'
import { readPor } from './read-por.js'

const characters =
  '0'.repeat(64) +
  '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz .<(+|&[]!$*);^-/|,%_>?`:$@\'="000000~-0000123456789'.padEnd(
    192,
    '0',
  )

/** Returns a portable file with these records, in lines of 80. */
function portable(records: string, lineEnd = '\r\n'): Uint8Array {
  const all = `${'ASCII SPSS PORT FILE'.padEnd(40).repeat(5)}${characters}SPSSPORT${records}`
  const lines = all.padEnd(80 * Math.ceil(all.length / 80), 'Z').match(/.{80}/gs)!
  return Buffer.from(lines.map((line) => line.trimEnd() + lineEnd).join(''), 'latin1')
}

const head = 'A8/202611286/154743'
const records =
  `${head}1E/GNU pspp 1.6.231/X43/5B/61/W` +
  '70/1/W5/8/2/5/8/2/8-9/C6/Weight' +
  '73/1/T1/3/0/1/3/0/83/X  ' +
  '70/1/DK/B/0/K/B/0/90/' +
  'D1/1/W2/1/3/one-9/2/no' +
  'D1/1/T1/2/ab4/aha!' +
  'E1/6/secret' +
  'F1.F/3/ab J6MLI00/-9/3/X  *.  .3/1/ J6MLI00/'

describe('portable files', () => {
  it('have columns with labels, missing values, weights and dates', () => {
    const { table } = readPor(portable(records))
    expect(table.rows).toBe(3)
    expect(table.weight).toBe('W')
    const [w, t, d] = table.columns
    expect(w.description).toEqual({
      label: 'Weight',
      labels: new Map([
        ['1', 'one'],
        ['-9', 'no'],
      ]),
      missing: { values: ['-9'] },
      format: 'F8.2',
      stored: 'number',
    })
    expect(w.cells).toMatchObject({ values: Float64Array.of(1.5, NaN, 0.1), missing: { texts: ['', '-9'] } })
    expect(t.cells).toMatchObject({ levels: ['ab'], missing: { texts: ['', 'X'], of: Int32Array.of(0, 1, 0) } })
    expect(t.description).toMatchObject({ labels: new Map([['ab', 'aha!']]), missing: { values: ['X'] } })
    expect(d.description.time).toBe('date')
    expect(d.cells).toMatchObject({ values: Float64Array.of(20_785, NaN, 20_785) })
    expect(JSON.stringify(table)).not.toContain('secret')
  })

  it('may have any line ends, and lines without trailing blanks', () => {
    const table = readPor(portable(records)).table
    for (const end of ['\n', '\r']) expect(readPor(portable(records, end)).table).toEqual(table)
  })

  it('are refused with the byte if truncated anywhere', () => {
    const bytes = portable(records)
    const end = Buffer.from(bytes).lastIndexOf('LI00/') + 5
    for (let length = 0; length < end; length++) {
      let error: unknown
      try {
        readPor(bytes.subarray(0, length), { file: 'x.por' })
      } catch (caught) {
        error = caught
      }
      expect(isSdcError(error) && error.code, `cut at byte ${length}: ${String(error)}`).toBe('FILE')
    }
  })

  it('with a changed byte are a table or an error', () => {
    const bytes = portable(records)
    let state = 7
    const random = (limit: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((state / 2 ** 32) * limit)
    }
    for (let i = 0; i < 5000; i++) {
      const changed = Uint8Array.from(bytes)
      changed[random(bytes.length)] = random(256)
      try {
        expect(readPor(changed).table.columns.length).toBeGreaterThan(0)
      } catch (error) {
        expect(isSdcError(error), String(error)).toBe(true)
      }
    }
  })

  it('require an encoding for letters beyond ASCII', () => {
    const bytes = portable(records.replace('Weight', 'W\xE4ght!'))
    expect(() => readPor(bytes, { file: 'x.por' })).toThrow('x.por does not name the encoding')
    expect(readPor(bytes, { encoding: 'windows-1252' }).table.columns[0].description.label).toBe('Wäght!')
  })

  it('refuses other files, unknown records and impossibly large numbers', () => {
    expect(() => readPor(Buffer.from('a,b\n1,2\n'), { file: 'x.por' })).toThrow('x.por is not a portable file')
    expect(() => readPor(portable(`${head}Q`))).toThrow('unknown mark "Q"')
    expect(() => readPor(portable(`${head}1TTTTTT/x`))).toThrow('does not fit')
    expect(() => readPor(portable(`${head}ETTTTTTT/`))).toThrow('damaged')
    expect(() => readPor(Buffer.alloc(100_000, '\n'))).toThrow('lines are empty')
  })
})

describe('numbers of base 30', () => {
  it('are rounded once to the nearest double', () => {
    const digits = (text: string): number[] => Array.from(text, (digit) => Number.parseInt(digit, 30))
    expect(fromBase30(digits('13A9'), -1)).toBe(1000.3)
    expect(fromBase30(digits('1'), -1)).toBe(1 / 30)
    expect(fromBase30(digits('0000000000000001'), 0)).toBe(1)
    expect(fromBase30(digits('0KKKKKKKKKKKKKKKKKKKK'), -20)).toBe(20 / 29)
    for (const value of [0.1, 1 / 3, 123_456.789, 1e-20, 3e100, 5e-324, Number.MAX_VALUE]) {
      // All digits of a double, as many as needed.
      let exponent = 0
      let scaled = value
      while (!Number.isInteger(scaled)) {
        scaled *= 2
        exponent++
      }
      const whole = BigInt(scaled) * 15n ** BigInt(exponent)
      const text = whole.toString(30)
      expect(fromBase30(digits(text), -exponent)).toBe(exponent <= 300 ? value : 0)
    }
    expect(fromBase30([1], 300)).toBe(Infinity)
    expect(fromBase30([1], -400)).toBe(0)
  })
})
