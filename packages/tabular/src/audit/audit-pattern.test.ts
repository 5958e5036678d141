import { describe, expect, it } from 'vitest'
import { referenceFile } from '@sdc/testing/reference'
import { cellNamed, tableFrom, type WrittenTable } from '../golden.fixture.js'
import { auditPattern } from './audit-pattern.js'

interface Patterns {
  readonly patterns: readonly {
    readonly id: string
    readonly table: string
    readonly primary: readonly string[]
    readonly secondary: readonly string[]
    readonly exactlyDisclosed: readonly string[]
    readonly primaryBelow20percent: readonly string[]
    readonly intervals: Readonly<Record<string, readonly [number, number | null]>>
  }[]
}

const options = { singletons: 'ignore', tick: () => {} } as const

describe('the audit of a pattern', () => {
  const { patterns } = referenceFile<Patterns>('tables/audit.json')
  const { tables } = referenceFile<{ readonly tables: readonly (WrittenTable & { readonly id: string })[] }>(
    'tables/secondary.json',
  )

  it.each(patterns)('finds what two other solvers found of $id', async ({ table: id, ...pattern }) => {
    const table = tableFrom(tables.find((one) => one.id === id) as WrittenTable)
    const cell = cellNamed(table)
    const status = new Uint8Array(table.values.length)
    const statuses = new Uint8Array(table.values.length)
    for (const name of pattern.secondary) status[cell(name)] = 2
    for (const name of pattern.primary) status[cell(name)] = statuses[cell(name)] = 1
    const level = table.values.map((value, c) => statuses[c] * 0.2 * value)
    const levels = { status: statuses, lower: level, upper: level, width: level.map(() => 0) }
    const audit = await auditPattern(table, status, levels, options)
    for (const [name, [low, high]] of Object.entries(pattern.intervals)) {
      const c = cell(name)
      expect(audit.low[c]).toBeCloseTo(low, 6)
      if (high === null) expect(audit.high[c]).toBe(Infinity)
      else expect(audit.high[c]).toBeCloseTo(high, 6)
    }
    const cells = (names: readonly string[]): number[] => names.map(cell).sort((a, b) => a - b)
    expect([...audit.disclosed]).toEqual(cells(pattern.exactlyDisclosed))
    expect([...audit.unprotected]).toEqual(cells(pattern.primaryBelow20percent))
    status.forEach((one, c) => {
      if (one === 0) expect([audit.low[c], audit.high[c]]).toEqual([table.values[c], table.values[c]])
    })
  })
})
