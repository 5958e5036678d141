import { describe, expect, it } from 'vitest'
import { referenceFile } from '@sdc/testing/reference'
import { cellNamed, tableFrom, type WrittenTable } from '../golden.fixture.js'
import { openAttacker } from './attacker.js'

interface Patterns {
  readonly patterns: readonly {
    readonly id: string
    readonly table: string
    readonly primary: readonly string[]
    readonly secondary: readonly string[]
    readonly intervals: Readonly<Record<string, readonly [number, number | null]>>
  }[]
}

const { patterns } = referenceFile<Patterns>('tables/audit.json')
const { tables } = referenceFile<{ readonly tables: readonly (WrittenTable & { readonly id: string })[] }>(
  'tables/secondary.json',
)

describe('the attacker', () => {
  it.each(patterns)('finds the intervals of $id that two other solvers found', async ({ table: id, ...pattern }) => {
    const table = tableFrom(tables.find((one) => one.id === id) as WrittenTable)
    const cell = cellNamed(table)
    const suppressed = new Uint8Array(table.values.length)
    for (const name of [...pattern.primary, ...pattern.secondary]) suppressed[cell(name)] = 1
    const attacker = await openAttacker(table, suppressed)
    for (const [name, [low, high]] of Object.entries(pattern.intervals)) {
      const found = ([-1, 1] as const).map((direction) => attacker.reach(cell(name), direction).value)
      expect(found[0]).toBeCloseTo(low, 6)
      if (high === null) expect(found[1]).toBe(Infinity)
      else expect(found[1]).toBeCloseTo(high, 6)
    }
    attacker.close()
  })
})
