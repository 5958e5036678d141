import type { ReportCriterion, ReportMatrix } from './report-types.js'

/** A column of a synthetic file compared with the original. All texts are shown unchanged. */
export interface ReportLikeColumn {
  readonly name: string
  /** Distance of its distribution: `1.2 %`. */
  readonly distance: string
  /** The same distance between two samples of one population. */
  readonly chance: string
  /** Its part of the propensity, as a multiple of the expected one: `1.1`; a dash if there is none. */
  readonly ratio: string
}

/** Two columns of a synthetic file whose table differs from the original's. */
export interface ReportLikePair {
  readonly first: string
  readonly second: string
  readonly distance: string
  readonly chance: string
}

/** Likeness and risks of a synthetic file, each number with its yardstick. */
export interface ReportSynthesis {
  /** Sentences on likeness: propensity, columns, pairs. */
  readonly like: readonly string[]
  /** Columns, the least like first. */
  readonly columns: readonly ReportLikeColumn[]
  /** Pairs of columns, the least like first; the worst ones of many. */
  readonly worst: readonly ReportLikePair[]
  /** Distances of all pairs in percent, and those by chance. */
  readonly pairs?: { readonly distance: ReportMatrix; readonly chance: ReportMatrix } | undefined
  /** Risks, with a yardstick in `independent` or in the note. */
  readonly safe: readonly ReportCriterion[]
  /** Sentences on what was not measured. */
  readonly unknown: readonly string[]
}
