/**
 * Probabilistic record linkage: the attack of an intruder who weighs agreements.
 *
 * Two records agree or differ in each key. m_j and u_j are the probabilities of agreement in key j for pairs that
 * belong together, and for other pairs. The weight of a pair is the sum of log₂(m_j/u_j) over the keys with agreement,
 * and of log₂((1−m_j)/(1−u_j)) over the others. PLD-i: percent of the masked records that the one-to-one linkage of the
 * greatest total weight, by the first i columns, links to the right original record. PLD: mean of PLD-1 … PLD-min(7,
 * d). Source: Fellegi & Sunter 1969; Jaro 1989; Sebé, Domingo-Ferrer, Mateo-Sanz & Torra 2002, section 2.
 */
import { defineMetric, SdcError, type Measurement, type MeasureInput } from '@sdc/core'
import { mean } from '@sdc/stats'
import { correspondence, leftOut, notUsed, tooFewPairs, truthParam, unmeasured, withoutOrigin } from '@sdc/toolkit'
import * as z from 'zod'
import { agreementColumns, agreementKey, completeCells } from './agreement-keys.js'
import { incompleteWarning } from '../columns/incomplete-records.js'
import { NO_KEYS } from '../columns/linkage-keys.js'
import { blockSample, prlBlocks } from './prl-blocks.js'
import {
  comparedBlocks,
  emChances,
  pairCounts,
  prlLinks,
  truePairChances,
  type ChancesOfKeys,
  type PairCounts,
} from './prl-linkage.js'
import { prlTables, prlWarnings } from './prl-tables.js'
import { riskInPercent } from '../../card-facts.js'

const chancesParam = z.array(z.number().gt(0).lt(1)).max(7)

const params = z.object({
  agree: z
    .enum(['tol', 'bins', 'ranks', 'equal'])
    .default('tol')
    .meta({
      description:
        'Rule for the agreement of two numbers. tol: they differ by at most tolerance. bins: they are in the same bin of ' +
        'equal frequency in the original. ranks: their ranks differ by at most percent of the masked values; equal: they ' +
        'are equal. Categories agree if they are the same.',
    }),
  tolerance: z.number().min(0).default(0.1).meta({
    description: 'With agree: tol, maximum difference of numbers that agree.',
    unit: 'standard deviations of the original',
  }),
  bins: z.int().min(2).max(10_000).default(10).meta({
    description: 'With agree: bins, number of bins of equal frequency of a column.',
    unit: 'bins',
  }),
  percent: z.number().gt(0).max(100).default(2).meta({
    description: 'With agree: ranks, maximum rank difference of numbers that agree, rounded down to whole places.',
    unit: 'percent of the masked values',
  }),
  weights: z
    .enum(['true-pairs', 'em', 'given'])
    .default('true-pairs')
    .meta({
      description:
        'Source of m and u. true-pairs: from the true pairs and the others, for the best informed intruder; em: from the ' +
        'counts of agreements alone, by the EM algorithm, which needs three columns; given: from the parameters m and u.',
    }),
  m: chancesParam.optional().meta({
    description: 'With weights: given, for each column the probability that a true pair agrees in it.',
  }),
  u: chancesParam.optional().meta({
    description: 'With weights: given, for each column the probability that another pair agrees in it.',
  }),
  falseLink: z
    .number()
    .min(0)
    .max(1)
    .default(0.001)
    .meta({
      description:
        'Maximum share of false pairs that the intruder takes for links (μ): it determines the table of decisions, not ' +
        'the value.',
      unit: 'share of 1',
    }),
  falseNonLink: z
    .number()
    .min(0)
    .max(1)
    .default(0.05)
    .meta({
      description:
        'Maximum share of true pairs that the intruder takes for non-links (λ); it determines the table of decisions, ' +
        'not the value.',
      unit: 'share of 1',
    }),
  blocks: z
    .array(z.string())
    .default([])
    .meta({
      description:
        'Columns of both files: only records with equal values in all of them are compared. Necessary above 5,000 ' +
        'records.',
    }),
  truth: truthParam,
})

type PrlParams = z.infer<typeof params>

