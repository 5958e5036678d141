import { utf8ToBytes } from '@noble/hashes/utils.js'
import { hmacSha256, sha256Stream } from '../base/sha256.js'
import { drawsFrom, type Draws } from './draws.js'
import { aleaWords, chachaWords } from './words.js'

/** Source of a leaf's numbers: a repeatable generator for research, a keyed stream cipher for everything else. */
export type RngSource = 'seedrandom' | 'chacha20'

/** All there is to a source of randomness: it can be sent to a worker and rebuilt there. */
export interface RngState {
  readonly key: Uint8Array
  readonly source: RngSource
}

/**
 * A node of one tree of named random streams.
 *
 * `child(name)` has the key HMAC-SHA-256(key, name); the draws of a node depend on its path alone, never on what was
 * drawn elsewhere. So a method that draws column `a` from `rng.child('a')` gives `a` the same noise whatever other
 * columns, groups or candidates there are.
 */
export interface Rng {
  readonly state: RngState
  child(name: string): Rng
  /** Uniform on [0, 1) with 53 random bits. */
  uniform(): number
  /** Standard normal (ziggurat). */
  normal(): number
  /** Fills an array with the numbers that `uniform` would give one after the other, and faster. */
  fillUniform(target: Float64Array): void
  /** Likewise with those of `normal`. */
  fillNormal(target: Float64Array): void
  /** Draws of the standard Laplace law, with density e^(−|x|)/2, mean 0 and variance 2, a uniform number each. */
  fillLaplace(target: Float64Array): void
  /** Uniform on {0, …, n − 1}; n a positive integer up to 2⁵³. */
  int(n: number): number
  /** Shuffles in place (Fisher–Yates) and returns the same array. */
  shuffle<T extends Int32Array | Uint32Array | Float64Array | unknown[]>(values: T): T
  /** The numbers 0, …, n − 1 in random order, as `shuffle` gives it. */
  permutation(n: number): Int32Array
}

/** A repeatable source: the same seed gives the same numbers on every machine. Not for a file that is released. */
export function seededRng(seed: string | number): Rng {
  const hash = sha256Stream()
  hash.update(utf8ToBytes(String(seed)))
  return rngFrom({ key: hash.digest(), source: 'seedrandom' })
}

/**
 * Random bytes of the system, read when this module is loaded. The module is loaded before any plugin: one that
 * replaces `crypto.getRandomValues` later sets no key.
 */
const systemBytes = globalThis.crypto.getRandomValues.bind(globalThis.crypto)

/** A source with a fresh 256-bit key, or the given one: who knows some of its draws cannot compute the others. */
export function keyedRng(key: Uint8Array = systemBytes(new Uint8Array(32))): Rng {
  return rngFrom({ key, source: 'chacha20' })
}

/**
 * Rebuilds a source from its state, with nothing drawn yet.
 *
 * @throws RangeError if the key does not have 32 bytes.
 */
export function rngFrom({ key, source }: RngState): Rng {
  if (key.length !== 32) throw new RangeError(`a random source has a key of 32 bytes, not ${key.length}`)
  // A copy: the leaf is made at the first draw, when the caller may have wiped its key.
  const state: RngState = { key: key.slice(), source }
  let made: Draws | undefined
  const draws = (): Draws =>
    (made ??= drawsFrom(source === 'seedrandom' ? aleaWords(state.key) : chachaWords(state.key)))
  const uniform = (): number => draws().uniform()
  const shuffle: Rng['shuffle'] = (values) => {
    for (let i = values.length - 1; i > 0; i--) {
      const j = Math.floor(uniform() * (i + 1))
      const held = values[i]
      values[i] = values[j] as typeof held
      values[j] = held as typeof held
    }
    return values
  }
  return {
    state,
    child: (name) => rngFrom({ key: hmacSha256(state.key).of(utf8ToBytes(name)), source: state.source }),
    uniform,
    normal: () => draws().normal(),
    fillUniform: (target) => draws().fillUniform(target),
    fillNormal: (target) => draws().fillNormal(target),
    fillLaplace: (target) => draws().fillLaplace(target),
    int(n) {
      if (!Number.isInteger(n) || n < 1 || n > 2 ** 53) {
        throw new RangeError(`int(n) needs a whole number from 1 to 2⁵³, not ${n}`)
      }
      return Math.floor(uniform() * n)
    },
    shuffle,
    permutation: (n) => shuffle(Int32Array.from({ length: n }, (_, i) => i)),
  }
}
