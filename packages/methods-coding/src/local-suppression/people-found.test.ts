import { categorical, seededRng, type Column } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { labels, run } from '../testing.fixture.js'
import { localSuppressionMethod } from './local-suppression.js'
import { peopleFound } from './people-found.js'
import { conditionOn } from './problem/problem.js'

const names = ['a', 'b', 'c', 'd']

/** Four keys of a few values, some missing. */
function keysOf(n: number, seed: number, missing: number): number[][] {
  const rng = seededRng(seed)
  return names.map((_, j) => Array.from({ length: n }, () => (rng.uniform() < missing ? -1 : rng.int(j + 3))))
}

/** Number of released records that match each person's keys, pair by pair. */
function byPairs(codes: readonly number[][], released: readonly number[][], keys: readonly number[]): number[] {
  return codes[0].map(
    (_, i) =>
      codes[0].filter((_unused, r) =>
        keys.every((j) => codes[j][i] < 0 || released[j][r] < 0 || codes[j][i] === released[j][r]),
      ).length,
  )
}

describe('people who are found by their true keys', () => {
  it.each([0, 0.3])('equal those found by pairs of records, with a share %d of the keys missing', (missing) => {
    const codes = keysOf(200, 3, missing)
    const rng = seededRng(4)
    const masks = Int32Array.from({ length: 200 }, () => (rng.uniform() < 0.5 ? 0 : rng.int(16)))
    const conditions = [conditionOn([0, 1, 2, 3], 5), conditionOn([0, 3], 12)]
    const released = codes.map((of, j) => of.map((code, i) => ((masks[i] >> j) & 1 ? -1 : code)))
    const [all, two] = conditions.map(({ keys }) => byPairs(codes, released, keys))
    const problem = {
      codes: codes.map((of) => Int32Array.from(of)),
      conditions,
      weights: Float64Array.of(1, 1, 1, 1),
      rule: { missing: 'wildcard', share: 0.5 },
    } as const
    expect(peopleFound(problem, masks)).toEqual({
      few: all.filter((F, i) => F < 5 || two[i] < 12).length,
      one: all.filter((F, i) => Math.min(F, two[i]) === 1).length,
    })
  })

  it.each<readonly [{ readonly k: number; readonly dimension?: number; readonly [name: string]: unknown }, number]>([
    [{ k: 3 }, 0],
    [{ k: 3 }, 0.4],
    [{ k: 5, missing: 'share' }, 0.1],
    [{ k: 4, dimension: 2 }, 0.1],
    [{ k: 2, importanceOrder: ['d'] }, 0],
  ])('are none with protect: person, %j and a share %d of the keys missing', async (params, missing) => {
    for (const n of [6, 60, 200]) {
      const codes = keysOf(n, n, missing)
      const columns = Object.fromEntries(
        names.map((name, j): [string, Column] => [
          name,
          categorical(codes[j].map((code) => (code < 0 ? null : String(code)))),
        ]),
      )
      const result = await run(localSuppressionMethod, columns, { ...params, protect: 'person' })
      const released = names.map((name) => labels(result, name).map((one) => (one === null ? -1 : Number(one))))
      const some = params.dimension === 2 ? [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]] : [[0, 1, 2, 3]] // oxfmt-ignore
      for (const keys of some) expect(Math.min(...byPairs(codes, released, keys))).toBeGreaterThanOrEqual(params.k)
      expect(result.warnings?.filter((one) => one.includes('does not hide'))).toEqual([])
      if (n > 6) expect(released.flat().some((code) => code >= 0)).toBe(true)
    }
  })
})
