import { describe, expect, it } from 'vitest'
import { exactSuppressionMethod } from '../suppress/exact-suppression.js'
import { greedySuppressionMethod } from '../suppress/greedy-suppression.js'
import { faultsOf } from './protected.fixture.js'
import { randomCounts, randomMagnitudes } from './random-described.fixture.js'

/** The exact method is for small tables. */
const SMALL = 36

describe.each([
  ['counts', randomCounts],
  ['magnitudes', randomMagnitudes],
] as const)('200 random tables of %s', (_, make) => {
  it('are beaten by nobody where the greedy method protects them, and the audit says so', async () => {
    expect(await faultsOf(greedySuppressionMethod, make, { from: 1, to: 200 })).toEqual([])
  }, 3_600_000)

  it(`are beaten by nobody where the exact method protects them, up to ${SMALL} cells`, async () => {
    expect(await faultsOf(exactSuppressionMethod, make, { from: 1, to: 200, most: SMALL })).toEqual([])
  }, 3_600_000)
})
