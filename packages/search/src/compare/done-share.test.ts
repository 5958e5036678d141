import { expect, it } from 'vitest'
import { doneShare } from './done-share.js'

it('rises through the stages and never falls, also if a stage is repeated', () => {
  for (const search of [false, true]) {
    const share = doneShare(search)
    const stages = [
      'parts of plans',
      'pairs of parts',
      ...(search ? ['the search, round 1', 'the search, round 2'] : []),
    ]
    const found = [...stages, 'the finalists once more', 'pairs of parts'].flatMap((stage) =>
      [0, 0.5].map((fraction) => share({ stage, fraction })),
    )
    expect(found[0]).toBeGreaterThan(0)
    expect(found).toEqual(found.toSorted((a, b) => a - b))
    expect(new Set(found).size).toBeGreaterThan(5)
    expect(share({ stage: 'the choice, as its release is checked', fraction: 1 })).toBe(1)
  }
})
