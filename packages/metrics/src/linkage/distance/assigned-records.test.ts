import { describe, expect, it } from 'vitest'
import { normals, run, tableColumn } from '../../testing/run.fixture.js'
import { dbrlMetric } from './dbrl.js'

const assignment = { links: 'assignment' }

describe('risk/dbrl, one-to-one', () => {
  it('is the best of all assignments, in either direction, with fewer and with more masked records', async () => {
    const x = normals(5, 2, 1)
    const noise = [...normals(6, 2, 2).values()]
    for (const origin of [
      [3, 0, 4],
      [4, 3, 2, 1, 0],
      [0, 1, 2, 3, 4, 2],
    ]) {
      const y = new Map(
        [...x].map(([name, values], j) => [name, Float64Array.from(origin, (row, t) => values[row] + noise[j][t])]),
      )
      const [from, to] = [[...x.values()], [...y.values()]]
      const gap = (i: number, t: number): number =>
        Math.sqrt(from.reduce((sum, key, j) => sum + (key[i] - to[j][t]) ** 2, 0))
      const fewer = Math.min(5, origin.length)
      const turned = origin.length > 5
      const ways = permutationsOf(turned ? origin.length : 5, fewer).map((taken) =>
        taken.map((one, at): readonly [number, number] => (turned ? [at, one] : [one, at])),
      )
      const cost = (links: readonly (readonly [number, number])[]): number =>
        links.reduce((sum, [i, t]) => sum + gap(i, t), 0)
      const best = ways.reduce((a, b) => (cost(b) < cost(a) ? b : a))
      const right = best.filter(([i, t]) => origin[t] === i).length
      for (const direction of ['original-to-masked', 'masked-to-original']) {
        const params = { scale: 'none', direction, ...assignment }
        const one = await run(dbrlMetric, x, y, { origin, params })
        const attacked = direction === 'original-to-masked' ? new Set(origin).size : origin.length
        expect(one.used).toBe(attacked)
        expect(one.value).toBeCloseTo((100 * right) / attacked, 9)
        expect(tableColumn(one, 'assignment', 'value')[3]).toBeCloseTo(cost(best), 9)
      }
    }
  })

  it('gives equal records an equal share, in any order', async () => {
    const x = { a: [1, 1, 1, 5, 6, 7] }
    for (const origin of [
      [0, 1, 2, 3, 4, 5],
      [5, 2, 0, 4, 1, 3],
    ]) {
      const y = { a: origin.map((row) => x.a[row]) }
      const { value, records } = await run(dbrlMetric, x, y, { origin, params: assignment })
      expect([...(records ?? [])].map((share) => Math.round(share * 1e9) / 1e9)).toEqual([
        0.333333333, 0.333333333, 0.333333333, 1, 1, 1,
      ])
      expect(value).toBeCloseTo((100 * 4) / 6, 9)
    }
  })

  it('has no value for more than 5,000 records, with a remedy', async () => {
    const x = normals(5001, 1, 1)
    const one = await run(dbrlMetric, x, x, { params: assignment })
    expect(one.value).toBeNull()
    expect(one.reason).toMatch(
      /5001 records is too large: it compares all pairs of up to 5000\. Link to the nearest record/,
    )
    expect(one.used).toBe(5001)
  })
})

/** Returns all choices of `count` different numbers below n, in every order. */
function permutationsOf(n: number, count: number, taken: readonly number[] = []): (readonly number[])[] {
  if (taken.length === count) return [taken]
  return Array.from({ length: n }, (_, at) => at)
    .filter((at) => !taken.includes(at))
    .flatMap((at) => permutationsOf(n, count, [...taken, at]))
}
