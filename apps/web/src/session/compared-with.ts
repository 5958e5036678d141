import type { Compared } from '../worker/protocol/comparison-types.js'
import type { Version } from '../worker/protocol/history-types.js'
import type { Settings } from '../worker/protocol/settings-types.js'
import type { Session } from './session-types.js'
import { sorted } from './staleness.js'

type Known = Session['comparison'] | Session['compared'][number]

/**
 * Finds the comparison from which a release was chosen.
 *
 * @param settings - Settings of the release.
 * @param versions - All versions.
 * @param known - Comparisons; the one shown comes first.
 * @returns The first complete comparison with the same roles that has the chosen candidate with the same steps;
 *   undefined for none.
 */
export function comparedWith(
  settings: Settings,
  versions: readonly Version[],
  known: readonly Known[],
): Compared | undefined {
  const wanted = [sorted(settings.schema), JSON.stringify(settings.steps)]
  for (const one of known) {
    if (one === undefined || ('complete' in one && !one.complete)) continue
    const of = 'of' in one ? one.of : one.version
    const then = versions.find(({ id }) => id === of)?.settings
    const candidate = one.view.candidates.find(({ label }) => label === settings.chosen)
    if (then === undefined || candidate === undefined) continue
    const found = [sorted(then.schema), JSON.stringify(candidate.steps)]
    if (found.every((part, i) => part === wanted[i])) return { view: one.view, settings: then }
  }
  return undefined
}
