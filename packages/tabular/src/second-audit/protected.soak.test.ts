import { describe, expect, it } from 'vitest'
import { exactSuppressionMethod } from '../suppress/exact-suppression.js'
import { greedySuppressionMethod } from '../suppress/greedy-suppression.js'
import { faultsOf } from './protected.fixture.js'
import { randomCounts, randomMagnitudes } from './random-described.fixture.js'

/** The exact method is for small tables. */
const SMALL = 36
const soak = process.env['SDC_SOAK'] === '1'
const tables = soak ? 200 : 50

describe.each([
  ['counts', randomCounts],
  ['magnitudes', randomMagnitudes],
] as const)(`${tables} random tables of %s`, (_, make) => {
  it('are beaten by nobody where the greedy method protects them, and the audit says so', async () => {
    expect(await faultsOf(greedySuppressionMethod, make, { from: 1, to: tables })).toEqual([])
  }, 3_600_000)

  it(`are beaten by nobody where the exact method protects them, up to ${SMALL} cells`, async () => {
    expect(await faultsOf(exactSuppressionMethod, make, { from: 1, to: tables, most: SMALL })).toEqual([])
  }, 3_600_000)
})
