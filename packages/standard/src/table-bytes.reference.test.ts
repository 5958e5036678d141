import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bytesOnTables } from './testing/table-bytes.js'

/**
 * Bytes of every table method on a generated table, as in `census-bytes.reference.test.ts` for methods and metrics: a
 * refactoring must not change them. tooling/engines/engines.mjs checks that other engines give the same, including the
 * solver's WebAssembly in Chromium.
 */
const file = new URL('./table-bytes.json', import.meta.url)
const renew = process.env.RENEW_BYTES === '1'
const held: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'))
const made: Record<string, string> = {}

describe('bytes on tables', () => {
  it.each(bytesOnTables().map(({ name, hash }) => [name, hash] as const))('%s', async (name, hash) => {
    const got = await hash()
    made[name] = got
    if (!renew) expect(got).toBe(held[name])
  })

  it('has a row for everything, and no others', () => {
    if (renew) writeFileSync(file, `${JSON.stringify(made, null, 1)}\n`)
    else expect(Object.keys(held)).toEqual(Object.keys(made))
  })
})
