/** What is used of a browser's lock manager, which some contexts (a page by http from another machine) do not have. */
interface Locks {
  request(name: string, granted: () => unknown): Promise<unknown>
}

function locksHere(): Locks | undefined {
  return (globalThis as { readonly navigator?: { readonly locks?: Locks } }).navigator?.locks
}

/**
 * Takes a lock and keeps it as long as this thread lives: a browser says by nothing else that a worker has ended.
 *
 * @param name - Of the lock, which nobody else takes.
 * @returns Whether it is held: not where there are no locks.
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

/** Calls `freed` when the one who holds the lock has ended. */
export function whenFreed(name: string, freed: () => void): void {
  locksHere()
    ?.request(name, freed)
    .catch(() => {})
}
