/**
 * The part of Node's `crypto` that is used. Declared here, so that nothing of Node is imported and a browser bundle
 * works without it.
 */
export interface NodeCrypto {
  createHash(algorithm: 'sha256'): NodeHash
  createHmac(algorithm: 'sha256', key: Uint8Array): NodeHash
  createCipheriv(algorithm: 'chacha20', key: Uint8Array, iv: Uint8Array): { update(bytes: Uint8Array): Uint8Array }
}

interface NodeHash {
  update(bytes: Uint8Array): unknown
  digest(): Uint8Array
}

interface MaybeNode {
  readonly process?: { readonly getBuiltinModule?: (name: string) => unknown }
}

let found: NodeCrypto | null | undefined

/**
 * Node's `crypto`, looked for when it is first needed, since it takes some milliseconds to load.
 * @returns The module, or null where there is none: in a browser.
 */
export function nodeCrypto(): NodeCrypto | null {
  if (found !== undefined) return found
  const { process } = globalThis as unknown as MaybeNode
  const crypto = process?.getBuiltinModule?.('crypto') as Partial<NodeCrypto> | undefined
  found = typeof crypto?.createHash === 'function' ? (crypto as NodeCrypto) : null
  return found
}
