import { listed } from '@sdc/core'
import type { ComparisonDocument } from '@sdc/search'

/** Adds the conditions of steps to titles that several candidates share. */
export function withDistinctTitles(document: ComparisonDocument): ComparisonDocument {
  const counts = new Map<string, number>()
  for (const { title } of document.candidates) counts.set(title, (counts.get(title) ?? 0) + 1)
  const candidates = document.candidates.map((one) => {
    if (counts.get(one.title) === 1) return one
    const words = one.steps.flatMap(({ given = [], by = [] }) => [
      ...(given.length > 0 ? [`given ${listed(given, 3)}`] : []),
      ...(by.length > 0 ? [`within groups of ${listed(by, 3)}`] : []),
    ])
    return words.length === 0 ? one : { ...one, title: `${one.title}, ${[...new Set(words)].join(', ')}` }
  })
  return { ...document, candidates }
}
