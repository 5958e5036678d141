/** Answer of a service to a sum over a set of records: an interval, or null. */
export type AskSum = (records: Int32Array) => readonly [number, number] | null

/** Service that answers sums, with a memory of all its answers. */
export interface SumOracle {
  /** Number of records in the universe of sets: 0, …, n − 1. */
  readonly n: number
  /** Interval of the sum over a set, which has a 1 for each of its records; null if refused or empty. */
  ask(set: Uint8Array): readonly [number, number] | null
  /** All answers so far. */
  readonly answered: readonly { readonly set: Uint8Array; readonly interval: readonly [number, number] }[]
  readonly counts: { readonly queries: number; readonly refused: number }
}

/**
 * Creates an oracle that asks the service, counts and remembers.
 *
 * @param n - Number of records.
 * @param ask - The service.
 * @param tick - Callback before each query; it may stop the attack.
 * @returns The oracle.
 */
export function sumOracle(n: number, ask: AskSum, tick: () => void): SumOracle {
  const answered: { set: Uint8Array; interval: readonly [number, number] }[] = []
  const counts = { queries: 0, refused: 0 }
  return {
    n,
    answered,
    counts,
    ask(set) {
      tick()
      const records = Int32Array.from({ length: n }, (_, i) => i).filter((i) => set[i] === 1)
      if (records.length === 0) return null
      counts.queries++
      const interval = ask(records)
      if (interval === null) counts.refused++
      else answered.push({ set, interval })
      return interval
    },
  }
}

/**
 * Computes the sum of selected entries.
 *
 * @param vector - n entries.
 * @param set - A 1 for each selected entry.
 * @returns Their sum.
 */
export function sumOf(vector: Float64Array, set: Uint8Array): number {
  let sum = 0
  for (let i = 0; i < set.length; i++) if (set[i] === 1) sum += vector[i]
  return sum
}
