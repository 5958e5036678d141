import { createHash } from 'node:crypto'
import { beforeEach, expect } from 'vitest'

/**
 * Random keys are the same in every run of a test, as are the cases of properties. Otherwise a rare unexpected key
 * could fail a run that cannot be repeated. To search further: FC_SEED=123 (any whole number) before the command.
 */
const seed = process.env.FC_SEED ?? ''
const KEY_BYTES = 32
const installed = Symbol.for('sdc: keys of tests')
const everywhere = globalThis as { [installed]?: { drawn: number } }

/** Test files in one process share the replacement of the system's random bytes. */
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
