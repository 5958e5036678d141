/** Memory that the blocks of a task share: they are read one after the other. */
import type { Column } from '@sdc/core'

export interface SharedBlocks {
  /**
   * So many bytes of the memory of a name, with whatever a block before left there.
   *
   * @param name - Of a column, and what else tells it from others that are read at the same time.
   * @param length - How many.
   * @returns They are valid until the same name is asked for again.
   */
  bytes(name: string, length: number): Uint8Array<ArrayBuffer>
  /** An array that stays when the next block is read: a copy of one that lies in this memory, any other as it is. */
  kept<T extends Float64Array | Int32Array>(array: T): T
  /** The same of a column. */
  keptColumn(column: Column): Column
}

/** Memory for the blocks of one task: to take it anew for each of them, and to look for what is left over, takes longer than to read. */
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
