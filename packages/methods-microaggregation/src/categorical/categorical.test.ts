import { categorical, dataset, numeric, type CategoricalColumn, type Column, type MaskResult } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { categoricalMethod, mixedMdav } from './categorical.js'
import { naiveMixedMdav } from './categorical.fixture.js'
import { groupSizes } from '../shared/group-means.js'
import { representatives } from './representatives.js'
import { applyTo, codeOf, maskedColumn, reportedGroups } from '../shared/run.fixture.js'

const levels = ['a', 'b', 'c', 'd']
const nominal = (text: string): CategoricalColumn => ({ ...categorical(text.split(''), levels), ordered: false })
const ordered = (text: string): CategoricalColumn => categorical(text.split(''), levels)
const labelsOf = (column: Column | null | undefined): string =>
  column?.kind === 'categorical' ? Array.from(column.codes, (code) => column.levels[code]).join('') : 'no categories'
const mask = (
  columns: Readonly<Record<string, Column>>,
  params: Readonly<Record<string, unknown>>,
  seed = 1,
): MaskResult => applyTo(categoricalMethod, dataset(Object.entries(columns)), params, { seed })

/** Files of 1 to 50 records in 1 to 5 columns of any kind, with few values, so that records and distances tie. */
const mixed = fc
  .record({ n: fc.integer({ min: 1, max: 50 }), kinds: fc.array(fc.nat(2), { minLength: 1, maxLength: 5 }) })
  .chain(({ n, kinds }) =>
    fc.tuple(
      ...kinds.map((kind) =>
        fc.array(fc.nat(3), { minLength: n, maxLength: n }).map((codes): Column => {
          if (kind === 0) return numeric(codes.map((code) => code * code))
          return { kind: 'categorical', codes: Int32Array.from(codes), levels, ordered: kind === 1 }
        }),
      ),
    ),
  )
const size = fc.integer({ min: 1, max: 6 })
const rowsOf = (column: Column): number => (column.kind === 'numeric' ? column.values.length : column.codes.length)

describe('a nominal column of many levels', () => {
  const codes = (n: number, levels_: number): CategoricalColumn => ({
    ...categorical(Array.from({ length: n }, (_, i) => `z${i % levels_}`)),
    ordered: false,
  })
  const said = (zip: Column, params: Readonly<Record<string, unknown>> = {}): readonly string[] =>
    mask({ zip }, { k: 5, ...params }).warnings ?? []

  it('causes a warning above max(20, min(100, n/10)) levels', () => {
    const sentence = 'the mode of 5 different values of "zip", which has 21, is one of them by chance; recode it first'
    expect(said(codes(150, 21))).toEqual([sentence])
    expect(said(codes(150, 20))).toEqual([])
    expect(said(codes(500, 50))).toEqual([])
    expect(said(codes(500, 51))).toHaveLength(1)
    expect(said(codes(150, 21), { inBlocks: 75 })).toContain(sentence)
    expect(said({ ...codes(150, 21), ordered: true })).toEqual([])
  })
})

describe('mixedMdav', () => {
  it('equals its definition', () => {
    fc.assert(
      fc.property(mixed, size, (columns, k) => {
        fc.pre(rowsOf(columns[0]) >= k)
        expect([...mixedMdav(columns, k)]).toEqual(naiveMixedMdav(columns, k))
      }),
      { numRuns: 400 },
    )
  })

  it('makes groups of k to 2k − 1 records', () => {
    fc.assert(
      fc.property(mixed, size, (columns, k) => {
        fc.pre(rowsOf(columns[0]) >= k)
        const sizes = groupSizes(mixedMdav(columns, k))
        expect(Math.min(...sizes)).toBeGreaterThanOrEqual(k)
        expect(Math.max(...sizes)).toBeLessThan(2 * k)
      }),
    )
  })

  it('worked by hand: one nominal column, k = 2', () => {
    // The plurality is b; a is the first at distance 1 from it, and the first b the lowest of those at 1 from a.
    expect([...mixedMdav([nominal('bacbbc')], 2)]).toEqual([0, 0, 1, 2, 2, 1])
  })

  it('uses the distance of ordered levels: a is farther from d than from b', () => {
    // The lower median is b, d is farthest from it and takes c.
    expect([...mixedMdav([ordered('adbc')], 2)]).toEqual([1, 0, 1, 0])
    // Nominal, all are equally far: the first of those that are not the plurality a is d, and takes a.
    expect([...mixedMdav([nominal('adbc')], 2)]).toEqual([0, 0, 1, 1])
  })

  it('is not changed by an offset or by the unit of a numeric column', () => {
    fc.assert(
      fc.property(mixed, size, (columns, k) => {
        fc.pre(rowsOf(columns[0]) >= k)
        const moved = columns.map((column) =>
          // Small integers near 1e9: differences stay exact; a power of two changes exponents only.
          column.kind === 'numeric' ? numeric(column.values.map((value) => (value + 1e9) * 2 ** -30)) : column,
        )
        expect(mixedMdav(moved, k)).toEqual(mixedMdav(columns, k))
      }),
    )
  })

  it('handles n = k, equal rows, and a column with one value', () => {
    expect([...mixedMdav([nominal('abc')], 3)]).toEqual([0, 0, 0])
    expect([...mixedMdav([nominal('aaaaaaa'), numeric([1, 1, 1, 1, 1, 1, 1])], 2)]).toEqual([0, 0, 1, 1, 2, 2, 2])
    expect([...mixedMdav([numeric([5, 5, 5, 5]), nominal('abab')], 2)]).toEqual([1, 0, 1, 0])
  })

  it('refuses records that cannot be grouped', () => {
    expect(codeOf(() => mixedMdav([nominal('ab')], 3))).toBe('TOO_FEW_RECORDS')
    expect(codeOf(() => mixedMdav([nominal('abc'), nominal('ab')], 2))).toBe('LENGTH_MISMATCH')
    expect(codeOf(() => mixedMdav([categorical(['a', null, 'b'])], 2))).toBe('MISSING_VALUES')
    expect(codeOf(() => mixedMdav([numeric([1, Infinity])], 2))).toBe('NOT_NUMERIC')
    expect(codeOf(() => mixedMdav([], 2))).toBe('TOO_FEW_RECORDS')
  })

  it('reports its progress', () => {
    const fractions: number[] = []
    mixedMdav([numeric([1, 2, 3, 4, 5, 6, 7, 8])], 2, (fraction) => fractions.push(fraction))
    expect(fractions).toEqual([0.25, 0.5, 0.75])
  })
})

