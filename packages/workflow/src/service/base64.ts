/** Encodes bytes as base64, in pieces that fit the arguments of one call. */
export function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = []
  const size = 0x6000 // Divisible by 3, so that pieces have no padding.
  for (let from = 0; from < bytes.length; from += size)
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(from, from + size))))
  return pieces.join('')
}

/** Decodes base64; undefined for an invalid text. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const binary = atob(text)
    // A loop, since calling a function for each of a hundred million characters takes ten seconds.
    const bytes = new Uint8Array(binary.length)
    for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i)
    return bytes
  } catch {
    return undefined
  }
}
