import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Gives back the memory of what nobody holds any more: a driver that waits for its workers makes nothing new, so that its collector
 * would not run, and the arrays of the search before would stay beside theirs.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
}
