import type { Message } from '@sdc/core'
import type { Content } from './files/input-file.js'

/** Kind of a thing to write, so that a front end knows how to keep it. */
export type ArtefactKind =
  /** A masked file, or several. */
  | 'masked'
  /** Facts about a masked file that do not help to undo the masking. */
  | 'public-manifest'
  /** Document that replays and verifies a run: only its owner may read it. */
  | 'private-manifest'
  /** Which records were masked together: secret, too. */
  | 'groups'
  /** Which original record each masked one came from: secret, too. */
  | 'origin'
  /** Pictures of the data (SVG): fitted laws, intervals, changes of rank. They show the original's values. */
  | 'fits'
  /** Measurements of the original, and which records are easiest to find: nobody's but the owner's. */
  | 'risks'
  /** Rows about single records or values of the original: its owner's. */
  | 'records'
  /** A protected table that tells sensitive from secondary cells: its owner's. */
  | 'internal-table'
  /** Recoding of values, and the frequency of each: its owner's, too. */
  | 'recoding'
  /** Data of a query service: it may have the records, so only its owner may read it. */
  | 'service'
  /** The log of a new service, which must not be there yet: its owner's, too. */
  | 'new-service-log'
  /** The same log with one more entry, which replaces the one before. */
  | 'service-log'
  /** A table of aggregates before it is protected, with contributions and keys: its owner's. */
  | 'internal-table'
  /** The key that record keys are made with; who has it undoes what they perturb. */
  | 'release-key'
  /** A table with a row for every candidate, quantity or published cell. */
  | 'table'
  /** JSON for programs. */
  | 'json'
  /** A picture (SVG), or a page that shows one (HTML). */
  | 'plot'
  /** Findings about the columns of a file, to correct (YAML): its owner's. */
  | 'schema'
  /** A plan that sdc can run (YAML). */
  | 'plan'
  /** A report with facts about the original (HTML): its owner's. */
  | 'internal-report'
  /** A report that goes with a released file (HTML). */
  | 'public-report'
  /** Sentences for people. */
  | 'text'

/** A thing to write. The front end decides on the place: a file, a download, a worker's message (`bytesOf` of it). */
export interface Artefact {
  readonly kind: ArtefactKind
  /** True for a file that is never overwritten although others of its kind are: a released one. */
  readonly isNew?: boolean | undefined
  /** The name it was asked under; undefined where nobody named it, so that the front end shows it. */
  readonly name: string | undefined
  /**
   * Large files are made while they are written. A document with the hash of another file comes before it here, but is
   * made most cheaply after it. So it is best to write contents from the last to the first.
   */
  readonly content: Content
}

/** Outcome of a function of a front end: the result as data, the files to write, and the messages, in this order. */
export interface Outcome<Result> {
  readonly result: Result
  readonly artefacts: readonly Artefact[]
  readonly messages: readonly Message[]
}

/** An artefact where a name was given for it, nothing where not. */
export function artefactIfNamed(kind: ArtefactKind, name: string | undefined, content: () => Content): Artefact[] {
  return name === undefined ? [] : [{ kind, name, content: content() }]
}

/**
 * A text that is made only when it is written.
 *
 * @param text - Makes it; it is asked each time that the content is.
 * @returns Its bytes.
 */
export function madeLate(text: () => string): Content {
  return {
    *[Symbol.iterator]() {
      yield new TextEncoder().encode(text())
    },
  }
}
