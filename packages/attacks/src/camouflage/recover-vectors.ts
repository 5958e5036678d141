import type { Rng } from '@sdc/core'
import { sumOf, type SumOracle } from './sum-oracle.js'
import { findToggles, outerVectors, type Toggles } from './toggles.js'

/** Vectors that hide a column, recovered from sums. */
export interface RecoveredVectors {
  readonly vectors: readonly Float64Array[]
  /** Number of answers that the vectors do not explain: 0 if all vectors are found and right. */
  readonly unexplained: number
}

/** Maximum number of rounds of the attack. */
const MOST_ROUNDS = 40
/** Number of random sets whose sums the vectors must explain to count as complete. */
const PROBES = 60
/** Share of the sum of all sizes below which two sums count as equal. */
const SAME = 1e-10
/** Number of mixtures of the other vectors that a base is tested against. */
const MIXTURES = 60

/**
 * Recovers all vectors from sums alone.
 *
 * The greatest sum over a set belongs to one vector, even if few records change. The changes give its entries
 * (`outerVectors`); the least sums give those of another vector. A rough vector yields a set in which it leads by far:
 * the records where it exceeds the others. A second pass over that set makes it exact. A set whose answer no vector
 * explains reveals another vector.
 *
 * @param oracle - The service.
 * @param rng - Random stream for the sets.
 * @returns The vectors; none if the service refuses the necessary sums.
 *
 * Cost: about 2(n + 1) queries a vector.
 */
export function recoverVectors(oracle: SumOracle, rng: Rng): RecoveredVectors {
  const nothing = { vectors: [], unexplained: 0 }
  const base = randomSet(oracle.n, rng.child('first'))
  if (oracle.ask(base) === null) return nothing
  const toggles = findToggles(oracle, base, rng.child('toggles'))
  const first = toggles && outerVectors(oracle, base, toggles)
  if (!toggles || !first) return nothing
  let vectors = [first.high, first.low].filter((vector) => !vector.some(Number.isNaN))
  if (vectors.length === 0) return nothing
  vectors = refined(oracle, vectors, toggles, rng.child('refined'))
  const probes = rng.child('probes')
  for (let round = 0; round < MOST_ROUNDS; round++) {
    for (let probe = 0; probe < PROBES && worst(oracle, vectors) === null; probe++)
      oracle.ask(probeSet(oracle.n, vectors, probe, probes.child(`${round} ${probe}`)))
    const strange = worst(oracle, vectors)
    if (strange === null) return { vectors, unexplained: 0 }
    const found = outerVectors(oracle, strange.set, toggles)
    const fresh = found?.[strange.end]
    if (!fresh || fresh.some(Number.isNaN)) continue
    vectors = refined(oracle, [...unrefuted(oracle, vectors), fresh], toggles, rng.child(`round ${round}`))
  }
  return { vectors, unexplained: unexplained(oracle, vectors).length }
}

/** Recovers the vectors again, each from a set in which it leads the others by far; equal results once. */
function refined(oracle: SumOracle, rough: readonly Float64Array[], toggles: Toggles, rng: Rng): Float64Array[] {
  const right = rough.map((vector) => timesOutermost(oracle, vector, rough) > oracle.n)
  const asked = rough.map((vector, v) => {
    if (right[v]) return vector
    const others = rough.filter((_, other) => other !== v)
    if (others.length === 0) return vector
    const found = outerVectors(oracle, leadingSet(vector, others, rng.child(String(v))), toggles)?.high
    return found && !found.some(Number.isNaN) ? found : vector
  })
  const size = sizeOf(asked)
  return asked.filter((vector, v) => !asked.slice(0, v).some((other) => sameVector(vector, other, size)))
}

/**
 * Returns the number of answers in which a vector is outermost; −1 if it is beyond one, which wrong entries soon cause.
 */
