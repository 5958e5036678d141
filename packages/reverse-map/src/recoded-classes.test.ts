import { dataset, maskInput, numeric, resolveParams, seededRng, type Column } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rankMethod } from './index.js'
import { maskByPlan } from '@sdc/toolkit'

async function mapped(x: Column, y: Column): Promise<Column | null | undefined> {
  const result = await maskByPlan(
    rankMethod,
    maskInput(dataset([['v', y]]), {
      original: dataset([['v', x]]),
      columns: ['v'],
      params: resolveParams(rankMethod.params, {}),
      rng: seededRng(3),
    }),
  )
  return result.files[0].columns.get('v')
}

const classes = (codes: readonly number[], levels: readonly string[]): Column => ({
  kind: 'categorical',
  codes: Int32Array.from(codes),
  levels,
  ordered: true,
})

describe('reverse mapping of classes that a column was recoded to', () => {
  const pairs = fc.array(fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -1, max: 4 })), {
    minLength: 2,
    maxLength: 40,
  })
  const bands = ['[0,1)', '[1,2)', '[2,3)', '[3,4)', '[4,5)']

  it('ranks the records of numbers by the order of their classes, as by any numbers in that order', async () => {
    await fc.assert(
      fc.asyncProperty(pairs, async (cells) => {
        const x = numeric(cells.map(([value]) => value))
        const codes = cells.map(([, code]) => code)
        const midpoints = numeric(codes.map((code) => (code < 0 ? Number.NaN : 100 * code - 7)))
        expect(await mapped(x, classes(codes, bands))).toEqual(await mapped(x, midpoints))
      }),
      { numRuns: 200 },
    )
  })

  it('ranks the records of ordered categories by the coarser ones', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: -1, max: 3 }), { minLength: 1, maxLength: 30 }), async (codes) => {
        const x = classes(codes, ['none', 'odd', 'part', 'full'])
        const coarse = classes(
          codes.map((code) => (code < 0 ? -1 : code >> 1)),
          ['none or odd', 'part or full'],
        )
        const z = await mapped(x, coarse)
        if (z?.kind !== 'categorical') throw new Error('no categories came back')
        // Each record has a category of its own class back, and each category returns with its own frequency.
        expect([...z.codes].map((code) => (code < 0 ? -1 : code >> 1))).toEqual(
          codes.map((code) => (code < 0 ? -1 : code >> 1)),
        )
        expect([...z.codes].sort()).toEqual([...codes].sort())
      }),
      { numRuns: 200 },
    )
  })

  it('cannot rank numbers by classes without an order', async () => {
    const nominal: Column = { kind: 'categorical', codes: Int32Array.of(0, 1), levels: ['a', 'b'], ordered: false }
    await expect(async () => mapped(numeric([1, 2]), nominal)).rejects.toMatchObject({ code: 'NOT_NUMERIC' })
  })
})
