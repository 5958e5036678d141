import type { Role } from '@sdc/core'
import type { FileSchema, KeptMeasurement, StepPlan } from '@sdc/engine'
import type { CoarserLevels, RiskAdvice, RuleState } from '@sdc/inspect'
import type { RiskUtilityMap } from '@sdc/report'
import type { Anonymized, ClassSizes, Judgement, PolicyException } from '@sdc/release'
import type { CannotMeet, ComparisonDocument } from '@sdc/search'
import type { MeasuredView, PairName, PairQuestion, PairQuestions } from './pair-types.js'
import type { Bars } from './bars-view.js'
import type { FileView } from './file-view.js'
import type { MadeTable, TableSettings } from './table-types.js'

export type { Bars, FileView }

/** View of a column on the page. */
export interface ColumnView {
  readonly name: string
  /** Label that the file gives to the column. */
  readonly label?: string | undefined
  readonly kind: 'numeric' | 'categorical'
  /** Short description of its values. */
  readonly looks: string
  readonly distinct: number
  readonly missing: number
  /** Kinds of missing values that the file names: `-9 no answer: 106`. */
  readonly missingKinds: readonly string[]
  /** Number of zeros in a numeric column. */
  readonly zeros: number
  /** Its categories, if they are few. */
  readonly levels?: readonly string[] | undefined
  /** Labels of its values. */
  readonly labels?: Readonly<Record<string, string>> | undefined
  readonly suggested: { readonly role: Role; readonly unsure: boolean; readonly why: string } | undefined
  readonly bars: Bars
}

/** A file that was read. */
export interface OpenedFile {
  readonly name: string
  readonly bytes: number
  /** Checksum by which the file is recognised. */
  readonly sum: number
  readonly records: number
  readonly columns: readonly ColumnView[]
  /** Columns of numbers that look like codes. */
  readonly codes: readonly string[]
  /** Rules between columns that the values suggest, in addition to those of the proposed schema. */
  readonly rules: readonly string[]
  /** Schema that `sdc inspect` proposes for the file. */
  readonly proposed: FileSchema
  /** Findings; those on columns that disclose masked ones come first. */
  readonly findings: readonly { readonly kind: string; readonly columns: readonly string[]; readonly text: string }[]
  /** Format in words; for text its separator, decimal mark, line ends and byte order mark. */
  readonly dialect: string
  readonly notes: readonly string[]
}

/** Facts about a file given by the user when it was opened, in the form of a schema. */
export type Said = Partial<FileSchema>

/** Risk of the file before masking. */
export interface RiskView {
  readonly records: number
  /** Unit of the counts. */
  readonly unit: 'record' | 'person' | 'combination'
  /** The quasi-identifiers. */
  readonly keys: readonly string[]
  /** The risk in a sentence. */
  readonly sentence: string
  /** Identity disclosure; undefined without quasi-identifiers. */
  readonly identity?:
    | {
        /** Number of records that are unique by the quasi-identifiers. */
        readonly unique: number
        /** Number of records in the smallest class. */
        readonly smallest: number
        /** Expected share of correct re-identifications. */
        readonly expected: number
        /** The quasi-identifiers, the greatest contribution first, with the records that are unique without each. */
        readonly contributions: readonly {
          readonly name: string
          readonly levels: number
          readonly without: number
        }[]
      }
    | undefined
  /** The most exposed records, a sentence each. */
  readonly exposed: readonly string[]
  /** Advice; that of top coding with the percentage of values that includes the five greatest. */
  readonly advice: readonly (RiskAdvice & { readonly topPercent?: number | undefined })[]
}

/** A column that discloses masked ones or identifies people, or columns whose missing cells do. */
export interface Disclosing {
  readonly columns: readonly string[]
  readonly why: string
  /** Remedy other than accepting it: mask the column, drop it, or fill missing cells. */
  readonly remedy: 'mask' | 'drop' | 'fill'
}

