import type { FileSchema } from '@sdc/engine'
import type { CoarserLevels, RuleState } from '@sdc/inspect'
import type { PolicyException } from '@sdc/release'
import type { CannotMeet } from '@sdc/search'
import type { AnonymisedView, HierarchyView } from './anonymous-types.js'
import type { ChosenView, Compared, ComparisonView, Measurements } from './comparison-types.js'
import type { Disclosing, OpenedFile, RiskView, Said, TablePage } from './file-types.js'
import type { History } from './history-types.js'
import type { ExplainedView, MethodView } from './method-types.js'
import type { MeasuredView, PairName, PairQuestion, PairQuestions } from './pair-types.js'
import type { ReleaseView, ReportText } from './release-types.js'
import type { NamedPolicy, Settings } from './settings-types.js'
import type { MadeTable } from './table-types.js'

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
