import { categorical, dataset, numeric } from '@sdc/core'
import { expect, it } from 'vitest'
import { uniqueRecords } from './unique-records.js'

/** 64 records of six columns of two values: every record is unique by all six, none by five. */
const bits = dataset(
  Array.from({ length: 6 }, (_, b) => [
    `b${b}`,
    categorical(Array.from({ length: 64 }, (_, i) => ((i >> b) & 1 ? 'yes' : 'no'))),
  ]),
)

it('names columns by which many are unique, and of the others the smallest combination', () => {
  const id = numeric(Array.from({ length: 64 }, (_, i) => i))
  const eighth = numeric(Array.from({ length: 64 }, (_, i) => i >> 3))
  const within = numeric(Array.from({ length: 64 }, (_, i) => i % 8))
  const data = dataset([
    ['id', id],
    ['eighth', eighth],
    ['constant', numeric(new Float64Array(64))],
    ['within', within],
  ])
  expect(uniqueRecords(data, data.names)).toEqual([
    { columns: ['id'], unique: 64, records: 64, share: 1 },
    { columns: ['eighth', 'within'], unique: 64, records: 64, share: 1 },
  ])
  expect(uniqueRecords(data, ['eighth', 'constant'])).toEqual([])
})

it('names all together where no three do', () => {
  expect(uniqueRecords(bits, bits.names)).toEqual([{ columns: bits.names, unique: 64, records: 64, share: 1 }])
  expect(uniqueRecords(bits, bits.names.slice(0, 5))).toEqual([])
})

it('counts a missing value as a value, and names nothing below a tenth of the records', () => {
  const few = dataset([['x', numeric(Array.from({ length: 40 }, (_, i) => (i < 3 ? i : i < 4 ? Number.NaN : 9)))]])
  expect(uniqueRecords(few, ['x'])).toEqual([{ columns: ['x'], unique: 4, records: 40, share: 0.1 }])
  const fewer = dataset([['x', numeric(Array.from({ length: 41 }, (_, i) => (i < 4 ? i : 9)))]])
  expect(uniqueRecords(fewer, ['x'])).toEqual([])
  expect(uniqueRecords(dataset([['x', numeric([1])]]), ['x'])).toEqual([])
})
