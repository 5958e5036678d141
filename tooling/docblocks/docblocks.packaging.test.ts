import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { documentedPackages, missingInPackage, missingInText } from './docblocks.js'

/**
 * How much is missing in each package: it may become less, never more. `RENEW_DOCBLOCKS=1` writes the table anew, which
 * the commit that adds tags does, so that what it won is held.
 */
const table = new URL('./missing.json', import.meta.url)
const renew = process.env.RENEW_DOCBLOCKS === '1'
const held: Readonly<Record<string, number>> = JSON.parse(readFileSync(table, 'utf8'))
const made: Record<string, number> = {}

describe('docblocks of exported functions', () => {
  it.each(documentedPackages())('%s: no fewer tags than before', (name) => {
    const missing = missingInPackage(name)
    made[name] = missing.length
    const list = missing.map(({ of, what }) => `${of}: ${what}`).join('\n')
    if (!renew)
      expect(missing.length, `more than the ${held[name]} of missing.json:\n${list}`).toBeLessThanOrEqual(held[name])
  })

  it('the table has every package, and none besides', () => {
    if (renew) writeFileSync(table, `${JSON.stringify(made, null, 1)}\n`)
    else expect(Object.keys(held)).toEqual(documentedPackages())
  })

  it('finds what is missing', () => {
    const text = `
      export function bare(a: number): void {}
      /** Says something. @param a the first */
      export function half(a: number, b: number): void { if (a > b) throw new RangeError('no') }
      /**
       * Says all.
       * @param a the first
       * @param options and the others
       * @throws RangeError where a > b
       */
      export function whole(a: number, { b }: { b: number }): void { if (a > b) throw new RangeError('no') }
      function own(a: number): void {}`
    expect(missingInText('x.ts', text)).toEqual([
      { of: 'x.ts bare', what: 'docblock' },
      { of: 'x.ts half', what: '@param b' },
      { of: 'x.ts half', what: '@throws' },
    ])
  })
})
