/** What engines of 2024 and later have. */
interface Transferable {
  transfer?(length: number): ArrayBuffer
}

/**
 * Gives the memory of large arrays back: at once where the engine can (ES2024), else when it collects what nobody holds.
 *
 * A collector waits for what lies about to become as much as what is held, and a few of the arrays of a million records are.
 * Afterwards they are empty where the engine can: only for arrays that were made by who frees them, and given to nobody.
 *
 * @param arrays - They, whose buffers are no other's.
 */
export function freeArrays(...arrays: readonly { readonly buffer: ArrayBufferLike }[]): void {
  for (const { buffer } of arrays) (buffer as Transferable).transfer?.(0)
}
