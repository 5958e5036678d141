import * as z from 'zod'
import { claimNames, columnKinds, noteTopics, type NoteTopic } from '@sdc/core'
import { imputationKinds } from '@sdc/stats/distributions'

/** The forms of what `--json` prints: stable, and tested against what is printed. */
const value = z.number().nullable()
const when = z.record(z.string(), z.unknown())
const claim = z.union([z.boolean(), z.strictObject({ when })])
const card = {
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  formula: z.string(),
  source: z.array(
    z.strictObject({
      key: z.string().optional(),
      where: z.string().meta({ description: 'The place in it, and what was taken from there.' }),
      reference: z
        .strictObject({
          authors: z.array(z.string()),
          year: z.int(),
          title: z.string(),
          in: z.string(),
          doi: z.string().optional(),
        })
        .nullable(),
    }),
  ),
  notes: z.array(z.strictObject({ topic: z.enum(Object.keys(noteTopics) as NoteTopic[]), text: z.string() })),
  plugin: z.string(),
  params: z.array(z.looseObject({ name: z.string(), type: z.string(), description: z.string() })),
}

const metricValues = z.record(
  z.string(),
  z.strictObject({
    value: value.meta({ description: 'null where it cannot be computed; then there is a reason.' }),
    unit: z.string(),
    better: z.enum(['lower', 'higher']),
    reason: z.string().optional(),
    used: z.int().meta({ description: 'The records, pairs or cells that the value rests on.' }),
    params: z.record(z.string(), z.unknown()),
    columns: z.record(z.string(), value).optional(),
    tables: z
      .record(z.string(), z.record(z.string(), z.array(z.union([z.string(), value]))))
      .optional()
      .meta({ description: 'What else the metric found: tables by name, each by columns.' }),
    records: z.array(value).optional(),
  }),
)

export const measureOutput = z.strictObject({
  n: z.int().meta({ description: 'Matched pairs of records.' }),
  matching: z
    .enum(['key', 'origin', 'position', 'none'])
    .meta({ description: 'How the records were matched; none: they are synthetic, and come from no original record.' }),
  columns: z.array(z.string()),
  given: z.array(z.string()).meta({ description: 'Unmasked columns whose relation to the masked ones is measured.' }),
  metrics: metricValues,
  groups: z
    .array(z.strictObject({ group: z.string(), records: z.int(), metrics: metricValues }))
    .optional()
    .meta({ description: 'Every group measured by itself; with --by.' }),
})

export const compareOutput = z.strictObject({
  n: z.int(),
  columns: z.array(z.string()),
  axes: z.strictObject({ risk: z.string(), loss: z.string() }),
  units: z.record(z.string(), z.string()),
  candidates: z.array(
    z.strictObject({
      use: z.string(),
      params: z.record(z.string(), z.unknown()),
      then: z.array(z.string()),
      label: z.string(),
      replicates: z.int(),
      pareto: z.boolean(),
      chosen: z.boolean(),
      error: z.strictObject({ code: z.string(), message: z.string() }).optional(),
      metrics: z.record(
        z.string(),
        z.strictObject({ mean: value, min: value, max: value, reason: z.string().optional() }),
      ),
    }),
  ),
  verdict: z.string(),
  warnings: z.array(z.string()),
})

export const combineOutput = z.strictObject({
  kind: z.enum(imputationKinds),
  sets: z.int().meta({ description: 'm, the files or rows that were combined.' }),
  level: z.number(),
  sizeRatio: z.number().optional().meta({ description: 'n_syn/n, with kind full.' }),
  quantities: z.array(
    z.strictObject({
      name: z.string(),
      estimate: z.number(),
      standardError: z.number(),
      interval: z.array(value).length(2).meta({ description: 'null where there is no bound.' }),
      degrees: value.meta({ description: 'Of freedom; null where infinite.' }),
      within: z.number().meta({ description: 'ū, the mean of the variances.' }),
      between: z.number().meta({ description: 'b, the variance of the estimates.' }),
      total: z.number().meta({ description: 'T, the variance of the estimate.' }),
      replaced: z.boolean().meta({ description: 'Whether T was not positive and (n_syn/n)·ū stands for it.' }),
    }),
  ),
})

