import type { RiskUtilityMap } from '../map/map-types.js'

/** Whether a criterion of a policy is met; where no policy was named, whether a value is high by its metric's own level. */
export type CriterionState =
  | 'met'
  /** Not met, and let pass by a named person for a reason. */
  | 'excepted'
  /** Without a value, which the policy lets pass for a reason. */
  | 'allowed'
  | 'not met'
  /** Within its error of the limit. */
  | 'too close'
  | 'high'
  | 'not high'

/** A row of the table that is signed. All texts are as they are shown. */
export interface ReportCriterion {
  /** In plain words: `Linked to the own record`. */
  readonly name: string
  /** The id of the metric; undefined for a demand on the manifest. */
  readonly id?: string | undefined
  /** `at most 25 %`, `none`, `keyed`. */
  readonly limit: string
  /** What the released file has: `20.7 %`; `no value` with the reason in `note`. */
  readonly released: string
  /** What the worst run has; undefined where there was one run. */
  readonly worst?: string | undefined
  /** What data have that know nothing of the original. */
  readonly independent?: string | undefined
  readonly state: CriterionState
  readonly note?: string | undefined
}

/** A column that goes out as it is and gives something away, or is not asked of. */
export interface OpenColumn {
  readonly name: string
  readonly why: string
  /** Whether somebody accepted it by its name. */
  readonly accepted: boolean
}

/** An exception as it was recorded. */
export interface ReportException {
  readonly metric: string
  /** `up to 95 %`. */
  readonly upTo: string
  readonly by: string
  readonly reason: string
  readonly until: string
}

/** A column's numbers in classes: the same classes before and after. */
export interface ReportHistogram {
  /** The bounds of the classes, one more than there are classes; of categories, undefined. */
  readonly breaks?: readonly number[] | undefined
  /** Of categories, their names; the rarest together as the last. */
  readonly levels?: readonly string[] | undefined
  /** Records by class. */
  readonly before: readonly number[]
  readonly after: readonly number[]
  /** What the classes leave out: `the greatest 2 %`. */
  readonly leftOut?: string | undefined
}

/** A column before and after. */
export interface ReportColumn {
  readonly name: string
  readonly kind: string
  /** Its role, in the words of a schema. */
  readonly role: string
  /** What happened to it: `masked`, `as it was`, `recoded`, `left out`. */
  readonly treatment: string
  readonly histogram?: ReportHistogram | undefined
  /** Quantities before and after, as they are shown: `['mean', '1,234', '1,240']`. */
  readonly quantities: readonly (readonly [name: string, before: string, after: string])[]
}

/** A symmetric matrix by the names of its rows. */
export interface ReportMatrix {
  readonly names: readonly string[]
  /** Row by row; null where there is no value. */
  readonly values: readonly (readonly (number | null)[])[]
}

/** How far the records of a column moved. */
export interface ReportMoves {
  readonly name: string
  /** Distances in ranks, in percent of all ranks, at equal steps from the least to the greatest. */
  readonly quantiles: readonly number[]
}

/** A record at risk. */
export interface ReportRecord {
  /** Its number in the original file, from 1. */
  readonly record: number
  readonly why: string
  /** The cheapest thing that helps. */
  readonly remedy: string
}

/** A card of a method, or of an attack on it. */
export interface ReportCard {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly source: string
  /** What whoever knows its parameters can do. */
  readonly enables?: readonly string[] | undefined
  readonly parameters?: readonly (readonly [name: string, value: string])[] | undefined
}

/** A candidate of a comparison, as its table has it. */
export interface ReportCandidate {
  readonly label: string
  readonly loss: string
  readonly risk: string
  readonly worst: string
  readonly chosen: boolean
  readonly note?: string | undefined
}

/**
 * The report that stays in the house: facts about the original and how to repeat the work. All of it is data and finished
 * sentences: what writes it as a page decides nothing.
 */
export interface InternalReport {
  /** `Release of census.public.csv`. */
  readonly title: string
  /** `1,080 records, 13 columns · for scientific use · policy policy.yaml`. */
  readonly subtitle: string
  /** Why it is no release: seeded random numbers, a comparison; undefined for a release. */
  readonly draft?: string | undefined
  /** What was done, in a sentence or two. */
  readonly done: string
  /** Whether the policy is met, in a sentence. */
  readonly verdict: string
  /** The state of the whole; undefined where no policy was named. */
  readonly state?: 'met' | 'excepted' | 'too close' | 'not met' | undefined
  readonly criteria: readonly ReportCriterion[]
  /** Of how many runs the worst is. */
  readonly runs: number
  readonly open: readonly OpenColumn[]
  readonly exceptions: readonly ReportException[]
  /** The files that it is about. */
  readonly files: readonly { readonly name: string; readonly sha256: string; readonly records: number }[]
  /** `sdc 0.0.0`, and the plugins. */
  readonly version: string
  readonly columns: readonly ReportColumn[]
  readonly map?: RiskUtilityMap | undefined
  readonly candidates?: readonly ReportCandidate[] | undefined
  readonly correlations?: { readonly before: ReportMatrix; readonly after: ReportMatrix } | undefined
  readonly moves?: readonly ReportMoves[] | undefined
  /** The risk of the original before masking, in sentences; none where nothing is known of it. */
  readonly before: readonly string[]
  readonly records: readonly ReportRecord[]
  /** What was not looked at, and why: said beside the records. */
  readonly recordsNote?: string | undefined
  readonly methods: readonly ReportCard[]
  readonly attacks: readonly ReportCard[]
  /** Everything that was measured, also what no policy asks for. */
  readonly measures: readonly ReportCriterion[]
  readonly warnings: readonly string[]
  /** Commands that make it again. */
  readonly repeat: readonly string[]
}

/** What users of a file may do with it. */
export interface PublicUse {
  /** `Totals, means, quantiles of one column`. */
  readonly analysis: string
  readonly use: 'exact' | 'with care' | 'never'
  readonly why: string
}

/**
 * The report that goes with a released file. It has no field for a record, an original's marginal or extreme, a parameter,
 * a candidate that was not chosen, a risk by column, a key or a hash of the input: what is not here cannot slip in.
 */
export interface PublicReport {
  readonly title: string
  /** `1,080 records, 13 columns · for scientific use`. */
  readonly subtitle: string
  /** What was done, without parameters. */
  readonly done: string
  readonly files: readonly { readonly name: string; readonly sha256: string; readonly records: number }[]
  /** The columns of the released file, in its order. */
  readonly columns: readonly string[]
  readonly uses: readonly PublicUse[]
  /** Methods by title and source. */
  readonly methods: readonly { readonly title: string; readonly source: string }[]
  /** Released minus original, in steps of .05; undefined where there are too few records or columns for it. */
  readonly correlationChange?: ReportMatrix | undefined
  /** What a reader must know: cells filled, values rounded, records in random order. */
  readonly notes: readonly string[]
  readonly version: string
}
