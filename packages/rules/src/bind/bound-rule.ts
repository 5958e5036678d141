import type { Comparison, LinearForm, Rule } from '../text/rule.js'

/**
 * Condition whose texts are resolved by the kinds and levels of a file. A comparison is unknown for a missing value,
 * and for a column whose kind differs from that in the file.
 */
export type BoundCondition =
  /** Form compared with 0; all its columns are numeric. `dates` are those of dates and times. */
  | {
      readonly kind: 'linear'
      readonly form: LinearForm
      readonly comparison: Comparison
      readonly dates?: ReadonlySet<string> | undefined
    }
  /** Numeric column: one of these numbers. */
  | {
      readonly kind: 'numbers'
      readonly column: string
      readonly numbers: readonly number[]
      readonly dates?: ReadonlySet<string> | undefined
    }
  /** Categorical column: one of these levels. A level that is not `known` (a class of a recoding) is unknown. */
  | {
      readonly kind: 'levels'
      readonly column: string
      readonly levels: ReadonlySet<string>
      readonly known: ReadonlySet<string>
    }
  | { readonly kind: 'missing'; readonly column: string }
  | { readonly kind: 'and' | 'or'; readonly of: readonly BoundCondition[] }
  | { readonly kind: 'not'; readonly of: BoundCondition }

/** A rule on the columns of a file: `then` holds if `when` holds. */
export interface BoundRule {
  readonly rule: Rule
  readonly when?: BoundCondition | undefined
  readonly then: BoundCondition
  /** Texts that its columns lack, which may be misspelt: `married = "No"`. */
  readonly unknownTexts: readonly { readonly column: string; readonly text: string }[]
}
