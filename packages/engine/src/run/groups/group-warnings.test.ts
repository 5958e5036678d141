import { describe, expect, it } from 'vitest'
import { groupWarnings, labelsText } from './group-warnings.js'

describe('warnings of groups', () => {
  it('are one sentence per kind, for any number of groups', () => {
    const heard = groupWarnings()
    for (let g = 1; g <= 1000; g++) heard.of(`region=${g}`)(`${g} values were cut at 1.5e${g}`)
    heard.of('region=7')('the column is nearly constant')
    expect(heard.sentences()).toEqual([
      '1000 groups of records (region=1; region=2; region=3 and 997 more): 1 values were cut at 1.5e1 (these are the numbers of the first)',
      'region=7: the column is nearly constant',
    ])
  })

  it('have the words of the groups if these are equal', () => {
    const heard = groupWarnings()
    for (const label of ['a=1', 'a=2']) heard.of(label)('it is nearly constant')
    expect(heard.sentences()).toEqual(['2 groups of records (a=1; a=2): it is nearly constant'])
  })

  it('about the whole file stay unchanged, each kind once', () => {
    const heard = groupWarnings()
    for (const sentence of ['3 cells', '3 cells', 'another']) heard.of('')(sentence)
    expect(heard.sentences()).toEqual(['3 cells', 'another'])
  })

  it('name a few groups and count the others', () => {
    expect(labelsText(['a=1, b=2', 'a=1, b=3'])).toBe('a=1, b=2; a=1, b=3')
    expect(labelsText(['1', '2', '3', '4', '5'])).toBe('1; 2; 3 and 2 more')
  })
})
