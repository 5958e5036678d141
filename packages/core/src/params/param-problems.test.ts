import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { paramProblems } from './param-problems.js'

const described = { description: 'A sentence.' }
const one = (field: z.ZodType): string[] => paramProblems(z.object({ p: field.meta(described) }))
const transforms = ['parameter p transforms its value: parameters are plain JSON']

describe('paramProblems', () => {
  it('finds nothing in good parameters', () => {
    expect(paramProblems(z.object({}))).toEqual([])
    const good = z.object({
      k: z
        .int()
        .min(2)
        .default(3)
        .meta({ description: 'K.', unit: 'records', search: { min: 2, max: 50, scale: 'log' } }),
      percent: z.number().min(0).max(100).default(5).meta({ description: 'P.', unit: '%' }),
      ties: z.enum(['a', 'b']).default('a').meta({ description: 'T.' }),
      power: z.literal([1, 2]).default(1).meta({ description: 'P.' }),
      cuts: z
        .array(z.union([z.number(), z.null()]))
        .optional()
        .meta({ description: 'C.' }),
      nested: z
        .strictObject({ a: z.number().default(1) })
        .prefault({})
        .meta({ description: 'N.' }),
      byColumn: z.record(z.string(), z.number()).default({}).meta({ description: 'B.' }),
      pair: z.tuple([z.number(), z.number()]).readonly().optional().meta({ description: 'P.' }),
      rows: z
        .union([z.array(z.array(z.string())), z.record(z.string(), z.string())])
        .optional()
        .meta({ description: 'R.' }),
    })
    expect(paramProblems(good)).toEqual([])
  })

  it.each([[undefined], [null], [{}], [{ shape: {} }], [z.string()], [z.object({}).transform((value) => value)]])(
    'not a zod object',
    (schema) => {
      expect(paramProblems(schema)).toEqual(['params is not a zod object'])
    },
  )

  it('a missing sentence, a missing unit, a missing lower bound', () => {
    expect(paramProblems(z.object({ k: z.int().min(1) }))).toEqual([
      'parameter k has no sentence: .meta({ description })',
    ])
    expect(paramProblems(z.object({ relativeVariance: z.number().min(0).meta(described) }))).toEqual([
      'parameter relativeVariance could be misread: .meta({ unit })',
    ])
    expect(one(z.number())).toEqual(['parameter p has no lower bound'])
    expect(one(z.int().max(3))).toEqual(['parameter p has no lower bound'])
    expect(one(z.number().positive())).toEqual([])
  })

  it('a default outside its own range, in nested objects too', () => {
    expect(one(z.int().min(2).default(1))).toEqual(['the default 1 of p is outside its own range'])
    expect(one(z.number().min(0).default(Number.NaN))).toEqual(['the default NaN of p is outside its own range'])
    expect(one(z.strictObject({ a: z.number().min(0).default(-1) }))).toEqual([
      'the default -1 of p.a is outside its own range',
    ])
    expect(one(z.strictObject({ a: z.number().default(1) }).default({} as { a: number }))).toEqual([
      'the default {} of p is incomplete: use .prefault',
    ])
  })

  it('a search range that leaves the range', () => {
    const searched = (search: object): string[] =>
      paramProblems(
        z.object({
          p: z
            .int()
            .min(0)
            .max(9)
            .meta({ ...described, search }),
        }),
      )
    expect(searched({ min: 0, max: 9 })).toEqual([])
    for (const search of [
      { min: 0, max: 10 },
      { min: -1, max: 3 },
      { min: 4, max: 4 },
      { min: 1.5, max: 3 },
      { min: 2 },
    ]) {
      expect(searched(search)).toEqual(['the search range of p is not within its own range'])
    }
    expect(searched({ min: 0, max: 9, scale: 'log' })).toEqual(['the search range of p has no logarithm at 0'])
    expect(searched({ min: 1, max: 9, usual: [3, 5, 9] })).toEqual([])
    for (const usual of [[], [0, 3], [3, 10], [5, 3], [3, 3], [2.5], 3]) {
      expect(searched({ min: 1, max: 9, usual })).toEqual([
        'the usual values of p are not growing values within its search range',
      ])
    }
  })

  it('loose objects, at any depth', () => {
    expect(one(z.object({ a: z.number() }))).toEqual(['parameter p is a loose object: use z.strictObject'])
    expect(one(z.looseObject({}))).toEqual(['parameter p is a loose object: use z.strictObject'])
    expect(one(z.array(z.object({})).default([]))).toEqual(['parameter p is a loose object: use z.strictObject'])
    expect(one(z.record(z.string(), z.object({})))).toEqual(['parameter p is a loose object: use z.strictObject'])
    expect(one(z.strictObject({ a: z.strictObject({ b: z.object({}) }) }))).toEqual([
      'parameter p.a.b is a loose object: use z.strictObject',
    ])
    expect(one(z.tuple([z.number()], z.object({})))).toEqual(['parameter p is a loose object: use z.strictObject'])
  })

  it.each<[string, z.ZodType]>([
    ['transform', z.number().transform((value) => value + 1)],
    ['preprocess', z.preprocess(Number, z.number())],
    ['coerce', z.coerce.number().min(0)],
    ['trim', z.string().trim()],
    ['overwrite', z.number().min(0).overwrite(Math.round)],
    ['catch', z.number().min(0).catch(1)],
    ['codec', z.stringbool()],
    ['custom', z.custom<number>((value) => value === 1)],
    ['date', z.date()],
    ['bigint', z.bigint()],
    ['map', z.map(z.string(), z.number())],
    ['any', z.any()],
    ['lazy', z.lazy(() => z.number())],
    ['intersection', z.intersection(z.number(), z.number())],
    ['inside an array', z.array(z.string().toLowerCase())],
    ['behind a default', z.string().trim().default('a')],
  ])('a value that is not plain JSON: %s', (_name, field) => {
    expect(one(field)).toEqual(transforms)
  })

  it('more than one type: a flag could not be read', () => {
    expect(one(z.union([z.array(z.string()), z.string()]))).toEqual([
      'parameter p has no single type: use z.enum, or two parameters',
    ])
    expect(one(z.union([z.number(), z.string()]))).toEqual([
      'parameter p has no single type: use z.enum, or two parameters',
    ])
    expect(one(z.number().nullable())).toEqual(['parameter p may be null: use .optional()'])
    expect(one(z.number().min(0).nullable().default(null))).toEqual(['parameter p may be null: use .optional()'])
  })
})
