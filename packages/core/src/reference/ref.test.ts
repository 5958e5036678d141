import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { paramProblems } from '../params/param-problems.js'
import { describeParams, paramRange, parseParam, resolveParams } from '../params/params.js'
import { refParam } from './ref.js'

const schema = z.object({
  loss: refParam('metric', { kind: 'loss', default: 'loss/il-score', description: 'What is to be small.' }),
  first: refParam('method', { default: 'noise/additive', description: 'What masks before.' }),
})
const [loss, first] = describeParams(schema)

describe('refParam', () => {
  it('is a parameter like another: card, range, no problems', () => {
    expect(paramProblems(schema)).toEqual([])
    expect(loss).toStrictEqual({
      name: 'loss',
      type: 'object',
      default: { use: 'loss/il-score', params: {} },
      description: 'What is to be small.',
      ref: { sort: 'metric', kind: 'loss' },
    })
    expect(first.ref).toEqual({ sort: 'method' })
    expect(paramRange(loss)).toBe(
      'a loss metric, by its id or as { use, params }, default {"use":"loss/il-score","params":{}}',
    )
    expect(paramRange(first)).toMatch(/^a method, by its id or as/)
  })

  it('is read off a command line by its plain id, or as JSON', () => {
    expect(parseParam(loss, 'loss/sse-ratio')).toEqual({ use: 'loss/sse-ratio', params: {} })
    expect(parseParam(loss, '{"use":"risk/dld","params":{"k":2}}')).toEqual({ use: 'risk/dld', params: { k: 2 } })
    // An object that names nothing stays a text: it is refused afterwards.
    const weights = describeParams(z.object({ w: z.strictObject({}).default({}) }))[0]
    expect(parseParam(weights, 'loss/sse-ratio')).toBe('loss/sse-ratio')
  })

  it('has its default where it is left out, and defaults of its own inside', () => {
    expect(resolveParams(schema, {})).toEqual({
      loss: { use: 'loss/il-score', params: {} },
      first: { use: 'noise/additive', params: {} },
    })
    expect(resolveParams(schema, { loss: { use: 'risk/dld' } })).toMatchObject({
      loss: { use: 'risk/dld', params: {} },
    })
    expect(resolveParams(schema, { loss: parseParam(loss, 'risk/dld') })).toMatchObject({ loss: { use: 'risk/dld' } })
  })

  it.each([5, 'loss/il-score', { params: {} }, { use: 'a/b', k: 2 }, null])('refuses %j', (value) => {
    expect(() => resolveParams(schema, { loss: value }, { method: 'optimize/swaps' })).toThrow(
      /^optimize\/swaps: loss must be a loss metric, by its id or as { use, params }/,
    )
  })
})
