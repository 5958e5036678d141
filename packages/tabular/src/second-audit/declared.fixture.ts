import { givenStatuses, type Sensitivity, type Table } from '@sdc/core'
import { referenceFile } from '@sdc/testing/reference'
import { cellNamed, tableFrom, type WrittenTable } from '../golden.fixture.js'
import type { Prepared } from './described.fixture.js'

/** A table of `secondary.json`. */
export interface Declared extends WrittenTable {
  readonly id: string
  readonly primary: readonly string[]
  readonly options: { readonly protection: number; readonly cost: 'value' | 'one' | 'log' }
  readonly optimum: { readonly cost: number; readonly unique: boolean; readonly secondary?: readonly string[] }
  readonly singletons?: {
    readonly cells: readonly string[]
    readonly optimum: { readonly secondary?: readonly string[] }
  }
}

/**
 * Prepares a table with levels of 20 % for each sensitive cell, and public knowledge that no cell is negative.
 *
 * @param written - The table.
 * @param isAlone - True if lone respondents know their cells.
 * @returns The table with its sensitive cells.
 */
export function declared(written: Declared, isAlone: boolean): Prepared {
  const plain = tableFrom(written)
  const cell = cellNamed(plain)
  const cells = plain.values.length
  const alone = new Int32Array(cells).fill(-1)
  const counts = plain.counts.slice()
  const contributions = Array.from(plain.values, () => new Map<string, number>())
  for (const [i, name] of (isAlone ? (written.singletons?.cells ?? []) : []).entries()) {
    const c = cell(name)
    alone[c] = i
    counts[c] = 1
    contributions[c].set(name, plain.values[c])
  }
  const given = Uint8Array.from(written.cells, ({ status }) =>
    status === 'fixed' ? givenStatuses.indexOf('fixed') : 0,
  )
  const known = { low: new Float64Array(cells), high: new Float64Array(cells).fill(Infinity) }
  const table: Table = { ...plain, counts, alone, given, known }
  const status = new Uint8Array(cells)
  for (const name of written.primary) status[cell(name)] = 1
  const level = plain.values.map((value, c) => (status[c] * written.options.protection * value) / 100)
  const sensitive: Sensitivity = { status, lower: level, upper: level, width: new Float64Array(cells) }
  const primary = new Map(
    written.primary.map((name) => [cell(name), { upper: level[cell(name)], lower: level[cell(name)], rules: [] }]),
  )
  return { table, whole: false, zeros: 'published', contributions, rules: [], primary, sensitive }
}

export const { tables: declaredTables } = referenceFile<{ readonly tables: readonly Declared[] }>(
  'tables/secondary.json',
)
