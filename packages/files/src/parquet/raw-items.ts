import type { DuckDBVector } from '@duckdb/node-api'

/** Arrays of vectors of numbers and of categories. */
export type RawItems = Float64Array | Int32Array | Uint8Array | Uint16Array

/**
 * Returns the array of a vector, which its package does not expose: reading values one by one takes ten times as long.
 * The package has a fixed version, and a vector without such an array is an error here.
 *
 * @param vector - A vector of doubles, of whole numbers of 32 bits, or of codes of 8 bits.
 * @returns Its memory.
 */
export function rawItems(vector: DuckDBVector): RawItems {
  const { items } = vector as unknown as { readonly items?: unknown }
  if (items instanceof Float64Array || items instanceof Int32Array) return items
  if (items instanceof Uint8Array || items instanceof Uint16Array) return items
  throw new Error(`a vector of DuckDB of the type ${String(vector.type)} has no array`)
}

/** Items of a vector, and their presence. */
export interface RawVector {
  readonly items: RawItems
  /** One bit per item, from the lowest of the first byte on: 0 if null. Undefined if none is null. */
  readonly present: Uint8Array | undefined
}

/**
 * Returns the array of a vector and its presence bits, in DuckDB's memory.
 *
 * @param vector - A vector, as for `rawItems`.
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
