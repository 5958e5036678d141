import { categorical, dataset, numeric, withColumns } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { coarserLevels } from './coarser-levels.js'

const n = 40
const ids = Array.from({ length: n }, (_, i) => i)
const data = dataset([
  ['age', numeric(ids.map((i) => 22 + i))],
  ['income', numeric(ids.map((i) => 1000.5 + 997 * i))],
  ['zip', categorical(ids.map((i) => `10${String(100 + 7 * i)}`))],
  ['job', categorical(ids.map((i) => 'abcdefgh'[i % 8]))],
  ['sex', categorical(ids.map((i) => 'fm'[i % 2]))],
  ['one', numeric(ids.map(() => 7))],
])
const dated = withColumns(
  dataset([['born', numeric(ids)]]),
  new Map([['born', { kind: 'numeric', time: 'date', values: Float64Array.from(ids, (i) => 100 * i) } as const]]),
)
const none = { columns: {} }

describe('coarserLevels', () => {
  it('begin with the year for dates', () => {
    const found = coarserLevels(dated, none, 'born')
    expect(found?.hierarchy).toBe('date:month,quarter,year,5years')
    expect(found?.levels.find(({ level }) => level === found.usual)).toMatchObject({ level: 3, classes: 11 })
    expect(found?.levels.find(({ level }) => level === 3)?.examples).toEqual(['1970', '1971', '1972'])
  })

  it.each([
    ['age', 'interval:5,10,20', 9],
    ['income', 'interval:5000,10000,20000', 8],
    ['zip', 'prefix:4,3', 28],
    ['job', 'tree', 4],
  ])('follow from the values of %s', (name, hierarchy, classes) => {
    const found = coarserLevels(data, none, name)
    expect(found?.hierarchy).toBe(hierarchy)
    expect(found?.usual).toBe(1)
    expect(found?.levels[0]).toMatchObject({ level: 1, classes })
  })

  it('are those of the schema if it has a hierarchy', () => {
    const schema = { columns: { age: { hierarchy: 'interval:25' } } }
    expect(coarserLevels(data, schema, 'age')).toMatchObject({ hierarchy: 'interval:25', levels: [{ classes: 3 }] })
  })

  it('are undefined for two categories or one number', () => {
    expect(coarserLevels(data, none, 'sex')).toBeUndefined()
    expect(coarserLevels(data, none, 'one')).toBeUndefined()
  })
})
