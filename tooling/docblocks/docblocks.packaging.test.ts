import { describe, expect, it } from 'vitest'
import { missingInPackages, missingInText } from './docblocks.js'

describe('docblocks of public functions', () => {
  it('lack no part', () => {
    expect(missingInPackages().map(({ of, what }) => `${of}: ${what}`)).toEqual([])
  })

  it('finds each missing part', () => {
    const text = `
      export function bare(a: number): void {}
      /** Says something. @param a - the first */
      export function half(a: number, b: number): number { if (a > b) throw new RangeError('no'); return a }
      /**
       * Says all.
       * @param a - the first
       * @param options - the others
       * @throws RangeError if a > b
       */
      export function whole(a: number, { b }: { b: number }): void { if (a > b) throw new RangeError('no') }
      /** One parameter explains itself. */
      export function one(a: number): number { return a }
      /** Says all of one overload. @param a - the first @param b - the second */
      export function either(a: number, b: number): void
      /** Says half of the other. @param a - the first */
      export function either(a: string, c: number): void
      export function either(...all: unknown[]): void {}
      function own(a: number): void {}`
    expect(missingInText('x.ts', text)).toEqual([
      { of: 'x.ts bare', what: 'docblock' },
      { of: 'x.ts half', what: '@param b' },
      { of: 'x.ts half', what: '@returns' },
      { of: 'x.ts half', what: '@throws' },
      { of: 'x.ts either', what: '@param c' },
    ])
    expect(missingInText('x.ts', text, (name) => name === 'whole')).toEqual([])
  })
})
