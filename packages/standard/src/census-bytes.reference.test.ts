import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bytesOnCensus } from './testing/census-bytes.js'

/**
 * The bytes that every method and metric gives on census.csv for one seed: a refactoring changes none. Where a change is
 * meant (new streams of random numbers), the table is written anew by `RENEW_BYTES=1`, and the commit says why. That
 * other engines give the same is checked by tooling/scripts/engines.mjs.
 */
const table = new URL('./census-bytes.json', import.meta.url)
const renew = process.env.RENEW_BYTES === '1'
const held: Record<string, string> = JSON.parse(readFileSync(table, 'utf8'))
const made: Record<string, string> = {}
const { methods, metrics } = bytesOnCensus()

describe('bytes on census.csv', () => {
  it.each([...methods, ...metrics].map(({ name, hash }) => [name, hash] as const))('%s', async (name, hash) => {
    const got = await hash()
    made[name] = got
    if (!renew) expect(got).toBe(held[name])
  })

  it('has a row for everything, and none besides', () => {
    if (renew) writeFileSync(table, `${JSON.stringify(made, null, 1)}\n`)
    else expect(Object.keys(held)).toEqual(Object.keys(made))
  })
})
