import { categorical, dataset, numeric, seededRng, type Column } from '@sdc/core'
import { keyClasses } from '@sdc/stats'
import { expect, it } from 'vitest'
import { keyCodes } from '../keys/key-codes.js'
import { uniqueRecords, type UniqueRecords } from './unique-records.js'

/** 64 records of six columns of two values: every record is unique by all six, none by five. */
const bits = dataset(
  Array.from({ length: 6 }, (_, b) => [
    `b${b}`,
    categorical(Array.from({ length: 64 }, (_, i) => ((i >> b) & 1 ? 'yes' : 'no'))),
  ]),
)

it('names columns with many unique records, and the smallest combination of the others', () => {
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

it('names all together if no three have enough unique records', () => {
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

it('names a text by its number of values, even if few records have one', () => {
  const n = 400
  const remark = categorical(Array.from({ length: n }, (_, i) => (i % 50 === 7 ? `patient ${i} died` : null)))
  const code = categorical(Array.from({ length: n }, (_, i) => `c${i % 51}`))
  const few = categorical(Array.from({ length: n }, (_, i) => `d${i % 50}`))
  const bonus = numeric(Array.from({ length: n }, (_, i) => (i % 40 === 3 ? i : Number.NaN)))
  const data = dataset([
    ['remark', remark],
    ['code', code],
    ['few', few],
    ['bonus', bonus],
  ])
  expect(uniqueRecords(data, data.names)).toEqual([
    { columns: ['remark'], unique: 8, records: n, share: 0.02, values: { distinct: 8, present: 8 } },
    { columns: ['code'], unique: 0, records: n, share: 0, values: { distinct: 51, present: n } },
    { columns: ['bonus'], unique: 10, records: n, share: 0.025, values: { distinct: 10, present: 10 } },
  ])
})

/** Counts all columns first, then every pair, then every three, without stopping early. */
function byDefinition(columns: ReadonlyMap<string, Column>, rows: number): UniqueRecords[] {
  const count = (names: readonly string[]): UniqueRecords => {
    const codes = names.map((name) => keyCodes(columns.get(name) ?? numeric([])))
    const unique = keyClasses(codes).sizes.filter((size) => size === 1).length
    return { columns: names, unique, records: rows, share: unique / rows }
  }
  const naming = [...columns.keys()].map((name) => count([name])).filter(({ share }) => share >= 0.1)
  const rest = [...columns.keys()].filter((name) => !naming.some((one) => one.columns[0] === name))
  const all = rest.length < 2 ? undefined : count(rest)
  if (all === undefined || all.share < 0.1) return naming
  const values = (name: string): number => new Set(keyCodes(columns.get(name) ?? numeric([]))).size
  const byValues = [...rest].sort((a, b) => values(b) - values(a))
  const pairs = byValues.flatMap((b, j) => byValues.slice(0, j).map((a) => [b, a]))
  const threes = byValues.flatMap((c, k) =>
    byValues.slice(0, k).flatMap((b, j) => byValues.slice(0, j).map((a) => [c, b, a])),
  )
  for (const names of [pairs, threes]) {
    const found = names.map(count)
    const worst = found.reduce(
      (a, b) => (b.unique > a.unique ? b : a),
      all.columns.length <= names[0]?.length ? all : found[0],
    )
    if (worst !== undefined && worst.share >= 0.1)
      return [...naming, { ...worst, columns: rest.filter((name) => worst.columns.includes(name)) }]
  }
  return [...naming, all]
}

it('equals counting every combination without stopping early', () => {
  const rng = seededRng('unique')
  const sizes = new Set<number>()
  for (let round = 0; round < 300; round++) {
    const rows = 2 + rng.int(120)
    const columns = new Map(
      Array.from({ length: 1 + rng.int(5) }, (_, j): [string, Column] => {
        const values = [2, 3, 6, 15, 200][rng.int(5)]
        const codes = Array.from({ length: rows }, () => (rng.uniform() < 0.05 ? Number.NaN : rng.int(values)))
        const texts = codes.map((code) => (Number.isNaN(code) ? null : `c${code}`))
        return [`v${j}`, rng.int(3) === 0 ? categorical(texts) : numeric(codes)]
      }),
    )
    const found = uniqueRecords(dataset(columns), [...columns.keys()])
    expect(found).toEqual(byDefinition(columns, rows))
    for (const one of found) sizes.add(one.columns.length)
  }
  // All six columns above are the fourth case.
  expect([...sizes].sort()).toEqual([1, 2, 3])
})
