import type { Attack } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { brokenAttacks, attackCheckNames, soundLink, soundRefusal } from '../fixtures/attacks.fixture.js'
import { checkAttack } from './check-attack.js'

const sound = [soundLink, soundRefusal] as Attack[]

describe('checkAttack', () => {
  it.each(sound)('finds no problem with $id', async (one) => {
    const checks = await checkAttack(one)
    expect(checks.filter(({ ok }) => !ok)).toEqual([])
    expect(checks.length).toBeGreaterThan(8)
  })

  it.each(brokenAttacks)('finds an attack that %s', async (_what, one, expected) => {
    const failed = (await checkAttack(one)).filter(({ ok }) => !ok).map(({ name }) => name)
    expect(failed.sort()).toEqual(expected.map((key): string => attackCheckNames[key]).sort())
  })

  it('has a broken attack for every check', async () => {
    const proved = new Set(
      brokenAttacks.flatMap(([, , expected]) => expected.map((key): string => attackCheckNames[key])),
    )
    const all = (await Promise.all(sound.map(checkAttack))).flat()
    expect(all.map(({ name }) => name).filter((name) => !proved.has(name))).toEqual([])
  })
})
