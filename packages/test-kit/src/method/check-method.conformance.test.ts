import type { MaskingMethod } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { brokenKinds } from '../fixtures/broken-kinds.fixture.js'
import { brokenPromises } from '../fixtures/broken-promises.fixture.js'
import { brokenPlans } from '../fixtures/broken-plans.fixture.js'
import { brokenResults } from '../fixtures/broken-results.fixture.js'
import { claiming, methodCheckNames } from '../fixtures/broken-tools.fixture.js'
import type { Check } from '../shared/check.js'
import { checkMethod } from './check-method.js'
import {
  soundClasses,
  soundRedrawn,
  soundSuppression,
  soundSynthesis,
  soundWeights,
} from '../fixtures/sound-kinds.fixture.js'
import { soundBlocks, soundCells, soundRanks } from '../fixtures/sound-plans.fixture.js'
import {
  soundCopies,
  soundGroups,
  soundNoise,
  soundRecode,
  soundRedraw,
  soundExchange,
  soundSample,
} from '../fixtures/sound.fixture.js'

async function failed(method: MaskingMethod): Promise<string[]> {
  return (await checkMethod(method)).filter(({ ok }) => !ok).map(({ name }) => name)
}

/** Checks of the sound methods, made once for all tests. */
const soundChecks = new Map<MaskingMethod, Promise<Check[]>>()
function checksOf(method: MaskingMethod): Promise<Check[]> {
  const checks = soundChecks.get(method) ?? checkMethod(method)
  soundChecks.set(method, checks)
  return checks
}

const brokenMethods = [...brokenResults, ...brokenPromises, ...brokenKinds, ...brokenPlans]

const sound = [
  soundNoise,
  soundExchange,
  soundGroups,
  soundRecode,
  soundSample,
  soundCopies,
  soundRedraw,
  soundClasses,
  soundWeights,
  soundSynthesis,
  soundRedrawn,
  soundSuppression,
  soundBlocks,
  soundRanks,
  soundCells,
] as MaskingMethod[]

describe('checkMethod', () => {
  it.each(sound)('finds no problem with $id', async (method) => {
    const checks = await checksOf(method)
    expect(checks.filter(({ ok }) => !ok)).toEqual([])
    expect(checks.length).toBeGreaterThan(15)
    expect(checks.every(({ subject, message }) => subject === method.id && message === '')).toBe(true)
  })

  it.each(brokenMethods)('finds a method that %s', async (_what, method, expected) => {
    expect((await failed(method)).sort()).toEqual(expected.map((key) => methodCheckNames[key]).sort())
  })

  it('has a broken method for every check', async () => {
    const proved = new Set(
      brokenMethods.flatMap(([, , expected]) => expected.map((key): string => methodCheckNames[key])),
    )
    const all = (await Promise.all(sound.map(checksOf))).flat()
    expect(all.map(({ name }) => name).filter((name) => !proved.has(name))).toEqual([])
  })

  it('reports the expectation, the result and the parameters', async () => {
    const [check] = (await checkMethod(claiming({ claims: { means: { when: { shape: 'two-point' } } } }))).filter(
      ({ ok }) => !ok,
    )
    expect(check.message).toMatch(
      /expected the mean of hours to be the original's .* it differs by .* \(parameters .*two-point/,
    )
  })

  it('restores Math.random', async () => {
    const before = Math.random
    await Promise.all([
      checkMethod(soundNoise),
      checkMethod(brokenMethods.find(([what]) => what === 'calls Math.random')?.[1] ?? soundNoise),
    ])
    expect(Math.random).toBe(before)
    expect(Math.random()).toBeLessThan(1)
  })
})
