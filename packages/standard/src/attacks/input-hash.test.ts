import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { keyedRng, numericValues, seededRng, type Rng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { privateManifest, publicManifest, sha256Hex, type RunRecord } from '@sdc/engine'
import { parseStep } from '@sdc/engine'
import { registry, people } from './attacked.fixture.js'

/** Whole incomes. The intruder knows all of them except that of record 20, and searches for it. */
const incomes = Array.from(numericValues(people(40), 'income'), Math.round)
const bytesWith = (cell: number): Uint8Array =>
  utf8ToBytes(`income\n${incomes.map((income, i) => (i === 19 ? cell : income)).join('\n')}\n`)
const input = bytesWith(incomes[19])
const guesses = Array.from({ length: 40_000 }, (_, cell) => cell)

const runWith = (root: Rng): RunRecord => ({
  registry,
  steps: [parseStep({ use: 'noise/additive', columns: 'all' })],
  root,
  released: true,
  input,
  outputs: [{ sha256: sha256Hex(utf8ToBytes('the released file')), origin: Int32Array.of(0) }],
  reports: [],
})

/** HMAC of the private file by its format: the key is HMAC-SHA-256(key of the run, 'input'). */
const hmacWith = (key: Uint8Array, bytes: Uint8Array): string =>
  bytesToHex(hmac(sha256, hmac(sha256, key, utf8ToBytes('input')), bytes))

describe('a hash of the input', () => {
  it('confirms a guessed cell: every income is tried, and one matches the hash', () => {
    expect(guesses).toContain(incomes[19])
    const published = sha256Hex(input)
    expect(guesses.filter((cell) => sha256Hex(bytesWith(cell)) === published)).toEqual([incomes[19]])
  })

  it('is not in the public manifest, and the HMAC of the private file confirms nothing without the key', () => {
    const run = runWith(keyedRng())
    const shown = JSON.stringify(publicManifest(run))
    const { inputHmac } = privateManifest(run)
    expect(hmacWith(run.root.state.key, input)).toBe(inputHmac)
    for (const cell of guesses) {
      const hash = sha256Hex(bytesWith(cell))
      expect(hash === inputHmac || shown.includes(hash)).toBe(false)
    }
    expect(shown).not.toContain(inputHmac)
    // Not even the true cell is confirmed, for any seed that the key may have been made from.
    const keys = Array.from({ length: 10_000 }, (_, seed) => seededRng(seed).state.key)
    expect(keys.some((key) => hmacWith(key, input) === inputHmac)).toBe(false)
  })

  it('is useless as an HMAC if the key is made from a short seed: seed and cell are guessed together', () => {
    const { inputHmac } = privateManifest(runWith(seededRng(77)))
    const near = guesses.filter((cell) => Math.abs(cell - incomes[19]) <= 100)
    const found = Array.from({ length: 100 }, (_, seed) => seed).flatMap((seed) =>
      near
        .filter((cell) => hmacWith(seededRng(seed).state.key, bytesWith(cell)) === inputHmac)
        .map((cell) => ({ seed, cell })),
    )
    expect(found).toEqual([{ seed: 77, cell: incomes[19] }])
  })
})
