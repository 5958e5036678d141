import type { ReleaseFinding } from '@sdc/engine'
import type { PolicyFacts } from '../policy/policy-types.js'

/**
 * What speaks against releasing a file, by column: an entry for every column that goes out open, or almost as it was.
 *
 * @param findings - What was found.
 * @param accepted - The columns that somebody accepted as they are.
 * @returns The columns in the order in which they are found; what accepting no column settles counts as not accepted.
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
