import { asNote, option, SdcError, type Dataset } from '@sdc/core'
import { matchRecords, type Link, type Matched } from './match-records.js'
import { manifestOf } from '@sdc/inspect'

/** Known links between the records, and `unlinked` if the user said that there are none. */
export interface PossibleLink extends Link {
  readonly unlinked?: boolean | undefined
}

/**
 * Matches the records of two files, for a step that can use the nearest record if the match is unknown.
 *
 * Uses a link column, a private file or position, as {@link matchRecords}. No record has an origin if the user says so.
 * The same holds without a link if the files have different numbers of records, or if the manifest of the masked file
 * says that its records were put into random order. A step that needs an origin then refuses.
 *
 * @param original - The original.
 * @param masked - The masked file.
 * @param link - Known links between the files.
 * @returns The origins, −1 if unknown, and a message if all are unknown.
 * @throws The errors of `matchRecords` for a link column or origins.
 */
export function matchIfLinked(original: Dataset, masked: Dataset, link: PossibleLink): Matched {
  const { key, origin, unlinked = false } = link
  if (key !== undefined || origin !== undefined) {
    if (!unlinked) return matchRecords(original, masked, link)
    const fix = `Leave out ${option('link')} and ${option('origin')}, or leave out ${option('unlinked')}.`
    throw new SdcError(
      'BAD_OPTION',
      `${option('unlinked')} excludes ${option('link')} and ${option('origin')}`,
      {},
      fix,
    )
  }
  const why = unlinked ? 'as you say' : whyUnlinked(original, masked, link)
  if (why !== undefined) {
    const sentence = asNote(
      `no record is matched, ${why}: what needs the link has no value, or goes by the nearest original record`,
    )
    return { matching: 'none', origin: new Int32Array(masked.rows).fill(-1), messages: [sentence] }
  }
  return matchRecords(original, masked, link)
}

function whyUnlinked(original: Dataset, masked: Dataset, { file, manifests = [] }: Link): string | undefined {
  const order = manifestOf(file, manifests)?.records
  if (order === 'synthetic') return undefined
  if (original.rows !== masked.rows)
    return `since the original has ${original.rows} record${original.rows === 1 ? '' : 's'} and the masked file ${masked.rows}, and no ${option('link')} or ${option('origin')} links them`
  if (order === undefined || order === 'in the order of the input') return undefined
  return `since by its manifest the records of the masked file are ${order}, and no ${option('origin')} says which is which`
}
