/** Rule with its counts in a file. */
interface CheckedRule {
  readonly rule: string
  readonly broken: number
  readonly notJudged: number
  /** First records that break it, counted from 1. */
  readonly records: readonly number[]
  /** Their lines in a text file. */
  readonly lines: readonly number[] | undefined
}

/** Rules checked on one file. */
export interface CheckedRules {
  readonly records: number
  /** Number of records that break at least one rule. */
  readonly broken: number
  readonly rules: readonly CheckedRule[]
}
