import { rngFrom, type Rng, type RngSource } from '@sdc/core'
import type { FileSchema, MetricPlan, StepPlan } from '@sdc/engine'
import type { LinkBy } from '@sdc/engine/partitions'
import type { CsvFacts } from '@sdc/files/node'

/** What a plan in a store begins with; another version of what lies there has another. */
export const FORMAT = 'sdc parts 1'
/** The same of a measurement. */
export const MEASURE_FORMAT = 'sdc measure 1'

/** What every plan in a store says. */
export interface StoreDocument {
  readonly format: typeof FORMAT | typeof MEASURE_FORMAT
  /** The version of sdc that the run began with. */
  readonly sdc: string
  /** Drawn for the run: two runs of one plan have other hashes, and none says what the plan is. */
  readonly run: string
  readonly schema?: FileSchema | undefined
  readonly plugins: readonly { readonly use: string; readonly version: string }[]
  /** The stream of the run; its key in hexadecimal. */
  readonly rng: { readonly source: RngSource; readonly key: string }
  readonly partBlocks: number
  /** Bytes that a task may use, beside what its process takes. */
  readonly memory: number
}

/** Files that are read as one. */
export interface PlannedFile {
  readonly path: string
  readonly fingerprint: string
  /** Of a release: the hash of all bytes under its key, so that nobody else confirms a guess by it. */
  readonly content?: string | undefined
  /** Of CSV: where its blocks begin, kinds and categories. */
  readonly csv?: CsvFacts | undefined
  /** Of Parquet: categories by column, as they were found when the run began, where they are not too many. */
  readonly levels?: readonly (readonly [string, readonly string[]])[] | undefined
  /** Bytes that a process takes for its categories. */
  readonly categories?: number | undefined
}

/** What says which records of two files belong together: a column of both, or the stream that drew their order. */
export type PlannedLink = { readonly key: string } | { readonly order: StoreDocument['rng'] }

/** A masked file beside its original. */
export interface PlannedMasked extends PlannedFile {
  /** What is known of its columns. */
  readonly schema: FileSchema
  /** Those that were masked. */
  readonly columns: readonly string[]
  /** By what its records belong to those of the original, where it is not their place. */
  readonly link?: PlannedLink | undefined
}

/** What lies in the store of a run in parts, for its owner only: whoever has it and the file can run any of its tasks. */
export interface PartsDocument extends StoreDocument {
  readonly format: typeof FORMAT
  /** Files that are read, and what they were when the run began. */
  readonly source: PlannedFile
  /** What others masked, for the steps to go on with. */
  readonly masked?: PlannedMasked | undefined
  readonly sink: {
    readonly path: string
    readonly types: Readonly<Record<string, string>>
    /** True if a file of this name is overwritten. */
    readonly replaces: boolean
  }
  /** Number of the draw, from 1: earlier ones did not keep the limits. */
  readonly attempt: number
  readonly steps: readonly StepPlan[]
  readonly ranges: number
  /** Where what is made is released. */
  readonly release?: PlannedRelease | undefined
  /** Key of the project, for pseudonyms: where it is and its fingerprint, never the key itself. */
  readonly projectKey?: PlannedKey | undefined
  /** Manifests of a file that is not released; none of a file that others masked. */
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

/** How what a plan makes is released. */
export interface PlannedRelease {
  /** The root of its random numbers, in hexadecimal: of the stream of the run, and of the order of the records. */
  readonly key: string
  /** Where the private file goes; nowhere of what is made again by it. */
  readonly private?: string | undefined
  /** Whether it is made again of a private file. */
  readonly isReplay?: boolean | undefined
  /** Columns that do not go out. */
  readonly dropped: readonly string[]
  /** Columns whose ids go out under other numbers. */
  readonly renumbered: readonly string[]
  /** Columns whose values are pseudonyms. */
  readonly pseudonyms: readonly string[]
  readonly acceptOpen: readonly string[]
  readonly maxUnchanged?: number | undefined
  readonly momentMargin?: number | undefined
  /** True if the public manifest has the parameters of the methods, and what they publish. */
  readonly publishParams?: boolean | undefined
}

/** What lies in the store of a measurement. */
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

/** What a plan is held to that a run goes on with. */
export interface DocumentKind<D extends StoreDocument> {
  readonly format: D['format']
  /** The files that it reads. */
  files(document: D): readonly (PlannedFile | undefined)[]
  /** What two runs must share so that one can go on with the other's tasks: not the cut, which changes no byte, nor a key that was drawn. */
  readonly differences: readonly (readonly [string, (document: D) => unknown])[]
}

/** The root of the random numbers of a release. */
export function releaseRoot({ key }: Pick<PlannedRelease, 'key'>): Rng {
  return rngOf({ source: 'chacha20', key })
}

/** The stream of a run, as its plan has it. */
export function rngOf({ source, key }: StoreDocument['rng']): Rng {
  return rngFrom({ source, key: Uint8Array.from(Buffer.from(key, 'hex')) })
}

/** The link of a plan, as who runs its tasks takes it. */
export function linkBy(link: PlannedLink | undefined): LinkBy | undefined {
  return link === undefined || 'key' in link ? link : { order: rngOf(link.order) }
}
