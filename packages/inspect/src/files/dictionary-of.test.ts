import { describe, expect, it } from 'vitest'
import { parseFileSchema } from '@sdc/engine'
import { readTable } from './tables.js'

const csv = 'sex,income,edu,day,w\n1,-9,L,2024-01-31,1\n2,900,M,2024-02-01,2.5\n9,100,X,,1\n'
const read = (schema: object): ReturnType<typeof readTable> =>
  readTable({ name: 'data.csv', content: csv }, parseFileSchema(schema))

describe('dictionaryOf', () => {
  it('returns the dictionary of the schema for a text file', () => {
    const { dictionary } = read({
      columns: {
        sex: { label: 'Sex', labels: { 1: 'male', 2: 'female' }, measure: 'nominal', missing: ['', '9'] },
        income: { missingRange: [-9, -1], format: 'F8.0' },
        edu: { missing: ['', 'X'], format: 'A1' },
        day: { kind: 'date' },
        w: { role: 'weight' },
      },
    })
    expect(dictionary?.weight).toBe('w')
    expect(Object.fromEntries(dictionary?.columns ?? [])).toEqual({
      sex: {
        label: 'Sex',
        labels: new Map([
          ['1', 'male'],
          ['2', 'female'],
        ]),
        measure: 'nominal',
        missing: { values: ['9'] },
      },
      income: { missing: { values: [], range: [-9, -1] }, format: 'F8.0' },
      edu: { missing: { values: ['X'] }, format: 'A1', stored: 'text' },
      day: { time: 'date' },
    })
  })

  it('is undefined if the schema has no facts for it', () => {
    expect(read({ columns: { sex: { kind: 'categorical' } } }).dictionary).toBeUndefined()
  })
})
