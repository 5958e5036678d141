import { seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { uniqueCombinations, type CodedKey } from './unique-combinations.js'

const rng = seededRng('combinations')

function key(n: number, levels: number, missing = 0.05): CodedKey {
  return { codes: Int32Array.from({ length: n }, () => (rng.uniform() < missing ? -1 : rng.int(levels))), levels }
}

/** By texts, one a record. */
function byDefinition(keys: readonly CodedKey[]): number {
  const seen = new Map<string, number>()
  const texts = Array.from(keys[0].codes, (_, i) => keys.map(({ codes }) => codes[i]).join(' '))
  for (const text of texts) seen.set(text, (seen.get(text) ?? 0) + 1)
  return texts.filter((text) => seen.get(text) === 1).length
}

describe('records with a unique combination', () => {
  it.each([
    ['in a table of all combinations', 5000, [3, 40, 7]],
    ['in one as large as a table may be', 5000, [79_999 - 1]],
    ['in a table of those that occur', 5000, [3000, 4000, 50]],
    ['of more combinations than whole numbers are exact', 3000, [2e9, 2e9, 7]],
    ['of few records', 2, [2, 2]],
  ])('%s', (_, n, levels) => {
    for (let round = 0; round < 5; round++) {
      const keys = levels.map((one) => key(n, one))
      expect(uniqueCombinations(keys)).toBe(byDefinition(keys))
      // Each record twice but the last: one is unique.
      const twice = keys.map(({ codes, levels: of }) => {
        const doubled = Int32Array.from({ length: 2 * n + 1 }, (__, i) => codes[i % n])
        doubled[2 * n] = -1
        return { codes: doubled, levels: of }
      })
      expect(uniqueCombinations(twice)).toBe(byDefinition(twice))
    }
  })

  it('is 0 without records, and their number if all differ', () => {
    expect(uniqueCombinations([{ codes: new Int32Array(0), levels: 4 }])).toBe(0)
    const codes = Int32Array.from({ length: 20_000 }, (_, i) => i)
    expect(uniqueCombinations([{ codes, levels: 20_000 }])).toBe(20_000)
    const neighbours = [
      { codes, levels: 20_000 },
      { codes: codes.map((c) => 19_999 - c), levels: 20_000 },
    ]
    expect(uniqueCombinations(neighbours)).toBe(20_000)
  })

  it('needs a key', () => {
    expect(() => uniqueCombinations([])).toThrow(RangeError)
  })
})
