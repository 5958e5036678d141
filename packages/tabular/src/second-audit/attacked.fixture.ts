import { referenceFile } from '@sdc/testing/reference'
import { cellNamed } from '../golden.fixture.js'
import { prepared, type DescribedTable, type Prepared } from './described.fixture.js'

/** A pattern of least cost; if there are several, only its cost is a reference. */
export interface Optimum {
  readonly cost: number
  readonly unique: boolean
  readonly secondary: readonly string[]
}

/** A table of `attacks.json`; `packages/testing/reference/README.md` describes its parts. */
export interface Attacked extends DescribedTable {
  readonly id: string
  readonly primary: readonly { readonly cell: string; readonly upper: number; readonly lower: number }[]
  readonly optimum: Optimum
  readonly optimumOwn?: Omit<Optimum, 'unique'> & { readonly optimumBrokenBy: readonly (readonly [string, string])[] }
  /** Public intervals under the optimum; null for an unbounded end. */
  readonly intervals: Readonly<Record<string, readonly [number | null, number | null]>>
  readonly attackers: readonly {
    readonly attacker: string
    readonly cell: string
    readonly low: number | null
    readonly high: number | null
    readonly needAbove: number
    readonly needBelow: number
  }[]
  readonly naive: {
    readonly secondary: readonly string[]
    readonly broken: readonly {
      readonly attacker: string
      readonly cells: readonly string[]
      readonly low: number | null
      readonly high: number | null
      readonly union?: true
    }[]
  }
}

export const { tables: attacked } = referenceFile<{ readonly tables: readonly Attacked[] }>('tables/attacks.json')

/** Suppresses the sensitive cells and these. */
export function patternOf(table: Attacked, secondary: readonly string[]): Uint8Array {
  const { table: made, sensitive } = prepared(table)
  const cell = cellNamed(made)
  const pattern = sensitive.status.slice()
  for (const name of secondary) pattern[cell(name)] = 2
  return pattern
}

/** The names of the secondary cells of a pattern, in order. */
export function secondaryOf({ table: { dimensions } }: Pick<Prepared, 'table'>, status: Uint8Array): string[] {
  const cells = [...status.keys()].filter((c) => status[c] === 2)
  return cells.map((c) => dimensions.map(({ codes, levels }) => levels[codes[c]]).join('|')).sort()
}

/** True if an end of an interval equals that of the reference; null is unbounded. */
export function isEnd(found: number | undefined, end: number | null): boolean {
  if (found === undefined) return false
  return end === null ? Math.abs(found) === Infinity : Math.abs(found - end) <= 1e-6 * Math.max(1, Math.abs(end))
}
