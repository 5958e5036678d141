import { standardRegistry } from '../stage-context.js'
import type { PaperOptions } from './paper.js'

/** What the tests of the papers run with. */
export function paperOptions(changes: Partial<PaperOptions> = {}): PaperOptions {
  return { registry: standardRegistry(), own: false, seed: '5', ...changes }
}
