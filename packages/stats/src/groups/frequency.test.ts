import { seededRng } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { frequencyCounts, mixedKey } from './frequency.js'

/** By strings. */
function naive(codes: readonly Int32Array[]): number[] {
  const texts = Array.from(codes[0], (_, i) => codes.map((column) => column[i]).join('|'))
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return texts.map((text) => counts.get(text) ?? 0)
}

const code = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -1, max: 3 }) },
  fc.integer({ min: 0, max: 2 ** 31 - 3 }),
)
const records = fc
  .integer({ min: 1, max: 6 })
  .chain((d) => fc.array(fc.array(code, { minLength: d, maxLength: d }), { minLength: 1, maxLength: 60 }))

const columnsOf = (rows: readonly (readonly number[])[]): Int32Array[] =>
  rows[0].map((_, j) => Int32Array.from(rows, (row) => row[j]))

describe('frequencyCounts', () => {
  it('equals a count by strings, for few and many levels, with missing as a level of its own', () => {
    fc.assert(
      fc.property(records, (rows) => {
        const codes = columnsOf(rows)
        expect([...frequencyCounts(codes)]).toEqual(naive(codes))
      }),
      { numRuns: 300 },
    )
  })

  it('counts by renumbering if the product of the levels exceeds any table', () => {
    const rng = seededRng('keys')
    const column = (levels: number): Int32Array => Int32Array.from({ length: 20_000 }, () => rng.int(levels) - 1)
    const codes = [column(5000), column(3), column(20_000), column(2), column(7), column(1_000_000)]
    for (const some of [codes.slice(0, 1), codes.slice(0, 2), codes.slice(0, 3), codes.slice(3), codes])
      expect([...frequencyCounts(some)]).toEqual(naive(some))
  })

  it('gives equal keys to equal records only', () => {
    fc.assert(
      fc.property(records, (rows) => {
        const { key, size } = mixedKey(columnsOf(rows))
        const texts = rows.map((row) => row.join())
        for (let i = 0; i < rows.length; i++) {
          expect(key[i]).toBeLessThan(size)
          for (let l = 0; l < i; l++) expect(key[i] === key[l]).toBe(texts[i] === texts[l])
        }
      }),
    )
  })

  it('numbers keys as one number with a digit per column, up to a table of 2²⁰ cells', () => {
    // Levels with the missing one: 5, 3 and 4.
    const codes = [Int32Array.of(3, -1, 0), Int32Array.of(1, 0, -1), Int32Array.of(2, -1, 0)]
    expect(mixedKey(codes)).toEqual({
      key: Int32Array.from([4, 0, 1], (a, i) => (a * 3 + codes[1][i] + 1) * 4 + codes[2][i] + 1),
      size: 5 * 3 * 4,
    })
    // 1024 · 1024 levels fill the table; one more column of two levels, and what occurs is numbered anew.
    const two = [Int32Array.of(1022, 7, 1022), Int32Array.of(1022, -1, 1022)]
    expect(mixedKey(two)).toEqual({ key: Int32Array.of(2 ** 20 - 1, 8 * 1024, 2 ** 20 - 1), size: 2 ** 20 })
    expect(mixedKey([...two, Int32Array.of(0, 0, -1)])).toEqual({ key: Int32Array.of(1, 3, 0), size: 4 })
    // A level more, and the first column alone is numbered anew before the second is added.
    const more = [Int32Array.of(1023, 7, 1023), Int32Array.of(1022, -1, 1022)]
    expect(mixedKey(more)).toEqual({ key: Int32Array.of(1023, 1024, 1023), size: 2 * 1024 })
    // So many levels that pairs are numbered.
    expect(mixedKey([Int32Array.of(0, 0, 1), Int32Array.of(2 ** 30, 0, 2 ** 30)])).toEqual({
      key: Int32Array.of(0, 1, 2),
      size: 3,
    })
    expect(mixedKey([new Int32Array(0), new Int32Array(0)])).toEqual({ key: new Int32Array(0), size: 1 })
    expect(mixedKey([Int32Array.of(-1, -1)])).toEqual({ key: Int32Array.of(0, 0), size: 1 })
  })

  it('uses a table of four cells per record if that is larger', () => {
    const n = 300_000
    const first = Int32Array.from({ length: n }, (_, i) => (i === 1 ? 1198 : i % 7))
    const second = Int32Array.from({ length: n }, (_, i) => (i === 1 ? 998 : -1))
    // 1200 · 1000 levels are just 4n.
    expect(mixedKey([first, second]).size).toBe(4 * n)
    first[1] = 1199
    expect(mixedKey([first, second]).size).toBe(8 * 1000)
  })

  it('refuses no column, columns of different lengths, and codes below −1', () => {
    expect(() => frequencyCounts([])).toThrow(/needs a column/)
    expect(() => frequencyCounts([new Int32Array(2), new Int32Array(3)])).toThrow(/column 1 has 3 rows/)
    expect(() => frequencyCounts([Int32Array.of(0, -2)])).toThrow(/code -2/)
    expect(frequencyCounts([new Int32Array(0)])).toEqual(new Int32Array(0))
  })
})
