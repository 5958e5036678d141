import { categorical, dataset, numeric, noRoles } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { coarserSteps, coarserText, manyLevels } from './many-levels.js'

const ROWS = 300
const zip = Array.from({ length: ROWS }, (_, i) => String(8000 + ((i * 37) % 90)))
const name = Array.from({ length: ROWS }, (_, i) => `person number ${i}`)
const file = dataset([
  ['zip', categorical(zip)],
  ['name', categorical(name)],
  ['sex', categorical(zip.map((_, i) => ['f', 'm'][i % 2]))],
  ['age', numeric(zip.map((_, i) => i))],
])

describe('manyLevels', () => {
  const many = manyLevels(file, ['zip', 'name', 'sex', 'age'], noRoles)

  it('finds categorical quasi-identifiers with more than max(20, min(100, n/10)) levels', () => {
    expect(many.map(({ key, levels }) => [key, levels])).toEqual([
      ['zip', 90],
      ['name', 300],
    ])
  })

  it('coarsens them to the first level of their hierarchy with 2 to 12 classes, and codes by their text', () => {
    expect(many[0].coarser).toMatchObject({ level: 1, classes: 9 })
    expect(many[1].coarser).toBeUndefined()
    const hierarchy = [...new Set(zip)].map((one) => [one, one.slice(0, 3), one < '8050' ? 'south' : 'north', '*'])
    const given = { ...noRoles, hierarchies: new Map([['zip', hierarchy]]) }
    expect(manyLevels(file, ['zip'], given)[0].coarser).toEqual({ level: 1, classes: 9 })
    expect(coarserText(many, false)).toBe('zip in 9 classes, without name')
    expect(coarserText(many, true)).toBe('without zip, without name')
  })

  it('recodes them to one value if they have no such level, or if all of them are left out', () => {
    const params = (drop: boolean): unknown[] =>
      coarserSteps(many, 'coding/global-recode', drop).map((step) => step.params)
    expect(params(false)).toEqual([{ level: 1 }, { classes: 1, other: '*' }])
    expect(params(true)).toEqual([
      { classes: 1, other: '*' },
      { classes: 1, other: '*' },
    ])
  })
})
