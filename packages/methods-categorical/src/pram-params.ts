import * as z from 'zod'

const probability = z.number().min(0).max(1)
const cells = z.array(z.union([z.string(), z.number(), z.null()]))
const ofColumn = z.strictObject({ column: z.string(), rows: z.array(cells) })

const shape = z.object({
  stay: z
    .number()
    .min(0)
    .lt(1)
    .default(0.8)
    .meta({
      description:
        'Diagonal of the transition matrix P: the probability that a category is kept; the other occurring ' +
        'categories share the rest equally. With invariant two such steps are made, and a category is kept less ' +
        'often.',
      unit: 'probability',
      search: { min: 0.5, max: 0.95, scale: 'linear', usual: [0.7, 0.8, 0.9] },
    }),
  stayByLevel: z
    .record(z.string(), z.union([probability, z.record(z.string(), probability)]))
    .optional()
    .meta({
      description:
        'Diagonal by level, for levels with another value than stay: {"widowed": 0.95, "single": 0.7}, or by ' +
        'column if several are masked: {"status": {"widowed": 0.95}}.',
      unit: 'probability',
    }),
  matrix: z
    .array(z.union([cells, ofColumn]))
    .optional()
    .meta({
      description:
        'The transition matrix P itself, instead of stay: matrix=@FILE, a table with a header of the masked ' +
        'levels, then a row for each original level, its name and the probability of becoming each. Or JSON with ' +
        'a matrix by column: [{"column": "sex", "rows": [["", "f", "m"], ["f", 0.9, 0.1], ["m", 0.2, 0.8]]}, …]. ' +
        'It is used unchanged, unless invariant=true.',
    }),
  invariant: z.boolean().optional().meta({
    default: true,
    description:
      'Keep the expected frequency of every category, so that tables need no correction. Default with a given matrix: false.',
  }),
  alpha: z.number().gt(0).max(1).default(1).meta({
    description: 'Weight of the matrix R, mixed with no change: alpha·R + (1 − alpha)·I.',
    unit: 'share of R',
  }),
  band: z
    .int()
    .min(1)
    .optional()
    .meta({
      description:
        'Largest number of levels that an ordered category may move up or down; default all. Columns without an ' +
        'order have no band.',
      unit: 'levels',
    }),
  crossed: z
    .array(z.string())
    .min(2)
    .optional()
    .meta({
      description:
        'Columns that are drawn together, as one variable of the occurring combinations: ["sex","status"]; no ' +
        'new combination appears. The others are drawn independently.',
    }),
  missingAsLevel: z.boolean().optional().meta({
    default: false,
    description: 'Treat a missing value as a level, called (missing) in a matrix, that records move to and from.',
  }),
  exactFrequencies: z
    .boolean()
    .optional()
    .meta({
      default: false,
      description:
        'Keep the exact frequency of every category: the expected flows t_k·R_kl are rounded to whole records ' +
        'before the records that move are drawn. Needs invariant.',
    }),
})

/**
 * Returns true if a matrix is made invariant; by default a given one is not.
 *
 * @param params - Setting, and the given matrix if any.
 */
export function isInvariant(params: Pick<PramParams, 'invariant' | 'matrix'>): boolean {
  return params.invariant ?? params.matrix === undefined
}

export type PramParams = z.infer<typeof shape>

/**
 * The default of `invariant` depends on `matrix`: it is set here, since the claims and the name of the stream depend on
 * it.
 */
export const pramParams: typeof shape = shape.overwrite((params) => ({ ...params, invariant: isInvariant(params) }))
