/**
 * Storage of the results of a plan's tasks: a folder that all workers share, or the memory of one process. Only its content
 * decides which tasks are done. Names are paths of plain letters with slashes.
 */
export interface Store {
  /** Tests that the whole content of a name is there. */
  has(name: string): Promise<boolean>
  /** Makes it appear, whole, under its name; a second time it is replaced by the same. */
  put(name: string, pieces: Iterable<Uint8Array>): Promise<void>
  /** Its bytes, or those from `from` to `end`; throws where it is not there. */
  get(name: string, from?: number, end?: number): Promise<Uint8Array>
  /** Fills an array with its bytes from `from` on, without waiting; throws where it is not there, or is shorter. */
  fill(name: string, into: Uint8Array, from?: number): void
  /** The names that begin so, sorted. */
  list(prefix: string): Promise<readonly string[]>
  /** Removes all names that begin so. */
  remove(prefix: string): Promise<void>
}
