import type { OpenWork } from '@sdc/engine'

/** Work that knows how long it took. */
export interface TimedWork extends OpenWork {
  /** The tasks that were run to the end, and the seconds that they took together, by the clock on the wall. */
  readonly spent: () => { readonly tasks: number; readonly seconds: number }
}

/**
 * Work with a clock.
 *
 * @param open - What runs the tasks.
 * @param clock - The time in seconds.
 * @returns The same work; its outcomes do not depend on the clock.
 */
export function timedWork(open: OpenWork, clock: () => number): TimedWork {
  let tasks = 0
  let seconds = 0
  return {
    async run(these, tick, done) {
      const before = clock()
      const outcomes = await open.run(these, tick, done)
      seconds += clock() - before
      tasks += these.length
      return outcomes
    },
    close: () => open.close(),
    spent: () => ({ tasks, seconds }),
  }
}
