/**
 * Permutation search: values of a masked file change places within their columns until the correlations are the original's
 * again, under limits on risks.
 */
import { limitsParam, defineMethod, SdcError, type MaskingMethod } from '@sdc/core'
import { refuseUnknownOrigin } from '@sdc/toolkit'
import * as z from 'zod'
import { aimAtPairs, correlationErrors, isIncomplete } from './correlation-errors.js'
import { belowChance, limitsOf } from './limits.js'
import { givenRelations, permutableColumns } from './paired-columns.js'
import { columnsNow, meanChange, permuteFile } from './permute-file.js'
import { permuteState, recompute, valuesOf } from './permute-state.js'
import { endSentences, reportOf } from './report.js'

const id = 'optimize/permute'

/** From so many records on the search begins with a transformation that brings the correlations near the original's. */
const LATENT_FROM = 100_000

/** Two records have correlations of 1 and −1 only. */
const FEWEST = 3

const usual: readonly string[] = [
  'risk/dld',
  'risk/interval-disclosure',
  'risk/dbrl',
  'risk/dbrl-mahalanobis',
  'risk/max-knowledge',
]

const params = z.object({
  target: z
    .number()
    .min(1e-6)
    .max(1)
    .default(1e-3)
    .meta({
      description:
        'The greatest difference from the original that is allowed of any Pearson or rank correlation. A smaller one arms ' +
        'whoever knows nearly all records.',
      unit: 'correlation',
    }),
  limits: limitsParam({
    kind: 'risk',
    default: usual,
    description:
      'Risks that may not rise, and the values they may not rise above (at); without one that at the start, or what chance ' +
      'gives plus two standard errors, whichever is greater.',
  }),
  keepNear: z.boolean().default(true).meta({
    description:
      'Whether the mean relative change of a number from its own original (IL1) may not rise above that at the start, unless the target or a limit cannot be held otherwise.',
  }),
  maxProposals: z.int().min(1000).max(10_000_000_000).default(100_000_000).meta({
    description: 'The most exchanges that are tried; it usually ends before, where nothing gets better.',
    unit: 'exchanges',
  }),
})

export type PermuteParams = z.infer<typeof params>

