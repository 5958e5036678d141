import { releaseFindings, type ReleaseCheckInput } from '@sdc/engine'
import type { OpenColumn } from '@sdc/report'

/**
 * What goes out and gives something away, a row a finding, with whether its columns were accepted by their names.
 *
 * @param input - The files and what was masked.
 * @param accepted - The columns that somebody accepted as they are.
 * @returns The findings of a release.
 */
export function openFacts(input: ReleaseCheckInput, accepted: readonly string[]): OpenColumn[] {
  return releaseFindings(input).map(({ columns, sentence, accept }) => ({
    name: columns.join(', '),
    why: sentence,
    accepted: accept.length > 0 && accept.every((name) => accepted.includes(name)),
  }))
}
