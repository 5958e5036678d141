/** Method of engines from 2024 on. */
interface Transferable {
  transfer?(length: number): ArrayBuffer
}

/**
 * Smaller ones are left to the collector: from the first array that is freed on, engines look with every access to any array
 * whether it is there.
 */
const LARGE = 2 ** 24

/**
 * Gives the memory of large arrays back: at once where the engine can (ES2024), else when it collects what nobody
 * holds.
 *
 * A collector waits for what lies about to become as much as what is held, and a few of the arrays of a million records
 * are. Arrays of less than 16 MiB stay. The other arrays are empty afterwards. Use it only for arrays that the caller
 * has made and passed to nobody.
 *
 * @param arrays - They, whose buffers are no other's.
 */
export function freeArrays(...arrays: readonly { readonly buffer: ArrayBufferLike }[]): void {
  for (const { buffer } of arrays) if (buffer.byteLength >= LARGE) (buffer as Transferable).transfer?.(0)
}
