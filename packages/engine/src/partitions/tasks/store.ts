import type { Store } from '@sdc/core'

/**
 * Makes a `Store` in the memory of this process.
 *
 * @returns An empty store.
 * @throws Error from `get` and `fill` for bytes that are not stored.
 */
export function memoryStore(): Store {
  const held = new Map<string, Uint8Array>()
  return {
    has: (name) => Promise.resolve(held.has(name)),
    put(name, pieces) {
      held.set(name, joined([...pieces]))
      return Promise.resolve()
    },
    get(name, from = 0, end) {
      const bytes = held.get(name)
      if (bytes === undefined) return Promise.reject(new Error(`the work folder has no "${name}"`))
      return Promise.resolve(bytes.slice(from, end))
    },
    fill(name, into, from = 0) {
      const bytes = held.get(name)?.subarray(from, from + into.length)
      if (bytes?.length !== into.length)
        throw new Error(`the work folder has no ${into.length} bytes of "${name}" from ${from} on`)
      into.set(bytes)
    },
    list: (prefix) => Promise.resolve([...held.keys()].filter((name) => name.startsWith(prefix)).sort()),
    remove(prefix) {
      for (const name of held.keys()) if (name.startsWith(prefix)) held.delete(name)
      return Promise.resolve()
    },
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

/** View of the names of a `Store` with a prefix, as a separate store. */
export function within(store: Store, prefix: string): Store {
  return {
    has: (name) => store.has(prefix + name),
    put: (name, pieces) => store.put(prefix + name, pieces),
    get: (name, from, end) => store.get(prefix + name, from, end),
    fill: (name, into, from) => store.fill(prefix + name, into, from),
    list: async (begin) => (await store.list(prefix + begin)).map((name) => name.slice(prefix.length)),
    remove: (begin) => store.remove(prefix + begin),
  }
}

/**
 * Stores plain data.
 *
 * @param store - Storage to write to.
 * @param name - Name of the data.
 * @param data - Data that `JSON.stringify` accepts.
 * @returns A promise that resolves once they are stored.
 */
export function putJson(store: Store, name: string, data: unknown): Promise<void> {
  return store.put(name, [new TextEncoder().encode(JSON.stringify(data))])
}

/**
 * Reads data that `putJson` wrote.
 *
 * @param store - Storage to read from.
 * @param name - Its name.
 * @returns The data.
 * @throws An error if the name is missing.
 */
export async function getJson(store: Store, name: string): Promise<unknown> {
  return JSON.parse(new TextDecoder().decode(await store.get(name)))
}

/** Bytes of an array, not copied. */
export function bytesOf(array: Float64Array | Int32Array | Uint32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
}

/** Stored bytes as numbers. */
export function doublesOf(bytes: Uint8Array): Float64Array {
  return new Float64Array(aligned(bytes))
}

/** Stored bytes as 32-bit integers. */
export function codesOf(bytes: Uint8Array): Int32Array {
  return new Int32Array(aligned(bytes))
}

/** Stored bytes as record numbers. */
export function recordsOf(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(aligned(bytes))
}

function aligned(bytes: Uint8Array): ArrayBuffer {
  const { buffer, byteOffset, byteLength } = bytes
  if (byteOffset === 0 && byteLength === buffer.byteLength) return buffer as ArrayBuffer
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
}
