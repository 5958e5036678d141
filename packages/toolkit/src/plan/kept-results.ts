import type { Side } from '@sdc/core'

/** Bytes of results that are kept; the oldest are dropped first. */
const KEPT = 1 << 26

/** Results that plans over the same files share. */
export interface KeptResults {
  /** Returns the result of a key, which is computed unless it is kept. The result is read-only. */
  of(key: string, compute: () => Float64Array): Float64Array
}

/** Results by the records that are read. */
export type SharedResults = Readonly<Record<Side, KeptResults>>

/** Returns a place for results; large ones are computed every time. */
export function keptResults(): KeptResults {
  const kept = new Map<string, Float64Array>()
  let bytes = 0
  return {
    of(key, compute) {
      const known = kept.get(key)
      if (known) return known
      const made = compute()
      const { byteLength } = made
      if (byteLength > KEPT / 8) return made
      for (const [oldest, other] of kept) {
        if (bytes + byteLength <= KEPT) break
        kept.delete(oldest)
        bytes -= other.byteLength
      }
      kept.set(key, made)
      bytes += byteLength
      return made
    },
  }
}
