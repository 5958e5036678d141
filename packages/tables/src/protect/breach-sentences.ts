import type { BreachRow } from '@sdc/tabular'
import { valueText } from '../view/table-words.js'

/** A kept distance below this share of the level counts as nothing. */
const NOTHING = 1e-6

/**
 * Describes unkept levels: attacker, computed values, and required uncertainty.
 *
 * @param rows - Unkept levels.
 * @returns A sentence for each cell and attacker, both sides together, with a remedy.
 */
export function breachSentences(rows: readonly BreachRow[]): { readonly text: string; readonly help: string }[] {
  const together = new Map<string, BreachRow[]>()
  for (const row of rows) {
    const key = JSON.stringify([row.cell, row.who])
    together.set(key, [...(together.get(key) ?? []), row])
  }
  return [...together.values()].map((own) => ({ text: sentence(own), help: own[0].help }))
}

function sentence(rows: readonly BreachRow[]): string {
  const [{ cell, who, value }] = rows
  const [below, above, width] = (['below', 'above', 'width'] as const).map((side) =>
    rows.find((row) => row.side === side),
  )
  const isNothing = ({ kept, required }: BreachRow): boolean => kept <= NOTHING * required
  const isExact = width ? isNothing(width) : below !== undefined && above !== undefined && rows.every(isNothing)
  if (width && !isExact && !below && !above)
    return `${who} computes ${cell} to within ${valueText(width.kept)}; ${valueText(width.required)} is asked`
  const known = isExact
    ? valueText(value)
    : [
        ...(below ? [`at least ${valueText(value - below.kept)}`] : []),
        ...(above ? [`at most ${valueText(value + above.kept)}`] : []),
      ].join(' and ')
  const ends = [
    ...(below ? [valueText(value - below.required)] : []),
    ...(above ? [valueText(value + above.required)] : []),
  ]
  const possible = ends.length > 0 ? `; ${ends.join(' to ')} must remain possible` : ''
  return `${who} computes that ${cell} is ${known}${possible}`
}
