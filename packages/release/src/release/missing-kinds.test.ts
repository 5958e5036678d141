import { messageText } from '@sdc/core'
import { parseFileSchema, type MissingKindPolicy } from '@sdc/engine'
import { tableContent } from '@sdc/files/formats'
import { readTable } from '@sdc/inspect'
import { describe, expect, it } from 'vitest'
import { writtenKinds } from './missing-kinds.js'

const csv = 'income,sex\n1,1\n-9,2\n-8,1\n,2\n-9,9\n 5 ,1\n'
const schema = parseFileSchema({
  columns: { income: { missing: ['', '-9', '-8'] }, sex: { kind: 'categorical', missing: ['', '9'] } },
})
const table = readTable({ name: 'data.csv', content: csv }, schema)
const asSav = {
  ...table,
  format: 'sav' as const,
  source: new Map(
    [...table.source].map(([name, held]) => [name, { ...held, newMissing: { text: '', quoted: false } }]),
  ),
}

function written(source: typeof table | typeof asSav, released: boolean, missingKinds?: MissingKindPolicy): string {
  const kinds = writtenKinds(source, ['income'], ['income', 'sex'], { released, missingKinds })
  const { content } = tableContent(
    { format: 'csv', separator: undefined, compressed: false },
    kinds.source,
    table.dataset,
  )
  return Array.from(content, (piece) => new TextDecoder().decode(piece)).join('')
}

const merged = csv.replace('-9,2', ',2').replace('-8,1', ',1').replace('-9,9', ',9')

describe('kinds of missing values', () => {
  it('are kept in a file that is not released, and in a release as text', () => {
    expect(written(asSav, false)).toBe(csv)
    expect(written(table, true)).toBe(csv)
  })

  it('are merged in the masked columns of a release as a statistical file', () => {
    expect(written(asSav, true)).toBe(merged)
    expect(written(asSav, true, 'keep')).toBe(csv)
  })

  it('are merged in all columns if the user says so', () => {
    expect(written(asSav, false, 'merge')).toBe(merged.replace(',9', ','))
  })

  it('cause a warning in a release if they single out records', () => {
    const told = (missingKinds?: MissingKindPolicy): string[] =>
      writtenKinds(asSav, ['income'], ['income', 'sex'], { released: true, missingKinds }).messages.map(messageText)
    expect(told()).toEqual([])
    expect(told('keep')).toEqual([
      expect.stringContaining(
        '4 records have a pattern of kinds of missing values that no other record has (without the kinds 1)',
      ),
    ])
  })
})
