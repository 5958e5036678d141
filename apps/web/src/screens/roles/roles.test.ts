import type { Role } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import type { ColumnView } from '../../worker/protocol/file-types.js'
import type { Settings } from '../../worker/protocol/settings-types.js'
import { roleKey } from './role-keys.js'
import { roleTexts } from './role-texts.js'
import { setRole } from '../../session/set-role.js'
import { shownColumns, whyText } from './shown-columns.js'

const settings = (roles: Readonly<Record<string, Role>>, accepted: readonly string[] = []): Settings => {
  const columns = Object.fromEntries(Object.entries(roles).map(([name, role]) => [name, { role }]))
  return { schema: { columns }, accepted } as unknown as Settings
}
const rolesOf = ({ schema }: Pick<Settings, 'schema'>) =>
  Object.fromEntries(Object.entries(schema.columns).map(([name, { role }]) => [name, role]))
const pressed = (key: string, more: object = {}) =>
  roleKey({ key, ctrlKey: false, altKey: false, metaKey: false, ...more })

describe('roleKey', () => {
  it('has a different letter for every role', () => {
    expect(roleTexts.map(({ key }) => pressed(key))).toEqual(roleTexts.map(({ role }) => ({ role })))
    expect(new Set(roleTexts.map(({ key }) => key)).size).toBe(roleTexts.length)
    expect(pressed('C')).toEqual({ role: 'confidential' })
  })

  it('moves by arrows, and leaves other keys to the browser', () => {
    expect(pressed('ArrowUp')).toEqual({ move: -1 })
    expect(pressed('ArrowDown')).toEqual({ move: 1 })
    for (const key of ['x', 'ArrowLeft', ' ', 'Tab', 'Enter']) expect(pressed(key)).toBeUndefined()
    for (const held of ['ctrlKey', 'altKey', 'metaKey']) expect(pressed('c', { [held]: true })).toBeUndefined()
  })
})

describe('setRole', () => {
  it('masks the column that had the single weight role before, and says so', () => {
    const { settings: changed, label } = setRole(settings({ a: 'weight', b: 'confidential' }), ['b'], 'weight')
    expect(rolesOf(changed)).toEqual({ a: 'confidential', b: 'weight' })
    expect(label).toBe('b weight, a confidential')
  })

  it('gives other roles to any number of columns', () => {
    const { settings: changed, label } = setRole(settings({ a: 'identifier', b: 'confidential' }), ['b'], 'identifier')
    expect(rolesOf(changed)).toEqual({ a: 'identifier', b: 'identifier' })
    expect(label).toBe('b identifier')
    expect(setRole(settings({}), ['a', 'b'], 'quasi-identifier').label).toBe('2 columns quasi-identifier')
  })

  it('withdraws the acceptance of a column that is no longer open', () => {
    const open = settings({ a: 'non-confidential', b: 'non-confidential' }, ['a', 'b'])
    expect(setRole(open, ['a'], 'confidential').settings.accepted).toEqual(['b'])
    expect(setRole(open, ['a'], 'non-confidential').settings.accepted).toEqual(['a', 'b'])
  })
})

const column = (name: string, unsure: boolean): ColumnView =>
  ({ name, suggested: { role: 'confidential', unsure, why: 'an amount' } }) as ColumnView

describe('shownColumns', () => {
  it('searches names without case, and finds guesses', () => {
    const columns = [column('INCOME', false), column('Age', true)]
    expect(shownColumns(columns, { text: ' inc', unsure: false })).toEqual([columns[0]])
    expect(shownColumns(columns, { text: '', unsure: true })).toEqual([columns[1]])
  })
})

describe('whyText', () => {
  it("distinguishes a suggestion from the user's different choice", () => {
    expect(whyText(column('a', false), 'confidential')).toBe('an amount')
    expect(whyText(column('a', false), 'non-confidential')).toBe('set by you; suggestion: confidential (an amount)')
  })
})