export const permuteMethod: MaskingMethod<PermuteParams, Partial<z.input<typeof params>>> = defineMethod({
  id,
  title: 'Permutation search',
  summary:
    'Lets the values of a masked file change places within their columns until its correlations are the original ones, ' +
    'without raising the risks that are limited.',
  formula:
    'min L = Σ_q tr(M_q E_q M_q E_q) over permutations of every column, E_q = R_q(z) − R_q(x), M_q = (R_q(x) + 0.1·I)⁻¹, q Pearson and rank correlations; max|E_q| ≤ target',
  source: [
    {
      key: 'sebe-domingo-ferrer-mateo-sanz-torra-2002',
      where: 'section 3, post-masking optimisation; its form by permutations was made here',
    },
  ],
  notes: [
    {
      topic: 'keeps',
      text: 'Every column keeps its values bit for bit, so that all distributions are the original ones; Pearson and Spearman correlations, those with the given columns too, come back to within the target of the original ones. Ordered categories have rank correlations only.',
    },
    {
      topic: 'loses',
      text: 'Relations that no correlation sees (among three columns, within groups, curved ones) are aimed at by nothing. A probabilistic k-anonymity that an earlier step gave does not survive it.',
    },
    {
      topic: 'limits',
      text: 'Its input is a permutation of the original in every column: swapped, shuffled, or reverse-mapped. Where a few records carry a covariance (heavy tails) no permutation may come within the target: then it says how near it came.',
    },
    {
      topic: 'limits',
      text: 'It ends by proposals and stagnation, never by the clock, so that a run can be replayed. Risks that have a session of their own are held at every exchange, the others measured at checkpoints: first the correlations are brought back, then records led away from their own until every limit holds, else the last file that kept them is returned, and said so.',
    },
    {
      topic: 'attacks',
      text: 'Exact aggregates arm: who knows all records but m tests which assignment of the values that are left gives the released correlations. Three unknown records of six columns of census.csv can be put together in (3!)⁵ = 7,776 ways: correlations known to 1e-3 leave some hundreds of them, to 1e-4 a few, to 1e-6 one. So the target is not to be smaller than the use of the file asks, and no matrix of correlations is to be published with more digits; attacks/exact-aggregates tries it.',
    },
    {
      topic: 'attacks',
      text: 'Only relations are aimed at, never a score or a risk: moving every rank by a little more than a window scores well and is linked at once by who knows the window. So risk/max-knowledge is among the limits, and a risk below what chance gives is a warning.',
    },
    {
      topic: 'missing',
      text: 'A missing cell stays where it is. The correlations that are aimed at and reported are of the pairs of records with both values; between two looks at them a missing cell counts as the mean of its column. A constant column stays as it is.',
    },
    {
      topic: 'ties',
      text: 'Equal values share their mean rank; to exchange them changes nothing and is not tried.',
    },
    {
      topic: 'parameters',
      text: 'With truth: nearest the score of Sebé et al. may rise while that by the own record falls: a file whose relations are right has more records near to any.',
    },
  ],
  enables: [
    'Whoever knows the target and all records but a few tests the assignments of the others against the released correlations: the smaller the target, the fewer are left.',
  ],
  traits: {
    accepts: ['numeric', 'ordered'],
    stochastic: true,
    draws: 'choices',
    missing: 'keep',
    given: 'optional',
    scope: 'file',
    postMasking: true,
    permutes: true,
    searched: false,
    claims: { marginals: true, means: true },
  },
  params,
  examples: [
    { limits: [], target: 0.01 },
    { limits: [{ metric: { use: 'risk/interval-disclosure', params: {} } }], keepNear: false },
    { limits: [], maxProposals: 20_000 },
  ],
  streamed: () => ({
    shape: 'whole',
    why: 'it searches among the permutations of all records',
    instead: 'swapping/rank-swap permutes each column',
  }),
  async apply(input) {
    const { data, origin, columns: names, params, tick } = input
    const { target, limits, keepNear, maxProposals } = params
    tick(0)
    refuseUnknownOrigin(id, origin, data.rows)
    if (data.rows < FEWEST) throw tooFew(data.rows)
    const columns = permutableColumns(input, id)
    const given = givenRelations(input, id)
    const state = permuteState(columns, given.columns, data.rows)
    const before = correlationErrors(state, columns, given.columns)
    const { resolvedLimits, warnings } = await limitsOf(input, limits, columnsNow(columns, state), id)
    const latent = data.rows >= LATENT_FROM && given.columns.length === 0
    const every = [...columns, ...given.columns]
    const correct = isIncomplete(every) ? (): number => aimAtPairs(state, columns, given.columns) : undefined
    const bounded = { resolvedLimits, target, most: maxProposals, holdChange: keepNear, latent, correct }
    const found = await permuteFile(state, { input, columns, ...bounded })
    recompute(state)
    const now = columns.map((column, j) => ({ ...column, z: valuesOf(state.moving[j], state.records) }))
    const after = correlationErrors(state, now, given.columns)
    const masked = columnsNow(columns, state)
    const below = new Map<string, number>()
    for (const [l, limit] of resolvedLimits.entries()) {
      const chance = await belowChance(input, limit, masked, found.values[l])
      if (chance !== undefined) below.set(limit.name, chance)
    }
    const [was, is] = [meanChange(columns), meanChange(now)]
    const change = was === undefined || is === undefined ? undefined : ([was, is] as const)
    const end = {
      target,
      before,
      after,
      resolvedLimits,
      found,
      below,
      state,
      method: id,
      isIncomplete: isIncomplete(every),
      usual,
      change,
      keepNear,
    }
    const alone = names.length + given.columns.length < 2 ? [`${id}: one column has no correlations`] : []
    return {
      files: [{ columns: masked }],
      report: reportOf(end),
      warnings: [...given.warnings, ...alone, ...warnings.map((one) => `${id}: ${one}`), ...endSentences(end)],
    }
  },
})

function tooFew(records: number): SdcError {
  const message = `${id} has ${records} record${records === 1 ? '' : 's'}, and fewer than ${FEWEST} have no correlations to bring back`
  return new SdcError('TOO_FEW_RECORDS', message, { method: id }, 'Leave this step out.')
}
