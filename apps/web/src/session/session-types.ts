import type { MeasuredView } from '../worker/protocol/pair-types.js'
import type { AnonymisedView } from '../worker/protocol/anonymous-types.js'
import type { ChosenView, ComparisonView } from '../worker/protocol/comparison-types.js'
import type { OpenedFile } from '../worker/protocol/file-types.js'
import type { Version } from '../worker/protocol/history-types.js'
import type { Progress, Work } from '../worker/protocol/protocol.js'
import type { ReleaseView } from '../worker/protocol/release-types.js'
import type { Goal, Settings } from '../worker/protocol/settings-types.js'
import type { MadeTable } from '../worker/protocol/table-types.js'

export type Step = 'data' | 'roles' | 'try' | 'choose' | 'release' | 'anonymise' | 'table' | 'measure'

/** Steps of the page for each goal, in their order; any can be gone to at any time. */
export const stepsOf: Readonly<Record<Goal, readonly Step[]>> = {
  anonymous: ['data', 'roles', 'anonymise', 'release'],
  statistics: ['data', 'roles', 'try', 'choose', 'release'],
  synthetic: ['data', 'roles', 'try', 'choose', 'release'],
  table: ['data', 'table'],
}

/** An error as a sentence, with advice. */
export interface Problem {
  readonly message: string
  readonly fix: string
  /** Buttons for the advice. */
  readonly choices?: readonly { readonly text: string; act(): void }[] | undefined
}

/** State of a step. */
export type StepState = 'empty' | 'done' | 'out of date' | 'working'

/** Work in progress. */
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
  /** Ends it, and discards its results. */
  cancel(): void
  /** Ends it with the results so far; undefined if that is impossible or already requested. */
  stop?: (() => void) | undefined
}

/**
 * The page's state, which the screens read and nothing stores. It consists of runes in `session.svelte.ts`, so that
 * readers are redrawn when it changes. Screens change it through these functions only.
 */
export interface Session {
  /** Questions of screens that change nothing: pages of the table, methods, disclosing columns, policies. */
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
  /** The current version. */
  readonly at: number
  readonly settings: Settings
  readonly comparison: { readonly view: ComparisonView; readonly of: number; readonly complete: boolean } | undefined
  /** Number of runs whose measurements exist, from which a comparison can continue. */
  readonly measured: number
  /** Comparisons of other versions for the same map. */
  readonly compared: readonly { readonly version: number; readonly view: ComparisonView }[]
  readonly chosen: ChosenView | undefined
  readonly anonymised: AnonymisedView | undefined
  readonly release: ReleaseView | undefined
  /** The protected table; its files take the place of a release's. */
  readonly table: MadeTable | undefined
  /** True if the second file, which makes tables, is loaded; undefined until that is known. */
  readonly hasTables: boolean | undefined
  /** A masked file from elsewhere, with its measurements unless they failed. */
  readonly elsewhere: { readonly files: readonly File[]; readonly view?: MeasuredView | undefined } | undefined
  /** True once the private files are saved. */
  readonly privateSaved: boolean
  /**
   * True if the private files were handed to the browser as a download, which does not report success: the public ones
   * are refused until `confirmPrivateSaved`.
   */
  readonly unconfirmed: boolean
  readonly working: Working | undefined
  /** The last error, as a sentence with advice. */
  readonly problem: Problem | undefined
  /** True if closing the page loses work. */
  readonly unsaved: boolean

  go(step: Step): void
  state(step: Step): StepState
  open(files: readonly File[]): Promise<void>
  openExample(): Promise<void>
  /** Adds a version of the settings, with a label for the history. */
  change(settings: Partial<Settings>, label: string): void
  undo(): void
  redo(): void
  goTo(version: number): void
  compare(): Promise<void>
  choose(label: string): Promise<void>
  /** True if the last anonymisation was fast enough to repeat it after each change. */
  readonly isQuick: boolean
  /** Anonymises the file by the settings, and adds the steps to them. */
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
  /**
   * Measures a masked file from elsewhere, with its private file or public manifest; by a link column, if one is given.
   */
  measure(files: readonly File[], link?: string): Promise<void>
  /** Downloads a report of that file. */
  saveMeasured(name: string): Promise<void>
  savePlan(): Promise<void>
  /** Downloads the tree of versions without data, and reads such a file. */
  saveHistory(): Promise<void>
  /** Reports something that the page cannot do as a problem, such as a dropped folder. */
  refuse(message: string, fix: string): void
  dismiss(): void
}
