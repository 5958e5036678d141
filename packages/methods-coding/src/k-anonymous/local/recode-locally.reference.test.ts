import { describe, expect, it } from 'vitest'
import { haveData } from '@sdc/testing/outside-data'
import { readAdult } from '../classes/adult.fixture.js'
import type { Sensitive } from '../classes/problem.js'
import { recodeLocally } from './recode-locally.js'
import { released, cellLoss, type Problem } from './recode-locally.fixture.js'

describe.runIf(haveData('adult/adult.csv'))('recodeLocally on adult.csv', () => {
  // The cell loss of ARX's local recoding, an upper limit for ours.
  it.each([
    ['k = 5', [], 0.087],
    ['k = 5, three occupations', [{ model: 'distinct', l: 3 }], 0.054],
    ['k = 5, occupations within .35', [{ model: 'equal', t: 0.35 }], 0.315],
  ] as const)('%s', (_, conditions, most) => {
    const adult = readAdult()
    const names = adult.names.filter((name) => conditions.length === 0 || name !== 'occupation')
    const sensitive: Sensitive[] = conditions.length > 0 ? [adult.sensitive('occupation', conditions)] : []
    const keys = names.map((name) => adult.key(name))
    const problem: Problem = { keys, rows: adult.rows, k: 5, sensitive, loss: 'loss' }
    const result = recodeLocally(problem)
    expect(result.cellLoss).toBeLessThanOrEqual(most)
    expect(Math.abs(result.cellLoss - cellLoss(problem, result))).toBeLessThanOrEqual(1e-12)
    const classes = released(problem, result)
    expect(classes.length).toBe(result.classes)
    for (const records of classes) expect(records.length).toBeGreaterThanOrEqual(5)
    if (sensitive.length > 0) {
      const { codes, size } = sensitive[0]
      const count = (records: readonly number[]): number[] => {
        const counts = Array.from({ length: size }, () => 0)
        for (const i of records) counts[codes[i]]++
        return counts
      }
      const p = count([...codes.keys()]).map((all) => all / adult.rows)
      for (const records of classes) {
        const counts = count(records)
        if (conditions[0]?.model === 'distinct') expect(counts.filter(Boolean).length).toBeGreaterThanOrEqual(3)
        else {
          const apart = counts.reduce((sum, c, v) => sum + Math.abs(c / records.length - p[v]), 0) / 2
          expect(apart).toBeLessThanOrEqual(0.35 + 1e-12)
        }
      }
    }
    expect(result.suppressed.reduce((sum, is) => sum + is, 0)).toBeLessThanOrEqual(40)
  })
})
