import { seededRng } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minimalUniques, setsUpTo, type MinimalUniquesOptions } from './minimal-uniques.js'

type Missing = MinimalUniquesOptions['missing']

const columnsOf = (rows: readonly (readonly number[])[]): Int32Array[] =>
  (rows[0] ?? []).map((_, j) => Int32Array.from(rows, (row) => row[j]))

/** `row: keys`, sorted. */
function found(columns: readonly Int32Array[], maxSize: number, missing: Missing): string[] {
  const sets: string[] = []
  minimalUniques(columns, { maxSize, missing }, (row, keys, size) => {
    expect([...keys.toString(2)].filter((bit) => bit === '1')).toHaveLength(size)
    sets.push(`${row}: ${keys}`)
  })
  return sets.sort()
}

/** Keys of 2 to 5 values, some missing. */
function drawn(n: number, d: number, seed: number, missing: number): Int32Array[] {
  const rng = seededRng(seed)
  return Array.from({ length: d }, (_, j) =>
    Int32Array.from({ length: n }, () => (rng.uniform() < missing ? -1 : rng.int(2 + (j % 4)))),
  )
}

/** By the definition: every set, every pair of records; sets of keys are the bits of a number. */
function byDefinition(columns: readonly Int32Array[], maxSize: number, missing: Missing): string[] {
  const n = columns[0].length
  const d = columns.length
  const alike = (j: number, a: number, b: number): boolean => {
    const [x, y] = [columns[j][a], columns[j][b]]
    if (missing === 'own-level') return x === y
    if (missing === 'wildcard') return x === y || x < 0 || y < 0
    return x === y && x >= 0
  }
  const allKeys = [...Array(d).keys()]
  const keysWhere = (is: (j: number) => boolean): number =>
    allKeys.reduce((set, j) => (is(j) ? set | (1 << j) : set), 0)
  const sets: string[] = []
  for (let row = 0; row < n; row++) {
    const has = keysWhere((j) => missing === 'own-level' || columns[j][row] >= 0)
    const others = [...Array(n).keys()].filter((other) => other !== row)
    const shared = others.map((other) => keysWhere((j) => alike(j, row, other)))
    const unique = [false]
    for (let set = 1; set < 1 << d; set++) {
      unique.push((set & has) === set && !shared.some((keys) => (set & keys) === set))
      if (!unique[set]) continue
      const keys = allKeys.filter((j) => (set >> j) & 1)
      if (keys.length <= maxSize && !keys.some((j) => unique[set & ~(1 << j)])) sets.push(`${row}: ${set}`)
    }
  }
  return sets.sort()
}

