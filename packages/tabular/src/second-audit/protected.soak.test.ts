import { describe, expect, it } from 'vitest'
import { exactSuppressionMethod } from '../suppress/exact-suppression.js'
import { greedySuppressionMethod } from '../suppress/greedy-suppression.js'
import { faultsOf } from './protected.fixture.js'
import { randomCounts, randomMagnitudes } from './random-described.fixture.js'

/** Largest number of cells for the exact method. */
const SMALL = 36
const soak = process.env['SDC_SOAK'] === '1'
const tables = soak ? 200 : 50

describe.each([
  ['counts', randomCounts],
  ['magnitudes', randomMagnitudes],
] as const)(`${tables} random tables of %s`, (_, make) => {
  it('are protected by the greedy method without a successful attacker, and the audit agrees', async () => {
    expect(await faultsOf(greedySuppressionMethod, make, { from: 1, to: tables })).toEqual([])
  }, 3_600_000)

  it(`are protected by the exact method without a successful attacker, and the audit agrees, up to ${SMALL} cells`, async () => {
    expect(await faultsOf(exactSuppressionMethod, make, { from: 1, to: tables, most: SMALL })).toEqual([])
  }, 3_600_000)
})
