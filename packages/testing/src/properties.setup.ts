import fc from 'fast-check'
import { expect } from 'vitest'
import { equalArrays } from './equal-arrays.js'

/**
 * Property tests draw the same cases in every run, so that a run that fails can be repeated and one that passes means the
 * same everywhere. To search further: FC_SEED=123 (any whole number) before the test command.
 */
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_261_121) })

/** Files of tests that share a process share its comparisons, too: they are added once. */
const added = Symbol.for('sdc: equal arrays')
const everywhere = globalThis as { [added]?: true }
if (everywhere[added] === undefined) {
  expect.addEqualityTesters([equalArrays])
  everywhere[added] = true
}
