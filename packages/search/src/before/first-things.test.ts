import { categorical, createRegistry, dataset, messageText, numeric } from '@sdc/core'
import { parseFileSchema, type DecidePlan } from '@sdc/engine'
import { describe, expect, it } from 'vitest'
import { firstThings } from './first-things.js'

const registry = createRegistry().freeze()

const rows = Array.from({ length: 40 }, (_, i) => i)
const file = dataset([
  ['id', categorical(rows.map((i) => `p${i}`))],
  ['sex', categorical(rows.map((i) => ['f', 'm'][i % 2]))],
  ['pay', numeric(rows)],
  ['debt', numeric(rows.map((i) => i % 7))],
  ['note', categorical(rows.map((i) => `n${i % 3}`))],
  ['w', numeric(rows.map((i) => (i < 5 ? 0.5 : 2)))],
])
const plan: DecidePlan = { by: [], smallGroups: 'error', then: [[]], axes: {}, replicates: 3 }
const said = (roles: Readonly<Record<string, string>>, columns?: string[]): string[] => {
  const schema = parseFileSchema({
    columns: Object.fromEntries(Object.entries(roles).map(([name, role]) => [name, { role }])),
  })
  return firstThings(file, { compare: { ...plan, columns }, schema }, registry).map(messageText)
}

describe('firstThings', () => {
  it('warns of missing roles, with a remedy', () => {
    expect(said({}, ['pay'])).toEqual([expect.stringMatching(/no column is a quasi-identifier.*quasiIdentifiers/)])
    expect(said({ sex: 'quasi-identifier', pay: 'confidential' })).toEqual([
      expect.stringMatching(/without a role, and released unmasked: id, debt, note, w/),
    ])
  })

  it('warns of an omitted confidential column, a quasi-identifier that is an identifier, and weights below 1', () => {
    const roles = { id: 'quasi-identifier', sex: 'quasi-identifier', pay: 'confidential', debt: 'confidential', note: 'non-confidential', w: 'weight' } // oxfmt-ignore
    expect(said(roles, ['id', 'sex', 'pay'])).toEqual([
      expect.stringMatching(/confidential and not masked: debt; add it to columns/),
      expect.stringMatching(/id alone makes 40 of 40 records unique/),
      expect.stringMatching(/w is below 1 in 5 records/),
    ])
  })

  it('is empty without problems', () => {
    const roles = { id: 'identifier', sex: 'quasi-identifier', pay: 'confidential', debt: 'confidential', note: 'non-confidential', w: 'non-confidential' } // oxfmt-ignore
    expect(said(roles)).toEqual([])
  })
})
