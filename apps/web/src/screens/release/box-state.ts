import { isRefused } from '@sdc/workflow/policies'
import type { Session } from '../../session/session-types.js'

/**
 * Why the files to give away cannot be saved yet, a sentence; undefined where they can.
 *
 * @param session - What was drawn and saved so far.
 * @param stale - Whether what was drawn belongs to settings that were changed since.
 */
export function closedBecause(
  { release, kept, unconfirmed }: Pick<Session, 'release' | 'kept' | 'unconfirmed'>,
  stale: boolean,
): string | undefined {
  if (release === undefined) return 'Closed: nothing was drawn yet.'
  if (stale) return 'Closed: the settings were changed since it was drawn. Draw the release again.'
  if (release.replayed?.same === false) return 'Closed: the replay gave other bytes than the key was written for.'
  if (isRefused(release.judgement.state)) return 'Closed: the policy is not met, and no exception was recorded.'
  if (unconfirmed) return 'Closed until you say that the files to keep are on your disk.'
  if (!kept) return 'Closed until the files to keep are on your disk.'
  return undefined
}
