/** How the records of a masked file belong to those of its original: as a command asks for it, as a plan in a store has it, and in memory. */
import type { Dataset } from '@sdc/core'
import { matchByKey, matchByOrder, matchByPosition } from '@sdc/engine'
import type { LinkBy } from '@sdc/scale'
import { drawnOrderOf, matchedByKey, matchRecords, otherOriginal, type Link, type Matched } from '@sdc/workflow/records'
import { say } from '../terminal/progress.js'
import type { PlannedLink } from './parts-document.js'

/**
 * What the plan of a run says of it. Of a private file it has the stream that drew the order alone, not the key of the release. Where the
 * original is not the file that this one was made for, that is said.
 *
 * @param link - What the options say.
 * @returns The link; undefined where records belong together by their places.
 * @throws what `drawnOrderOf` throws.
 */
export function plannedLink({
  key,
  origin,
  file,
  original,
}: Pick<Link, 'key' | 'origin' | 'file' | 'original'>): PlannedLink | undefined {
  if (key !== undefined) return { key }
  if (origin === undefined) return undefined
  const { state } = drawnOrderOf(origin, file)
  otherOriginal(origin, original).forEach(say)
  return { order: { source: state.source, key: Buffer.from(state.key).toString('hex') } }
}

/** The record of the original of which each masked one is made; of files held whole. */
export function originBy(original: Dataset, masked: Dataset, link: LinkBy | undefined): Int32Array {
  if (link === undefined) return matchByPosition(original, masked)
  return 'key' in link ? matchByKey(original, masked, link.key) : matchByOrder(original, masked, link.order)
}

/** The same by what the options say; that there is no order but the places was said before. */
export function matchedInMemory(original: Dataset, masked: Dataset, link: Link): Matched {
  if (link.origin !== undefined) return matchRecords(original, masked, link)
  if (link.key !== undefined) return matchedByKey(original, masked, link.key)
  return { matching: 'position', origin: matchByPosition(original, masked), messages: [] }
}
