/**
 * Links between the records of a masked file and its original: as a command gives them, and as the plan of a run has
 * them.
 */
import type { Message, Rng } from '@sdc/core'
import { withoutPartner, type Link } from '../../match/match-records.js'
import { drawnOrderOf, otherOriginal } from '../../match/origin-file.js'
import type { PlannedLink } from '../work/run-document.js'

/**
 * Returns a link for the plan of a run. It has the stream that drew the order, not the key of the release.
 *
 * @param link - Link from the options.
 * @returns The link; undefined if record i of one file is record i of the other.
 * @throws The errors of `drawnOrderOf`.
 */
export function plannedLink({ key, origin, file }: Pick<Link, 'key' | 'origin' | 'file'>): PlannedLink | undefined {
  if (key !== undefined) return { key }
  if (origin === undefined) return undefined
  return orderedBy(drawnOrderOf(origin, file))
}

/** Returns the link of records whose order was drawn by a stream. */
export function orderedBy({ state }: Rng): PlannedLink {
  return { order: { source: state.source, key: Buffer.from(state.key).toString('hex') } }
}

/**
 * Returns messages on a link out of core: number of masked records without a partner, and a private file that was made
 * for another original.
 *
 * @param link - The link.
 * @param linked - Number of masked records with a partner.
 * @param rows - Number of masked records.
 */
export function linkMessages({ key, origin, original }: Link, linked: number, rows: number): readonly Message[] {
  if (key !== undefined) return linked < rows ? [withoutPartner(key, rows - linked, rows)] : []
  return origin === undefined ? [] : otherOriginal(origin, original)
}
