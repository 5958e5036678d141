import type { Measurements } from './comparison-types.js'
import type { Settings } from './settings-types.js'

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
