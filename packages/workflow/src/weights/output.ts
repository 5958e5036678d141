import * as z from 'zod'

const beforeAfter = z.strictObject({ before: z.number(), after: z.number() })

/** Form of the result of `calibratedJson`. */
export const calibrateOutput = z.strictObject({
  method: z.enum(['linear', 'raking', 'logit']),
  bounds: z
    .array(z.number())
    .length(2)
    .nullable()
    .meta({ description: 'Bounds of calibrated weight / weight; null for none.' }),
  weight: z.string().meta({ description: 'Column with the calibrated weights.' }),
  unit: z.enum(['record', 'household', 'person']).meta({ description: 'Unit whose records keep one weight.' }),
  records: z.int(),
  iterations: z.int().meta({ description: 'Newton steps.' }),
  largestDifference: z.number().meta({ description: 'Largest |after/total − 1| of the margins.' }),
  margins: z.array(
    z.strictObject({
      column: z.string(),
      category: z.string().nullable().meta({ description: 'null for the sum of a numeric column.' }),
      total: z.number(),
      before: z.number(),
      after: z.number(),
      redundant: z.boolean().meta({ description: 'True for a total that follows from earlier ones.' }),
    }),
  ),
  factors: z
    .strictObject({ min: z.number(), max: z.number(), atLow: z.int().optional(), atHigh: z.int().optional() })
    .meta({ description: 'Calibrated weight / weight; with bounds, the number of records at each.' }),
  sum: beforeAfter,
  designEffect: beforeAfter.meta({ description: '1 + cv² of the weights.' }),
  negative: z.int().meta({ description: 'Number of negative weights.' }),
  belowOne: z.int().meta({ description: 'Number of weights below 1.' }),
})
