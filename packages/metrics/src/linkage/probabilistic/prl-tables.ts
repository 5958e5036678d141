import type { Dataset } from '@sdc/core'
import { log2 } from '@sdc/stats'
import { figures, table } from '@sdc/toolkit'
import type { AgreementKey } from './agreement-keys.js'
import { decisions, patternChance, patternWeights, type Decision } from './fellegi-sunter.js'
import { ORDERS } from '../search/one-to-one.js'
import type { PrlBlocks } from './prl-blocks.js'
import type { ChancesOfKeys, ComparedBlock, PairCounts, PrlLinks } from './prl-linkage.js'

/** Result of a probabilistic linkage. */
export interface PrlResult {
  readonly names: readonly string[]
  readonly keys: readonly AgreementKey[]
  readonly compared: readonly ComparedBlock[]
  readonly paired: PairCounts
  readonly chances: ChancesOfKeys
  readonly links: readonly PrlLinks[]
  readonly attacked: number
  readonly blocks: PrlBlocks
}

/** Returns the tables of the measurement: agreements, their probabilities, results and decisions. */
export function prlTables(
  result: PrlResult,
  limits: { readonly falseLink: number; readonly falseNonLink: number },
): (readonly [string, Dataset])[] {
  const { names, keys, chances, paired, blocks, attacked } = result
  const { m, u } = chances[chances.length - 1]
  return [
    ['keys', keyTable(result)],
    [
      'agreement',
      table({
        key: names,
        'two values agree': keys.map(({ rule }) => rule),
        m,
        u,
        'weight if they agree': m.map((one, j) => log2(one / u[j])),
        'weight if not': m.map((one, j) => log2((1 - one) / (1 - u[j]))),
      }),
    ],
    ...decisionTables(result, limits),
    [
      'linkage',
      figures({
        'records to link': attacked,
        'random orders': ORDERS,
        'pairs compared': paired.all.reduce((sum, count) => sum + count, 0),
        'share of pairs that are linked (p)': paired.linked,
        blocks: blocks.of,
        'blocks looked at': blocks.drawn.length,
      }),
    ],
  ]
}

function keyTable({ names, chances, links, attacked, compared }: PrlResult): Dataset {
  const percent = (one: number): number => (100 * one) / attacked
  const each = (of: (at: number) => number): Float64Array => Float64Array.from(names, (_, at) => of(at))
  // Each masked record with its original in the block is linked to one of as many.
  const byChance = compared.reduce((sum, one) => sum + one.pairs.masked.length / Math.max(one.originals, one.masked), 0)
  return table({
    'column added': names,
    keys: each((at) => at + 1),
    percent: each((at) => percent(links[at].byOrder.reduce((sum, one) => sum + one, 0) / ORDERS)),
    'least of the orders': each((at) => percent(Math.min(...links[at].byOrder))),
    'greatest of the orders': each((at) => percent(Math.max(...links[at].byOrder))),
    'percent by chance': each(() => percent(byChance)),
    'iterations of EM': each((at) => chances[at].iterations ?? Number.NaN),
  })
}

function decisionTables(
  { chances, paired }: PrlResult,
  { falseLink, falseNonLink }: { readonly falseLink: number; readonly falseNonLink: number },
): (readonly [string, Dataset])[] {
  const all = chances[chances.length - 1]
  const weights = patternWeights(all, all.m.length)
  const decided = decisions(all, falseLink, falseNonLink)
  const order = [...weights.keys()].sort((a, b) => weights[b] - weights[a] || b - a)
  const each = (of: (pattern: number) => number): Float64Array => Float64Array.from(order, of)
  const kinds: readonly Decision[] = ['link', 'clerical', 'non-link']
  const sum = (counts: Float64Array, kind: Decision): number =>
    counts.reduce((total, count, pattern) => total + (decided[pattern] === kind ? count : 0), 0)
  return [
    [
      'decisions',
      table({
        decision: kinds,
        pairs: Float64Array.from(kinds, (kind) => sum(paired.all, kind)),
        'true pairs': Float64Array.from(kinds, (kind) => sum(paired.right, kind)),
      }),
    ],
    [
      'patterns',
      table({
        pattern: order.map((pattern) => Array.from(all.m, (_, j) => (pattern & (1 << j) ? '1' : '0')).join('')),
        weight: each((pattern) => weights[pattern]),
        pairs: each((pattern) => paired.all[pattern]),
        'true pairs': each((pattern) => paired.right[pattern]),
        'probability in true pairs': each((pattern) => patternChance(pattern, all.m)),
        'probability in other pairs': each((pattern) => patternChance(pattern, all.u)),
        decision: order.map((pattern) => decided[pattern]),
      }),
    ],
  ]
}

/** Returns warnings about columns without information on a link, and about an EM that did not converge. */
export function prlWarnings({ names, chances }: Pick<PrlResult, 'names' | 'chances'>): string[] {
  const { m, u } = chances[chances.length - 1]
  const idle = names.flatMap((name, j) =>
    m[j] > u[j]
      ? []
      : [
          `column "${name}" agrees no more often in true pairs (m = ${digits(m[j])}) than in others (u = ${digits(u[j])}): ` +
            'by this rule it gives no information on links',
        ],
  )
  const restless = chances.flatMap(({ settled, iterations }, at) =>
    settled === false && chances.indexOf(chances[at]) === at
      ? [`EM by the first ${at + 1} columns did not converge in ${iterations ?? 0} iterations`]
      : [],
  )
  return [...idle, ...restless]
}

const digits = (share: number): string => share.toPrecision(3)
