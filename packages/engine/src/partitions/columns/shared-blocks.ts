/** Memory shared by the blocks of a task, which are read one after the other. */
import type { Column } from '@sdc/core'

export interface SharedBlocks {
  /**
   * Returns memory under a name, with the content of earlier blocks.
   *
   * @param name - Name of a column, made unique among columns that are read at the same time.
   * @param length - Number of bytes.
   * @returns The bytes, valid until the next call with the same name.
   */
  bytes(name: string, length: number): Uint8Array<ArrayBuffer>
  /**
   * Returns an array that stays valid when the next block is read: a copy if it is in this memory, else the array
   * itself.
   */
  kept<T extends Float64Array | Int32Array>(array: T): T
  /** Returns a column that stays valid when the next block is read. */
  keptColumn(column: Column): Column
}

/**
 * Memory for the blocks of one task. Allocating it for each block, and collecting the garbage, takes longer than
 * reading.
 */
export function sharedBlocks(): SharedBlocks {
  const held = new Map<string, ArrayBuffer>()
  const known = new Set<ArrayBufferLike>()
  const kept = <T extends Float64Array | Int32Array>(array: T): T =>
    known.has(array.buffer) ? (array.slice() as T) : array
  return {
    bytes(name, length) {
      const before = held.get(name)
      const buffer = before === undefined || before.byteLength < length ? new ArrayBuffer(length) : before
      held.set(name, buffer)
      known.add(buffer)
      return new Uint8Array(buffer, 0, length)
    },
    kept,
    keptColumn: (column) =>
      column.kind === 'numeric' ? { ...column, values: kept(column.values) } : { ...column, codes: kept(column.codes) },
  }
}
