import type { TableMethod } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import {
  brokenTables,
  soundAudit,
  soundPerturbation,
  soundRule,
  soundSuppression,
  tableCheckNames,
} from '../fixtures/tables.fixture.js'
import { checkTable } from './check-table.js'

const sound = [soundRule, soundPerturbation, soundSuppression, soundAudit] as TableMethod[]

describe('checkTable', () => {
  it.each(sound)('finds no problem with $id', async (one) => {
    const checks = await checkTable(one)
    expect(checks.filter(({ ok }) => !ok)).toEqual([])
    expect(checks.length).toBeGreaterThan(8)
  })

  it.each(brokenTables)('finds a table method that %s', async (_what, one, expected) => {
    const failed = (await checkTable(one)).filter(({ ok }) => !ok).map(({ name }) => name)
    expect(failed.sort()).toEqual(expected.map((key): string => tableCheckNames[key]).sort())
  })

  it('has a broken table method for every check', async () => {
    const proved = new Set(
      brokenTables.flatMap(([, , expected]) => expected.map((key): string => tableCheckNames[key])),
    )
    const all = (await Promise.all(sound.map(checkTable))).flat()
    expect(all.map(({ name }) => name).filter((name) => !proved.has(name))).toEqual([])
  })
})
