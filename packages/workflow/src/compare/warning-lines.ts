import type { Comparison } from '@sdc/engine'

/** Candidates that are named in a line; of the others there is only a number. */
const NAMED = 2

/**
 * The warnings of a comparison for people, a line for every kind: a hundred candidates are warned of alike, and what
 * differs in numbers only is of one kind.
 *
 * @param comparison - The comparison, whose warnings begin with the label of their candidate.
 * @param details - Where all of them are to be found.
 * @returns The lines, in the order in which their kinds come up.
 */
export function warningLines({ rows, warnings }: Pick<Comparison, 'rows' | 'warnings'>, details: string): string[] {
  // The longest first: one label may begin with another.
  const labels = rows.map(({ label }) => label).sort((a, b) => b.length - a.length)
  const kinds = new Map<string, { readonly first: string; readonly of: string[] }>()
  for (const warning of warnings) {
    const label = labels.find((one) => warning.startsWith(`${one}: `))
    const sentence = label === undefined ? warning : warning.slice(label.length + 2)
    const kind = `${label === undefined} ${sentence.replace(/\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, '#')}`
    const held = kinds.get(kind) ?? { first: warning, of: [] }
    if (label !== undefined && !held.of.includes(label)) held.of.push(label)
    kinds.set(kind, held)
  }
  return [...kinds.values()].map(({ first, of }) => {
    if (of.length < 2) return `warning: ${first}`
    const named = of.slice(0, NAMED).join('; ')
    const others = of.length > NAMED ? ` and ${of.length - NAMED} more` : ''
    return `warning: ${of.length} candidates (${named}${others}; all in ${details}): ${first.slice(of[0].length + 2)}`
  })
}
