import type { Covered } from '@sdc/tabular'
import { plural } from './table-words.js'

/**
 * From whom the levels of a pattern were judged, and from whom not: a claim names the attackers that it covers.
 *
 * @param covered - Attackers, as an audit has them.
 * @returns Two sentences, the second of those who are not covered.
 */
export function coveredText({ whole, least, alone, several, unions }: Covered): string {
  const guess = Number.isFinite(least) ? `cells are at least ${least}${whole ? ' and whole' : ''}` : 'no bound is known'
  const from = [
    `everybody (${guess})`,
    ...(alone ? [plural(alone, 'respondent') + ' alone in suppressed cells'] : []),
    ...(several ? [`${plural(several, 'respondent')} of several suppressed cells`] : []),
  ]
  const unknown = [
    ...(alone === undefined ? ['respondents who are alone in a cell'] : []),
    ...(unions === undefined ? ['respondents in several cells (--contributions)'] : []),
    'respondents who join forces',
    'what other tables tell',
  ]
  const sums = unions ? `; ${plural(unions, 'sum')} of suppressed cells kept as well` : ''
  return `from: ${from.join(', ')}${sums}. Not covered: ${unknown.join(', ')}`
}

/** What the report of an audit says of the attackers that it covers. */
export function coveredIn(report: ReadonlyMap<string, unknown> | undefined): Covered {
  const number = (name: string): number | undefined => {
    const value = report?.get(name)
    return typeof value === 'number' ? value : undefined
  }
  return {
    whole: number('whole') === 1,
    least: number('least value') ?? Number.NEGATIVE_INFINITY,
    alone: number('alone'),
    several: number('several'),
    unions: number('unions'),
  }
}
