import type { RiskUtilityMap } from '../../map/points/map-types.js'

/** Result of a criterion of a policy; without a policy, the level of a value by its metric. */
export type CriterionState =
  | 'met'
  /** Not met, but accepted by a named person for a reason. */
  | 'excepted'
  /** Without a value, which the policy accepts for a reason. */
  | 'allowed'
  | 'not met'
  /** Closer to the limit than its error. */
  | 'too close'
  | 'high'
  | 'not high'

/** A row of the signed table. All texts are shown unchanged. */
export interface ReportCriterion {
  /** In plain words: `Linked to the own record`. */
  readonly name: string
  /** Id of the metric; undefined for a requirement on the manifest. */
  readonly id?: string | undefined
  /** `at most 25 %`, `none`, `keyed`. */
  readonly limit: string
  /** Value of the released file: `20.7 %`; or `no value`, with the reason in `note`. */
  readonly released: string
  /** Value of the worst run; undefined for a single run. */
  readonly worst?: string | undefined
  /** Value of data that are independent of the original. */
  readonly independent?: string | undefined
  readonly state: CriterionState
  readonly note?: string | undefined
}

/** An unmasked column of the released file that discloses another, or that nobody checked. */
export interface OpenColumn {
  readonly name: string
  readonly why: string
  /** True if somebody accepted it by its name. */
  readonly accepted: boolean
}

/** An exception of the manifest. */
export interface ReportException {
  readonly metric: string
  /** `up to 95 %`. */
  readonly upTo: string
  readonly by: string
  readonly reason: string
  readonly until: string
}

/** Counts of a column in classes, the same before and after. */
export interface ReportHistogram {
  /** Bounds of the classes, one more than there are classes; undefined for categories. */
  readonly breaks?: readonly number[] | undefined
  /** Texts of these bounds, for dates and times. */
  readonly edges?: readonly string[] | undefined
  /** Names of the categories; the rarest are pooled in the last. */
  readonly levels?: readonly string[] | undefined
  /** Numbers of records by class. */
  readonly before: readonly number[]
  readonly after: readonly number[]
  /** Records outside the classes: `the greatest 2 %`. */
  readonly leftOut?: string | undefined
}

/** A column before and after. */
export interface ReportColumn {
  readonly name: string
  readonly kind: string
  /** Role in the schema. */
  readonly role: string
  /** Treatment: `masked`, `unchanged`, `recoded`, `left out`. */
  readonly treatment: string
  readonly histogram?: ReportHistogram | undefined
  /** Quantities before and after, as shown: `['mean', '1,234', '1,240']`. */
  readonly quantities: readonly (readonly [name: string, before: string, after: string])[]
}

/** A symmetric matrix with the names of its rows. */
export interface ReportMatrix {
  readonly names: readonly string[]
  /** Rows of the matrix; null if there is no value. */
  readonly values: readonly (readonly (number | null)[])[]
}

/** Distances by which the records of a column moved in rank. */
export interface ReportMoves {
  readonly name: string
  /** Distances in ranks, in percent of all ranks, at equal steps from the least to the greatest. */
  readonly quantiles: readonly number[]
}

/** A column of a synthetic file compared with the original. All texts are shown unchanged. */
export interface ReportLikeColumn {
  readonly name: string
  /** Distance of its distribution: `1.2 %`. */
  readonly distance: string
  /** The same distance between two samples of one population. */
  readonly chance: string
  /** Its part of the propensity score, as a multiple of the expected one: `1.1`; a dash if there is none. */
  readonly ratio: string
}

/** Two columns of a synthetic file whose table differs from the original's. */
export interface ReportLikePair {
  readonly first: string
  readonly second: string
  readonly distance: string
  readonly chance: string
}

/** Likeness and risks of a synthetic file, each number with its reference value. */
export interface ReportSynthesis {
  /** Sentences on likeness: propensity, columns, pairs. */
  readonly like: readonly string[]
  /** Columns, the least similar first. */
  readonly columns: readonly ReportLikeColumn[]
  /** Pairs of columns, the least similar first; only the worst ones if there are many. */
  readonly worst: readonly ReportLikePair[]
  /** Distances of all pairs in percent, and the distances by chance. */
  readonly pairs?: { readonly distance: ReportMatrix; readonly chance: ReportMatrix } | undefined
  /** Risks, with a reference value in `independent` or in the note. */
  readonly safe: readonly ReportCriterion[]
  /** Sentences on what was not measured. */
  readonly unknown: readonly string[]
}

/** A record at risk. */
export interface ReportRecord {
  /** Its number in the original file, from 1. */
  readonly record: number
  readonly why: string
  /** The cheapest remedy for this record alone. */
  readonly remedy: string
}

