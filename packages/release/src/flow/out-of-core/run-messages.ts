import type { PartsResult } from '@sdc/engine/partitions'
import { groupedWarnings } from '@sdc/inspect'
import { asInfo, asNote, asWarning, type Message, type FileSource } from '@sdc/core'
import { marginFindings, marginSentences, negativesSentence } from '@sdc/engine'
import { numberSentences, publishedSentences, unreleasedSentence } from '../../release/what-happened.js'
import { releasedSentences, wroteManifest } from './release-sentences.js'
import type { PlannedManifests, PlannedRelease } from '../work/run-document.js'

/** What a run was asked for, as far as what is said of it depends on that. */
export interface RunSummary {
  /** Where the original is, and where what was made of it goes. */
  readonly data: string
  readonly out: string
  /** The file that was read. */
  readonly source: FileSource
  /** Whether others masked it, and what they masked got values back. */
  readonly isMapped: boolean
  readonly release?: PlannedRelease | undefined
  readonly manifests?: PlannedManifests | undefined
  readonly isReplay: boolean
  readonly seed?: string | undefined
  readonly momentMargin?: number | undefined
}

/**
 * What a run did, for the user: in the words of a run in memory.
 *
 * @param result - What came of it.
 * @param told - What was asked for.
 * @returns Sentences.
 */
export function runMessages(result: PartsResult, told: RunSummary): readonly Message[] {
  const { rows, columns, warnings, exact, negatives, reports } = result
  const { data, out, source, isMapped, release, manifests, isReplay, seed, momentMargin } = told
  const what = `${out}: ${rows} records; ${isMapped ? 'mapped' : 'masked'}: ${columns.join(', ')}`
  const grouped = groupedWarnings(warnings, { names: source.names })
  if (isMapped) return [...grouped, asInfo(what)]
  const margins = marginSentences(marginFindings(exact, momentMargin)).map(asWarning)
  const said = [...margins, ...grouped, asInfo(what), ...negativesSentence(negatives).map(asInfo)]
  if (isReplay) return said
  const published = (release ?? manifests)?.publishParams === true ? publishedSentences({ reports }) : []
  const goodFor = release
    ? releasedSentences(release, source, { data, out }, columns)
    : [wroteManifest(out, manifests?.private), unreleasedSentence(seed)]
  const more = [...numberSentences(result), ...goodFor].map(asInfo)
  return [...said, ...more, ...published.map(asNote)]
}
