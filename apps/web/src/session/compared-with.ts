import type { Compared, Settings, Version } from '../worker/protocol/protocol.js'
import type { Session } from './session-types.js'
import { sorted } from './staleness.js'

type Known = Session['comparison'] | Session['compared'][number]

/**
 * The comparison that a release is the choice of.
 *
 * @param settings - Those of the release.
 * @param versions - All versions.
 * @param known - What was compared, what is shown first.
 * @returns The first whole one of the same roles that has the chosen candidate, with the same steps; undefined for none.
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