export const prlMetric = defineMetric({
  id: 'risk/prl',
  title: 'Probabilistic record linkage (PLD)',
  summary:
    'Share of masked records that an intruder links to the right original by weighted agreements in the first 1 to 7 ' +
    'columns.',
  formula:
    'PLD = mean over i = 1…min(7, d) of 100 · share{the one-to-one linkage of greatest Σ w links it to the right ' +
    'record},  w = Σ_{j≤i} log₂(m_j/u_j) if the records agree in j, log₂((1−m_j)/(1−u_j)) if not',
  source: [
    { key: 'fellegi-sunter-1969', where: 'weights and decisions' },
    { key: 'jaro-1989', where: 'EM and one-to-one assignment' },
    { key: 'sebe-domingo-ferrer-mateo-sanz-torra-2002', where: 'section 2' },
  ],
  notes: [
    {
      topic: 'interpretation',
      text:
        'The table agreement has the rule, m, u and the weights of each column. The table keys has, for each number of ' +
        'columns, the share found, its least and greatest over the random orders, and the share of a random one-to-one ' +
        "linkage. The table patterns has the intruder's decision by each pattern of agreements (1 agrees, 0 differs, in " +
        'the order of the columns). The table decisions has the number of pairs of each, and of true pairs among them.',
    },
    {
      topic: 'ties',
      text:
        'Most pairs share one of 2^i weights, so many linkages have the greatest total weight. A program that takes the ' +
        "first in the files' own order finds true pairs that no intruder could: 100 % where 81 % is right. Here both " +
        'files are sorted by their values, then one is put in a random order, five times; records that agree with the ' +
        'same records share their links. The value is the mean.',
    },
    {
      topic: 'choices',
      text:
        'The papers do not define the agreement of two numbers. The default is a tenth of a standard deviation; none of ' +
        'five rules tried (.02 and .1 standard deviations, 10 and 50 bins, 2 % of the ranks) gives their numbers.',
    },
    {
      topic: 'choices',
      text:
        'With weights: em the share of true pairs is fixed at that of a one-to-one linkage. Left free, EM fits the ' +
        'correlation of the columns instead of the links. One and two columns use the weights of the first three, since ' +
        'their counts do not determine the parameters.',
    },
    {
      topic: 'missing',
      text:
        'It uses complete cases: a record with a missing value is neither linked nor a candidate. Masked records without ' +
        'a known origin are candidates, but are not attacked. Columns that are constant in the original are not used. ' +
        'The table counts omissions.',
    },
    {
      topic: 'limits',
      text:
        'All pairs are compared. Above 5,000 records there is a value only with blocks; a masked record whose original ' +
        'is in another block is not found. Above 25 million pairs in blocks, a simple random sample of blocks is used, ' +
        'of up to 3,535 records each. Then m and u are those of the sample, and the standard error is that of a ratio.',
    },
    {
      topic: 'limits',
      text:
        'An unmasked file has 100 only if its records have unique patterns: by one column within a tolerance most have ' +
        'not. The value does not measure how near a wrong link is.',
    },
    {
      topic: 'limits',
      text: 'It has no interval: m and u come from the same pairs that are linked, and intervals by records do not cover.',
    },
    {
      topic: 'parameters',
      text: 'truth: nearest uses the numeric columns, and is a convention of papers: see risk/dld.',
    },
  ],
  ...riskInPercent,
  high: { share: 0.1, meaning: 'an intruder who weights agreements in the first columns links {value} of the records' },
  accepts: ['numeric', 'ordered', 'nominal'],
  cost: { time: 'O(n²) to O(n³) within a block of n records; above 25 million pairs a random sample of blocks' },
  costly: true,
  recordsOf: 'masked',
  atIdentity: null,
  params,
  needsFile: () => ({
    why: 'its weights are estimated from all pairs of records; risk/dbrl runs out of core on a sample',
  }),
  plan: () => ({ form: 'file', measure: measurePrl }),
})

