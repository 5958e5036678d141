/**
 * Permutation search: exchanges values of a masked file within its columns until the correlations are those of the
 * original, under limits on risks.
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

/**
 * Number of records from which the search begins with a transformation that brings the correlations near the
 * original's.
 */
const LATENT_FROM = 100_000

/** Smallest number of records: two have correlations of 1 and −1 only. */
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
        'Largest allowed difference of any Pearson or rank correlation from the original. A smaller one helps an ' +
        'intruder who knows nearly all records.',
      unit: 'correlation',
    }),
  limits: limitsParam({
    kind: 'risk',
    default: usual,
    description:
      'Risks with an upper limit (at). Default limit: the larger of the value at the start and that of ' +
      'independent data plus two standard errors.',
  }),
  keepNear: z
    .boolean()
    .default(true)
    .meta({
      description:
        'Keep the mean relative change of a number from its original (IL1) at most at the start value, unless ' +
        'the target or a limit needs more.',
    }),
  maxProposals: z.int().min(1000).max(10_000_000_000).default(100_000_000).meta({
    description: 'Largest number of exchanges to try; it usually ends earlier, when nothing improves.',
    unit: 'exchanges',
  }),
})

export type PermuteParams = z.infer<typeof params>

export const permuteMethod: MaskingMethod<PermuteParams, Partial<z.input<typeof params>>> = defineMethod({
  id,
  title: 'Permutation search',
  summary:
    'Exchanges the values of a masked file within their columns to restore its correlations, without raising ' +
    'the limited risks.',
  brief: [
    'It restores the correlations of a masked file, and keeps its values.',
    'It takes long; the limits on the risks decide how far it comes.',
  ],
  formula:
    'min L = Σ_q tr(M_q E_q M_q E_q) over permutations of every column, E_q = R_q(z) − R_q(x), M_q = (R_q(x) + 0.1·I)⁻¹, q Pearson and rank correlations; max|E_q| ≤ target',
  source: [
    {
      key: 'sebe-domingo-ferrer-mateo-sanz-torra-2002',
      where: 'section 3, post-masking optimisation; its form by permutations is a choice of this implementation',
    },
  ],
  notes: [
    {
      topic: 'keeps',
      text:
        'Every column keeps its values bit for bit, so all distributions are the original ones. Pearson and ' +
        'Spearman correlations, also with the given columns, return to within the target of the original ones. ' +
        'Ordered categories have rank correlations only.',
    },
    {
      topic: 'loses',
      text:
        'Relations that no correlation measures (among three columns, within groups, curved ones) are not ' +
        'restored. A probabilistic k-anonymity of an earlier step does not survive.',
    },
    {
      topic: 'limits',
      text:
        'Its input is a permutation of the original in every column: swapped, shuffled, or reverse-mapped. If a ' +
        'few records dominate a covariance (heavy tails), no permutation may reach the target; a warning then ' +
        'gives the remaining error.',
    },
    {
      topic: 'limits',
      text:
        'It ends by the number of proposals and by stagnation, never by the clock, so a run can be replayed. ' +
        'Risks with a session are checked at every exchange, the others at checkpoints. First the correlations ' +
        'are restored, then records are moved away from their originals until every limit holds. If that fails, ' +
        'the last file that kept them is returned, with a warning.',
    },
    {
      topic: 'attacks',
      text:
        'Exact aggregates help an intruder. If they know all records but m, they can test which assignment of ' +
        'the remaining values gives the released correlations. Three unknown records of six columns of ' +
        'census.csv can be combined in (3!)⁵ = 7,776 ways. Correlations known to 1e-3 leave some hundreds of ' +
        'them, to 1e-4 a few, to 1e-6 one. So choose no smaller target than the use of the file needs, and ' +
        'publish no matrix of correlations with more digits; attacks/exact-aggregates tests it.',
    },
    {
      topic: 'attacks',
      text:
        'Only relations are optimised, never a score or a risk. Moving every rank by a little more than a window ' +
        'scores well, but an intruder who knows the window links it at once. So risk/max-knowledge is among the ' +
        'limits, and a risk below that of independent data is a warning.',
    },
    {
      topic: 'missing',
      text:
        'A missing value stays in place. The optimised and reported correlations are of the pairs of records ' +
        'with both values; between two measurements a missing value counts as the mean of its column. A constant ' +
        'column stays unchanged.',
    },
    {
      topic: 'ties',
      text: 'Equal values share their mean rank; exchanging them changes nothing and is not tried.',
    },
    {
      topic: 'parameters',
      text:
        "With truth: nearest the score of Sebé et al. may rise while that by the record's own falls: a file with " +
        'correct relations has more records near to any.',
    },
  ],
  enables: [
    'An intruder who knows the target and all records but a few can test the assignments of the others ' +
      'against the released correlations. A smaller target leaves fewer.',
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
  needsFile: () => ({
    why: 'it searches among the permutations of all records',
    instead: 'swapping/rank-swap permutes each column',
  }),
  plan: () => ({
    form: 'file',
    async mask(input) {
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
  }),
})

function tooFew(records: number): SdcError {
  const message = `${id} has ${records} record${records === 1 ? '' : 's'}; fewer than ${FEWEST} have no correlations to restore`
  return new SdcError('TOO_FEW_RECORDS', message, { method: id }, 'Leave this step out.')
}
