import { describe, expect, it } from 'vitest'
import { normals } from '../../testing/run.fixture.js'
import { growingSets } from '../distance/key-sets.js'
import { oneRight } from '../search/link.js'
import { rankSwapLinks } from './rank-swap-linkage.js'
import { setCredits } from '../distance/set-credits.js'
import { keysOf } from './rank-swap-linkage.fixture.js'

const rules = ['fractional', 'first', 'inclusive', 'strict'] as const
// With 0 every record is searched in the tree first, with 1000 none is.

describe('rankSwapLinks', () => {
  it('equals distance-based linkage to the masked records if the window is the whole column', () => {
    const columns = (seed: number): Float64Array[] => [...normals(300, 7, seed).values()]
    const [x, y] = [columns(1), columns(2).map((noise, j) => noise.map((v, i) => columns(1)[j][i] + 0.3 * v))]
    const halves = (file: Float64Array[]): Float64Array[] => file.map((key) => key.map((v) => Math.round(2 * v) / 2))
    const owner = Int32Array.from(x[0].keys())
    for (const [from, to] of [
      [x, y],
      [halves(x), halves(y)],
    ]) {
      for (const ties of rules) {
        const expected = setCredits(from, to, oneRight(owner), ties, growingSets(7), new Float64Array(7), () => {})
        for (const most of [0, 1000]) {
          const links = rankSwapLinks(keysOf(from, to, 300), oneRight(owner), ties, () => {}, most)
          expect(links.map(({ credit }) => credit)).toEqual(expected.map(({ credit }) => credit))
        }
      }
    }
  })
})
