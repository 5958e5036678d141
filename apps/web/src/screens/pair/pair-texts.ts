import type { MeasuredView, PairColumn, PairRow } from '../../worker/protocol/pair-types.js'
import { counted, share, whole } from '../../text/counted.js'

/** Most changes that an announcement names. */
const NAMED = 5

/**
 * Returns the changes of a record in a sentence, for the announcement.
 *
 * @param row - The record.
 * @param columns - Names of its cells.
 * @returns `Record 5: income 34,000 is now 35,200; age 3 is now 4.`
 */
export function changesText({ original = 0, cells }: PairRow, columns: readonly string[]): string {
  const changes = cells.flatMap(({ before, after, changed }, i) =>
    changed ? [`${columns[i]} ${before} is now ${after}`] : [],
  )
  const left = changes.length - NAMED
  const all = left > 0 ? [...changes.slice(0, NAMED), `and ${counted(left, 'further change')}`] : changes
  return `Record ${whole(original)}: ${all.join('; ')}.`
}

/** Returns the note below a column's name: its changed cells. */
export function columnNote({ in: where, changed }: PairColumn, linked: number): string {
  if (where === 'original') return 'left out'
  if (where === 'masked') return 'added'
  if (linked === 0) return 'not linked'
  return changed === 0 ? 'unchanged' : `${share(changed, linked)} changed`
}

/** Returns the heading of a row: its record in the original, and in the masked file if that differs. */
export function recordText({ original, masked }: PairRow): string {
  if (original === undefined) return `masked ${whole(masked ?? 0)}`
  if (masked === undefined) return `${whole(original)}, removed`
  return original === masked ? whole(original) : `${whole(original)} → ${whole(masked)}`
}

/** Returns the words after `linked` that name the kind of link. */
export function linkText({ matching, link }: Pick<MeasuredView, 'matching' | 'link'>): string {
  if (matching === 'key') return `by the column ${link}`
  if (matching === 'origin') return 'by the private key'
  return matching === 'position' ? 'by position (record 1 with record 1, and so on)' : 'to the original'
}

/** Returns the note above the records of a masked file from elsewhere. */
export function pairNote(view: Pick<MeasuredView, 'matching' | 'link'>): string {
  return view.matching === 'none'
    ? 'The records are not linked: only the masked ones are listed, and changed cells are unknown.'
    : `Records are linked ${linkText(view)}. Original record → masked record.`
}
