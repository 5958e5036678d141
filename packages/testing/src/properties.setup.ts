import fc from 'fast-check'
import { expect } from 'vitest'
import { equalArrays } from './equal-arrays.js'

/**
 * Property tests draw the same cases in every run, so that failing runs can be repeated, and passing ones mean the same
 * everywhere. To search further: FC_SEED=123 (any whole number) before the test command.
 */
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_261_121) })

/** Test files in one process share its comparisons: they are added once. */
const added = Symbol.for('sdc: equal arrays')
const everywhere = globalThis as { [added]?: true }
if (everywhere[added] === undefined) {
  expect.addEqualityTesters([equalArrays])
  everywhere[added] = true
}
