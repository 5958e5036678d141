import type { Dataset } from '@sdc/core'

/** File and column that a rule is applied to. */
export interface RuleSubject {
  readonly data: Dataset
  readonly name: string
  /** Columns from which a tree is learned; by default none, and categories are grouped by frequency. */
  readonly others?: readonly string[]
}
