import type { DuckDBVector } from '@duckdb/node-api'

/** The arrays that vectors of numbers and of categories hold. */
export type RawItems = Float64Array | Int32Array | Uint8Array | Uint16Array

/**
 * The array of a vector, which its package does not show: values one by one take ten times as long. The package is of one exact
 * version, and a vector without such an array is an error here.
 *
 * @param vector - Of doubles, of whole numbers of 32 bits or of codes of 8 bits.
 * @returns Its memory.
 */
export function rawItems(vector: DuckDBVector): RawItems {
  const { items } = vector as unknown as { readonly items?: unknown }
  if (items instanceof Float64Array || items instanceof Int32Array) return items
  if (items instanceof Uint8Array || items instanceof Uint16Array) return items
  throw new Error(`a vector of DuckDB of the type ${String(vector.type)} has no array`)
}

/** The items of a vector, and which of them are there. */
export interface RawVector {
  readonly items: RawItems
  /** A bit for each item, from the lowest of the first byte on: 0 where it is null. Undefined where none is. */
  readonly present: Uint8Array | undefined
}

/**
 * The array of a vector and its bits, as DuckDB has them in memory.
 *
 * @param vector - As of `rawItems`.
 * @returns Both.
 */
export function rawVector(vector: DuckDBVector): RawVector {
  const items = rawItems(vector)
  const { validity } = vector as unknown as { readonly validity?: { readonly data?: unknown } }
  const data = validity?.data
  if (data === null) return { items, present: undefined }
  if (data instanceof BigUint64Array)
    return { items, present: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) }
  throw new Error(`a vector of DuckDB of the type ${String(vector.type)} does not say what is null`)
}
