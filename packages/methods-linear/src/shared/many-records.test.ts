import { categorical, numeric, seededRng, type Column } from '@sdc/core'
import { extendedSpan, emptySpan, MANY_RECORDS } from '@sdc/stats/internal'
import { describe, expect, it } from 'vitest'
import { covarianceError, meanError } from '@sdc/testing/moments'
import { ipsoCMethod } from '../ipso/ipso-c.js'
import { rommMethod } from '../sblm/romm.js'
import { sblmMethod } from '../sblm/sblm.js'
import { EXACT, mask, numbersOf, type TestFile } from './testing.fixture.js'

const n = MANY_RECORDS + 100
const rng = seededRng('many records')
const normal = (offset = 0, scale = 1): Float64Array => new Float64Array(n).map(() => offset + scale * rng.normal())
const plus = (a: Float64Array, scale: number): Float64Array => a.map((value) => value + scale * rng.normal())
const a = normal(3)
const zeros = normal().map((value, i) => (i % 10 === 0 ? value : 0))

/** Designs that lose digits, and whether cross products do for them. */
const designs: readonly (readonly [string, TestFile, boolean])[] = [
  ['plain', { x: [plus(a, 1), normal()], given: [numeric(a), numeric(normal())] }, true],
  [
    '1e12 beside 1e-3',
    { x: [plus(a, 1), normal(0, 1e-3)], given: [numeric(a.map((v) => 1e12 * v)), numeric(normal(0, 1e-3))] },
    true,
  ],
  ['near to each other', { x: [plus(a, 1), normal()], given: [numeric(a), numeric(plus(a, 0.01))] }, true],
  ['nearly the same', { x: [plus(a, 1), normal()], given: [numeric(a), numeric(plus(a, 1e-6))] }, false],
  ['a sum, a copy and a constant', { x: [plus(a, 1), normal()], given: [numeric(a), numeric(zeros), numeric(a.map((v, i) => v + zeros[i])), numeric(a), numeric(new Float64Array(n).fill(0.1))] }, true], // oxfmt-ignore
  [
    'categories',
    { x: [plus(a, 1), normal()], given: [categorical(Array.from(a, (_, i) => `c${i % 6}`)), numeric(a)] },
    true,
  ],
  ['mostly zero', { x: [plus(zeros, 1), zeros.map((v, i) => (i % 7 === 0 ? v : 0))], given: [numeric(zeros)] }, true],
  ['almost determined', { x: [plus(a, 1e-4), normal()], given: [numeric(a)] }, false],
  [
    'huge values',
    { x: [plus(a, 1).fill(1e12, 0, 3), normal()], given: [numeric(a.map((v, i) => (i === 9 ? -1e12 : v)))] },
    true,
  ],
  ['squares that are no doubles', { x: [a.map((v) => v * 1e-150), normal()], given: [numeric(normal())] }, false],
]

describe.each(designs)('exact moments of many records: %s', (_, file, crossProducts) => {
  const given = numbersOf(file.given.map((column): Column => column))

  it('uses the intended algorithm', () => {
    // Without the first indicator, as designs have it.
    const design = file.given.flatMap((column) => numbersOf([column]).slice(column.kind === 'numeric' ? 0 : 1))
    expect(extendedSpan(emptySpan(n), [...design, ...file.x]) !== undefined).toBe(crossProducts)
  })

  it.each([ipsoCMethod, sblmMethod, rommMethod])(
    '$id keeps means and covariances, with the given columns too',
    async (method) => {
      const masked = await mask(
        method as typeof sblmMethod,
        file,
        method.id === 'linear/ipso-c' ? {} : { similarity: 0.5 },
      )
      expect(meanError(masked, file.x)).toBeLessThan(EXACT)
      expect(covarianceError([...masked, ...given], [...file.x, ...given])).toBeLessThan(EXACT)
    },
  )
})
