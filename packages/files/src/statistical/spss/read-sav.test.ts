import { isSdcError } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { readSav } from './read-sav.js'
import { numbers, plain, tableOf, texts } from './tables.fixture.js'
import { writeSav } from './write-sav.js'

const table = tableOf(
  [
    numbers('x', [1, 2.5, '-9', ''], { labels: new Map([['-9', 'no answer']]), missing: { values: ['-9'] } }),
    texts('t', ['short', 'ä', '', 'none'], { labels: new Map([['short', 'a label']]), missing: { values: ['none'] } }, [
      'none',
    ]),
    texts('wide', ['w'.repeat(300), '', 'b', 'c'], { labels: new Map([['b', 'bee']]), missing: { values: ['c'] } }, [
      'c',
    ]),
  ],
  { fileLabel: 'Small', weight: 'x' },
)

const bytesOf = (compression: 'codes' | 'zlib'): Uint8Array =>
  new Uint8Array(Buffer.concat([...writeSav(table, { compression }).content]))

/** Reads changed bytes; throws anything except a table or an error of ours. */
function outcome(bytes: Uint8Array): 'table' | 'error' {
  try {
    readSav(bytes, { file: 'x.sav' })
    return 'table'
  } catch (error) {
    if (!isSdcError(error)) throw error
    return 'error'
  }
}

function withNumber(bytes: Uint8Array, at: number, value: number): Uint8Array {
  const copy = bytes.slice()
  new DataView(copy.buffer).setInt32(at, value, true)
  return copy
}

describe('readSav', () => {
  it.each(['codes', 'zlib'] as const)('refuses every truncated file (%s)', (compression) => {
    const bytes = bytesOf(compression)
    for (let length = 0; length < bytes.length - 8; length += 7)
      expect([length, outcome(bytes.slice(0, length))]).toEqual([length, 'error'])
  })

  it.each(['codes', 'zlib'] as const)('reads or refuses files with a changed byte (%s)', (compression) => {
    const bytes = bytesOf(compression)
    const found = { table: 0, error: 0 }
    let seed = 1
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
      return Math.floor((seed / 2 ** 32) * below)
    }
    const begun = performance.now()
    for (let k = 0; k < 3000; k++) {
      const copy = bytes.slice()
      copy[random(copy.length)] = random(256)
      found[outcome(copy)]++
    }
    expect(found.table).toBeGreaterThan(500)
    expect(found.error).toBeGreaterThan(100)
    expect(performance.now() - begun).toBeLessThan(60_000)
  })

  it('refuses impossible numbers in the header', () => {
    const bytes = bytesOf('codes')
    // Number of records, compression, layout.
    for (const [at, value] of [
      [80, 2 ** 31 - 1],
      [80, 5],
      [80, -2],
      [72, 3],
      [64, 4],
    ])
      expect([at, value, outcome(withNumber(bytes, at, value))]).toEqual([at, value, 'error'])
    // Width, number of missing values, and bytes of the label of a variable.
    for (const [at, value] of [
      [180, 256],
      [180, -2],
      [188, 4],
      [188, -1],
    ])
      expect([at, value, outcome(withNumber(bytes, at, value))]).toEqual([at, value, 'error'])
  })

  it('refuses blocks that differ from their descriptions', () => {
    const bytes = bytesOf('zlib')
    const end = bytes.length
    // Position and sizes of the last block; number of blocks; position of the table of blocks.
    for (const [at, value] of [
      [end - 4, 2 ** 31 - 1],
      [end - 4, -1],
      [end - 8, 2 ** 31 - 1],
      [end - 8, 8],
      [end - 16, 0],
      [end - 28, 2 ** 30],
    ])
      expect([at - end, value, outcome(withNumber(bytes, at, value))]).toEqual([at - end, value, 'error'])
    const changed = bytes.slice()
    changed[end - 60] ^= 1
    expect(() => readSav(changed)).toThrow(/check sum|cannot be unpacked/)
  })

  it('counts records if the header does not', () => {
    const bytes = withNumber(bytesOf('codes'), 80, -1)
    expect(readSav(bytes).table.columns.map(plain)).toEqual(table.columns.map(plain))
    expect(() => readSav(bytes.slice(0, -8))).toThrow('the data end within a record')
  })

  it('reads byte codes by the bias of the header', () => {
    const bytes = bytesOf('codes')
    new DataView(bytes.buffer).setFloat64(84, 99, true)
    expect(plain(readSav(bytes).table.columns[0])).toEqual([2, 2.5, -8, '<>'])
  })

  it('reports data after the last record', () => {
    const bytes = withNumber(bytesOf('codes'), 80, 3)
    const { table: short, notes } = readSav(bytes)
    expect(short.rows).toBe(3)
    expect(notes).toEqual(['The header says 3 records; what follows them was not read.'])
  })

  it('reports bytes that do not belong to the encoding', () => {
    const bytes = bytesOf('codes')
    const letter = Buffer.from(bytes.buffer).lastIndexOf('ä')
    bytes.fill(0xff, letter, letter + 2)
    const { notes } = readSav(bytes)
    expect(notes).toEqual([expect.stringContaining('Some bytes of texts do not belong to utf-8')])
    expect(plain(readSav(bytes, { encoding: 'windows-1252' }).table.columns[1])[1]).toBe('ÿÿ')
    expect(() => readSav(bytesOf('codes'), { encoding: 'klingon' })).toThrow('unknown')
  })

  it('refuses a file of another kind', () => {
    expect(() => readSav(new TextEncoder().encode('a,b\n1,2\n'), { file: 'x.sav' })).toThrow(
      'x.sav is not an SPSS file',
    )
  })
})
