import { rngFrom, type Rng, type RngSource } from '@sdc/core'
import type { FileSchema, MetricPlan, StepPlan } from '@sdc/engine'
import type { LinkBy } from '@sdc/engine/partitions'
import type { CsvFacts } from '@sdc/files/node'

/** First field of a plan in a work folder; each version of the format has its own. */
export const FORMAT = 'sdc parts 1'
/** The same for a measurement. */
export const MEASURE_FORMAT = 'sdc measure 1'

/** Fields of every plan in a work folder. */
export interface StoreDocument {
  readonly format: typeof FORMAT | typeof MEASURE_FORMAT
  /** Version of sdc that the run began with. */
  readonly sdc: string
  /** Random number of the run, so that two runs of one plan have different hashes that do not disclose the plan. */
  readonly run: string
  readonly schema?: FileSchema | undefined
  readonly plugins: readonly { readonly use: string; readonly version: string }[]
  /** The stream of the run; its key in hexadecimal. */
  readonly rng: { readonly source: RngSource; readonly key: string }
  readonly partBlocks: number
  /** Bytes that a task may use, in addition to those of its process. */
  readonly memory: number
}

/** Files that are read as one. */
export interface PlannedFile {
  readonly path: string
  readonly fingerprint: string
  /** For a release, the keyed hash of all bytes, so that only the owner of the key can confirm a guess of the file. */
  readonly content?: string | undefined
  /** For CSV: offsets of its blocks, kinds and categories. */
  readonly csv?: CsvFacts | undefined
  /** For Parquet: categories by column at the start of the run, if they are not too many. */
  readonly levels?: readonly (readonly [string, readonly string[]])[] | undefined
  /** Bytes that a process takes for its categories. */
  readonly categories?: number | undefined
}

/** Link between the records of two files: a column of both, or the stream that drew their order. */
export type PlannedLink = { readonly key: string } | { readonly order: StoreDocument['rng'] }

/** A masked file with its original. */
export interface PlannedMasked extends PlannedFile {
  /** Schema of its columns. */
  readonly schema: FileSchema
  /** Columns that were masked. */
  readonly columns: readonly string[]
  /** Link between its records and those of the original; without it, record i belongs to record i. */
  readonly link?: PlannedLink | undefined
}

/**
 * Plan in the work folder of a run out of core. Only its owner can read it: with it and the file, anyone can run its
 * tasks.
 */
export interface PartsDocument extends StoreDocument {
  readonly format: typeof FORMAT
  /** Files that are read, with their fingerprints at the start of the run. */
  readonly source: PlannedFile
  /** A masked file of another program, for the steps to continue. */
  readonly masked?: PlannedMasked | undefined
  readonly sink: {
    readonly path: string
    readonly types: Readonly<Record<string, string>>
    /** True if an existing file of this name is overwritten. */
    readonly replaces: boolean
  }
  /** Number of the draw, from 1: earlier ones exceeded the limits. */
  readonly attempt: number
  readonly steps: readonly StepPlan[]
  readonly ranges: number
  /** Plan of the release, if the file is released. */
  readonly release?: PlannedRelease | undefined
  /** Key of the project, for pseudonyms: its path and fingerprint, never the key itself. */
  readonly projectKey?: PlannedKey | undefined
  /** Manifests of a file that is not released; undefined for a masked file of another program. */
  readonly manifests?: PlannedManifests | undefined
}

/** A key file, which every process reads by itself. */
export interface PlannedKey {
  readonly path: string
  readonly fingerprint: string
}

/** Manifests of a file that is not released. */
export interface PlannedManifests {
  /** Root of the random numbers; its key in hexadecimal. */
  readonly root: StoreDocument['rng']
  /** Name of the private file, if one is written. */
  readonly private?: string | undefined
  /** True if the public manifest has the parameters of the methods, and what they publish. */
  readonly publishParams?: boolean | undefined
}

/** Plan of the release of a file. */
export interface PlannedRelease {
  /** Root of its random numbers, in hexadecimal: for the stream of the run, and for the order of the records. */
  readonly key: string
  /** Name of the private file; undefined for a replay. */
  readonly private?: string | undefined
  /** True for a replay by a private file. */
  readonly isReplay?: boolean | undefined
  /** Columns that are not released. */
  readonly dropped: readonly string[]
  /** Columns whose ids are renumbered. */
  readonly renumbered: readonly string[]
  /** Columns whose values are pseudonyms. */
  readonly pseudonyms: readonly string[]
  readonly acceptOpen: readonly string[]
  readonly maxUnchanged?: number | undefined
  readonly momentMargin?: number | undefined
  /** True if the public manifest has the parameters of the methods, and what they publish. */
  readonly publishParams?: boolean | undefined
}

/** Plan in the work folder of a measurement. */
export interface MeasureDocument extends StoreDocument {
  readonly format: typeof MEASURE_FORMAT
  readonly source: PlannedFile
  /** Its columns are those that are measured. */
  readonly masked: PlannedMasked
  readonly population?: PlannedOther | undefined
  readonly control?: PlannedOther | undefined
  readonly given: readonly string[]
  readonly metrics: readonly MetricPlan[]
  /** Columns that form groups. */
  readonly by: readonly string[]
  /** True if numbers by record are kept. */
  readonly byRecord: boolean
}

/** Another file that metrics read, with the kinds of the original's columns. */
export interface PlannedOther extends PlannedFile {
  readonly schema: FileSchema
}

/** Kind of a plan, with the requirements for resuming its run. */
export interface DocumentKind<D extends StoreDocument> {
  readonly format: D['format']
  /** Returns the files that the plan reads. */
  files(document: D): readonly (PlannedFile | undefined)[]
  /**
   * Fields that two runs must share so that one can continue the other: not the division of the work, which changes no
   * byte, nor a drawn key.
   */
  readonly differences: readonly (readonly [string, (document: D) => unknown])[]
}

/** Returns the root of the random numbers of a release. */
export function releaseRoot({ key }: Pick<PlannedRelease, 'key'>): Rng {
  return rngOf({ source: 'chacha20', key })
}

/** Returns the stream of a run from its plan. */
export function rngOf({ source, key }: StoreDocument['rng']): Rng {
  return rngFrom({ source, key: Uint8Array.from(Buffer.from(key, 'hex')) })
}

/** Returns the link of a plan in the form that its tasks take. */
export function linkBy(link: PlannedLink | undefined): LinkBy | undefined {
  return link === undefined || 'key' in link ? link : { order: rngOf(link.order) }
}
