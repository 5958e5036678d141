import { describe, expect, it } from 'vitest'
import { draftOf, hierarchyOf, hierarchyWords, offeredForms } from './hierarchy-draft.js'

const levels = ['a', 'b', 'c']
const rows = [
  ['a', 'first', '*'],
  ['b', 'first', '*'],
  ['c', 'c', '*'],
]

describe('the form of a hierarchy', () => {
  it.each([[undefined], ['tree'], ['date:month,year'], ['prefix:3,1'], ['interval:5,10,15..90'], [rows]])(
    'contains the settings %j',
    (hierarchy) => {
      expect(hierarchyOf(draftOf(hierarchy), levels)).toEqual(hierarchy)
    },
  )

  it('keeps the rows of a file with several levels', () => {
    const deep = [['a', 'x', 'y', '*']]
    expect(draftOf(deep).form).toBe('file')
    expect(hierarchyOf(draftOf(deep), levels)).toEqual(deep)
  })

  it('reads sizes with any separator, and sorts the steps of dates', () => {
    const draft = draftOf(undefined)
    expect(hierarchyOf({ ...draft, form: 'interval', sizes: ' 5;10  20' }, levels)).toBe('interval:5,10,20')
    expect(hierarchyOf({ ...draft, form: 'date', steps: ['year', 'month'] }, levels)).toBe('date:month,year')
  })

  it('leaves a category without a group unchanged, whatever its name', () => {
    const draft = { ...draftOf(undefined), form: 'groups', groups: { a: 'x' } } as const
    expect(hierarchyOf(draft, ['a', 'constructor'])).toEqual([
      ['a', 'x', '*'],
      ['constructor', 'constructor', '*'],
    ])
  })

  it('offers the forms that fit the column', () => {
    expect(offeredForms('date', false)).not.toContain('interval')
    expect(offeredForms('categorical', true)).toContain('groups')
    expect(offeredForms('categorical', false)).not.toContain('groups')
  })
})

it.each([
  [undefined, 'as found', 'as found'],
  ['date:month,5years', '', 'by month, 5 years'],
  ['prefix:3,1', '', 'first 3, 1 characters'],
  ['interval:5,10', '', 'intervals of 5, 10'],
  [rows, '', 'groups'],
])('words the hierarchy %j', (hierarchy, words, said) => {
  expect(hierarchyWords(hierarchy, words)).toBe(said)
})
