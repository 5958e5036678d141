import { createHash } from 'node:crypto'
import { beforeEach, expect } from 'vitest'

/**
 * The keys that a test has drawn are the same in every run of it, as are the cases of properties: one key in a hundred that a test did
 * not reckon with would else fail a run that nobody can repeat. To search further: FC_SEED=123 (any whole number) before the command.
 */
const seed = process.env.FC_SEED ?? ''
const KEY_BYTES = 32
const installed = Symbol.for('sdc: keys of tests')
const everywhere = globalThis as { [installed]?: { drawn: number } }

/** Files of tests that share a process share what stands for the system's random bytes. */
const keys = everywhere[installed] ?? install()
beforeEach(() => {
  keys.drawn = 0
})

function install(): { drawn: number } {
  const state = { drawn: 0 }
  everywhere[installed] = state
  const { crypto } = globalThis
  const real = crypto.getRandomValues.bind(crypto)
  crypto.getRandomValues = (array) => {
    if (!(array instanceof Uint8Array) || array.length !== KEY_BYTES) return real(array)
    const text = `${seed}\n${expect.getState().currentTestName}\n${state.drawn++}`
    array.set(createHash('sha256').update(text).digest())
    return array
  }
  return state
}
