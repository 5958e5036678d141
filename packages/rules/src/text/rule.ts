/** A linear form Σ coefficient·column + constant. Dates count as days since 1970-01-01. */
export interface LinearForm {
  readonly terms: readonly (readonly [column: string, coefficient: number])[]
  readonly constant: number
}

/** Comparison of a linear form with 0. */
export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>='

/** Condition on one record. */
export type Condition =
  | { readonly kind: 'linear'; readonly form: LinearForm; readonly comparison: Comparison }
  /** A value is one of these texts; for an ordered column or a date also by its order (`education >= "high"`). */
  | {
      readonly kind: 'text'
      readonly column: string
      readonly comparison: Comparison
      readonly text: string
    }
  | { readonly kind: 'in'; readonly column: string; readonly values: readonly string[] }
  | { readonly kind: 'missing'; readonly column: string }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }

/** An edit rule: `then` holds in every record in which `when` holds. A record without one of its values keeps it. */
export interface Rule {
  /** The rule as written. */
  readonly text: string
  /** Its columns in the order of their first mention. */
  readonly columns: readonly string[]
  readonly when?: Condition | undefined
  readonly then: Condition
  /**
   * Column alone on one side of an equation, the left one if both are: it can be computed from the others. Undefined
   * for a rule with a condition or several comparisons.
   */
  readonly derived?: string | undefined
}
