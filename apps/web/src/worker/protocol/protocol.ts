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
  /** Its values in a few words. */
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
  /** Findings; columns that disclose masked ones come first. */
  readonly findings: readonly { readonly kind: string; readonly columns: readonly string[]; readonly text: string }[]
  /** Format in words; of text its separator, decimal mark, line ends and byte order mark. */
  readonly dialect: string
  readonly notes: readonly string[]
}

/** Facts about a file that the user said when it was opened, in the words of a schema. */
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
        /** Expected share of right re-identifications. */
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
  /** Advice; of top coding with the percentage of values that includes the five greatest. */
  readonly advice: readonly (RiskAdvice & { readonly topPercent?: number | undefined })[]
}

/** A column that discloses masked ones or identifies people, or columns whose missing cells do. */
export interface Disclosing {
  readonly columns: readonly string[]
  readonly why: string
  /** Remedy besides accepting it: mask the column, drop it, or fill missing cells. */
  readonly remedy: 'mask' | 'drop' | 'fill'
}

/** A page of a table, as the file has it. */
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
  /** True where the bounds themselves are excluded. */
  readonly aboveMin?: boolean | undefined
  readonly belowMax?: boolean | undefined
  /** Unit: `records`, `share of the value`. */
  readonly unit?: string | undefined
  readonly choices?: readonly string[] | undefined
  /** Values that a comparison usually tries. */
  readonly grid?: readonly unknown[] | undefined
}

/** A method, for the list and its form. */
export interface MethodView {
  readonly id: string
  readonly family: string
  readonly title: string
  readonly summary: string
  readonly source: string
  /** Reason that it cannot be used on the current columns; undefined where it can. */
  readonly refused?: string | undefined
  /** True for a usual candidate. */
  readonly usual: boolean
  readonly params: readonly ParamView[]
}

/** Explanation of a method or metric. */
export interface ExplainedView {
  readonly id: string
  readonly title: string
  /** Three sentences: effect or measure, strength or reading, cost or limit. */
  readonly sentences: readonly string[]
}

/** A policy's text under the name that it is spoken of. */
export interface NamedPolicy {
  readonly name: string
  readonly text: string
  /** Its types of release, where it may have several. */
  readonly types?: readonly string[] | undefined
}

/** Goal for the file; it decides which steps the page shows. */
export const goals = ['anonymous', 'statistics', 'synthetic', 'table'] as const
export type Goal = (typeof goals)[number]

/** Requirements of the goal `anonymous`; the quasi-identifiers and confidential columns follow from the roles. */
export interface Anonymity {
  readonly k: number
  /** Fewest different confidential values in a class. */
  readonly l?: number | undefined
  /** Largest distance of a class from the file in a confidential column, from 0 to 1. */
  readonly t?: number | undefined
  /** Limit for suppressed records, in percent of all. */
  readonly suppressionLimit: number
  /** True if a column may mix levels. */
  readonly local: boolean
  /** Quasi-identifiers that stay unchanged. */
  readonly keep: readonly string[]
  /** Weights of quasi-identifiers in the loss, where they are not 1. */
  readonly importance: Readonly<Record<string, number>>
  /** Records per group whose confidential numbers become their means; undefined to leave these unchanged. */
  readonly grouped?: number | undefined
}

/** User's settings for the columns and for the candidates: the state that undo returns to. Plain data, without the file. */
export interface Settings {
  readonly goal: Goal
  readonly anonymity: Anonymity
  /** Schema of the file: each column with its role, its kind and further facts. */
  readonly schema: FileSchema
  /** Columns that may be released unchanged, by name. */
  readonly accepted: readonly string[]
  /** The usual candidates, these and further ones around the best, or methods with their grids. */
  readonly search: 'usual' | 'further' | 'chosen'
  readonly candidates: readonly { readonly use: string; readonly grid: Readonly<Record<string, readonly unknown[]>> }[]
  readonly reverseMap: boolean
  readonly replicates: number
  readonly missing: 'refuse' | 'keep' | 'impute'
  /** The text of the policy, and the type of release. */
  readonly policy: NamedPolicy & { readonly release: string }
  /** The label of the chosen candidate. */
  readonly chosen?: string | undefined
  /** Its steps: with them the settings say all that a plan says, whatever was compared. */
  readonly steps?: readonly StepPlan[] | undefined
  /** Steps that every candidate contains, each on one quasi-identifier: coarser columns. */
  readonly fixed?: readonly StepPlan[] | undefined
  /** Steps that every candidate ends with, each on one confidential column. */
  readonly last?: readonly StepPlan[] | undefined
  /** Settings of the table, if the file is to become one. */
  readonly table?: TableSettings | undefined
}

