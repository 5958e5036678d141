/** Method of engines from 2024 on. */
interface Transferable {
  transfer?(length: number): ArrayBuffer
}

/**
 * Size in bytes below which arrays are left to the collector: from the first freed array on, engines check with every
 * access to any array that it still exists.
 */
const LARGE = 2 ** 24

/**
 * Frees the memory of large arrays: at once if the engine can (ES2024), otherwise when they are collected.
 *
 * A collector waits until garbage is as large as the memory in use, which a few arrays of a million records are. Arrays
 * of less than 16 MiB are kept. The other arrays are empty afterwards. Use it only for arrays that the caller has made
 * and passed to nobody.
 *
 * @param arrays - Arrays that own their buffers.
 */
export function freeArrays(...arrays: readonly { readonly buffer: ArrayBufferLike }[]): void {
  for (const { buffer } of arrays) if (buffer.byteLength >= LARGE) (buffer as Transferable).transfer?.(0)
}