function timesOutermost(oracle: SumOracle, vector: Float64Array, all: readonly Float64Array[]): number {
  const slack = SAME * sizeOf(all)
  let outermost = 0
  for (const { set, interval } of oracle.answered) {
    const sum = sumOf(vector, set)
    if (sum > interval[1] + slack || sum < interval[0] - slack) return -1
    if (sum > interval[1] - slack || sum < interval[0] + slack) outermost++
  }
  return outermost
}

/** Returns the vectors that no answer refutes, if there are any. */
function unrefuted(oracle: SumOracle, vectors: readonly Float64Array[]): readonly Float64Array[] {
  const kept = vectors.filter((vector) => timesOutermost(oracle, vector, vectors) >= 0)
  return kept.length > 0 ? kept : vectors
}

/**
 * Returns the records where the vector is above a mixture of the others, for the mixture with the largest lead of the
 * vector.
 */
function leadingSet(vector: Float64Array, others: readonly Float64Array[], rng: Rng): Uint8Array {
  let best = new Uint8Array(vector.length)
  let farthest = -Infinity
  for (let draw = 0; draw < MIXTURES; draw++) {
    const shares = others.map(() => (others.length === 1 ? 1 : rng.uniform() + 1e-9))
    const total = shares.reduce((sum, share) => sum + share, 0)
    const set = Uint8Array.from(vector, (value, i) =>
      Number(value * total > others.reduce((sum, other, o) => sum + shares[o] * other[i], 0)),
    )
    const lead = Math.min(...others.map((other) => sumOf(vector, set) - sumOf(other, set)))
    if (lead > farthest) [best, farthest] = [set, lead]
  }
  return best
}

interface Strange {
  readonly set: Uint8Array
  readonly end: 'low' | 'high'
  readonly by: number
}

/** Returns the answers that lie beyond all vectors, or short of the outermost. */
function unexplained(oracle: SumOracle, vectors: readonly Float64Array[]): Strange[] {
  const slack = SAME * sizeOf(vectors)
  return oracle.answered.flatMap(({ set, interval }): Strange[] => {
    const sums = vectors.map((vector) => sumOf(vector, set))
    const above = interval[1] - Math.max(...sums)
    const below = Math.min(...sums) - interval[0]
    return [
      ...(Math.abs(above) > slack ? [{ set, end: 'high' as const, by: above }] : []),
      ...(Math.abs(below) > slack ? [{ set, end: 'low' as const, by: below }] : []),
    ]
  })
}

/** Returns the answer farthest beyond all vectors, else one that they exceed. */
function worst(oracle: SumOracle, vectors: readonly Float64Array[]): Strange | null {
  return unexplained(oracle, vectors).reduce<Strange | null>(
    (most, one) => (most === null || one.by > most.by ? one : most),
    null,
  )
}

function sizeOf(vectors: readonly Float64Array[]): number {
  return vectors[0].reduce((sum, _, i) => sum + Math.max(...vectors.map((vector) => Math.abs(vector[i]))), 0)
}

function sameVector(one: Float64Array, other: Float64Array, size: number): boolean {
  return one.every((value, i) => Math.abs(value - other[i]) <= 100 * SAME * size)
}

/**
 * Returns a random set. Every other set is changed until the sums of two of the vectors are as close as possible: if
 * these two are far apart, a vector between them is outermost in hardly any other set.
 */
function probeSet(n: number, vectors: readonly Float64Array[], probe: number, rng: Rng): Uint8Array {
  const set = randomSet(n, rng)
  if (probe % 2 === 0 || vectors.length < 2) return set
  const [one, other] = rng.permutation(vectors.length)
  let apart = sumOf(vectors[one], set) - sumOf(vectors[other], set)
  for (const i of rng.permutation(n)) {
    const change = (set[i] === 1 ? -1 : 1) * (vectors[one][i] - vectors[other][i])
    if (Math.abs(apart + change) >= Math.abs(apart)) continue
    set[i] ^= 1
    apart += change
  }
  return set
}

function randomSet(n: number, rng: Rng): Uint8Array {
  return Uint8Array.from({ length: n }, () => rng.int(2))
}