/** A state of the settings; undo goes to its parent, and what was undone stays as a branch. */
export interface Version {
  readonly id: number
  readonly parent?: number | undefined
  /** Label of the change: `AGI confidential`, `rank swapping 5, 10, 15`. */
  readonly label: string
  readonly settings: Settings
}

/** All states of the settings, as a file has them. */
export interface History {
  readonly versions: readonly Version[]
  /** The version that is worked on. */
  readonly at: number
  /** Measurements of the comparisons of the file. */
  readonly measured?: Measurements | undefined
  /** True where there are measurements, but of a file with other values. */
  readonly isOfOtherData?: boolean | undefined
}

/** Comparison, complete or so far, with its map. */
export interface ComparisonView extends ComparisonDocument {
  readonly map: RiskUtilityMap
}

/** Measurements of runs in comparisons of a file, each by a key of all that it depends on. No data. */
export type Measurements = readonly (readonly [key: string, measured: readonly KeptMeasurement[]])[]

/** A comparison, with the settings that it was made by. */
export interface Compared {
  readonly view: ComparisonView
  readonly settings: Settings
}

/** A chosen candidate, looked at. */
export interface ChosenView {
  readonly label: string
  readonly sentence: string
  readonly judgement: Judgement
  readonly columns: readonly {
    readonly name: string
    readonly before: Bars
    readonly after: Bars
    /** Ranks moved, in percent of all, at equal steps. */
    readonly moves?: readonly number[] | undefined
  }[]
  /** Reason that no column has moves, or the records that they are measured on. */
  readonly movesNote?: string | undefined
}

/** Identity disclosure by the quasi-identifiers. */
export interface ClassRisk {
  /** Records in classes of one. */
  readonly unique: number
  readonly smallest: number
  /** Expected share of right re-identifications. */
  readonly expected: number
  readonly records: number
  readonly sizes: ClassSizes
}

/** Level of a hierarchy: its classes with their records, the largest first; only the first few are listed. */
export interface LevelView {
  readonly classes: number
  readonly listed: readonly { readonly label: string; readonly records: number }[]
}

/** Hierarchy of a quasi-identifier as it will be used. */
export interface HierarchyView {
  readonly column: string
  /** The rule, or the rows; undefined if it is made from the values alone. */
  readonly given: FileSchema['columns'][string]['hierarchy']
  /** The same in words. */
  readonly words: string
  /** The values, then ever coarser classes. */
  readonly levels: readonly LevelView[]
}

/** An anonymised file, before it is released. */
export interface AnonymisedView {
  readonly label: string
  /** Steps and schema that make the same file again. */
  readonly steps: readonly StepPlan[]
  readonly schema: FileSchema
  /** Identity disclosure, attribute disclosure, information loss, and what is not protected. */
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
    /** Records at each level of its hierarchy, 0 for the values themselves. */
    readonly levels: readonly { readonly level: number; readonly records: number }[]
    /** Some values with their classes. */
    readonly examples: readonly { readonly value: string; readonly becomes: string }[]
  }[]
  /** Columns that are released unchanged and identify people or are confidential. */
  readonly open: readonly { readonly name: string; readonly why: string }[]
  readonly warnings: readonly string[]
}

/** A report to look at: its markup without its style and its policy, and its style. */
export interface ReportText {
  readonly html: string
  readonly css: string
}

