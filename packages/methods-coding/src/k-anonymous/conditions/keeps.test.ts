import { expect, it } from 'vitest'
import { classConditions } from './conditions.js'
import { drawsOf, randomLevels } from '../classes/random-problem.fixture.js'
import { holds } from '../classes/brute-force.fixture.js'
import type { Condition, Sensitive } from '../classes/problem.js'

/**
 * Largest number of records of a class in disjoint parts that satisfy the condition: tries every part, then every
 * choice among them.
 */
function mostKept(condition: Condition, sensitive: Sensitive, records: readonly number[]): number {
  const sets = 1 << records.length
  const good = new Uint8Array(sets)
  for (let set = 1; set < sets; set++) {
    const some = records.filter((_, i) => set & (1 << i))
    good[set] = holds(condition, sensitive, some) ? 1 : 0
  }
  const most = new Int8Array(sets)
  for (let set = 1; set < sets; set++) {
    for (let part = set; part > 0; part = (part - 1) & set) {
      if (!good[part]) continue
      let size = 0
      for (let bits = part; bits > 0; bits &= bits - 1) size++
      most[set] = Math.max(most[set], size + most[set ^ part])
    }
  }
  return most[sets - 1]
}

it('is at least the number of records that parts can keep, and all records if the class passes', () => {
  let tight = 0
  let cases = 0
  for (let seed = 1; seed <= 40; seed++) {
    const draw = drawsOf(seed)
    const size = 2 + draw(3)
    const n = 3 + draw(5)
    const codes = Int32Array.from({ length: 20 }, () => draw(size))
    const records = Array.from({ length: n }, (_, i) => i)
    const hierarchy = { codes, levels: randomLevels(draw, size, 1 + draw(3)) }
    const all: Condition[] = [
      { model: 'distinct', l: 2 },
      { model: 'entropy', l: 1.2 + draw(10) / 8 },
      { model: 'grassberger', l: 1.2 + draw(10) / 8 },
      { model: 'recursive', c: 0.5 + draw(8) / 4, l: 2 + draw(2) },
      { model: 'equal', t: 0.1 + draw(6) / 10 },
      { model: 'ordered', t: 0.05 + draw(6) / 12 },
      { model: 'hierarchical', t: 0.05 + draw(6) / 12 },
    ]
    for (const condition of all) {
      const sensitive: Sensitive = { column: 's', codes, size, hierarchy, conditions: [condition] }
      const [test] = classConditions([sensitive])
      const counts = Array.from({ length: size }, (_, v) => records.filter((i) => codes[i] === v).length)
      const values = counts.flatMap((count, v) => (count > 0 ? [v] : []))
      const histogram = {
        starts: Int32Array.of(0, values.length),
        values: Int32Array.from(values),
        counts: Int32Array.from(values, (v) => counts[v]),
        size,
      }
      const kept = test.keeps(histogram, 0, values.length, n)
      const most = mostKept(condition, sensitive, records)
      expect(test.holds(histogram, 0, values.length, n)).toBe(holds(condition, sensitive, records))
      expect(kept, `${condition.model}, seed ${seed}`).toBeGreaterThanOrEqual(most)
      if (holds(condition, sensitive, records)) expect(kept).toBe(n)
      cases++
      if (kept === most) tight++
    }
  }
  // A bound that always returned n would be correct but useless.
  expect(tight / cases).toBeGreaterThan(0.6)
})
