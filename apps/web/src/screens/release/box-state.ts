import { isRefused } from '@sdc/release'
import type { Session } from '../../session/session-types.js'

/**
 * Returns the reason that the public files cannot be saved yet, a sentence; undefined if they can.
 *
 * @param session - Drawn release and saved files.
 * @param stale - True if the settings changed after the draw.
 * @returns The sentence.
 */
export function closedBecause(
  { release, privateSaved, unconfirmed }: Pick<Session, 'release' | 'privateSaved' | 'unconfirmed'>,
  stale: boolean,
): string | undefined {
  if (release === undefined) return 'Not available: no release exists yet.'
  if (stale) return 'Not available: the settings have changed. Create the release again.'
  if (release.replayed?.same === false)
    return 'Not available: the bytes of the replay differ from the original release.'
  if (isRefused(release.judgement.state))
    return 'Not available: the release does not meet the policy, and no exception is recorded.'
  if (unconfirmed) return 'Not available until you confirm that the private files are saved.'
  if (!privateSaved) return 'Not available until the private files are saved.'
  return undefined
}
