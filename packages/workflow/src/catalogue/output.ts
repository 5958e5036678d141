import * as z from 'zod'

const value = z.number().nullable()

const when = z.record(z.string(), z.unknown())

const claim = z.union([z.boolean(), z.strictObject({ when })])

const card = {
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  formula: z.string(),
  source: z.string(),
  notes: z.array(z.string()),
  plugin: z.string(),
  params: z.array(z.looseObject({ name: z.string(), type: z.string(), description: z.string() })),
}

/** What `catalogueJson` gives of methods. */
export const methodsOutput = z.array(
  z.strictObject({
    ...card,
    arms: z.array(z.string()).meta({ description: 'What an intruder can do who knows the parameters.' }),
    traits: z.strictObject({
      columns: z.enum(['numeric', 'categorical', 'any']),
      stochastic: z.boolean(),
      missing: z.enum(['refuse', 'keep', 'own']),
      given: z.enum(['unused', 'optional', 'required', 'keys']),
      keepsRows: z.boolean(),
      ordered: z.boolean(),
      columnwise: z.boolean(),
      keepsMarginals: claim,
      keepsMeans: claim,
      keepsCorrelations: claim,
      keepsCovariances: claim,
      approachesCorrelations: claim.optional(),
      approachesRankCorrelations: claim.optional(),
      independentGiven: claim.optional(),
      kAnonymousBy: z.union([z.string(), z.strictObject({ parameter: z.string(), when })]).nullable(),
      postMasking: z.boolean(),
    }),
  }),
)

/** What `catalogueJson` gives of metrics. */
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

/** What the conformance suite says of a plugin. */
export const checkOutput = z.array(
  z.strictObject({ subject: z.string(), name: z.string(), ok: z.boolean(), message: z.string() }),
)
