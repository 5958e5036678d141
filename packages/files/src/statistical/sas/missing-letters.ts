/** Kind of missing values that a letter stands for: `.a` to `.z`, `._`; empty for any other byte. */
export function kindOfLetter(byte: number): string {
  if (byte === 0x5f) return '._'
  return byte >= 0x41 && byte <= 0x5a ? `.${String.fromCharCode(byte + 0x20)}` : ''
}

/** Kind that a byte of a missing number stands for: a letter, or in older files its place from 2 on, and 0 for `._`. */
export function kindOfByte(byte: number): string {
  if (byte === 0) return '._'
  return kindOfLetter(byte >= 2 && byte <= 27 ? byte + 0x3f : byte)
}

/** Letter of a kind in a transport file; a point for every other kind. */
export function letterOfKind(kind: string): number {
  return /^\.[a-z_]$/.test(kind) ? kind.toUpperCase().charCodeAt(1) : 0x2e
}
