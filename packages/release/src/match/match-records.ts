import { asNote, option, SdcError, type Dataset, type Message } from '@sdc/core'
import { matchByKey, matchByOrigin, matchByPosition, type Matching } from '@sdc/engine'
import { type InputFile, manifestOf } from '@sdc/inspect'
import { originRecords, otherOriginal } from './origin-file.js'
import { checkUniqueKey } from './unique-key.js'

/** Known links between the records of a masked file and those of the original. */
export interface Link {
  /** A link column: its values tell which records belong together. */
  readonly key?: string | undefined
  /** Private file of the run, or a CSV file with a column `origin`. */
  readonly origin?: InputFile | undefined
  /** The masked file, unchanged: private files and manifests name it by its hash. */
  readonly file: InputFile
  /** The original, unchanged, for messages. */
  readonly original?: InputFile | undefined
  /** True if the first line of both has names, false if not; undefined if the user did not say. */
  readonly header?: boolean | undefined
  /** Public manifests next to the masked file, of this file or not. */
  readonly manifests?: readonly InputFile[] | undefined
}

export interface Matched {
  readonly matching: Matching
  /** Original record of each masked one; −1 if it has none. */
  readonly origin: Int32Array
  /** True if the manifest says that the records are new. */
  readonly isSynthetic?: boolean | undefined
  readonly messages: readonly Message[]
}

/**
 * Matches records by a link column that is known to be one.
 *
 * @param original - The original.
 * @param masked - The masked file.
 * @param key - The column.
 * @returns Original record of each masked one, and the number of masked records without one.
 * @throws The errors of `matchByKey`.
 */
export function matchedByKey(original: Dataset, masked: Dataset, key: string): Matched {
  const origin = matchByKey(original, masked, key)
  const alone = origin.filter((row) => row < 0).length
  return { matching: 'key', origin, messages: alone > 0 ? [withoutPartner(key, alone, masked.rows)] : [] }
}

/** Returns a note on masked records without an original one. */
export function withoutPartner(key: string, alone: number, all: number): Message {
  return asNote(`${alone} of ${all} masked records have no partner by ${key}`)
}

/** Refuses two links at once, which may contradict each other. */
export function refuseTwoLinks({ key, origin }: Pick<Link, 'key' | 'origin'>): void {
  if (key !== undefined && origin !== undefined)
    throw new SdcError(
      'BAD_OPTION',
      `${option('link')} and ${option('origin')} exclude each other`,
      {},
      'Give one of them.',
    )
}

/**
 * Finds the original record of each masked record: by a link column, by a private file or a list of origins, else by
 * position with a message.
 *
 * @param original - The original.
 * @param masked - The masked file.
 * @param link - Known links between the files.
 * @returns Original record of each masked one, −1 if unknown, the kind of matching, and messages.
 * @throws BAD_OPTION for two links at once; WRONG_INPUT for two records with one link value, or a private file of
 *   another masked file. WRONG_INPUT also without a link if the manifest says that the records are in another order.
 */
export function matchRecords(original: Dataset, masked: Dataset, link: Link): Matched {
  const { key, origin, file } = link
  refuseTwoLinks(link)
  if (key !== undefined) {
    const { header } = link
    checkUniqueKey({ data: original, which: 'the original', file: link.original, header }, key)
    checkUniqueKey({ data: masked, which: 'the masked file', file, header }, key)
    return matchedByKey(original, masked, key)
  }
  if (origin !== undefined) {
    const matched = matchByOrigin(original, masked, originRecords(origin, file))
    return { matching: 'origin', origin: matched, messages: otherOriginal(origin, link.original) }
  }
  const order = manifestOf(file, link.manifests ?? [])?.records
  if (order === 'synthetic') {
    const sentence = asNote(
      'by its manifest the file is synthetic: its records are not matched, and what rests on links has no value',
    )
    return { matching: 'none', isSynthetic: true, origin: new Int32Array(masked.rows).fill(-1), messages: [sentence] }
  }
  if (order !== undefined && order !== 'in the order of the input') {
    const message = `the records of the masked file are ${order}: matched by position, it would look safer than it is`
    const fix = `Give the private file of its run: ${option('origin', 'FILE')}.`
    throw new SdcError('WRONG_INPUT', message, { file: file.name }, fix)
  }
  const sentence = asNote(
    `records are matched by position (record 1 with record 1, …); a file in another order needs ${option('link')} or ${option('origin')}`,
  )
  return { matching: 'position', origin: matchByPosition(original, masked), messages: [sentence] }
}