export const methodsOutput = z.array(
  z.strictObject({
    ...card,
    arms: z.array(z.string()).meta({ description: 'What an intruder can do who knows the parameters.' }),
    traits: z.strictObject({
      accepts: z.array(z.enum(columnKinds)),
      stochastic: z.boolean(),
      missing: z.enum(['refuse', 'keep', 'own']),
      given: z.enum(['unused', 'optional', 'required', 'keys']),
      records: z.enum(['same', 'subset', 'synthetic']),
      adds: z.boolean(),
      kinds: z.enum(['same', 'coarser']),
      scope: z.enum(['cell', 'column', 'file']),
      ordered: z.boolean(),
      searched: z.boolean(),
      claims: z.strictObject({
        ...Object.fromEntries(claimNames.map((name) => [name, claim.optional()])),
        kAnonymousBy: z.union([z.string(), z.strictObject({ parameter: z.string(), when })]).optional(),
      }),
      postMasking: z.boolean(),
    }),
  }),
)

export const metricsOutput = z.array(
  z.strictObject({
    ...card,
    kind: z.enum(['risk', 'loss', 'score', 'permutation']),
    unit: z.string(),
    range: z.array(value).length(2).meta({ description: 'null where there is no bound.' }),
    better: z.enum(['lower', 'higher']),
    needsOrigin: z.boolean(),
    recordsOf: z.enum(['original', 'masked']),
    costly: z.boolean().meta({ description: 'A comparison measures it only where it is named.' }),
  }),
)

export const checkOutput = z.array(
  z.strictObject({ subject: z.string(), name: z.string(), ok: z.boolean(), message: z.string() }),
)

export const attackInversionOutput = z.strictObject({
  n: z.int().meta({ description: 'Records of the masked file.' }),
  wholeRecords: z.int().meta({ description: 'Records of which every attacked column came back.' }),
  columns: z.record(
    z.string(),
    z.strictObject({
      functions: z.array(z.string()).meta({ description: 'The published functions, the first applied first.' }),
      used: z.int().meta({ description: 'Masked records that have a value.' }),
      recovered: z.int().meta({ description: 'Those with one candidate.' }),
      rate: value.meta({ description: 'recovered/used; null where none is used.' }),
      mostCandidates: z.int(),
      unmatched: z.int().meta({ description: 'Masked values that are the image of no released value.' }),
      right: z.int().optional().meta({ description: 'Recovered values that are the original ones; with --original.' }),
    }),
  ),
})

export const attackLinkageOutput = z.strictObject({
  records: z.int(),
  columns: z.array(z.string()),
  clusters: z.int(),
  leastCluster: z.int().meta({ description: 'Records in the least cluster.' }),
  runs: z.int(),
  promised: z.number().meta({ description: '1/k: a share of the records, as are the next two.' }),
  rate: z.number().meta({ description: 'Right links over all records and runs.' }),
  bound: z.number().meta({ description: '1/k + 3·√(¼/(nR)).' }),
  holds: z.boolean().meta({ description: 'rate ≤ bound' }),
  rates: z.array(z.number()).meta({ description: 'Right links of every run.' }),
})

export const permutationOutput = z.strictObject({
  columns: z.record(
    z.string(),
    z.strictObject({
      pairs: z.int(),
      mean: value.meta({ description: 'Mean change of rank, in ranks.' }),
      meanAtRandom: value.meta({ description: 'That of a random permutation: (n² − 1)/(3n).' }),
      median: value,
      greatest: value,
      noiseShare: value.meta({ description: 'Var(Y − Z)/Var(Y − X), a share; null where nothing changed.' }),
    }),
  ),
  adversary: z
    .strictObject({ records: z.int(), exactRate: z.number(), expectedRate: z.number(), chance: z.number() })
    .nullable()
    .meta({ description: 'The maximum-knowledge adversary; shares of the records.' }),
  reason: z.string().optional(),
})

const condition = { atLeast: z.number(), holds: z.boolean() }

export const permutationVerifyOutput = z.strictObject({
  records: z.int().meta({ description: 'Records of the released file.' }),
  columns: z.record(
    z.string(),
    z.strictObject({
      rank: z.number().meta({ description: 'The own rank among the released values.' }),
      localVariancePercent: z.number().meta({ description: "Of the values near it, in percent of the column's." }),
    }),
  ),
  distance: z
    .strictObject({ ranks: z.number(), ...condition })
    .meta({ description: 'To the nearest released record, in ranks; what is asked for in ranks too.' }),
  variance: z
    .strictObject({ percent: z.number(), ...condition })
    .meta({ description: "The least local variance, in percent of the column's." }),
  protected: z.boolean().meta({ description: 'Whether both conditions hold.' }),
})