function measurePrl(input: MeasureInput<PrlParams>): Measurement {
  const { original, masked, params: options } = input
  const numbers = input.columns.filter((name) => original.column(name).kind === 'numeric')
  const pairs = correspondence({ ...input, columns: numbers }, options.truth, 'risk/prl')
  const why = tooFewPairs(pairs.masked.length, input.origin, options.truth === 'identity')
  if (why) return unmeasured(why)
  const { names, constant } = agreementColumns(input)
  if (names.length === 0) return unmeasured(NO_KEYS)
  const rows = { original: completeCells(original, names), masked: completeCells(masked, names) }
  const owner = ownerOf(pairs, rows, original.rows, masked.rows)
  const attacked = owner.reduce((sum, at) => sum + (at >= 0 ? 1 : 0), 0)
  const unlinked = options.truth === 'identity' ? withoutOrigin(input.origin) : 0
  const counts = leftOut({
    [notUsed.withoutOrigin]: unlinked,
    [notUsed.incomplete]: masked.rows - unlinked - attacked,
    [notUsed.constantColumns]: constant,
  })
  const without = (reason: string): Measurement => unmeasured(reason, attacked, new Map([['left-out', counts]]))
  if (attacked < 2) return without(`${attacked} masked records have all columns in both files; the metric needs 2`)
  if (options.weights === 'em' && names.length < 3)
    return without(`weights: em needs three columns, there are ${names.length}. Use weights: true-pairs`)
  const blocks = prlBlocks(
    { data: original, rows: rows.original },
    { data: masked, rows: rows.masked },
    options.blocks,
    input.rng.child('blocks'),
  )
  if (typeof blocks === 'string') return without(blocks)

  // Attacked records in the selected blocks, numbered block by block.
  const found = Int32Array.from(
    blocks.drawn.flatMap((block) => Array.from(block.masked).filter((at) => owner[at] >= 0)),
  )
  if (found.length === 0) return without('no sampled block has a record with a known original')
  const number = new Int32Array(owner.length).fill(-1)
  found.forEach((at, r) => (number[at] = r))
  const keys = names.map((name) => agreementKey(original, masked, name, options))
  const compared = comparedBlocks(keys, rows, blocks.drawn, owner, number)
  const paired = pairCounts(compared, keys.length)
  const chances = chancesBy(options, paired, names)
  const links = prlLinks(compared, chances, found.length, input.rng.child('order'), (done) => input.tick(done))
  const credit = Float64Array.from(found, (_, r) => mean(Float64Array.from(links, (link) => link.credit[r])))
  const records = new Float64Array(masked.rows).fill(Number.NaN)
  found.forEach((at, r) => (records[rows.masked[at]] = credit[r]))

  const ofBlocks = blocks.drawn.map((block) => block.masked.filter((at) => owner[at] >= 0).map((at) => number[at]))
  const sample = blockSample(
    { blocks: blocks.of, records: attacked },
    Float64Array.from(ofBlocks, (own) => own.reduce((sum, r) => sum + credit[r], 0)),
    Float64Array.from(ofBlocks, (own) => own.length),
  )
  const result = { names, keys, compared, paired, chances, links, attacked: found.length, blocks }
  const warnings = [...prlWarnings(result), ...incompleteWarning(pairs.masked.length, attacked)]
  return {
    value: 100 * mean(credit),
    used: found.length,
    ...(sample && { sample }),
    records,
    tables: new Map([...prlTables(result, options), ['left-out', counts]]),
    ...(warnings.length > 0 && { warnings }),
  }
}

/** Returns the index of the original of every complete masked record among the complete ones; −1 if there is none. */
function ownerOf(
  pairs: { readonly masked: Int32Array; readonly original: Int32Array },
  rows: { readonly original: Int32Array; readonly masked: Int32Array },
  originals: number,
  masked: number,
): Int32Array {
  const place = new Int32Array(originals).fill(-1)
  rows.original.forEach((row, at) => (place[row] = at))
  const of = new Int32Array(masked).fill(-1)
  pairs.masked.forEach((row, r) => (of[row] = place[pairs.original[r]]))
  return rows.masked.map((row) => of[row])
}

function chancesBy({ weights, m, u }: PrlParams, paired: PairCounts, names: readonly string[]): ChancesOfKeys {
  if (weights === 'em') return emChances(paired, names.length)
  const own = weights === 'given' ? givenChances(m, u, names) : truePairChances(paired, names.length)
  return names.map(() => own)
}

function givenChances(
  m: readonly number[] | undefined,
  u: readonly number[] | undefined,
  names: readonly string[],
): { readonly m: Float64Array; readonly u: Float64Array } {
  const list = (name: 'm' | 'u', values: readonly number[] | undefined): Float64Array => {
    if (values?.length === names.length) return Float64Array.from(values)
    const got = values === undefined ? 'it is missing' : `it has ${values.length}`
    const message = `weights: given needs ${name} with a number for each of ${names.join(', ')}; ${got}`
    throw new SdcError(
      'BAD_PARAMETER',
      message,
      { metric: 'risk/prl', parameter: name },
      'Give these numbers, or use weights: true-pairs.',
    )
  }
  return { m: list('m', m), u: list('u', u) }
}