describe('its parts', () => {
  it('representatives: plurality, median, mean, and equal claims', () => {
    const one = new Uint32Array(6)
    const claims: number[][] = []
    const last = (codes: readonly number[]): number => {
      claims.push([...codes])
      return codes[codes.length - 1]
    }
    const shown = (column: Column): string => labelsOf(representatives(column, one, last))
    expect(shown(nominal('abbbcc'))).toBe('bbbbbb')
    expect(shown(nominal('dccdab'))).toBe('dddddd')
    expect(shown(ordered('abbddd'))).toBe('dddddd')
    expect(shown(ordered('aaaddd'))).toBe('dddddd')
    expect(shown(ordered('aabddd'))).toBe('dddddd')
    expect(claims).toEqual([
      [2, 3],
      [1, 3],
      [0, 3],
      [1, 3],
    ])
    expect(labelsOf(representatives(ordered('aabdd'), new Uint32Array(5), last))).toBe('bbbbb')
    expect(labelsOf(representatives(nominal('abca'), Uint32Array.of(1, 0, 0, 1), ([lowest]) => lowest))).toBe('abba')
    expect(representatives(numeric([1, 5]), new Uint32Array(2), last)).toEqual(numeric([3, 3]))
  })
})

describe('microaggregation/categorical', () => {
  it('masks a mixed file by the groups it reports, and reports the information loss', () => {
    const columns = { n: numeric([0, 1, 9, 10]), o: ordered('abdd'), s: nominal('aacc') }
    const result = mask(columns, { k: 2 })
    expect([...reportedGroups(result)]).toEqual([1, 1, 0, 0])
    expect([...maskedColumn(result, 'n')]).toEqual([0.5, 0.5, 9.5, 9.5])
    expect(labelsOf(result.files[0].columns.get('o'))).toBe('aadd')
    expect(labelsOf(result.files[0].columns.get('s'))).toBe('aacc')
    // n: four times 0.05²; o: one level of three. In all: n from 5, o from its lower median b, s from a.
    expect(result.report?.get('SSE')).toBeCloseTo(4 * 0.05 ** 2 + 1 / 9, 12)
    expect(result.report?.get('SST')).toBeCloseTo(2 * 0.5 ** 2 + 2 * 0.4 ** 2 + (1 + 4 + 4) / 9 + 2, 12)
    expect(result.report?.get('groups')).toBe(2)
    expect(result.report?.has('IL (%)')).toBe(true)
  })

  it('draws among tied levels on request, evenly', () => {
    const columns = { s: nominal('aabbccdd'), t: nominal('abcdabcd') }
    const seen = new Map<string, number>()
    for (let seed = 0; seed < 400; seed++) {
      const [first] = labelsOf(mask(columns, { k: 8, ties: 'random' }, seed).files[0].columns.get('s'))
      seen.set(first, (seen.get(first) ?? 0) + 1)
    }
    // 400 draws of one of four: each is 100 ± 5.5 standard deviations of 8.66 but for one run in 1e7.
    expect([...seen.keys()].sort()).toEqual(levels)
    for (const count of seen.values()) expect(Math.abs(count - 100)).toBeLessThan(48)
    for (const seed of [1, 2, 3])
      expect(labelsOf(mask(columns, { k: 8 }, seed).files[0].columns.get('s'))).toBe('aaaaaaaa')
  })

  it('reports no loss in percent if nothing varies', () => {
    expect(mask({ s: nominal('aaa') }, { k: 2 }).report?.has('IL (%)')).toBe(false)
  })

  it('names the column and the record it refuses', () => {
    const place = { method: 'microaggregation/categorical', column: 's', row: 2 }
    const columns = { n: numeric([1, 2, 3]), s: categorical(['a', null, 'b']) }
    expect(() => mask(columns, { k: 2 })).toThrow(expect.objectContaining({ code: 'MISSING_VALUES', place }))
  })
})
