import { option } from '@sdc/core'
import type { Covered } from '@sdc/tabular'
import { plural } from '../view/table-words.js'

/**
 * From whom the levels of a pattern were judged, and from whom not: a claim names the attackers that it covers. Of a table of
 * counts respondents who are alone in a cell are no attackers: they do not know it, and a count of 1 is no value to learn.
 *
 * @param covered - Attackers, as an audit has them.
 * @param open - Dimensions without relations, because somebody said that they have no total.
 * @returns Two sentences, the second of those who are not covered.
 */
export function coveredText({ whole, least, alone, several, unions }: Covered, open: readonly string[] = []): string {
  const guess = Number.isFinite(least)
    ? `suppressed cells are ${whole ? 'whole and ' : ''}at least ${least}`
    : 'suppressed cells have no bounds'
  const judged = [
    `everybody (${guess})`,
    ...(alone ? [`${plural(alone, 'respondent')} alone in a suppressed cell`] : []),
    ...(several ? [`${plural(several, 'respondent')} in several suppressed cells`] : []),
  ]
  const not = [
    ...(alone === undefined && !whole ? ['respondents who are alone in a cell'] : []),
    ...(unions === undefined ? [`respondents in several cells (${option('contributions')})`] : []),
    'respondents who join forces',
    ...open.map((name) => `totals of "${name}" from elsewhere`),
    'other tables',
  ]
  const sums = unions ? `; ${plural(unions, 'sum')} of suppressed cells judged as well` : ''
  return `judged against ${judged.join(', ')}${sums}. Not judged: ${not.join(', ')}`
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
