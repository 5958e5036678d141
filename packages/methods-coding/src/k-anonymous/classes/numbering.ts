/** Keys are below this, whole numbers of 31 bits. */
export const RANGE = 0x7fffffff

/** Numbers the different keys among many from 0 up, in the order of their first; its memory is made once. */
export class Numbering {
  private readonly slots: Int32Array
  private readonly held: Int32Array
  private second = new Int32Array(0)

  /** @param most - So many keys are numbered at most. */
  constructor(most: number) {
    this.slots = new Int32Array(1 << bitsFor(most))
    this.held = new Int32Array(this.slots.length)
  }

  /**
   * Replaces keys by their numbers.
   *
   * @param keys - The first n are numbered, in place.
   * @param range - All are below it.
   * @returns How many different ones there are.
   *
   * Cost: O(n + range) where the range is small, else O(n) by hashing.
   */
  number(keys: Int32Array, n: number, range: number): number {
    const { slots, held } = this
    let count = 0
    const bits = bitsFor(n)
    if (range <= 1 << bits) {
      slots.fill(-1, 0, range)
      for (let i = 0; i < n; i++) {
        const id = slots[keys[i]]
        if (id < 0) {
          slots[keys[i]] = count
          keys[i] = count++
        } else keys[i] = id
      }
      return count
    }
    const mask = (1 << bits) - 1
    slots.fill(-1, 0, mask + 1)
    for (let i = 0; i < n; i++) {
      const key = keys[i]
      let slot = Math.imul(key ^ (key >>> 15), 0x9e3779b1) >>> (32 - bits)
      while (slots[slot] >= 0 && held[slot] !== key) slot = (slot + 1) & mask
      if (slots[slot] < 0) {
        slots[slot] = count++
        held[slot] = key
      }
      keys[i] = slots[slot]
    }
    return count
  }

  /**
   * Replaces keys by the numbers of the pairs of them and codes, for where the product of their ranges is too great.
   *
   * @param keys - The first n are numbered, in place.
   * @param codes - The second of each pair, by member.
   * @param members - By key, where its code is.
   * @returns How many different pairs there are.
   */
  numberPairs(keys: Int32Array, n: number, codes: Int32Array, members: Int32Array): number {
    const { slots, held } = this
    if (this.second.length === 0) this.second = new Int32Array(slots.length)
    const { second } = this
    const bits = bitsFor(n)
    const mask = (1 << bits) - 1
    let count = 0
    slots.fill(-1, 0, mask + 1)
    for (let i = 0; i < n; i++) {
      const key = keys[i]
      const code = codes[members[i]]
      let slot = Math.imul(Math.imul(key, 0x85ebca6b) ^ (code + (key >>> 16)), 0x9e3779b1) >>> (32 - bits)
      while (slots[slot] >= 0 && (held[slot] !== key || second[slot] !== code)) slot = (slot + 1) & mask
      if (slots[slot] < 0) {
        slots[slot] = count++
        held[slot] = key
        second[slot] = code
      }
      keys[i] = slots[slot]
    }
    return count
  }
}

/** A table of 2 to so many slots is at most half full of n keys. */
function bitsFor(n: number): number {
  return Math.max(4, 33 - Math.clz32(n))
}
