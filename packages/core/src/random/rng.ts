// An ambient file is not found by a build that starts at index.ts alone.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./seedrandom-alea.d.ts" />
import { chacha20 } from '@noble/ciphers/chacha.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js'
// The one generator, not the package's entry, which reaches for Node's crypto and cannot be bundled for a browser.
import alea from 'seedrandom/lib/alea.js'
import { log } from './mathematics.js'

/** Where a leaf's numbers come from: a repeatable generator for research, a keyed stream cipher for everything else. */
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
  /** Standard normal (Marsaglia's polar method). */
  normal(): number
  /** Uniform on {0, …, n − 1}; n a positive integer up to 2⁵³. */
  int(n: number): number
  /** Shuffles in place (Fisher–Yates) and returns the same array. */
  shuffle<T extends Int32Array | Uint32Array | Float64Array | unknown[]>(values: T): T
}

/** A repeatable source: the same seed gives the same numbers on every machine. Not for a file that is released. */
export function seededRng(seed: string | number): Rng {
  return rngFrom({ key: sha256(utf8ToBytes(String(seed))), source: 'seedrandom' })
}

/** A source with a fresh 256-bit key, or the given one: who knows some of its draws cannot compute the others. */
export function keyedRng(key: Uint8Array = randomBytes(32)): Rng {
  return rngFrom({ key, source: 'chacha20' })
}

/** Rebuilds a source from its state, with nothing drawn yet. */
export function rngFrom({ key, source }: RngState): Rng {
  if (key.length !== 32) throw new RangeError(`a random source has a key of 32 bytes, not ${key.length}`)
  // A copy: the leaf is made at the first draw, when the caller may have wiped its key.
  const state: RngState = { key: key.slice(), source }
  let draw: (() => number) | undefined
  const uniform = (): number => (draw ??= leaf(state))()
  let spare = Number.NaN
  return {
    state,
    child: (name) => rngFrom({ key: hmac(sha256, state.key, utf8ToBytes(name)), source: state.source }),
    uniform,
    normal() {
      if (!Number.isNaN(spare)) {
        const value = spare
        spare = Number.NaN
        return value
      }
      let u: number, v: number, s: number
      do {
        u = 2 * uniform() - 1
        v = 2 * uniform() - 1
        s = u * u + v * v
      } while (s >= 1 || s === 0)
      const factor = Math.sqrt((-2 * log(s)) / s)
      spare = v * factor
      return u * factor
    },
    int(n) {
      if (!Number.isInteger(n) || n < 1 || n > 2 ** 53) {
        throw new RangeError(`int(n) needs a whole number from 1 to 2⁵³, not ${n}`)
      }
      return Math.floor(uniform() * n)
    },
    shuffle(values) {
      for (let i = values.length - 1; i > 0; i--) {
        const j = Math.floor(uniform() * (i + 1))
        const held = values[i]
        values[i] = values[j] as typeof held
        values[j] = held as typeof held
      }
      return values
    },
  }
}

function leaf({ key, source }: RngState): () => number {
  return source === 'seedrandom' ? alea(bytesToHex(key)).double : keystream(key)
}

const BLOCK_BYTES = 4096

/** 53-bit uniforms from the ChaCha20 keystream, 4 kB at a time; the key is a node's own, so the nonce may be zero. */
function keystream(key: Uint8Array): () => number {
  const nonce = new Uint8Array(12)
  const zeros = new Uint8Array(BLOCK_BYTES)
  const block = new Uint8Array(BLOCK_BYTES)
  const view = new DataView(block.buffer)
  let counter = 0
  let at = BLOCK_BYTES
  return () => {
    if (at === BLOCK_BYTES) {
      chacha20(key, nonce, zeros, block, counter)
      counter += BLOCK_BYTES / 64
      at = 0
    }
    const high = view.getUint32(at, true) >>> 5
    const low = view.getUint32(at + 4, true) >>> 6
    at += 8
    return (high * 67108864 + low) / 9007199254740992
  }
}
