import { chacha20 } from '@noble/ciphers/chacha.js'
import { nodeCrypto, type NodeCrypto } from '../base/node-crypto.js'

/** Writes the next bytes of a stream over an array, a multiple of 64. */
export type Keystream = (target: Uint8Array) => void

/** Bytes of a ChaCha20 block; the counter is the number of the block. */
const CHACHA_BLOCK = 64
const NONCE_BYTES = 12

/**
 * The keystream of ChaCha20 (RFC 8439, 2.4) with a nonce of zeros: by Node's cipher where it has that, five times as fast,
 * else in JavaScript; the same bytes.
 * @param key - 32 bytes
 * @param counter - the number of the block to begin with
 * @returns The stream, which ends after block 2³² − 1, at 256 GB.
 */
export function chachaKeystream(key: Uint8Array, counter = 0): Keystream {
  const crypto = cipherOfNode()
  return crypto ? keystreamOfNode(crypto, key, counter) : portableKeystream(key, counter)
}

/** The same by JavaScript alone. */
export function portableKeystream(key: Uint8Array, counter: number): Keystream {
  const nonce = new Uint8Array(NONCE_BYTES)
  let at = counter
  return (target) => {
    target.fill(0)
    chacha20(key, nonce, target, target, at)
    at += target.length / CHACHA_BLOCK
  }
}

/** The same by Node's cipher, whose initial vector is the counter, little-endian, and the nonce. */
export function keystreamOfNode(crypto: NodeCrypto, key: Uint8Array, counter: number): Keystream {
  const iv = new Uint8Array(4 + NONCE_BYTES)
  new DataView(iv.buffer).setUint32(0, counter, true)
  const cipher = crypto.createCipheriv('chacha20', key, iv)
  return (target) => {
    target.set(cipher.update(target.fill(0)))
  }
}

let checked: NodeCrypto | null | undefined

/** Node's crypto where it has the cipher, of this counter and nonce: not every build of it does (OpenSSL with FIPS, BoringSSL). */
function cipherOfNode(): NodeCrypto | null {
  if (checked !== undefined) return checked
  const crypto = nodeCrypto()
  checked = crypto && hasCipher(crypto) ? crypto : null
  return checked
}

/**
 * Returns true if Node's cipher exists and gives the bytes of the portable one: two blocks are compared.
 * @param crypto - Node's module, or what stands for it
 * @returns False where it throws or differs.
 */
export function hasCipher(crypto: NodeCrypto): boolean {
  const key = Uint8Array.from({ length: 32 }, (_, i) => i)
  const [ours, theirs] = [new Uint8Array(2 * CHACHA_BLOCK), new Uint8Array(2 * CHACHA_BLOCK)]
  try {
    portableKeystream(key, 1)(ours)
    keystreamOfNode(crypto, key, 1)(theirs)
  } catch {
    return false
  }
  return ours.every((byte, i) => byte === theirs[i])
}
