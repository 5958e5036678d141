import type { Table, Taxonomy } from '@sdc/core'

/** A table to publish. */
export interface Release {
  readonly name: string
  /** The true table. */
  readonly table: Table
  /** Status of each cell (`cellStatuses`); by default the cells with the given status primary or must are suppressed. */
  readonly pattern?: Uint8Array | undefined
  /** The name of the release whose records it has a part of. */
  readonly partOf?: string | undefined
}

export interface ConsistencyOptions {
  readonly hierarchies?: ReadonlyMap<string, Taxonomy> | undefined
  /** Permitted distance of a group from the sum of its parts in another release; by default 1e-9 of their size. */
  readonly slack?: ((parts: number, size: number) => number) | undefined
  /** Fewer contributors than these may not be told apart by a difference. */
  readonly least: number
  /** An interval nearer than this to the value, in percent of it, is a disclosure. */
  readonly percent: number
  tick(fraction: number): void
}

/**
 * The cells that a release suppresses.
 *
 * @param release - With a pattern, or a table that says it of its cells.
 * @returns 1 for each of them.
 */
export function suppressedIn({ table, pattern }: Release): Uint8Array {
  if (pattern) return pattern.map((one) => Number(one !== 0))
  return Uint8Array.from(table.values, (_, c) => Number(table.given?.[c] === 1 || table.given?.[c] === 3))
}
