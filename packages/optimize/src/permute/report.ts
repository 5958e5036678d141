import { categorical, dataset, numeric, type Column, type Dataset } from '@sdc/core'
import type { CorrelationErrors, KindErrors } from './correlation-errors.js'
import type { Limit } from './limits.js'
import type { SearchResult } from './permute-file.js'
import type { PermuteState } from './permute-state.js'

/** Facts at the end of a search. */
export interface EndOfSearch {
  readonly target: number
  readonly before: CorrelationErrors
  readonly after: CorrelationErrors
  readonly resolvedLimits: readonly Limit[]
  readonly found: SearchResult
  /** Mean relative change of a number from its own original before and after; undefined without numbers. */
  readonly change: readonly [number, number] | undefined
  /** True if that change had to stay at its start. */
  readonly keepNear: boolean
  /** Chance values of the limits whose value is below chance, by name. */
  readonly below: ReadonlyMap<string, number>
  readonly state: PermuteState
  readonly method: string
  /** True if values are missing, whose pairs the search approximates. */
  readonly isIncomplete: boolean
  /** Metrics with default limits. */
  readonly usual: readonly string[]
}

/** Smallest eigenvalue of correlations below which columns determine each other. */
const SINGULAR = 1e-6

/** Returns true if every correlation of either kind is within the target. */
export function isReached({ after, target }: Pick<EndOfSearch, 'after' | 'target'>): boolean {
  return after.pearson.greatest <= target && after.spearman.greatest <= target
}

/**
 * Returns the report of a search, for the private file.
 *
 * @param end - Facts at the end of the search.
 * @returns Numbers by name, and a table of the limits.
 */
export function reportOf({
  target,
  before,
  after,
  resolvedLimits,
  found,
  change,
}: EndOfSearch): Map<string, number | Dataset | Column> {
  return new Map<string, number | Dataset | Column>([
    ['largest Pearson error at the start', before.pearson.greatest],
    ['largest Pearson error', after.pearson.greatest],
    ['largest Spearman error at the start', before.spearman.greatest],
    ['largest Spearman error', after.spearman.greatest],
    ['mean correlation loss at the start', before.pearson.mean],
    ['mean correlation loss', after.pearson.mean],
    ['mean rank correlation loss at the start', before.spearman.mean],
    ['mean rank correlation loss', after.spearman.mean],
    ...(change === undefined
      ? []
      : ([
          ['mean relative change at the start', change[0]],
          ['mean relative change', change[1]],
        ] as const)),
    ['proposals', found.progress.proposals],
    ['accepted', found.progress.accepted],
    ['reached', isReached({ after, target }) ? 1 : 0],
    ['limits kept', found.returned === 'the limits are not kept' ? 0 : 1],
    ...(resolvedLimits.length > 0 ? [['limits', limitsTable(resolvedLimits, found)] as const] : []),
  ])
}

function limitsTable(resolvedLimits: readonly Limit[], found: SearchResult): Dataset {
  return dataset([
    ['metric', categorical(resolvedLimits.map(({ name }) => name))],
    ['at the start', numeric(resolvedLimits.map(({ start }) => start))],
    ['at the end', numeric([...found.values])],
    ['at most', numeric(resolvedLimits.map(({ at }) => at))],
    ['looked at', categorical(resolvedLimits.map(({ session }) => (session ? 'every exchange' : 'checkpoints')))],
  ])
}

/**
 * Returns the messages on the end of a search.
 *
 * @param end - Facts at the end of the search.
 * @returns Sentences without a full stop.
 */
export function endSentences(end: EndOfSearch): string[] {
  const { resolvedLimits, found, below, method, usual } = end
  const sentences: string[] = []
  const singular = singularSentence(end)
  if (!isReached(end)) sentences.push(missedSentence(end))
  if (singular !== undefined) sentences.push(singular)
  const broken = resolvedLimits.filter(({ start, at }) => start > at)
  if (broken.length > 0) {
    const each = broken.map(({ name, start, at }) => `${name} ${digits(start)}, at most ${digits(at)}`).join('; ')
    sentences.push(`${method}: the masked file breaks limits before the search begins (${each})`)
  }
  const atEnd = resolvedLimits.map(({ name, start, at }, l) => ({ name, start, at, end: found.values[l] }))
  if (found.returned === 'an earlier file that kept them')
    sentences.push(
      `${method}: not all limits could be kept while the correlations were restored; the last file that kept them is returned`,
    )
  if (found.returned === 'the limits are not kept') {
    const each = atEnd.filter((one) => !(one.end <= one.at)).map(limitEnd)
    sentences.push(`${method}: LIMITS NOT KEPT: ${each.join('; ')}`)
  }
  for (const [name, chance] of below) {
    const value = atEnd.find((one) => one.name === name)?.end ?? Number.NaN
    sentences.push(
      `${method}: ${name} is ${digits(value)}, below the ${digits(chance)} of independent data: values were ` +
        'moved away from their own by a rule, and an intruder who knows it finds them again',
    )
  }
  const { change, keepNear } = end
  if (keepNear && change !== undefined && change[1] > change[0] * (1 + 1e-9))
    sentences.push(
      `${method}: the mean relative change of a number (IL1) rose from ${digits(change[0])} to ` +
        `${digits(change[1])}: target and limits could not be kept without that`,
    )
  const costly = resolvedLimits.filter(({ session, metric }) => !session && !usual.includes(metric.use))
  if (costly.length > 0) {
    const names = costly.map(({ name }) => name).join(', ')
    sentences.push(
      `${method}: ${names} cannot be followed from exchange to exchange; it was measured at checkpoints only`,
    )
  }
  return sentences
}

function limitEnd({ name, start, at, end }: { name: string; start: number; at: number; end: number }): string {
  return `${name} ${digits(start)} at the start, ${digits(end)} at the end, at most ${digits(at)}`
}

function missedSentence({ target, before, after, found, method, isIncomplete }: EndOfSearch): string {
  const why = { reached: 'the limits prevented it', stagnated: 'nothing improved', 'out of proposals': 'the proposals ran out' } // oxfmt-ignore
  const cells = isIncomplete ? ' (with missing values every pair of columns has other records)' : ''
  const each = [
    kindText('Pearson', before.pearson, after.pearson),
    kindText('Spearman', before.spearman, after.spearman),
  ]
  return `${method}: TARGET ${target} NOT REACHED after ${found.progress.proposals} proposals, because ${why[found.ended]}${cells}: ${each.join('; ')}`
}

function kindText(kind: string, before: KindErrors, after: KindErrors): string {
  const between = after.between ? ` (${after.between.join(' and ')})` : ''
  return `largest ${kind} error ${digits(before.greatest)} before, ${digits(after.greatest)} after${between}`
}

function singularSentence({ state, target, method }: EndOfSearch): string | undefined {
  const { smallestEigenvalue, size } = state.pearson
  if (size < 2 || smallestEigenvalue > SINGULAR) return undefined
  return (
    `${method}: columns determine each other (the smallest eigenvalue of the original correlations is ` +
    `${digits(Math.max(0, smallestEigenvalue))}): permuted columns cannot add up like the original ones. A ` +
    `target far below ${target} may not be reached, and if it is, it discloses the records`
  )
}

function digits(value: number): string {
  return String(Number(value.toPrecision(3)))
}
