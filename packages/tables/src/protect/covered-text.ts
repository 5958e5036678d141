import { option } from '@sdc/core'
import type { Covered } from '@sdc/tabular'
import { plural } from '../view/table-words.js'

/**
 * Names the attackers that the levels of a pattern cover, and those that they do not. In a table of counts, lone
 * respondents of a cell are not attackers: they do not know it, and a count of 1 is not a value to learn.
 *
 * @param covered - Attackers from an audit.
 * @param open - Dimensions declared without a total, which have no relations.
 * @returns Two sentences, the second about attackers that are not covered.
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

/** Returns the covered attackers from the report of an audit. */
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
