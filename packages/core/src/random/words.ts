// An ambient file is not found by a build that starts at index.ts alone.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./seedrandom-alea.d.ts" />
import { bytesToHex } from '@noble/hashes/utils.js'
// The one generator, not the package's entry, which reaches for Node's crypto and cannot be bundled for a browser.
import alea from 'seedrandom/lib/alea.js'
import { chachaKeystream } from './keystream.js'

/** A source of random bits, a piece at a time. */
export interface WordSource {
  /** The piece of the stream at hand, of even length; nothing before the first `next`. */
  readonly words: Uint32Array
  /** Puts the next piece in its place. */
  next(): void
  /** The high bits that a uniform number takes of the first of its two words; of the second it takes 53 less these. */
  readonly highBits: 27 | 32
}

const ALEA_WORDS = 256
const MULTIPLIER = 2091639

/**
 * seedrandom's alea on the key in hexadecimal digits: s₂ ← (2091639·s₀ + c) mod 2³², c ← the quotient.
 *
 * The seeding is alea's own; the recurrence works on integers instead of fractions. The product is exact in a double
 * (21 and 32 bits), and its words are added to the carry as integers. Only this addition waits for the carry of the
 * previous step. Twice as fast.
 */
export function aleaWords(key: Uint8Array): WordSource {
  const words = new Uint32Array(ALEA_WORDS)
  const start = alea(bytesToHex(key), { state: true }).state()
  const [s0, s1, s2] = [start.s0, start.s1, start.s2].map((s) => s * 2 ** 32)
  const state = { s0: s0 | 0, s1: s1 | 0, s2: s2 | 0, c: start.c }
  return {
    words,
    highBits: 32,
    next() {
      nextWords(words, state)
    },
  }
}

/** A function of its own, which every stream shares once it is compiled. */
function nextWords(words: Uint32Array, state: { s0: number; s1: number; s2: number; c: number }): void {
  let { s0, s1, s2, c } = state
  for (let i = 0; i < words.length; i++) {
    const product = MULTIPLIER * (s0 >>> 0)
    const high = (product * 2 ** -32) | 0
    s0 = s1
    s1 = s2
    s2 = ((product | 0) + c) | 0
    c = high + (s2 >>> 0 < c ? 1 : 0)
    words[i] = s2
  }
  state.s0 = s0
  state.s1 = s1
  state.s2 = s2
  state.c = c
}

const CHACHA_BYTES = 4096

/** The ChaCha20 keystream in little-endian words, 4 kB at a time; the key is a node's own, so the nonce may be zero. */
export function chachaWords(key: Uint8Array): WordSource {
  const keystream = chachaKeystream(key)
  const bytes = new Uint8Array(CHACHA_BYTES)
  const view = new DataView(bytes.buffer)
  const words = new Uint32Array(CHACHA_BYTES / 4)
  return {
    words,
    highBits: 27,
    next() {
      keystream(bytes)
      for (let i = 0; i < words.length; i++) words[i] = view.getUint32(4 * i, true)
    },
  }
}
