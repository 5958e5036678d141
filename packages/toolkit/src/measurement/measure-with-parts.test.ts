import { dataset, defineMetric, measureInput, numeric, type Metric, type Ref } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { measureWithParts } from './measure-with-parts.js'

/** A metric that adds its parameter, its prepared number, and its parts. */
const adds = (id: string, parts: Readonly<Record<string, Ref>> = {}): Metric<{ readonly plus: number }> =>
  defineMetric({
    id,
    title: 'T',
    summary: 'S.',
    formula: 'f',
    source: [{ where: 'this test' }],
    kind: 'risk',
    better: 'lower',
    unit: '%',
    range: [0, 100],
    recordsOf: 'masked',
    needsOrigin: false,
    atIdentity: null,
    params: z.object({ plus: z.number().min(0).default(1).meta({ description: 'Added.' }) }),
    parts: () => parts,
    prepare: ({ original }) => original.rows,
    plan: () => ({
      form: 'file',
      measure: ({ params, parts: measured, prepared }) => ({
        value:
          params.plus + Number(prepared) + [...measured.values()].reduce((sum, { value }) => sum + Number(value), 0),
        used: 0,
      }),
    }),
  })

const data = dataset([['a', numeric([1, 2, 3])]])
const input = measureInput(data, data, { params: { plus: 10 } })

describe('measureWithParts', () => {
  const leaf = adds('risk/leaf')
  const middle = adds('risk/middle', { first: { use: 'risk/leaf', params: { plus: 100 } } })
  const top = adds('risk/top', { a: { use: 'risk/middle', params: {} }, b: { use: 'risk/leaf', params: {} } })

  it('measures parts of parts by their own parameters, each with its preparation', async () => {
    // top 10 + 3, middle 1 + 3, its leaf 100 + 3, the other leaf 1 + 3
    expect((await measureWithParts(top, input, [leaf, middle])).value).toBe(13 + 4 + 103 + 4)
  })

  it('names a part that is missing, or that is part of itself', async () => {
    await expect(measureWithParts(top, input, [middle])).rejects.toMatchObject({
      code: 'UNKNOWN_METRIC',
      message: 'risk/middle has the part risk/leaf',
    })
    const loop = adds('risk/loop', { again: { use: 'risk/loop', params: {} } })
    await expect(measureWithParts(loop, input, [loop])).rejects.toMatchObject({ code: 'UNKNOWN_METRIC' })
  })
})
