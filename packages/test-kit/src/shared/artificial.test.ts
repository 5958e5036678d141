import { kindOf, takeRows, type Dataset } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { artificialFile, columnsOfKinds, maskedColumns, RECORDS, rolesOf, withMissing } from './artificial.js'

const half = Int32Array.from({ length: 60 }, (_, i) => (i * 37 + 5) % RECORDS)
const categories = columnsOfKinds(['ordered', 'nominal'])
const files: [string, Dataset][] = [
  ['the file', artificialFile()],
  ['another draw', artificialFile(RECORDS, 'other')],
  ['a group', takeRows(artificialFile(), half)],
  ['a file with missing values', withMissing(artificialFile(), categories)],
]

describe('artificialFile', () => {
  it.each(files)('%s has a rare category at an end of every ordered column', (_, file) => {
    for (const name of maskedColumns.ordered) {
      const column = file.column(name)
      if (column.kind !== 'categorical') throw new Error(`${name} is not categorical`)
      const codes = [...column.codes].filter((code) => code >= 0)
      const share = (code: number): number => codes.filter((one) => one === code).length / codes.length
      // The rarest end has at most 5 % of the records, so that coding 5 % tails has an effect.
      expect(Math.min(share(Math.min(...codes)), share(Math.max(...codes)))).toBeLessThanOrEqual(0.05)
    }
  })

  it('has columns of every kind, also among the keys and the confidential columns', () => {
    const file = artificialFile()
    const kinds = (names: readonly string[]): string[] => [...new Set(names.map((name) => kindOf(file.column(name))))]
    for (const kind of ['numeric', 'ordered', 'nominal'] as const)
      expect(maskedColumns[kind].map((name) => kindOf(file.column(name)))).toEqual(maskedColumns[kind].map(() => kind))
    const roles = rolesOf(file)
    for (const names of [roles.keys, roles.confidential])
      expect(kinds(names).sort()).toEqual(['nominal', 'numeric', 'ordered'])
    for (const name of [...roles.given, ...roles.identifiers, roles.weight, roles.household])
      expect(file.names).toContain(name)
  })

  it('has unique identifiers, households of several records, and weights above 0', () => {
    const file = artificialFile()
    const values = (name: string): ArrayLike<number> => {
      const column = file.column(name)
      return column.kind === 'numeric' ? column.values : column.codes
    }
    expect(new Set(Array.from(values('id'))).size).toBe(RECORDS)
    const households = new Set(Array.from(values('household'))).size
    expect(households).toBeGreaterThan(RECORDS / 4)
    expect(households).toBeLessThan(RECORDS)
    expect(Math.min(...Array.from(values('weight')))).toBeGreaterThan(0)
  })
})
