import type { ReleaseFinding } from '@sdc/engine'
import type { PolicyFacts } from '../policy/policy-types.js'

/**
 * Returns the findings against a release by column: an entry for every column that is released unmasked, or almost
 * unmasked.
 *
 * @param findings - The findings.
 * @param accepted - Columns that were accepted unmasked.
 * @returns The columns in the order of the findings; a finding that no accepted column settles counts as not
 *   accepted.
 */
export function openFacts(findings: readonly ReleaseFinding[], accepted: readonly string[]): PolicyFacts['open'] {
  const open = new Map<string, { readonly why: string[]; readonly canBeAccepted: boolean }>()
  for (const { kind, columns, accept, sentence } of findings) {
    const settles = accept.length > 0
    const why =
      kind === 'gives-away'
        ? `gives away ${sentence}`
        : kind === 'names-people'
          ? `names people: ${sentence}`
          : sentence.replace(/; \S*release drops it/, '; a release drops it')
    for (const name of settles ? accept : columns) {
      const before = open.get(name)
      open.set(name, {
        why: [...(before?.why ?? []), why],
        canBeAccepted: settles && (before?.canBeAccepted ?? true),
      })
    }
  }
  return [...open].map(([name, { why, canBeAccepted }]) => ({
    name,
    why: [...new Set(why)].join('; '),
    accepted: canBeAccepted && accepted.includes(name),
  }))
}
