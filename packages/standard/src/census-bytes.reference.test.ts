import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bytesOnCensus } from './testing/census-bytes.js'
import { bytesOnLargeFile } from './testing/large-bytes.js'

/**
 * Bytes of every method and metric for one seed, on census.csv and on a file of 20,000 records: a refactoring must not
 * change them. After an intended change (new streams of random numbers), `RENEW_BYTES=1` writes the tables again, and
 * the commit explains it. tooling/engines/engines.mjs checks that other engines give the same on census.csv.
 */
const renew = process.env.RENEW_BYTES === '1'

describe.each([
  ['census.csv', 'census-bytes.json', bytesOnCensus],
  ['a file of 20,000 records', 'large-bytes.json', bytesOnLargeFile],
])('bytes on %s', (_name, file, subjects) => {
  const table = new URL(`./${file}`, import.meta.url)
  const expected: Record<string, string> = JSON.parse(readFileSync(table, 'utf8'))
  const made: Record<string, string> = {}
  const { methods, metrics } = subjects()

  it.each([...methods, ...metrics].map(({ name, hash }) => [name, hash] as const))('%s', async (name, hash) => {
    const got = await hash()
    made[name] = got
    if (!renew) expect(got).toBe(expected[name])
  })

  it('has a row for everything, and no others', () => {
    if (renew) writeFileSync(table, `${JSON.stringify(made, null, 1)}\n`)
    else expect(Object.keys(expected)).toEqual(Object.keys(made))
  })
})
