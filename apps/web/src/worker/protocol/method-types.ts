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
