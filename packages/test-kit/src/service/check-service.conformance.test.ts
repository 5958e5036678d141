import type { QueryMethod } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { brokenServices, serviceCheckNames, soundCounts, soundNoisyCounts } from '../fixtures/services.fixture.js'
import { checkService } from './check-service.js'

const sound = [soundCounts, soundNoisyCounts] as QueryMethod[]

describe('checkService', () => {
  it.each(sound)('finds no problem with $id', async (one) => {
    const checks = await checkService(one)
    expect(checks.filter(({ ok }) => !ok)).toEqual([])
    expect(checks.length).toBeGreaterThan(8)
  })

  it.each(brokenServices)('finds a service that %s', async (_what, one, expected) => {
    const failed = (await checkService(one)).filter(({ ok }) => !ok).map(({ name }) => name)
    expect(failed.sort()).toEqual(expected.map((key): string => serviceCheckNames[key]).sort())
  })

  it('has a broken service for every check', async () => {
    const proved = new Set(
      brokenServices.flatMap(([, , expected]) => expected.map((key): string => serviceCheckNames[key])),
    )
    const all = (await Promise.all(sound.map(checkService))).flat()
    expect(all.map(({ name }) => name).filter((name) => !proved.has(name))).toEqual([])
  })
})
