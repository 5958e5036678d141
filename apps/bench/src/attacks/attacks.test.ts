import { createRegistry, seededRng } from '@sdc/core'
import standard from '@sdc/standard'
import { describe, expect, it } from 'vitest'
import { attackSection } from './attack-section.js'
import { studyRows, type StudyRow } from './attack-study.js'
import { studyAttacks, studyPlugin } from './attacks.js'
import { alike, found, mapped, people, share, toDataset, toTable } from './tables.js'

const registry = createRegistry().use(standard).use(studyPlugin).freeze()
/** Slow attacks, with many plans or files: one release of each shows if they run. */
const slow = ['shopping for a draw', 'intervals', 'keys that nobody named', 'camouflage']
const attacks = studyAttacks.filter(({ name }) => !slow.includes(name))

describe('the study of attacks', () => {
  it('has three further releases for each attack, and computes shares', async () => {
    for (const { releases } of studyAttacks) expect(Object.keys(releases)).toHaveLength(4)
    const rows = await studyRows(registry, 120, attacks, () => {})
    expect(rows).toHaveLength(4 * attacks.length)
    for (const { disclosed } of rows) expect(disclosed >= 0 && disclosed <= 100).toBe(true)
    const of = (name: string, place: number): StudyRow => rows.filter((row) => row.name === name)[place]
    // The attack itself succeeds, and is reported.
    for (const { name } of attacks)
      expect([name, of(name, 0).disclosed > 10, of(name, 0).told]).toEqual([name, true, true])
    // Protected releases disclose nothing.
    for (const name of ['suppressed keys', 'missing patterns', 'largest values', 'two imputed sets'])
      expect([name, of(name, 3).disclosed < 5]).toEqual([name, true])
    // With bounded noise, the same intruder finds at least as many people as the nearest record by ranks would by
    // chance.
    expect(of('bounds of noise', 0).disclosed).toBeGreaterThan(50)
    const section = attackSection(rows, 120)
    for (const { name } of attacks) expect(section).toContain(`### ${name[0].toUpperCase()}${name.slice(1)}`)
  }, 60_000)

  it('reports by the gate that keys without a role are released', async () => {
    const [named] = studyAttacks.filter(({ name }) => name === 'keys that nobody named')
    const first = { ...named, releases: { 'no column has a role': {} } }
    const [row] = await studyRows(registry, 60, [first], () => {})
    expect(row.told).toBe(true)
    expect(row.now).toContain('gate: not met')
  })
})

describe('tables of the study', () => {
  it('are the datasets that they are made from', () => {
    const table = mapped(people(20, seededRng(1)), ['income', 'job'], (cell, row) => (row === 3 ? null : cell))
    expect(toTable(toDataset(table))).toEqual(table)
  })

  it('count equal rows and linked people', () => {
    expect(alike([['a', 'a', null], [1, 1, 1]])).toEqual([2, 2, 1]) // oxfmt-ignore
    expect(share([1, 2, 3, 4], (one) => one > 3)).toBe(0.25)
    expect(share([], () => true)).toBe(0)
    // Row 0 has a tie, row 1 is linked, row 2 is linked to another person.
    const score = [[1, 1, 0], [0, 1, 0], [1, 0, 0]] // oxfmt-ignore
    expect(found(3, (i, t) => score[i][t])).toBeCloseTo(1 / 3, 12)
    expect(found(2, () => -Infinity)).toBe(0)
  })
})
