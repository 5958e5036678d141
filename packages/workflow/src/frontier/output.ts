import * as z from 'zod'
import { compareOutput } from '../compare/output.js'

const value = z.number().nullable()
const id = z.string().nullable()
const pair = z.tuple([z.number(), z.number()])

const spread = z.strictObject({
  runs: z.int(),
  mean: z.number(),
  sd: value.meta({ description: 'The standard deviation between runs; null where every run is the same.' }),
  next: pair.nullable().meta({ description: 'Where one further run lies with 99 % probability.' }),
})

/** What `frontierJson` gives. */
export const frontierOutput = z.strictObject({
  seed: z.string().nullable().meta({ description: 'null where the random numbers were fresh.' }),
  generations: z.int().meta({ description: 'How many generations were run after the grid.' }),
  planned: z.int().meta({ description: 'How many were planned before the first of them: --generations.' }),
  grid: z.int().meta({ description: 'How many candidates the grid had.' }),
  runs: z.int().meta({ description: 'How many runs chose.' }),
  freshRuns: z.int().meta({ description: 'How many had no part in the choice.' }),
  candidates: z.array(
    z.strictObject({
      id: z.string(),
      label: z.string(),
      use: z.string(),
      then: z.array(z.string()),
      runs: z.int(),
      risk: value,
      loss: value,
      beyond: z.array(z.string()),
      error: z.string().optional(),
    }),
  ),
  table: z.array(
    z.strictObject({
      id: z.string(),
      label: z.string(),
      front: z.boolean(),
      knee: z.boolean(),
      chosen: z.boolean(),
      fresh: z
        .strictObject({ risk: spread, loss: spread, score: spread })
        .nullable()
        .meta({ description: 'Runs that had no part in the choice; the score is (risk + loss)/2.' }),
    }),
  ),
  named: z.strictObject({ chosen: id, knee: id, leastScore: id, gridBest: id, gridLeastScore: id }),
  bounds: z.array(
    z.strictObject({
      metric: z.string(),
      limit: z.number(),
      excludes: z.int().meta({ description: 'How many candidates that would be better are beyond it.' }),
      alone: z.int().meta({ description: 'How many of these are beyond no other.' }),
      value: value.meta({ description: 'That of the worst run of the choice.' }),
    }),
  ),
  atEnd: z
    .array(
      z.strictObject({
        use: z.string(),
        parameter: z.string(),
        value: z.number(),
        end: z.enum(['least', 'most']),
        from: pair,
        now: pair,
        fixed: z.boolean(),
      }),
    )
    .meta({ description: 'Parameters of the choice that are at an end of the range they were searched in.' }),
  ranges: z.array(
    z.strictObject({
      family: z.string(),
      parameters: z.array(
        z.strictObject({ name: z.string(), least: z.number(), most: z.number(), scale: z.enum(['linear', 'log']) }),
      ),
    }),
  ),
  methods: z.array(
    z.strictObject({
      family: z.string(),
      tried: z.int(),
      failed: z.int(),
      onFront: z.int(),
      best: z.string().nullable(),
      beatenBy: z.string().nullable(),
    }),
  ),
  comparison: compareOutput.meta({ description: 'The final table, as sdc compare has it.' }),
  verdict: z.string(),
})
