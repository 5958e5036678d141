import { categorical, dataset, numeric, seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { FULL, mixedKeys } from './mixed-keys.js'
import { classSearch } from './nearest-classes.js'

/** Finds every record at the smallest distance, by comparing all. */
function bruteForce(
  codes: readonly Int32Array[],
  isPosition: readonly boolean[],
  point: Int32Array,
  counts: (i: number) => boolean,
): { distance: number; rows: number[] } {
  let distance = Infinity
  let rows: number[] = []
  for (let i = 0; i < codes[0].length; i++) {
    if (!counts(i)) continue
    const sum = codes.reduce((total, code, j) => {
      if (point[j] < 0) return total
      if (code[i] < 0) return total + FULL
      return total + (isPosition[j] ? Math.abs(code[i] - point[j]) : code[i] === point[j] ? 0 : FULL)
    }, 0)
    if (sum < distance) {
      distance = sum
      rows = []
    }
    if (sum === distance) rows.push(i)
  }
  return { distance, rows }
}

describe('nearest classes', () => {
  it.each([
    [[true, true, false]],
    [[false, true]],
    [[false, false, false]],
    [[true]],
    [[false]],
    [[true, true, true, true, false]],
  ])('are those of a comparison of all records, %j', (isPosition) => {
    const rng = seededRng(isPosition.length)
    for (let round = 0; round < 40; round++) {
      const n = 1 + rng.int(60)
      const levels = 1 + rng.int(round % 2 ? 4 : 40)
      const draw = (is: boolean): number =>
        rng.uniform() < 0.2 ? -1 : is ? rng.int(levels) * Math.floor(FULL / levels) : rng.int(levels)
      const codes = isPosition.map((is) => Int32Array.from({ length: n }, () => draw(is)))
      const search = classSearch(codes, isPosition)
      const { ids } = search.classes
      for (let tries = 0; tries < 10; tries++) {
        const point = Int32Array.from(isPosition, draw)
        const without = tries % 2 ? [ids[rng.int(n)], ids[rng.int(n)]] : []
        const expected = bruteForce(codes, isPosition, point, (i) => !without.includes(ids[i]))
        const found = search.nearest(point, without)
        expect(found.distance).toBe(expected.distance)
        const rows = [...ids.keys()].filter((i) => found.classes.includes(ids[i]))
        expect(rows).toEqual(expected.rows)
      }
    }
  })
})

describe('a missing key of a record', () => {
  it('has the largest possible difference, and ties with it', () => {
    const lacking = classSearch([Int32Array.of(FULL, -1)], [true])
    expect([...lacking.nearest(Int32Array.of(0)).classes].sort()).toEqual([0, 1])
    const rare = classSearch([Int32Array.of(FULL, -1, 0), Int32Array.of(1, 1, 0)], [true, false])
    expect(rare.nearest(Int32Array.of(0, 0), [2])).toEqual({
      distance: 2 * FULL,
      classes: expect.anything() as unknown,
    })
    expect([...rare.nearest(Int32Array.of(0, 0), [2]).classes].sort()).toEqual([0, 1])
    const other = classSearch([Int32Array.of(FULL, -1, FULL), Int32Array.of(1, 1, 0)], [true, false])
    // The rare category is FULL away by the position, the others FULL by the category and FULL by the position.
    expect(other.nearest(Int32Array.of(0, 0))).toEqual({ distance: FULL, classes: [2] })
  })
})

describe('nearest classes of many', () => {
  it('are those of a comparison of all records, for a category that thousands share and for a rare one', () => {
    const rng = seededRng(8)
    const n = 3000
    const isPosition = [true, false, false]
    const draw = (j: number): number => (j === 0 ? rng.int(FULL) : j === 1 ? rng.int(2) : rng.int(1500))
    const codes = isPosition.map((_, j) => Int32Array.from({ length: n }, () => (rng.uniform() < 0.1 ? -1 : draw(j))))
    const search = classSearch(codes, isPosition)
    const { ids } = search.classes
    for (let tries = 0; tries < 200; tries++) {
      const point = Int32Array.from(isPosition, (_, j) => (rng.uniform() < 0.2 ? -1 : draw(j)))
      const without = tries % 3 ? [] : [ids[rng.int(n)]]
      const expected = bruteForce(codes, isPosition, point, (i) => !without.includes(ids[i]))
      const found = search.nearest(point, without)
      expect(found.distance).toBe(expected.distance)
      expect([...ids.keys()].filter((i) => found.classes.includes(ids[i]))).toEqual(expected.rows)
    }
  })
})

describe('mixed keys', () => {
  const order = dataset([
    ['n', numeric([1, 2])],
    ['size', categorical(['small', 'large'], ['small', 'middle', 'large'])],
    ['area', categorical(['x', 'y'])],
  ])
  it('have positions in the pool for numbers in any unit; categories are equal by name', () => {
    const pool = dataset([
      ['n', numeric([10, 20, 20, Infinity])],
      ['size', categorical(['large', 'small', 'small', 'huge'])],
      ['area', categorical(['y', 'z', 'x', null])],
    ])
    const other = dataset([
      ['n', numeric([20, 15, -Infinity, Number.NaN])],
      ['size', categorical(['middle', 'small', null, 'large'])],
      ['area', categorical(['x', 'y', null, 'w'])],
    ])
    const { codes, isPosition, names } = mixedKeys(['n', 'size', 'area'], [pool, other], [0], order)
    expect(names).toEqual(['n', 'size', 'area'])
    expect(isPosition).toEqual([true, true, false])
    // With 4 values, an eighth of FULL is half a value: below 0, equal 1; below 1, equal 2; …
    expect([...codes[0][0]].map((code) => (8 * code) / FULL)).toEqual([1, 4, 4, 7])
    expect([...codes[1][0]].map((code) => (code < 0 ? -1 : (8 * code) / FULL))).toEqual([4, 2, 0, -1])
    // Places 2, 0, 0 and none of three known values; the middle one lies between.
    expect([...codes[0][1]].map((code) => (code < 0 ? -1 : Math.round((6 * code) / FULL)))).toEqual([5, 2, 2, -1])
    expect([...codes[1][1]].map((code) => (code < 0 ? -1 : Math.round((6 * code) / FULL)))).toEqual([4, 2, -1, 5])
    const [area, others] = [codes[0][2], codes[1][2]]
    expect(others[0]).toBe(area[2])
    expect(others[1]).toBe(area[0])
    expect([area[3], others[2]]).toEqual([-1, -1])
    expect([...area]).not.toContain(others[3])
  })

  it('match a coarser category with those below it by the taxonomy, also of an ordered column', () => {
    const taxonomy = new Map<string, string | null>([
      ['x', 'xy'],
      ['y', 'xy'],
      ['z', 'all'],
      ['xy', 'all'],
      ['all', null],
    ])
    for (const ordered of [false, true]) {
      const fine = { ...categorical(['x', 'y', 'z'], ['x', 'y', 'z']), ordered, taxonomy }
      const original = dataset([['c', fine]])
      const release = dataset([['c', categorical(['xy', 'z', 'x', 'all', 'w'])]])
      const { codes, isPosition, kin, unlike } = mixedKeys(['c'], [release, original], [0], original)
      expect(isPosition).toEqual([false])
      expect(unlike).toEqual([])
      const search = classSearch(codes[0], isPosition, kin)
      const rowsOf = (person: number): number[] =>
        [...search.nearest(Int32Array.of(codes[1][0][person])).classes].map((id) => search.classes.firsts[id]).sort()
      expect([0, 1, 2].map(rowsOf)).toEqual([
        [0, 2, 3],
        [0, 3],
        [1, 3],
      ])
    }
    // Without a taxonomy, coarser categories are different ones, with a warning.
    const plain = dataset([['c', categorical(['x', 'y', 'z'])]])
    const coarse = dataset([['c', categorical(['xy', 'xy', 'z'])]])
    expect(mixedKeys(['c'], [coarse, plain], [0], plain).unlike).toEqual(['c'])
    expect(mixedKeys(['c'], [plain, plain], [0], plain).unlike).toEqual([])
  })

  it('leave out a column of another kind in one of the files', () => {
    const a = dataset([['n', numeric([1])]])
    const b = dataset([['n', categorical(['1'])]])
    expect(mixedKeys(['n'], [a, b], [0], order)).toMatchObject({ names: [], unlike: ['n'] })
  })
})
