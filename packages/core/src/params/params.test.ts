import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { isSdcError, type SdcError } from '../base/errors.js'
import { describeParams, paramRange, parseParam, resolveParams } from './params.js'

const schema = z.object({
  k: z
    .int()
    .min(2)
    .default(3)
    .meta({ description: 'The least size of a group.', unit: 'records', search: { min: 2, max: 50, scale: 'log' } }),
  relativeVariance: z
    .number()
    .positive()
    .max(10)
    .meta({ description: 'Variance of the noise.', unit: 'column variances' }),
  share: z.number().min(0).lt(1).default(0).meta({ description: 'The share kept.', unit: 'fraction' }),
  ties: z.enum(['random', 'first']).default('random').meta({ description: 'Order of equal values.' }),
  power: z.literal([1, 2]).default(2).meta({ description: 'The norm.' }),
  whole: z.boolean().default(false).meta({ description: 'Whether all groups count.' }),
  label: z.string().min(2).optional().meta({ description: 'A name.' }),
  cuts: z.array(z.number().min(0)).min(1).optional().meta({ description: 'Where classes end.' }),
  weights: z
    .strictObject({ low: z.number().min(0), high: z.number().min(0) })
    .optional()
    .meta({ description: 'The weights.' }),
})
const place = { method: 'noise/test' }

function errorOf(given: Readonly<Record<string, unknown>>, of = schema, where: object = place): SdcError {
  try {
    resolveParams(of, given, where)
  } catch (error) {
    if (isSdcError(error)) return error
    throw error
  }
  return expect.fail('nothing was thrown')
}

describe('describeParams', () => {
  it('reads type, range, default, unit, search and sentence off the schema, in its order', () => {
    expect(describeParams(schema)).toStrictEqual([
      {
        name: 'k',
        type: 'integer',
        minimum: 2,
        default: 3,
        unit: 'records',
        search: { min: 2, max: 50, scale: 'log' },
        description: 'The least size of a group.',
      },
      {
        name: 'relativeVariance',
        type: 'number',
        exclusiveMinimum: 0,
        maximum: 10,
        unit: 'column variances',
        description: 'Variance of the noise.',
      },
      {
        name: 'share',
        type: 'number',
        minimum: 0,
        exclusiveMaximum: 1,
        default: 0,
        unit: 'fraction',
        description: 'The share kept.',
      },
      {
        name: 'ties',
        type: 'string',
        values: ['random', 'first'],
        default: 'random',
        description: 'Order of equal values.',
      },
      { name: 'power', type: 'number', values: [1, 2], default: 2, description: 'The norm.' },
      { name: 'whole', type: 'boolean', default: false, description: 'Whether all groups count.' },
      { name: 'label', type: 'string', description: 'A name.' },
      { name: 'cuts', type: 'array', description: 'Where classes end.' },
      { name: 'weights', type: 'object', description: 'The weights.' },
    ])
  })

  it('an integer has the bounds it was given, not those of 2⁵³', () => {
    expect(describeParams(z.object({ n: z.int().meta({ description: 'N.' }) }))).toStrictEqual([
      { name: 'n', type: 'integer', description: 'N.' },
    ])
    expect(describeParams(z.object({ n: z.int().max(9) }))).toStrictEqual([
      { name: 'n', type: 'integer', maximum: 9, description: '' },
    ])
  })

  it('no parameters, and one value only', () => {
    expect(describeParams(z.object({}))).toEqual([])
    expect(describeParams(z.object({ a: z.literal('x') }))[0].values).toEqual(['x'])
  })

  it('unit and search survive into JSON Schema', () => {
    const json = z.toJSONSchema(schema, { io: 'input' })
    expect(json.properties?.k).toMatchObject({
      unit: 'records',
      search: { min: 2, max: 50, scale: 'log' },
      default: 3,
      minimum: 2,
    })
  })
})

describe('paramRange', () => {
  it.each([
    ['k', 'a whole number >= 2 (records), default 3'],
    ['relativeVariance', 'a number > 0 and <= 10 (column variances)'],
    ['share', 'a number >= 0 and < 1 (fraction), default 0'],
    ['ties', 'one of random, first, default random'],
    ['power', 'one of 1, 2, default 2'],
    ['whole', 'true or false, default false'],
    ['label', 'a text'],
    ['cuts', 'a list'],
    ['weights', 'an object'],
  ])('%s: %s', (name, words) => {
    const card = describeParams(schema).find((one) => one.name === name)
    expect(card && paramRange(card)).toBe(words)
  })
})

