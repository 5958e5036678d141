import { claimNames, columnKinds, honouredRoles, noteTopics, type NoteTopic } from '@sdc/core'
import * as z from 'zod'

const value = z.number().nullable()

const when = z.record(z.string(), z.unknown())

const claim = z.union([z.boolean(), z.strictObject({ when })])

const accepts = z.array(z.enum(columnKinds)).meta({ description: 'The kinds of columns it takes.' })

const missing = z.enum(['refuse', 'keep', 'own'])

const given = z.enum(['unused', 'optional', 'required', 'keys'])

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
  honours: z
    .array(z.enum(honouredRoles))
    .optional()
    .meta({ description: 'Which of these roles it honours where a schema gives them.' }),
  params: z.array(z.looseObject({ name: z.string(), type: z.string(), description: z.string() })),
}

/** Form of the JSON of `catalogueJson` for methods. */
export const methodsOutput = z.array(
  z.strictObject({
    ...card,
    enables: z.array(z.string()).meta({ description: 'Attacks by an intruder who knows the parameters.' }),
    traits: z.strictObject({
      accepts,
      stochastic: z.boolean(),
      draws: z.enum(['numbers', 'choices']),
      missing,
      given,
      records: z.enum(['same', 'subset', 'synthetic']),
      adds: z.boolean(),
      kinds: z.enum(['same', 'coarser', 'pseudonyms']),
      scope: z.enum(['cell', 'column', 'file']),
      ordered: z.boolean(),
      searched: z.boolean(),
      claims: z.strictObject({
        ...Object.fromEntries(claimNames.map((name) => [name, claim.optional()])),
        kAnonymousBy: z.union([z.string(), z.strictObject({ parameter: z.string(), when })]).optional(),
      }),
      changes: z.enum(['all', 'unsafe']),
      postMasking: z.boolean(),
      permutes: z.boolean(),
    }),
  }),
)

/** Form of the JSON of `catalogueJson` for metrics. */
export const metricsOutput = z.array(
  z.strictObject({
    ...card,
    kind: z.enum(['risk', 'loss', 'score', 'permutation']),
    accepts,
    of: z.enum(['masked columns', 'keys', 'confidential', 'keys and confidential', 'keys and items']),
    files: z.enum(['masked', 'both', 'whole']),
    high: z
      .strictObject({ share: z.number().optional(), meaning: z.string() })
      .optional()
      .meta({ description: 'Share of the way from independent data to the worse end from which a risk is high.' }),
    unit: z.string(),
    range: z.array(value).length(2).meta({ description: 'null where there is no bound.' }),
    better: z.enum(['lower', 'higher']),
    needsOrigin: z.boolean(),
    recordsOf: z.enum(['original', 'masked']),
    needs: z.enum(['population', 'control', 'rules']).optional().meta({ description: 'Another file that it needs.' }),
    costly: z.boolean().meta({ description: 'A comparison measures it of every candidate only where it is named.' }),
    cost: z
      .strictObject({ time: z.string(), sampleAbove: z.int().optional() })
      .optional()
      .meta({ description: 'Its time in n records, and the n above which it uses a random sample.' }),
    share: z.enum(['records', 'cells']).optional().meta({ description: 'Unit of a share in percent.' }),
  }),
)

/** Form of the JSON of `catalogueJson` for services. */
export const servicesOutput = z.array(
  z.strictObject({
    ...card,
    traits: z.strictObject({ accepts, stochastic: z.boolean(), missing, given }),
  }),
)

/** Form of the JSON of `catalogueJson` for table methods. */
export const tablesOutput = z.array(z.strictObject({ ...card, step: z.enum(['sensitivity', 'protection', 'audit']) }))

/** Form of the JSON of `catalogueJson` for attacks. */
export const attacksOutput = z.array(
  z.strictObject({
    ...card,
    of: z.enum(['file', 'service']).meta({ description: 'Target of the attack.' }),
    knows: z
      .record(z.string(), z.string())
      .meta({ description: 'Knowledge of the intruder besides the released file, by name.' }),
    mayKnow: z
      .record(z.string(), z.string())
      .meta({ description: 'Optional inputs: further knowledge, or the truth to compare with.' }),
    unit: z.string(),
  }),
)

/** Form of the JSON of the conformance suite for a plugin. */
export const checkOutput = z.array(
  z.strictObject({ subject: z.string(), name: z.string(), ok: z.boolean(), message: z.string() }),
)
