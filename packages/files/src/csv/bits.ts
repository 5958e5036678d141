/** Sets the bit of a record. */
export function setBit(bits: Uint8Array, i: number): void {
  bits[i >> 3] |= 1 << (i & 7)
}

export function hasBit(bits: Uint8Array | null, i: number): boolean {
  return bits !== null && (bits[i >> 3] & (1 << (i & 7))) !== 0
}

export function bitSet(length: number): Uint8Array {
  return new Uint8Array((length + 7) >> 3)
}
