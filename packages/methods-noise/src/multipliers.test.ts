import { seededRng, type Rng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { fillMultipliers, multiplierLaws, multiplierSource } from './multipliers.js'

/** A source that gives these numbers, one after the other, and no more. */
function scripted(uniforms: readonly number[], normals: readonly number[]): Rng {
  const take = (list: readonly number[]): (() => number) => {
    let at = 0
    return () => {
      if (at === list.length) throw new Error('more was drawn than the law needs')
      return list[at++]
    }
  }
  return { ...seededRng(1), uniform: take(uniforms), normal: take(normals) }
}

const draws = (source: () => number, count: number): number[] => Array.from({ length: count }, source)

describe('multiplierSource, draw by draw', () => {
  it('uniform: 1 − a at 0, 1 in the middle', () => {
    const [low, middle, high] = draws(multiplierSource('uniform', 0.25, 0.5, scripted([0, 0.5, 0.75], [])), 3)
    expect([low, middle, high]).toEqual([0.75, 1, 1.125])
  })

  it('two peaks: the lower one below a half, the upper one from it on, and the noise about it', () => {
    const rng = scripted([0, 0.499, 0.5, 0.999], [0, 1, -1, 2])
    expect(draws(multiplierSource('two-peak', 0.25, 0.0625, rng), 4)).toEqual([0.75, 0.8125, 1.1875, 1.375])
  })

  it('log-normal: exp(√v·z − v/2) with v = ln(1 + s²)', () => {
    const v = Math.log(1 + 0.3 ** 2)
    const found = draws(multiplierSource('log-normal', 0.1, 0.3, scripted([], [0, 1, -2])), 3)
    for (const [i, z] of [0, 1, -2].entries()) expect(found[i]).toBeCloseTo(Math.exp(Math.sqrt(v) * z - v / 2), 14)
  })

  it('truncated normal with a wide bound: the first normal draw within it, including the bound', () => {
    // a/s = 2.
    const wide = multiplierSource('truncated-normal', 0.5, 0.25, scripted([], [2.0001, -2.5, 1, -2, 2]))
    expect(draws(wide, 3)).toEqual([1.25, 0.5, 1.5])
  })

  it('truncated normal with a narrow bound: accepts uniform draws by the ratio of the normal density to its peak', () => {
    // a/s = 1: proposals 2u − 1 in standard deviations, kept below exp(−t²/2).
    const t = 2 * 0.875 - 1
    const density = Math.exp((-t * t) / 2)
    const rng = scripted([0.875, density + 1e-9, 0.875, density - 1e-9, 0.5, 0.999, 0, 0.6], [])
    const narrow = multiplierSource('truncated-normal', 0.5, 0.5, rng)
    expect(draws(narrow, 3)).toEqual([1.375, 1, 0.5])
  })
})

describe('fillMultipliers', () => {
  it.each(multiplierLaws)('%s: the factors of the source, one after another', (law) => {
    for (const length of [0, 1, 700]) {
      const part = new Float64Array(length)
      fillMultipliers(law, 0.1, 0.04, seededRng('fill'), part)
      const draw = multiplierSource(law, 0.1, 0.04, seededRng('fill'))
      expect([...part]).toEqual(Array.from(part, () => draw()))
    }
  })
})
