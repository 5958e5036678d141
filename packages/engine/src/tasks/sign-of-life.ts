/**
 * The part of a browser's lock manager that is used. Some contexts lack it, such as a page by http from another
 * machine.
 */
interface Locks {
  request(name: string, granted: () => unknown): Promise<unknown>
}

function locksHere(): Locks | undefined {
  return (globalThis as { readonly navigator?: { readonly locks?: Locks } }).navigator?.locks
}

/**
 * Takes a lock and holds it as long as this thread lives, because a browser does not otherwise report the end of a
 * worker.
 *
 * @param name - Name of the lock, which nobody else takes.
 * @returns True if it is held; false without locks.
 */
export function holdLock(name: string): Promise<boolean> {
  const locks = locksHere()
  if (locks === undefined) return Promise.resolve(false)
  return new Promise((resolve) => {
    const granted = (): Promise<never> => {
      resolve(true)
      return new Promise(() => {})
    }
    locks.request(name, granted).catch(() => resolve(false))
  })
}

/**
 * Calls `freed` when the holder of the lock has ended.
 *
 * @param name - Name of the lock.
 * @param freed - The function to call.
 */
export function whenFreed(name: string, freed: () => void): void {
  locksHere()
    ?.request(name, freed)
    .catch(() => {})
}
