import type { Message } from '@sdc/core'
import type { Content } from './files/input-file.js'

/** Kind of a file to write, by which a front end decides on its protection. */
export type ArtefactKind =
  /** A masked file, or several. */
  | 'masked'
  /** Facts about a masked file that do not help to undo the masking. */
  | 'public-manifest'
  /** Document that replays and verifies a run; only its owner may read it. */
  | 'private-manifest'
  /** Records masked together; confidential. */
  | 'groups'
  /** Original record of each masked one; confidential. */
  | 'origin'
  /** Pictures of the data (SVG): fitted distributions, intervals, rank changes. They show the original's values. */
  | 'fits'
  /** Measurements of the original, and its records at greatest risk; for its owner only. */
  | 'risks'
  /** Rows about single records or values of the original; for its owner only. */
  | 'records'
  /** A protected table that marks sensitive and secondary cells; for its owner only. */
  | 'internal-table'
  /** Recoding of values, and the frequency of each; for the original's owner only. */
  | 'recoding'
  /** Data of a query service, which may contain the records; only its owner may read it. */
  | 'service'
  /** The log of a new service, which must not exist yet; for its owner only. */
  | 'new-service-log'
  /** The same log with one more entry, in place of the previous one. */
  | 'service-log'
  /** A table of aggregates before protection, with contributions and keys; for its owner only. */
  | 'internal-table'
  /** The key for the record keys; it undoes their perturbation. */
  | 'release-key'
  /** A table with a row for every candidate, quantity or published cell. */
  | 'table'
  /** JSON for programs. */
  | 'json'
  /** A picture (SVG), or a page that shows one (HTML). */
  | 'plot'
  /** Findings about the columns of a file, to correct (YAML); for its owner only. */
  | 'schema'
  /** A plan that sdc can run (YAML). */
  | 'plan'
  /** A report with facts about the original (HTML); for its owner only. */
  | 'internal-report'
  /** A report that accompanies a released file (HTML). */
  | 'public-report'
  /** Sentences for people. */
  | 'text'

/** A file to write. The front end decides on the place: a file, a download, a worker's message (`bytesOf` of it). */
export interface Artefact {
  readonly kind: ArtefactKind
  /** True for a released file, which is never overwritten. */
  readonly isNew?: boolean | undefined
  /** Name requested by the user; undefined if there is none, so that the front end displays the content. */
  readonly name: string | undefined
  /**
   * Content, made while it is written if it is large. A document with the hash of another file comes before it in the
   * list, but is cheapest to make after it; so write contents from the last to the first.
   */
  readonly content: Content
}

/** Outcome of a function of a front end: the result as data, the files to write, and the messages, in order. */
export interface Outcome<Result> {
  readonly result: Result
  readonly artefacts: readonly Artefact[]
  readonly messages: readonly Message[]
}

/**
 * Returns an artefact if a name was given.
 *
 * @param kind - Kind of the file.
 * @param name - Name of the file; undefined if it is not wanted.
 * @param content - Makes the content, only if it is wanted.
 * @returns A list with the artefact, or an empty one.
 */
export function artefactIfNamed(kind: ArtefactKind, name: string | undefined, content: () => Content): Artefact[] {
  return name === undefined ? [] : [{ kind, name, content: content() }]
}

/**
 * Returns a text that is made only when it is written.
 *
 * @param text - Makes the text, each time the content is read.
 * @returns Its bytes.
 */
export function madeLate(text: () => string): Content {
  return {
    *[Symbol.iterator]() {
      yield new TextEncoder().encode(text())
    },
  }
}