/** A drawn release: its files stay in the worker until they are saved. */
export interface ReleaseView {
  readonly judgement: Judgement
  readonly sentence: string
  readonly files: readonly FileView[]
  readonly warnings: readonly string[]
  /** For a replay: name of the key's file; `same` is true where the bytes are those that the key was written for. */
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
 * `signal` ends a question within 200 ms (its worker is ended): the question rejects with CANCELLED and leaves the earlier state.
 */
export interface Work {
  open(file: File, options: Ask & { readonly said?: Said | undefined }): Promise<OpenedFile>
  /** Reads the open file again by another schema: kinds, missing values, forms of dates. */
  reopen(schema: FileSchema, options: Ask): Promise<OpenedFile>
  /** A page of the original's table, or of the released one's. */
  page(table: 'original' | 'released', from: number, count: number): Promise<TablePage>
  /** Shows a masked file next to the original: the chosen candidate's run, the released file, or one made elsewhere. */
  pair<Q extends PairQuestion>(
    pair: PairName,
    what: Q,
    ask: PairQuestions[Q]['ask'],
  ): Promise<PairQuestions[Q]['answer']>
  /** Measures a masked file that was made elsewhere; `beside` are its private file or public manifest. */
  measure(
    settings: Settings,
    masked: { readonly file: File; readonly beside: readonly File[]; readonly link?: string | undefined },
    options: Ask,
  ): Promise<MeasuredView>
  /** Text of a report of that file. */
  measured(name: string): Promise<string>
  methods(settings: Settings): Promise<readonly MethodView[]>
  /** Explanations of methods and metrics by their ids; unknown ids are left out. */
  explain(ids: readonly string[]): Promise<readonly ExplainedView[]>
  /** Risk of the file before masking, by its roles. */
  risk(settings: Settings): Promise<RiskView>
  /** The rules of the settings, each with the records that break it, or with what is wrong with it. */
  rules(settings: Settings): Promise<readonly RuleState[]>
  /** Levels to which a quasi-identifier can be coarsened; undefined where there are none. */
  coarser(settings: Settings, name: string): Promise<CoarserLevels | undefined>
  /** Reasons that no masking of values can meet the policy; empty where none was found. */
  unmet(settings: Settings): Promise<readonly CannotMeet[]>
  /** Columns that disclose masked ones or identify people, whatever is masked. */
  disclosing(settings: Settings): Promise<readonly Disclosing[]>
  /** Anonymises the file by its quasi-identifiers, and looks at the result. */
  anonymise(settings: Settings, options: Ask): Promise<AnonymisedView>
  /** Hierarchies of the quasi-identifiers, or of one of them; errors say which rule or rows do not fit. */
  hierarchies(settings: Settings, column?: string): Promise<readonly HierarchyView[]>
  /** Reads the rows of a hierarchy file. */
  readHierarchy(file: File): Promise<readonly (readonly string[])[]>
  /** Compares candidates; `stop` ends it early with the results so far. Adds its measurements to `kept`, and repeats none. */
  compare(
    settings: Settings,
    options: Ask & {
      readonly stop?: AbortSignal | undefined
      readonly grew: (view: ComparisonView) => void
      readonly kept?: Map<string, Measurements[number][1]> | undefined
    },
  ): Promise<ComparisonView>
  choose(settings: Settings, label: string, options: Ask): Promise<ChosenView>
  /** Draws afresh, by keyed random numbers, and measures what was drawn; its report has the comparison of its candidate. */
  release(
    settings: Settings,
    label: string,
    options: Ask & { readonly compared?: Compared | undefined },
  ): Promise<ReleaseView>
  /** Judges the drawn file by the current policy, with a further exception, say; the reports are made again. */
  judge(settings: Settings, options: Ask): Promise<ReleaseView>
  /**
   * Loads the second file of the page, which has all that is for tables; false where it is not there, or another one.
   *
   * @param file - The file as the user picked it; without it, the file next to the page.
   */
  loadTables(file?: File): Promise<boolean>
  /** Builds a table, protects it and audits it; its files are then those of the release. */
  table(settings: Settings, options: Ask): Promise<MadeTable>
  /** The bytes of a file of the release, a piece at a time. A public file is refused until the private ones are saved. */
  content(name: string, piece: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>, options: Ask): Promise<void>
  /** A report of the release to look at, before anything is saved. */
  report(name: string): Promise<ReportText>
  /** Files of the release, packed into one: in a worker, its parts held by the browser outside of the page. Refused as `content` is. */
  zip(names: readonly string[], options: Ask): Promise<Blob>
  /** Reports that the private files are saved; the public ones are then available if the policy is met. */
  privateSaved(): Promise<void>
  /** A plan of the settings, without data: for `sdc run`, or `sdc compare`. */
  plan(settings: Settings, label: string | undefined): Promise<string>
  /** Replays a key (a private file) on the open file: the bytes come by `content`. */
  replay(key: File, options: Ask): Promise<ReleaseView>
  /** Reads a plan into settings, `without` the keys that the page does not use; errors say what is wrong. */
  readPlan(file: File, without?: boolean): Promise<Settings>
  /** Reads a history of the open file; errors say what is wrong, and in which version. */
  readHistory(file: File): Promise<History>
  /** Reads a policy, before or after data; errors say what is wrong. */
  readPolicy(file: File): Promise<NamedPolicy>
  /** The text of the settings' policy with an exception more. */
  withException(policy: Settings['policy'], exception: PolicyException): Promise<string>
  /** Ends every worker. */
  close(): void
}

/** Options of every long question. */
export interface Ask {
  readonly progress?: ((progress: Progress) => void) | undefined
  readonly signal?: AbortSignal | undefined
}