/** A page of a table, with the texts of the file. */
export interface TablePage {
  readonly from: number
  readonly names: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** A parameter of a method, for its form. */
export interface ParamView {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly kind: 'number' | 'integer' | 'boolean' | 'choice' | 'text'
  readonly default: unknown
  readonly min?: number | undefined
  readonly max?: number | undefined
  /** True if the bounds themselves are excluded. */
  readonly aboveMin?: boolean | undefined
  readonly belowMax?: boolean | undefined
  /** Unit: `records`, `share of the value`. */
  readonly unit?: string | undefined
  readonly choices?: readonly string[] | undefined
  /** Default values of a comparison. */
  readonly grid?: readonly unknown[] | undefined
}

/** A method, for the list and its form. */
export interface MethodView {
  readonly id: string
  readonly family: string
  readonly title: string
  readonly summary: string
  readonly source: string
  /** Reason that it does not apply to the current columns; undefined if it does. */
  readonly refused?: string | undefined
  /** True for a default candidate. */
  readonly usual: boolean
  readonly params: readonly ParamView[]
}

/** Explanation of a method or metric. */
export interface ExplainedView {
  readonly id: string
  readonly title: string
  /** Three sentences: effect or meaning, strength or reading, cost or limit. */
  readonly sentences: readonly string[]
}

/** Text of a policy with its name. */
export interface NamedPolicy {
  readonly name: string
  readonly text: string
  /** Release types, if it may have several. */
  readonly types?: readonly string[] | undefined
}

/** Goals for the file, which decide the steps of the page. */
export const goals = ['anonymous', 'statistics', 'synthetic', 'table'] as const
export type Goal = (typeof goals)[number]

/** Requirements of the goal `anonymous`; the quasi-identifiers and confidential columns follow from the roles. */
export interface Anonymity {
  readonly k: number
  /** Fewest distinct confidential values in a class. */
  readonly l?: number | undefined
  /** Largest distance of a class from the file in a confidential column, from 0 to 1. */
  readonly t?: number | undefined
  /** Greatest share of suppressed records, in percent. */
  readonly suppressionLimit: number
  /** True if a column may mix levels. */
  readonly local: boolean
  /** Quasi-identifiers that stay unchanged. */
  readonly keep: readonly string[]
  /** Weights of quasi-identifiers in the loss, unless 1. */
  readonly importance: Readonly<Record<string, number>>
  /** Number of records per group whose confidential numbers become their mean; undefined to leave them unchanged. */
  readonly grouped?: number | undefined
}

/** Settings of the user for the columns and candidates: the state restored by undo. Plain data, without the file. */
export interface Settings {
  readonly goal: Goal
  readonly anonymity: Anonymity
  /** Schema of the file: role, kind and further facts of each column. */
  readonly schema: FileSchema
  /** Columns that may be released unchanged, by name. */
  readonly accepted: readonly string[]
  /** The default candidates, these and further ones around the best, or methods with their grids. */
  readonly search: 'usual' | 'further' | 'chosen'
  readonly candidates: readonly { readonly use: string; readonly grid: Readonly<Record<string, readonly unknown[]>> }[]
  readonly reverseMap: boolean
  readonly replicates: number
  readonly missing: 'refuse' | 'keep' | 'impute'
  /** Text of the policy, and the release type. */
  readonly policy: NamedPolicy & { readonly release: string }
  /** Label of the chosen candidate. */
  readonly chosen?: string | undefined
  /** Its steps, so that the settings are complete without the comparison. */
  readonly steps?: readonly StepPlan[] | undefined
  /** First steps of every candidate, each on one quasi-identifier: coarser columns. */
  readonly fixed?: readonly StepPlan[] | undefined
  /** Last steps of every candidate, each on one confidential column. */
  readonly last?: readonly StepPlan[] | undefined
  /** Settings of the table, if the file is to become one. */
  readonly table?: TableSettings | undefined
}

/** A state of the settings; undo returns to its parent, and undone states stay as a branch. */
export interface Version {
  readonly id: number
  readonly parent?: number | undefined
  /** Label of the change: `AGI confidential`, `rank swapping 5, 10, 15`. */
  readonly label: string
  readonly settings: Settings
}

/** All states of the settings, as stored in a file. */
export interface History {
  readonly versions: readonly Version[]
  /** The current version. */
  readonly at: number
  /** Measurements of the comparisons of the file. */
  readonly measured?: Measurements | undefined
  /** True if there are measurements, but of a file with other values. */
  readonly isOfOtherData?: boolean | undefined
}

/** A comparison, complete or in progress, with its map. */
export interface ComparisonView extends ComparisonDocument {
  readonly map: RiskUtilityMap
}

/** Measurements of runs in comparisons of a file, by a key of everything they depend on. No data. */
export type Measurements = readonly (readonly [key: string, measured: readonly KeptMeasurement[]])[]

/** A comparison with its settings. */
export interface Compared {
  readonly view: ComparisonView
  readonly settings: Settings
}

/** The examined run of a chosen candidate. */
export interface ChosenView {
  readonly label: string
  readonly sentence: string
  readonly judgement: Judgement
  readonly columns: readonly {
    readonly name: string
    readonly before: Bars
    readonly after: Bars
    /** Rank changes, in percent of all ranks, at equal steps. */
    readonly moves?: readonly number[] | undefined
  }[]
  /** Reason that no column has rank changes, or the records on which they are measured. */
  readonly movesNote?: string | undefined
}

/** Identity disclosure by the quasi-identifiers. */
export interface ClassRisk {
  /** Records in classes of one. */
  readonly unique: number
  readonly smallest: number
  /** Expected share of correct re-identifications. */
  readonly expected: number
  readonly records: number
  readonly sizes: ClassSizes
}

/** Level of a hierarchy: its classes with their records, the largest first; only the first few are listed. */
export interface LevelView {
  readonly classes: number
  readonly listed: readonly { readonly label: string; readonly records: number }[]
}

/** Hierarchy of a quasi-identifier in use. */
export interface HierarchyView {
  readonly column: string
  /** The rule, or the rows; undefined if it is derived from the values. */
  readonly given: FileSchema['columns'][string]['hierarchy']
  /** The rule in words. */
  readonly words: string
  /** The values, followed by coarser and coarser classes. */
  readonly levels: readonly LevelView[]
}

/** An anonymised file, before it is released. */
export interface AnonymisedView {
  readonly label: string
  /** Steps and schema that reproduce the file. */
  readonly steps: readonly StepPlan[]
  readonly schema: FileSchema
  /** Identity disclosure, attribute disclosure, information loss, and unprotected columns. */
  readonly verdict: readonly string[]
  readonly records: Anonymized['records']
  /** Mean share of the values of a column that a class covers. */
  readonly loss: number
  readonly before: ClassRisk
  readonly after: ClassRisk
  readonly columns: readonly {
    readonly name: string
    readonly values: number
    readonly classes: number
    /** Numbers of records at each level of its hierarchy, 0 for the values themselves. */
    readonly levels: readonly { readonly level: number; readonly records: number }[]
    /** Some values with their classes. */
    readonly examples: readonly { readonly value: string; readonly becomes: string }[]
  }[]
  /** Columns that are released unchanged and identify people or are confidential. */
  readonly open: readonly { readonly name: string; readonly why: string }[]
  readonly warnings: readonly string[]
}

/** A report for display: its markup without style and policy, and its style. */
export interface ReportText {
  readonly html: string
  readonly css: string
}

/** A drawn release; its files stay in the worker until they are saved. */
export interface ReleaseView {
  readonly judgement: Judgement
  readonly sentence: string
  readonly files: readonly FileView[]
  readonly warnings: readonly string[]
  /** Result of a replay: name of the key file; `same` is true if the bytes are those of the key's run. */
  readonly replayed?: { readonly key: string; readonly same: boolean } | undefined
}

/** Progress of the work. */
export interface Progress {
  readonly fraction: number
  readonly doing?: string | undefined
  readonly done?: number | undefined
  readonly all?: number | undefined
}

/**
 * Questions of the page to its workers. Every answer is plain data. `progress` is called at most twenty times a second.
 * `signal` ends a question within 200 ms by ending its worker: the question rejects with CANCELLED and leaves the
 * earlier state.
 */
export interface Work {
  open(file: File, options: Ask & { readonly said?: Said | undefined }): Promise<OpenedFile>
  /** Reads the open file again by another schema: kinds, missing values, date formats. */
  reopen(schema: FileSchema, options: Ask): Promise<OpenedFile>
  /** Returns a page of the original's table, or of the released one's. */
  page(table: 'original' | 'released', from: number, count: number): Promise<TablePage>
  /** Compares a masked file with the original: the chosen candidate's run, the released file, or one from elsewhere. */
  pair<Q extends PairQuestion>(
    pair: PairName,
    what: Q,
    ask: PairQuestions[Q]['ask'],
  ): Promise<PairQuestions[Q]['answer']>
  /** Measures a masked file from elsewhere; `beside` are its private file or public manifest. */
  measure(
    settings: Settings,
    masked: { readonly file: File; readonly beside: readonly File[]; readonly link?: string | undefined },
    options: Ask,
  ): Promise<MeasuredView>
  /** Returns a report of that file. */
  measured(name: string): Promise<string>
  methods(settings: Settings): Promise<readonly MethodView[]>
  /** Returns explanations of methods and metrics; unknown ids are left out. */
  explain(ids: readonly string[]): Promise<readonly ExplainedView[]>
  /** Returns the risk of the file before masking, by its roles. */
  risk(settings: Settings): Promise<RiskView>
  /** Returns the rules of the settings, each with the records that break it, or with its error. */
  rules(settings: Settings): Promise<readonly RuleState[]>
  /** Returns the levels to which a quasi-identifier can be coarsened; undefined if there are none. */
  coarser(settings: Settings, name: string): Promise<CoarserLevels | undefined>
  /** Returns reasons why no masking of values can meet the policy; empty if none was found. */
  unmet(settings: Settings): Promise<readonly CannotMeet[]>
  /** Returns columns that disclose masked ones or identify people, despite masking. */
  disclosing(settings: Settings): Promise<readonly Disclosing[]>
  /** Anonymises the file by its quasi-identifiers, and describes the result. */
  anonymise(settings: Settings, options: Ask): Promise<AnonymisedView>
  /**
   * Returns the hierarchies of the quasi-identifiers, or of one of them; errors name the rule or rows that do not fit.
   */
  hierarchies(settings: Settings, column?: string): Promise<readonly HierarchyView[]>
  /** Reads the rows of a hierarchy file. */
  readHierarchy(file: File): Promise<readonly (readonly string[])[]>
  /**
   * Compares candidates; `stop` ends it early with the results so far. Adds its measurements to `kept`, and repeats
   * none.
   */
  compare(
    settings: Settings,
    options: Ask & {
      readonly stop?: AbortSignal | undefined
      readonly grew: (view: ComparisonView) => void
      readonly kept?: Map<string, Measurements[number][1]> | undefined
    },
  ): Promise<ComparisonView>
  choose(settings: Settings, label: string, options: Ask): Promise<ChosenView>
  /**
   * Draws a release with fresh keyed random numbers and measures it; its report includes the comparison of the
   * candidate.
   */
  release(
    settings: Settings,
    label: string,
    options: Ask & { readonly compared?: Compared | undefined },
  ): Promise<ReleaseView>
  /** Judges the drawn file by the current policy, for example with a further exception; the reports are made again. */
  judge(settings: Settings, options: Ask): Promise<ReleaseView>
  /**
   * Loads the second file of the page, with the code for tables; false if it is missing or has another hash.
   *
   * @param file - The file picked by the user; by default the file next to the page.
   */
  loadTables(file?: File): Promise<boolean>
  /** Builds, protects and audits a table; its files replace those of the release. */
  table(settings: Settings, options: Ask): Promise<MadeTable>
  /**
   * Passes the bytes of a file of the release, piece by piece. A public file is refused until the private ones are
   * saved.
   */
  content(name: string, piece: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>, options: Ask): Promise<void>
  /** Returns a report of the release for display, before anything is saved. */
  report(name: string): Promise<ReportText>
  /**
   * Packs files of the release into one, in a worker; the browser holds its pieces outside the page. Refused under the
   * conditions of `content`.
   */
  zip(names: readonly string[], options: Ask): Promise<Blob>
  /** Reports that the private files are saved; the public ones are then available if the policy is met. */
  privateSaved(): Promise<void>
  /** Returns the settings as a plan without data: for `sdc run`, or `sdc compare`. */
  plan(settings: Settings, label: string | undefined): Promise<string>
  /** Replays a key (a private file) on the open file; `content` returns the bytes. */
  replay(key: File, options: Ask): Promise<ReleaseView>
  /** Reads a plan into settings, `without` the keys that the page does not use; errors name the problem. */
  readPlan(file: File, without?: boolean): Promise<Settings>
  /** Reads a history of the open file; errors name the problem and the version. */
  readHistory(file: File): Promise<History>
  /** Reads a policy, before or after data; errors name the problem. */
  readPolicy(file: File): Promise<NamedPolicy>
  /** Returns the text of the settings' policy with a further exception. */
  withException(policy: Settings['policy'], exception: PolicyException): Promise<string>
  /** Ends every worker. */
  close(): void
}

/** Options of every long question. */
export interface Ask {
  readonly progress?: ((progress: Progress) => void) | undefined
  readonly signal?: AbortSignal | undefined
}
