import type { Table, Taxonomy } from '@sdc/core'

/** A table to publish. */
export interface Release {
  readonly name: string
  /** The true table. */
  readonly table: Table
  /** Status of each cell (`cellStatuses`); by default the cells with the given status primary or must are suppressed. */
  readonly pattern?: Uint8Array | undefined
  /** Name of the release about all records, if this one is about a part of them. */
  readonly partOf?: string | undefined
}

export interface ConsistencyOptions {
  readonly hierarchies?: ReadonlyMap<string, Taxonomy> | undefined
  /** Permitted distance of a group from the sum of its parts in another release; by default 1e-9 of their size. */
  readonly slack?: ((parts: number, size: number) => number) | undefined
  /** Least permitted number of contributors of a difference. */
  readonly least: number
  /** Distance of an interval's end from the value, in percent of it, below which it is a disclosure. */
  readonly percent: number
  tick(fraction: number): void
}

/**
 * Returns the cells that a release suppresses.
 *
 * @param release - Release with a pattern, or with statuses in its table.
 * @returns 1 for each suppressed cell.
 */
export function suppressedIn({ table, pattern }: Release): Uint8Array {
  if (pattern) return pattern.map((one) => Number(one !== 0))
  return Uint8Array.from(table.values, (_, c) => Number(table.given?.[c] === 1 || table.given?.[c] === 3))
}
