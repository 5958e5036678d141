/** Bits of a probability, and how quickly it follows what comes. */
const ONE = 1 << 11
const MOVE = 5

/** Where each kind of probability begins among all of them. */
const MATCH = 0
const REP = MATCH + 12 * 16
const REP0 = REP + 12
const REP1 = REP0 + 12
const REP2 = REP1 + 12
const REP0_LONG = REP2 + 12
const SLOT = REP0_LONG + 12 * 16
const NEAR = SLOT + 4 * 64
const ALIGN = NEAR + 115
const LENGTH = ALIGN + 16
const REP_LENGTH = LENGTH + 2 + 2 * 16 * 8 + 256
const LITERAL = REP_LENGTH + 2 + 2 * 16 * 8 + 256

/** What was read from the packed bytes so far: how wide the range is, and where in it they are. */
interface Range {
  readonly bit: (at: number) => number
  readonly even: (bits: number) => number
  readonly tree: (at: number, bits: number) => number
  readonly reversed: (at: number, bits: number) => number
}

function rangeOf(packed: Uint8Array, from: number, odds: Uint16Array): Range {
  // Of an array, so that they stay whole numbers without a sign.
  const now = new Uint32Array([0xff_ff_ff_ff, 0])
  let at = from
  const next = (): number => {
    if (at >= packed.length) throw new RangeError('the packed bytes end too early')
    return packed[at++]
  }
  next()
  for (let i = 0; i < 4; i++) now[1] = (now[1] << 8) | next()
  const refill = (): void => {
    if (now[0] >= 1 << 24) return
    now[0] <<= 8
    now[1] = (now[1] << 8) | next()
  }
  const bit = (of: number): number => {
    const odd = odds[of]
    const bound = (now[0] >>> 11) * odd
    const one = now[1] < bound ? 0 : 1
    if (one === 0) {
      now[0] = bound
      odds[of] = odd + ((ONE - odd) >> MOVE)
    } else {
      now[0] -= bound
      now[1] -= bound
      odds[of] = odd - (odd >> MOVE)
    }
    refill()
    return one
  }
  return {
    bit,
    even(bits) {
      let value = 0
      for (let i = 0; i < bits; i++) {
        now[0] >>>= 1
        const one = now[1] < now[0] ? 0 : 1
        if (one === 1) now[1] -= now[0]
        value = (value << 1) | one
        refill()
      }
      return value
    },
    tree(of, bits) {
      let node = 1
      for (let i = 0; i < bits; i++) node = (node << 1) | bit(of + node)
      return node - (1 << bits)
    },
    reversed(of, bits) {
      let node = 1
      let value = 0
      for (let i = 0; i < bits; i++) {
        const one = bit(of + node)
        node = (node << 1) | one
        value |= one << i
      }
      return value
    },
  }
}

/**
 * Unpacks what was packed by LZMA into one file, whose head says how long it is.
 *
 * @param packed - The bytes of such a file.
 * @returns What was packed.
 * @throws RangeError where they are no such bytes, or not all of them.
 */
export function unpackLzma(packed: Uint8Array): Uint8Array<ArrayBuffer> {
  const [how] = packed
  if (packed.length < 18 || how >= 9 * 5 * 5) throw new RangeError('these bytes were not packed by LZMA')
  const previousBits = how % 9
  const atBits = Math.floor(how / 9) % 5
  const lowMask = (1 << atBits) - 1
  const stepMask = (1 << Math.floor(how / 45)) - 1
  const out = new Uint8Array(Number(new DataView(packed.buffer, packed.byteOffset).getBigUint64(5, true)))
  const odds = new Uint16Array(LITERAL + (0x300 << (previousBits + atBits))).fill(ONE >> 1)
  const { bit, even, tree, reversed } = rangeOf(packed, 13, odds)
  const lengthOf = (of: number, step: number): number => {
    if (bit(of) === 0) return tree(of + 2 + step * 8, 3)
    if (bit(of + 1) === 0) return 8 + tree(of + 2 + (16 + step) * 8, 3)
    return 16 + tree(of + 2 + 2 * 16 * 8, 8)
  }
  const distanceOf = (length: number): number => {
    const slot = tree(SLOT + Math.min(length, 3) * 64, 6)
    if (slot < 4) return slot
    const bits = (slot >> 1) - 1
    const begin = (2 | (slot & 1)) << bits
    if (slot < 14) return begin + reversed(NEAR + begin - slot - 1, bits)
    return (begin + (even(bits - 4) << 4) + reversed(ALIGN, 4)) >>> 0
  }
  let state = 0
  // The last four distances, the newest first.
  let [near, second, third, fourth] = [0, 0, 0, 0]
  let at = 0
  const literal = (): void => {
    const before = at > 0 ? out[at - 1] : 0
    const of = LITERAL + 0x300 * (((at & lowMask) << previousBits) + (before >> (8 - previousBits)))
    let node = 1
    if (state >= 7) {
      // After a match, the byte that would have gone on with it tells of the one that comes.
      let likely = out[at - near - 1]
      while (node < 0x100) {
        const expected = (likely >> 7) & 1
        likely <<= 1
        const one = bit(of + ((1 + expected) << 8) + node)
        node = (node << 1) | one
        if (one !== expected) break
      }
    }
    while (node < 0x100) node = (node << 1) | bit(of + node)
    out[at++] = node
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6
  }
  /** Moves the distance that comes again to the front; says whether it is of one byte alone. */
  const again = (step: number): boolean => {
    if (bit(REP0 + state) === 0) return bit(REP0_LONG + state * 16 + step) === 0
    if (bit(REP1 + state) === 0) [near, second] = [second, near]
    else if (bit(REP2 + state) === 0) [near, second, third] = [third, near, second]
    else [near, second, third, fourth] = [fourth, near, second, third]
    return false
  }
  while (at < out.length) {
    const step = at & stepMask
    if (bit(MATCH + state * 16 + step) === 0) {
      literal()
      continue
    }
    let length
    if (bit(REP + state) === 0) {
      ;[second, third, fourth] = [near, second, third]
      length = lengthOf(LENGTH, step)
      state = state < 7 ? 7 : 10
      near = distanceOf(length)
    } else if (again(step)) {
      length = -1
      state = state < 7 ? 9 : 11
    } else {
      length = lengthOf(REP_LENGTH, step)
      state = state < 7 ? 8 : 11
    }
    length += 2
    if (near >= at || at + length > out.length) throw new RangeError('the packed bytes tell of what is not there')
    for (const end = at + length; at < end; at++) out[at] = out[at - near - 1]
  }
  return out
}
