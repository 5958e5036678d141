/** Returns the kind of missing values of a letter: `.a` to `.z`, `._`; empty for any other byte. */
export function kindOfLetter(byte: number): string {
  if (byte === 0x5f) return '._'
  return byte >= 0x41 && byte <= 0x5a ? `.${String.fromCharCode(byte + 0x20)}` : ''
}

/**
 * Returns the kind of a byte of a missing number: a letter, or in older files its position from 2 on, and 0 for `._`.
 */
export function kindOfByte(byte: number): string {
  if (byte === 0) return '._'
  return kindOfLetter(byte >= 2 && byte <= 27 ? byte + 0x3f : byte)
}

/** Returns the letter of a kind in a transport file; a point for every other kind. */
export function letterOfKind(kind: string): number {
  return /^\.[a-z_]$/.test(kind) ? kind.toUpperCase().charCodeAt(1) : 0x2e
}
