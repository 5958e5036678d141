/** Exclusive upper limit of keys, which are whole numbers of 31 bits. */
export const RANGE = 0x7fffffff

/** Numbers distinct keys from 0 up, in the order of their first occurrence, with memory that it reuses. */
export class Numbering {
  private readonly slots: Int32Array
  private readonly held: Int32Array
  private second = new Int32Array(0)

  /** @param most - Largest number of keys in one call. */
  constructor(most: number) {
    this.slots = new Int32Array(1 << bitsFor(most))
    this.held = new Int32Array(this.slots.length)
  }

  /**
   * Replaces keys by their numbers.
   *
   * @param keys - The first n are numbered, in place.
   * @param range - All are below it.
   * @returns Number of distinct keys.
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
   * Replaces keys by the numbers of pairs of key and code, used if the product of their ranges is too large.
   *
   * @param keys - The first n are numbered, in place.
   * @param codes - The second part of each pair, by member.
   * @param members - By key, the place of its code.
   * @returns Number of distinct pairs.
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

/** Bits of a hash table that n keys fill at most half. */
function bitsFor(n: number): number {
  return Math.max(4, 33 - Math.clz32(n))
}
