import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Frees unused memory. A driver that waits for its workers allocates nothing, so its garbage collector would not run,
 * and the arrays of the last search would stay in memory together with those of the workers.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
}
