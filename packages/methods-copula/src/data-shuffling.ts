/**
 * Data shuffling (Muralidhar & Sarathy 2006): the values of every column change places so that ranks follow a draw from
 * the normal copula given the non-confidential columns.
 *
 * Every column is a permutation of itself. Rank correlations are preserved up to sampling. Given S, a masked value
 * discloses nothing of the original one.
 */
import {
  defineMethod,
  numericValues,
  takeRows,
  type MaskingMethod,
  type MaskInput,
  type MaskResult,
  type Rng,
} from '@sdc/core'
import { givenDesign, maskByPlan, maskedFile } from '@sdc/toolkit'
import { randomSortOrder } from '@sdc/stats'
import * as z from 'zod'
import { drawScores } from './copula/draw-scores.js'
import { fewRecordsParam } from './inputs.js'
import { rankedColumn } from './scores/ranked-column.js'
import { copulaModel } from './copula/read-copula.js'
import { shufflingPlan } from './shuffling-plan.js'
import { givenColumnsNote, monotoneNote, repeatedValuesNote, copulaTraits } from './traits.js'
import { zeroPatterns, type ZeroPattern } from './zero-patterns.js'

const id = 'copula/data-shuffling'

const params = z.object({
  ...fewRecordsParam,
  zeros: z
    .enum(['keep'])
    .optional()
    .meta({
      description:
        'Treatment of zeros in columns with at least 30 % of them. keep: records keep their pattern of zeros in ' +
        'these columns, and values are shuffled among records with the same pattern. Without keep a zero is a ' +
        'value like any other.',
    }),
})

export type DataShufflingParams = z.infer<typeof params>

export const dataShufflingMethod: MaskingMethod<DataShufflingParams> = defineMethod({
  id,
  title: 'Data shuffling',
  summary:
    'Gives every column its own values in another order, drawn from the rank correlations and the given columns.',
  brief: [
    'It keeps exactly the values of every column, and nearly the rank correlations.',
    'Relations that rank correlations do not describe are lost: curves, and differences between small groups.',
  ],
  formula:
    'Y* = η(S*) + N(0, Ω), η linear, so that E ρ_s of the masked columns, with S and among them, is that of the originals; without ties R = 2 sin(πρ_s/6); y_i = x_(rank of Y*_i)',
  source: [
    { key: 'muralidhar-sarathy-2006', where: 'the method' },
    { key: 'muralidhar-sarathy-2007', where: '§3.7' },
    { key: 'sarathy-muralidhar-parsa-2002', where: 'the copula' },
    { key: 'patent-7200757', where: 'filed 2003' },
  ],
  notes: [
    {
      topic: 'keeps',
      text: 'All original values are in the file, even those of outliers; only their owners are masked.',
    },
    {
      topic: 'attacks',
      text:
        'Given the given columns, masked and original values are independent. By chance a record may still get ' +
        'its own value, or one near it.',
    },
    {
      topic: 'keeps',
      text:
        'Rank correlations tend to the original ones as the file grows. Pearson correlations do so if the ' +
        'dependence is that of normal variables (a normal copula); otherwise they may differ much.',
    },
    repeatedValuesNote,
    monotoneNote,
    {
      topic: 'loses',
      text:
        'Without given columns all records are alike: values move across the whole file or group, and relations ' +
        'to all other columns are lost. Give the columns whose relations must stay, or mask within groups of ' +
        'them.',
    },
    {
      topic: 'parameters',
      text:
        'Use zeros: keep for columns that are mostly zero (exports, grants). Records are grouped by their ' +
        'pattern of zeros in the columns with at least 30 % zeros. Groups of fewer than max(30, 3(p + q + 2)) ' +
        'records (q given columns) are merged with the one whose mean normal score is nearest, and values are ' +
        'shuffled within each. This keeps relations among the non-zero values, which one copula of all records ' +
        'loses.',
    },
    {
      topic: 'attacks',
      text:
        'zeros: keep discloses which records have zero, except in merged groups: an intruder who finds a record ' +
        'learns it. If this is confidential (whether a person has debts), leave zeros out, or first perturb it ' +
        'as a separate category (categorical/pram).',
    },
    givenColumnsNote,
    {
      topic: 'limits',
      text:
        'A file or group with fewer records than columns plus two is refused. With fewRecords: diagonal it is ' +
        'shuffled column by column.',
    },
  ],
  enables: [
    'None: no parameter helps to undo the method. An intruder who knows the correlations and S knows no more ' +
      'about a record than S tells.',
  ],
  traits: {
    ...copulaTraits,
    draws: 'choices',
    given: 'optional',
    claims: {
      marginals: true,
      means: true,
      approachesRankCorrelations: { when: { zeros: null } },
      independentGiven: { when: { zeros: null } },
    },
  },
  params,
  examples: [{ fewRecords: 'diagonal' }, { zeros: 'keep' }],
  needsFile: ({ params: { zeros } }) =>
    zeros === undefined
      ? undefined
      : {
          why: 'patterns of zeros are merged after all records are known',
          instead: 'without zeros: keep it runs out of core',
        },
  plan: (facts) => (facts.params.zeros === undefined ? shufflingPlan(facts, id) : { form: 'file', mask: keepZeros }),
})