describe('minimalUniques', () => {
  const file = (d: number, levels: number): fc.Arbitrary<number[][]> =>
    fc.array(fc.array(fc.integer({ min: -1, max: levels }), { minLength: d, maxLength: d }), {
      minLength: 1,
      maxLength: 24,
    })

  it.each<[Missing]>([['wildcard'], ['own-level'], ['never']])('equals the definition: %s', (missing) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 0, max: 3 }),
        fc.integer({ min: 1, max: 6 }),
        fc.nat(),
        (d, levels, maxSize, seed) => {
          const [rows] = fc.sample(file(d, levels), { numRuns: 1, seed })
          const columns = columnsOf(rows)
          expect(found(columns, maxSize, missing)).toEqual(byDefinition(columns, maxSize, missing))
        },
      ),
      { numRuns: 400 },
    )
  })

  it.each<[Missing]>([['wildcard'], ['own-level'], ['never']])(
    'equals the definition for ten keys with a few missing values: %s',
    (missing) => {
      for (let seed = 1; seed <= 3; seed++) {
        const columns = drawn(40, 10, seed, 0.02)
        for (const maxSize of [3, 10]) {
          const sets = found(columns, maxSize, missing)
          expect(sets.length).toBeGreaterThan(20)
          expect(sets).toEqual(byDefinition(columns, maxSize, missing))
        }
      }
    },
  )

  it('does not depend on the order of records and keys', () => {
    const n = 60
    const columns = drawn(n, 4, 5, 0.01)
    const order = Array.from({ length: n }, (_, i) => (i * 7 + 3) % n)
    const plain = found(columns, 4, 'wildcard')
    expect(plain.length).toBeGreaterThan(10)
    const turned: string[] = []
    const back = [3, 2, 1, 0]
    minimalUniques(
      back.map((j) => Int32Array.from(order, (i) => columns[j][i])),
      { maxSize: 4, missing: 'wildcard' },
      (row, keys) => {
        const bits = back.reduce((set, j, at) => ((keys >> at) & 1 ? set | (1 << j) : set), 0)
        turned.push(`${order[row]}: ${bits}`)
      },
    )
    expect(turned.sort()).toEqual(plain)
  })

  it('a single record is unique by each of its keys; equal records and constant keys by none', () => {
    const one = columnsOf([[5, -1, 0]])
    expect(found(one, 3, 'wildcard')).toEqual(['0: 1', '0: 4'])
    expect(found(one, 3, 'own-level')).toEqual(['0: 1', '0: 2', '0: 4'])
    expect(
      found(
        columnsOf([
          [1, 2],
          [1, 2],
        ]),
        2,
        'wildcard',
      ),
    ).toEqual([])
    expect(
      found(
        columnsOf([
          [1, 7],
          [2, 7],
          [2, 7],
        ]),
        2,
        'wildcard',
      ),
    ).toEqual(['0: 1'])
    expect(
      found(
        columnsOf([
          [-1, -1],
          [-1, -1],
          [-1, -1],
        ]),
        2,
        'never',
      ),
    ).toEqual([])
    expect(found([new Int32Array(0)], 1, 'wildcard')).toEqual([])
  })

  it('a record that lacks a key matches every other in it, so no record is unique by that key', () => {
    const rows = [
      [0, 0],
      [1, 0],
      [2, 1],
      [-1, 0],
    ]
    // The last record may have any value of the first key; the second key tells it apart from the third record.
    expect(found(columnsOf(rows), 2, 'wildcard')).toEqual(['2: 2'])
    expect(found(columnsOf(rows), 2, 'never')).toEqual(['0: 1', '1: 1', '2: 1', '2: 2'])
    expect(found(columnsOf(rows), 2, 'own-level')).toEqual(['0: 1', '1: 1', '2: 1', '2: 2', '3: 1'])
  })

  it('reports its progress, and can be stopped', () => {
    const columns = drawn(50, 4, 9, 0)
    const ticks: number[] = []
    minimalUniques(columns, { maxSize: 3, missing: 'wildcard', tick: (done) => ticks.push(done) }, () => {})
    expect(ticks.length).toBeGreaterThan(4)
    expect(ticks).toEqual([...ticks].sort((a, b) => a - b))
    expect(ticks.every((done) => done >= 0 && done <= 1)).toBe(true)
    const stop = (): never => {
      throw new Error('stopped')
    }
    expect(() => minimalUniques(columns, { maxSize: 3, missing: 'never', tick: stop }, () => {})).toThrow('stopped')
  })

  it('skips keys with one value: 2²⁶ sets of keys in which two records agree except for one', () => {
    const alike = Array.from({ length: 26 }, (_, j) => Int32Array.of(5, 5, 5 + (j === 3 ? 1 : 0)))
    expect(found(alike, 26, 'wildcard')).toEqual(['2: 8'])
  })

  it('refuses more keys than it has bits', () => {
    const keys = Array.from({ length: 31 }, () => Int32Array.of(1, 2))
    expect(() => minimalUniques(keys, { maxSize: 1, missing: 'never' }, () => {})).toThrow(/31 keys are more than 30/)
    expect(found(keys.slice(1), 1, 'never')).toHaveLength(60)
  })

  it('counts sets', () => {
    expect([setsUpTo(4, 4), setsUpTo(4, 9), setsUpTo(30, 3), setsUpTo(5, 1)]).toEqual([15, 15, 4525, 5])
  })
})