describe('a list or an object', () => {
  const either = z.object({
    map: z
      .union([z.array(z.tuple([z.string(), z.string()])), z.record(z.string(), z.string())])
      .optional()
      .meta({ description: 'What each level becomes.' }),
  })
  const [card] = describeParams(either)

  it('is an object that may be a list, read as JSON', () => {
    expect(card).toStrictEqual({ name: 'map', type: 'object', or: 'array', description: 'What each level becomes.' })
    expect(paramRange(card)).toBe('a list or an object')
    expect(parseParam(card, '{"a":"b"}')).toEqual({ a: 'b' })
    expect(parseParam(card, '[["a","b"]]')).toEqual([['a', 'b']])
    expect(resolveParams(either, { map: [['a', 'b']] })).toEqual({ map: [['a', 'b']] })
    expect(() => resolveParams(either, { map: 'a' })).toThrow(/map must be a list or an object; got "a"/)
  })
})

describe('resolveParams', () => {
  it('refuses what zod would leave out without a word: something for a column called __proto__', () => {
    const byColumn = z.object({
      weights: z.record(z.string(), z.number()).default({}).meta({ description: 'By column.' }),
    })
    expect(resolveParams(byColumn, { weights: { constructor: 1 } })).toEqual({ weights: { constructor: 1 } })
    const given = JSON.parse('{"weights":{"a":1,"__proto__":2}}') as Record<string, unknown>
    expect(() => resolveParams(byColumn, given)).toThrow(/weights has an entry for "__proto__"/)
  })

  it('fills in the defaults and keeps what is given, zero and false too', () => {
    expect(resolveParams(schema, { relativeVariance: 1 })).toEqual({
      k: 3,
      relativeVariance: 1,
      share: 0,
      ties: 'random',
      power: 2,
      whole: false,
    })
    const all = {
      k: 5,
      relativeVariance: 10,
      share: 0,
      ties: 'first',
      power: 1,
      whole: true,
      label: 'ab',
      cuts: [0, 1],
      weights: { low: 0, high: 1 },
    }
    expect(resolveParams(schema, all)).toEqual(all)
  })

  const needed = { relativeVariance: 1 }
  it.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['k', { k: 1 }, 'noise/test: k must be a whole number >= 2 (records), default 3; got 1'],
    ['k', { k: 2.5 }, 'noise/test: k must be a whole number >= 2 (records), default 3; got 2.5'],
    ['k', { k: '3' }, 'noise/test: k must be a whole number >= 2 (records), default 3; got "3"'],
    ['k', { k: null }, 'noise/test: k must be a whole number >= 2 (records), default 3; got null'],
    ['share', { share: Number.NaN }, 'noise/test: share must be a number >= 0 and < 1 (fraction), default 0; got NaN'],
    [
      'share',
      { share: Infinity },
      'noise/test: share must be a number >= 0 and < 1 (fraction), default 0; got Infinity',
    ],
    ['share', { share: 10n }, 'noise/test: share must be a number >= 0 and < 1 (fraction), default 0; got 10'],
    ['ties', { ties: 'last' }, 'noise/test: ties must be one of random, first, default random; got "last"'],
    ['power', { power: 3 }, 'noise/test: power must be one of 1, 2, default 2; got 3'],
    ['whole', { whole: 'yes' }, 'noise/test: whole must be true or false, default false; got "yes"'],
    [
      'label',
      { label: 'a' },
      'noise/test: label must be a text; got "a" (Too small: expected string to have >=2 characters)',
    ],
    ['cuts', { cuts: 1 }, 'noise/test: cuts must be a list; got 1'],
    [
      'cuts',
      { cuts: [0, -1] },
      'noise/test: cuts must be a list; got [0,-1] (cuts.1 must be a number of at least 0, and is -1)',
    ],
    [
      'weights',
      { weights: { low: 1, high: 1, mid: 1 } },
      'noise/test: weights must be an object; got {"low":1,"high":1,"mid":1} (Unrecognized key: "mid")',
    ],
    [
      'weights',
      { weights: { low: 1 } },
      'noise/test: weights must be an object; got {"low":1} (weights has no "high")',
    ],
  ])('%s: names the parameter, its range, its unit, and what it got', (name, given, message) => {
    const error = errorOf({ ...needed, ...given })
    expect(error).toMatchObject({ code: 'BAD_PARAMETER', message, place: { method: 'noise/test', parameter: name } })
    expect(error.fix).toBe(describeParams(schema).find((card) => card.name === name)?.description)
  })

  it('a required parameter that is not given', () => {
    expect(errorOf({}).message).toBe(
      'noise/test: relativeVariance must be a number > 0 and <= 10 (column variances); got nothing',
    )
    const odd = z.object({ constructor: z.int().min(1).meta({ description: 'C.' }) })
    expect(errorOf({}, odd as unknown as typeof schema).message).toBe(
      'noise/test: constructor must be a whole number >= 1; got nothing',
    )
  })

  it('an unknown parameter: suggestion, and the list', () => {
    expect(errorOf({ K: 3 })).toMatchObject({
      code: 'BAD_PARAMETER',
      message: 'noise/test has no parameter "K"',
      place: { method: 'noise/test', parameter: 'K' },
      fix: 'Did you mean "k"? Its parameters are k, relativeVariance, share, ties, power, whole, label, cuts, weights.',
    })
    expect(errorOf({ colour: 3 }).fix).toMatch(/^Its parameters are/)
    const none = z.object({}) as unknown as typeof schema
    expect(errorOf({ k: 3 }, none).fix).toBe('It has no parameters.')
    expect(errorOf({ q: 1 }, none, { metric: 'risk/x' }).message).toBe('risk/x has no parameter "q"')
    expect(errorOf({ q: 1 }, none, {}).message).toBe('this step has no parameter "q"')
    const inherited = JSON.parse('{"__proto__":1}') as Record<string, unknown>
    expect(errorOf(inherited).message).toBe('noise/test has no parameter "__proto__"')
  })

  it('a rule without a range is explained in its own words', () => {
    const even = z.object({ n: z.int().min(0).multipleOf(2).meta({ description: 'N.' }) })
    expect(errorOf({ n: 3 }, even as unknown as typeof schema).message).toBe(
      'noise/test: n must be a whole number >= 0; got 3 (Invalid number: must be a multiple of 2)',
    )
    const pair = z.object({ a: z.int().min(0), b: z.int().min(0) }).refine(({ a, b }) => a < b, 'a must be less than b')
    expect(errorOf({ a: 2, b: 1 }, pair as unknown as typeof schema).message).toBe('noise/test: a must be less than b')
  })

  it('accepts exactly the numbers within the range', () => {
    fc.assert(
      fc.property(fc.oneof(fc.double(), fc.integer({ min: -3, max: 12 }), fc.constantFrom(0, -0, 1, 10)), (value) => {
        const given = { relativeVariance: value }
        if (value > 0 && value <= 10) expect(resolveParams(schema, given).relativeVariance).toBe(value)
        else expect(errorOf(given).place.parameter).toBe('relativeVariance')
      }),
    )
  })

  it('changes neither the schema nor what it was given', () => {
    const given = Object.freeze({ relativeVariance: 2 })
    resolveParams(schema, given)
    expect(given).toEqual({ relativeVariance: 2 })
    // The schema itself still is what its author wrote; only core is strict.
    expect(schema.safeParse({ relativeVariance: 2, q: 1 }).success).toBe(true)
  })
})

