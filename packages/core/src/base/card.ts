/** What every method and metric says of itself; the command line, the documentation and the reports are made from it. */
export interface Card {
  /** `family/name`; the family is the package's suffix. */
  readonly id: string
  /** The field's name for it. */
  readonly title: string
  /** One sentence: what it does. */
  readonly summary: string
  readonly formula: string
  /** Where it comes from: authors, year, equation. */
  readonly source: string
  /** What its user must know before releasing a file or believing a number: limits, attacks, design choices. */
  readonly notes?: readonly string[] | undefined
}

/** `family/name` in lower case, words joined by hyphens. */
export const idPattern = /^[a-z][a-z0-9]*(-[a-z0-9]+)*\/[a-z0-9]+(-[a-z0-9]+)*$/

export function cardProblems(card: Partial<Card>): string[] {
  const problems: string[] = []
  if (typeof card.id !== 'string' || !idPattern.test(card.id)) {
    problems.push(`id ${JSON.stringify(card.id)} is not of the form family/name`)
  }
  for (const key of ['title', 'summary', 'formula', 'source'] as const) {
    if (typeof card[key] !== 'string' || card[key].trim() === '')
      problems.push(`${card.id ?? 'card'}: ${key} is missing`)
  }
  return problems
}
