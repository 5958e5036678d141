/** What a service says of the sum over a set of records: an interval, or nothing. */
export type AskSum = (records: Int32Array) => readonly [number, number] | null

/** A service that is asked for sums, and everything that it said. */
export interface SumOracle {
  /** How many records sets are made of: 0, …, n − 1. */
  readonly n: number
  /** The interval of the sum over a set, which has a 1 for each of its records; null where it is refused, or empty. */
  ask(set: Uint8Array): readonly [number, number] | null
  /** All that was answered. */
  readonly answered: readonly { readonly set: Uint8Array; readonly interval: readonly [number, number] }[]
  readonly counts: { readonly queries: number; readonly refused: number }
}

/**
 * Asks, counts and remembers.
 *
 * @param n - how many records there are
 * @param ask - the service
 * @param tick - is called before each query: it may stop the attack
 * @returns the oracle
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
 * The sum of some entries.
 *
 * @param vector - n entries
 * @param set - a 1 for each entry that counts
 * @returns their sum
 */
export function sumOf(vector: Float64Array, set: Uint8Array): number {
  let sum = 0
  for (let i = 0; i < set.length; i++) if (set[i] === 1) sum += vector[i]
  return sum
}
