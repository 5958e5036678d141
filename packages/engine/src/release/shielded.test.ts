import { categorical, dataset, numeric, type Column, type Dataset } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { parseFileSchema } from '../plan/plan.js'
import { releaseFindings } from './release-findings.js'

const rows = 40
const of = (value: (i: number) => string): Column => categorical(Array.from({ length: rows }, (_, i) => value(i)))
const columns: Record<string, Column> = {
  // Two records per age: k-anonymous for a method with k = 2, and not by itself.
  age: of((i) => `a${i % 20}`),
  town: of((i) => `t${i % 4}`),
  income: numeric(Array.from({ length: rows }, (_, i) => i * i)),
  note: of((i) => `n${i % 2}`),
}
const original: Dataset = dataset(Object.entries(columns))
/** The towns are masked, the ages unchanged. */
const masked = dataset(Object.entries({ ...columns, town: of(() => '*') }))
const schema = parseFileSchema({
  columns: { age: { role: 'quasi-identifier' }, town: { role: 'quasi-identifier' }, income: { role: 'confidential' } },
})
const origin = Int32Array.from({ length: rows }, (_, i) => i)

function found(shielded: readonly string[], data: Dataset = masked): string[] {
  const input = {
    original,
    files: [{ data, origin }],
    columns: ['age', 'town'],
    spared: ['age', 'town'],
    schema,
    shielded,
  }
  return releaseFindings(input).map(({ kind, columns: names }) => `${kind}: ${names.join(' ')}`)
}

describe('shielded columns', () => {
  it('may be open: unchanged keys of classes of k, and sensitive columns that l or t protects', () => {
    const bare = found([])
    expect(bare).toContain('role: age')
    expect(bare).toContain('role: income')
    expect(bare).toContain('names-people: income')
    expect(bare).toContain('gives-away: age town')
    // Shielded keys do not cover the confidential column, which is open.
    expect(found(['age', 'town'])).toEqual(expect.arrayContaining(['role: income', 'names-people: income']))
    expect(found(['age', 'town'])).not.toContain('role: age')
    expect(found(['age', 'town'])).not.toContain('gives-away: age town')
    const settled = found(['age', 'town', 'income'])
    expect(settled.filter((one) => /^(role|names-people)/.test(one))).toEqual([])
  })

  it('do not cover a sensitive column that predicts a masked key: it splits classes', () => {
    const telling = dataset(Object.entries({ ...columns, note: columns.town, town: of(() => '*') }))
    const before = dataset(Object.entries({ ...columns, note: columns.town }))
    const input = {
      original: before,
      files: [{ data: telling, origin }],
      columns: ['age', 'town'],
      spared: ['age', 'town'],
    }
    const kinds = releaseFindings({ ...input, schema, shielded: ['age', 'town', 'note'] }).map(
      ({ kind, columns: names }) => `${kind}: ${names.join(' ')}`,
    )
    expect(kinds).toContain('gives-away: note town')
  })

  it('do not cover a confidential column in which some records lack the value', () => {
    const income = numeric(Array.from({ length: rows }, (_, i) => (i < 5 ? Number.NaN : i * i)))
    expect(found(['age', 'town'], dataset(Object.entries({ ...columns, town: of(() => '*'), income })))).toContain(
      'role: income',
    )
  })

  it('include keys that are k-anonymous in the released file, and never what they disclose of other columns', () => {
    const age = of((i) => `a${i % 8}`)
    const kinds = (before: Record<string, Column>, after: Record<string, Column>, masked: string[]): string[] =>
      releaseFindings({
        original: dataset(Object.entries(before)),
        files: [{ data: dataset(Object.entries(after)), origin }],
        columns: masked,
        schema,
      }).map(({ kind, columns: names }) => `${kind}: ${names.join(' ')}`)
    const before = { ...columns, age, town: of((i) => `t${i % 2}`) }
    const all = kinds(before, before, [])
    expect(all).not.toContain('role: age')
    expect(all).toContain('role: income')
    // A single record is not protected by the classes of others.
    const alone = { ...before, age: of((i) => (i === 0 ? 'a99' : `a${i % 8}`)) }
    expect(kinds(alone, alone, [])).toEqual(expect.arrayContaining(['role: age', 'role: town']))
    // A key that equals a masked confidential column discloses it.
    const equal = { ...before, income: numeric(Array.from({ length: rows }, (_, i) => i % 8)) }
    const noise = { ...equal, income: numeric(Array.from({ length: rows }, (_, i) => (7 * i) % 40)) }
    expect(kinds(equal, noise, ['income'])).toContain('gives-away: age income')
  })
})
