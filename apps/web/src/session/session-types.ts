import type { MeasuredView } from '../worker/protocol/pair-types.js'
import type {
  AnonymisedView,
  ChosenView,
  ComparisonView,
  Goal,
  OpenedFile,
  Progress,
  ReleaseView,
  Settings,
  Version,
  Work,
} from '../worker/protocol/protocol.js'
import type { MadeTable } from '../worker/protocol/table-types.js'

export type Step = 'data' | 'roles' | 'try' | 'choose' | 'release' | 'anonymise' | 'table' | 'measure'

/** Steps of the page for each goal, in their order; any can be gone to at any time. */
export const stepsOf: Readonly<Record<Goal, readonly Step[]>> = {
  anonymous: ['data', 'roles', 'anonymise', 'release'],
  statistics: ['data', 'roles', 'try', 'choose', 'release'],
  synthetic: ['data', 'roles', 'try', 'choose', 'release'],
  table: ['data', 'table'],
}

/** An error as a sentence, and what to do about it. */
export interface Problem {
  readonly message: string
  readonly fix: string
  /** Buttons that do it. */
  readonly choices?: readonly { readonly text: string; act(): void }[] | undefined
}

/** State of a step. */
export type StepState = 'empty' | 'done' | 'out of date' | 'working'

/** Work that is under way. */
export interface Working {
  readonly what:
    | 'reading'
    | 'comparing'
    | 'choosing'
    | 'anonymising'
    | 'tabulating'
    | 'measuring'
    | 'releasing'
    | 'replaying'
    | 'saving'
  readonly progress: Progress
  /** Ends it, and keeps nothing. */
  cancel(): void
  /** Ends it with what was found; left out where that cannot be, or was asked for already. */
  stop?: (() => void) | undefined
}

/**
 * The page's state, which the screens read and nothing stores. Made of runes in `session.svelte.ts`, so that what reads it is
 * drawn again when it changes. Screens change it by these functions alone.
 */
export interface Session {
  /** What screens ask without changing anything: pages of the table, methods, columns that give others away, policies. */
  readonly work: Pick<
    Work,
    | 'page'
    | 'report'
    | 'pair'
    | 'explain'
    | 'methods'
    | 'risk'
    | 'rules'
    | 'coarser'
    | 'unmet'
    | 'hierarchies'
    | 'readHierarchy'
    | 'disclosing'
    | 'readPolicy'
    | 'withException'
  >
  readonly step: Step
  readonly file: OpenedFile | undefined
  readonly versions: readonly Version[]
  /** The version that is worked on. */
  readonly at: number
  readonly settings: Settings
  readonly comparison: { readonly view: ComparisonView; readonly of: number; readonly complete: boolean } | undefined
  /** Number of runs whose measurements are there, for a comparison to continue from. */
  readonly measured: number
  /** Comparisons of other versions, to be shown on the same map. */
  readonly compared: readonly { readonly version: number; readonly view: ComparisonView }[]
  readonly chosen: ChosenView | undefined
  readonly anonymised: AnonymisedView | undefined
  readonly release: ReleaseView | undefined
  /** The protected table; its files take the place of a release's. */
  readonly table: MadeTable | undefined
  /** True if the second file, which makes tables, is loaded; undefined as long as nobody knows. */
  readonly hasTables: boolean | undefined
  /** A masked file from elsewhere, measured unless that failed. */
  readonly elsewhere: { readonly files: readonly File[]; readonly view?: MeasuredView | undefined } | undefined
  /** True once the private files are saved. */
  readonly privateSaved: boolean
  /**
   * True if the private files were handed to the browser as a download, which does not report success: the public ones
   * are refused until `confirmPrivateSaved`.
   */
  readonly unconfirmed: boolean
  readonly working: Working | undefined
  /** The last error, as a sentence and what to do. */
  readonly problem: Problem | undefined
  /** True if closing the page loses work. */
  readonly unsaved: boolean

  go(step: Step): void
  state(step: Step): StepState
  open(files: readonly File[]): Promise<void>
  openExample(): Promise<void>
  /** A new version of the settings, with a label for the history. */
  change(settings: Partial<Settings>, label: string): void
  undo(): void
  redo(): void
  goTo(version: number): void
  compare(): Promise<void>
  choose(label: string): Promise<void>
  /** True if the last anonymisation took a moment, so that one can follow each change. */
  readonly isQuick: boolean
  /** Anonymises the file by the settings, which then have its steps. */
  anonymise(): Promise<void>
  draw(): Promise<void>
  /** Loads the second file of the page: the one that the user picked, or the one next to the page. */
  loadTables(file?: File): Promise<void>
  /** Builds, protects and audits the table of the settings. */
  makeTable(): Promise<void>
  /** Saves a box to a folder that the user picks, or as a zip where folders cannot be picked. */
  save(box: 'private' | 'public', how: 'folder' | 'zip'): Promise<void>
  /** The user confirms that the downloaded private files are saved. */
  confirmPrivateSaved(): void
  /** Measures a masked file from elsewhere, with its private file or public manifest; by a link column, if one is given. */
  measure(files: readonly File[], link?: string): Promise<void>
  /** Downloads a report of that file. */
  saveMeasured(name: string): Promise<void>
  savePlan(): Promise<void>
  /** A file with the tree of plans, without data; and reading it again. */
  saveHistory(): Promise<void>
  /** Says what the page itself cannot do, as a problem: what was dropped is a folder. */
  refuse(message: string, fix: string): void
  dismiss(): void
}
