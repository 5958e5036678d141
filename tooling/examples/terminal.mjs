// Loaded before `sdc` runs an example: sets a terminal of 80 columns, and keys that are equal in every run.
import { createHash } from 'node:crypto'

Object.defineProperties(process.stdout, { isTTY: { value: true }, columns: { value: 80 } })

let drawn = 0
const { crypto } = globalThis
const real = crypto.getRandomValues.bind(crypto)
crypto.getRandomValues = (array) => {
  if (!(array instanceof Uint8Array) || array.length !== 32) return real(array)
  array.set(createHash('sha256').update(`example ${drawn++}`).digest())
  return array
}