/** Records at risk for the same reason. */
export interface ReportRecordKind {
  /** Name of the kind: `Alone with their quasi-identifiers, unchanged`. */
  readonly kind: string
  /** Number of records of this kind, also those that are not listed. */
  readonly count: number
  /** The single remedy that helps most of the listed records. */
  readonly remedy: string
  /** Records, the riskiest first. */
  readonly records: readonly ReportRecord[]
}

/** A card of a method, or of an attack on it. */
export interface ReportCard {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly source: string
  /** Attacks by an intruder who knows its parameters. */
  readonly enables?: readonly string[] | undefined
  readonly parameters?: readonly (readonly [name: string, value: string])[] | undefined
}

/** A row of the table of candidates; the best come first. */
export interface ReportCandidate {
  /** Titles of its methods. */
  readonly name: string
  /** Ids of its methods with all parameters. */
  readonly label: string
  readonly loss: string
  readonly risk: string
  readonly worst: string
  readonly chosen: boolean
  readonly note?: string | undefined
}

/**
 * The internal report: facts about the original, and commands that repeat the work. It holds data and finished sentences
 * only; the page adds nothing.
 */
export interface InternalReport {
  /** `Release of census.public.csv`. */
  readonly title: string
  /** `1,080 records, 13 columns · for scientific use · policy policy.yaml`. */
  readonly subtitle: string
  /** Reason why this is not a release: seeded random numbers, a comparison; undefined for a release. */
  readonly draft?: string | undefined
  /** The work done, in one or two sentences. */
  readonly done: string
  /** Verdict on the policy, in one sentence. */
  readonly verdict: string
  /** State of all criteria together; undefined without a policy. */
  readonly state?: 'met' | 'excepted' | 'too close' | 'not met' | undefined
  readonly criteria: readonly ReportCriterion[]
  /** Number of runs behind the worst value. */
  readonly runs: number
  readonly open: readonly OpenColumn[]
  readonly exceptions: readonly ReportException[]
  /** Files that the report is about. */
  readonly files: readonly { readonly name: string; readonly sha256: string; readonly records: number }[]
  /** Version of the program and of the plugins. */
  readonly version: string
  readonly columns: readonly ReportColumn[]
  readonly map?: RiskUtilityMap | undefined
  readonly candidates?: readonly ReportCandidate[] | undefined
  readonly correlations?: { readonly before: ReportMatrix; readonly after: ReportMatrix } | undefined
  /** Cramér's V between categorical columns. */
  readonly associations?: { readonly before: ReportMatrix; readonly after: ReportMatrix } | undefined
  readonly moves?: readonly ReportMoves[] | undefined
  /** Likeness and risks of a synthetic file; undefined for other files. */
  readonly synthesis?: ReportSynthesis | undefined
  /** Sentences on the risk of the original before masking; empty if it is unknown. */
  readonly before: readonly string[]
  readonly riskiest: readonly ReportRecordKind[]
  /** Note on what was not examined, and why; shown next to the records. */
  readonly recordsNote?: string | undefined
  readonly methods: readonly ReportCard[]
  readonly attacks: readonly ReportCard[]
  /** All measured metrics, also those without a criterion in the policy. */
  readonly measures: readonly ReportCriterion[]
  /** All warnings. */
  readonly warnings: readonly string[]
  /** A line for each kind of warning. */
  readonly warningKinds: readonly string[]
  /** Commands that reproduce the work. */
  readonly repeat: readonly string[]
}

/** Permitted use of a released file. */
export interface PublicUse {
  /** `Totals, means, quantiles of one column`. */
  readonly analysis: string
  readonly use: 'exact' | 'with care' | 'never'
  readonly why: string
}

/**
 * The public report of a released file. It has no field for private facts: records, marginals or extremes of the
 * original, parameters, candidates that were not chosen, risks by column, keys, hashes of the input.
 */
export interface PublicReport {
  readonly title: string
  /** `1,080 records, 13 columns · for scientific use`. */
  readonly subtitle: string
  /** The work done, without parameters. */
  readonly done: string
  readonly files: readonly { readonly name: string; readonly sha256: string; readonly records: number }[]
  /** The columns of the released file, in its order. */
  readonly columns: readonly string[]
  readonly uses: readonly PublicUse[]
  /** Methods by title and source. */
  readonly methods: readonly { readonly title: string; readonly source: string }[]
  /** Released minus original, in steps of .05; undefined if there are too few records or columns. */
  readonly correlationChange?: ReportMatrix | undefined
  /** Notes for readers: cells filled, values rounded, records in random order. */
  readonly notes: readonly string[]
  readonly version: string
}
