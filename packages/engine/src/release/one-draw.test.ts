import { categorical, dataset, numeric, type Column } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { numbersUpTo } from '../bind/in-place.js'
import { isOneDraw } from './one-draw.js'
import { releaseFindings } from './release-findings.js'

const PERSONS = 200
const RECORDS = 3 * PERSONS
const person = (i: number): number => i % PERSONS
const pid = categorical(Array.from({ length: RECORDS }, (_, i) => `p${person(i)}`))
const birth = (shift: (i: number) => number): Column =>
  numeric(Float64Array.from({ length: RECORDS }, (_, i) => 31 * person(i) + shift(i)))

/** Findings of a release whose column of births was masked as given. */
function found(masked: Column, role: 'person' | 'household' = 'person', dropsIdentifiers = true): string[] {
  const original = dataset([['pid', pid], ['birth', birth(() => 0)]]) // oxfmt-ignore
  return releaseFindings({
    original,
    files: [{ data: dataset([['pid', pid], ['birth', masked]]), origin: numbersUpTo(RECORDS) }], // oxfmt-ignore
    columns: ['birth'],
    schema: { columns: { pid: { role } } },
    dropsIdentifiers,
  }).map(({ sentence }) => sentence)
}

const byPerson = birth((i) => 7 + (person(i) % 100))
const byRecord = birth((i) => 7 + i)

describe('renumbered ids', () => {
  it.each(['person', 'household'] as const)('predict no column with one draw for each %s', (role) => {
    expect(found(byPerson, role)).toEqual([])
  })

  it('disclose a column with several draws for each id and value, by their mean', () => {
    expect(found(byRecord)).toEqual([expect.stringMatching(/^birth by pid \(classes: 600 of 600/)])
  })

  it('predict it if they are released unchanged', () => {
    expect(found(byPerson, 'person', false)).toContainEqual(expect.stringMatching(/^birth by pid/))
  })
})

describe('isOneDraw', () => {
  it('treats records without an id one by one', () => {
    const ids = [categorical(['a', 'a', null, null])]
    const before = numeric([1, 2, 3, 3])
    expect(isOneDraw(ids, before, numeric([5, 6, 7, 8]))).toBe(true)
    expect(isOneDraw(ids, numeric([1, 1, 3, 3]), numeric([5, 6, 7, 8]))).toBe(false)
    expect(isOneDraw(ids, numeric([1, 1, 3, 3]), numeric([5, Number.NaN, 7, 8]))).toBe(false)
  })
})
