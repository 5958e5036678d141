import { standardRegistry } from '../stage-context.js'
import type { PaperOptions } from './paper.js'

/** Options for the tests of the papers. */
export function paperOptions(changes: Partial<PaperOptions> = {}): PaperOptions {
  return { registry: standardRegistry(), own: false, seed: '5', ...changes }
}
