import type { Judgement } from '@sdc/release'
import type { FileView } from './file-view.js'

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