describe('parseParam', () => {
  const cards = new Map(describeParams(schema).map((card) => [card.name, card]))
  const parse = (name: string, text: string): unknown => {
    const card = cards.get(name)
    return card ? parseParam(card, text) : expect.fail(name)
  }

  it.each<[string, string, unknown]>([
    ['k', '5', 5],
    ['k', '2.5', 2.5],
    ['k', 'five', 'five'],
    ['k', '', ''],
    ['k', '  ', '  '],
    ['share', '1e-3', 0.001],
    ['share', '-0.5', -0.5],
    ['share', 'Infinity', 'Infinity'],
    ['share', 'NaN', 'NaN'],
    ['share', '0,5', '0,5'],
    ['ties', 'first', 'first'],
    ['ties', 'last', 'last'],
    ['power', '2', 2],
    ['power', '3', '3'],
    ['whole', 'true', true],
    ['whole', 'false', false],
    ['whole', 'yes', 'yes'],
    ['label', '12', '12'],
    ['label', 'true', 'true'],
    ['cuts', '[1, 2]', [1, 2]],
    ['cuts', '1,2', '1,2'],
    ['weights', '{"low":1,"high":2}', { low: 1, high: 2 }],
    ['weights', '{low:1}', '{low:1}'],
  ])('%s=%s', (name, text, value) => {
    expect(parse(name, text)).toEqual(value)
  })

  it('reads back every number it is written as', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(parse('share', String(value))).toBe(Number(String(value)))
      }),
    )
  })

  it('a value that cannot be read is refused afterwards, with the text in the message', () => {
    expect(errorOf({ relativeVariance: parse('relativeVariance', '0,5') }).message).toMatch(/got "0,5"$/)
    expect(errorOf({ relativeVariance: 1, k: parse('k', '') }).message).toMatch(/got ""$/)
  })
})