/** Shuffles within each pattern of zeros; over all records if there is one pattern. */
function keepZeros(input: MaskInput<DataShufflingParams>): MaskResult {
  const { patterns, names } = zeroPatterns(input, givenDesign(input, id).columns.length)
  if (patterns.length > 1) return withinPatterns(input, patterns, names)
  const none = names.length === 0 ? 'no column has 30 % of zeros' : 'too few records share a pattern of zeros'
  const { files, warnings = [] } = shuffledByPlan(input)
  return { files, warnings: [...warnings, `${none}: values are shuffled over all records`] }
}

/**
 * Shuffles columns given S: the j-th smallest value of a column goes to the record with the j-th smallest Y*.
 *
 * Each column is bit for bit a permutation of itself. Y* comes from `copulaModel` and `drawScores`; equal scores, which
 * occur if S determines a column, are in random order. Only the values and rank correlations of X are used. Cost: O(n(p
 * + q)²), 2p + q radix sorts. Source: Muralidhar & Sarathy 2006.
 *
 * @param columns - p of n values.
 * @param given - q of n numbers (indicators for categories), none missing; constant ones add nothing.
 * @param rng - Stream of the scores, and of the order of equal ones.
 * @returns p columns of n.
 */
export function shuffleData(
  columns: readonly Float64Array[],
  given: readonly Float64Array[],
  rng: Rng,
): Float64Array[] {
  const ranked = columns.map(rankedColumn)
  const conditions = given.map(rankedColumn)
  return drawScores(copulaModel(ranked, conditions), conditions, rng).map((scores, j) => {
    const order = randomSortOrder(scores, rng.child('ties').child(String(j)))
    const { sorted } = ranked[j]
    for (let at = 0; at < scores.length; at++) scores[order[at]] = sorted[at]
    return scores
  })
}

/** Shuffles records in memory. */
function shuffledByPlan(input: MaskInput<DataShufflingParams>): MaskResult {
  return maskByPlan({ plan: (facts) => shufflingPlan(facts, id) }, input) as MaskResult
}

/** Shuffles the columns within each pattern of zeros; a column with one value there stays unchanged. */
function withinPatterns(
  input: MaskInput<DataShufflingParams>,
  patterns: readonly ZeroPattern[],
  names: readonly string[],
): MaskResult {
  const { data, columns, rng } = input
  const masked = columns.map((name) => numericValues(data, name).slice())
  const messages: string[] = []
  for (const [i, { rows, key }] of patterns.entries()) {
    const part = takeRows(data, rows)
    const varying = columns.filter((name) => new Set(numericValues(part, name)).size > 1)
    if (varying.length === 0) continue
    const tick = (fraction: number): void => input.tick((i + fraction) / patterns.length)
    const origin = rows.map((row) => input.origin[row])
    const own = { ...input, data: part, origin, columns: varying, rng: rng.child('zeros').child(key), tick }
    const { files, warnings = [] } = shuffledByPlan(own)
    if (warnings.length > 0) messages.push(warnings[0])
    for (const [name, made] of files[0].columns)
      if (made?.kind === 'numeric') rows.forEach((row, at) => (masked[columns.indexOf(name)][row] = made.values[at]))
  }
  const kept =
    `${patterns.length} patterns of zeros (${names.join(', ')}) are those of the original: they disclose ` +
    'which records have zero'
  const more = messages.length === 0 ? [] : [`in ${messages.length} of them, the first being: ${messages[0]}`]
  return maskedFile(columns, masked, [kept, ...more])
}
