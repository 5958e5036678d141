/** Estimated number of records with a level. */
export interface LevelEstimate {
  /** Category of every column; null if it is missing. */
  readonly level: readonly (string | null)[]
  readonly masked: number
  readonly estimate: number
  /** NaN if the estimated variance is negative. */
  readonly standardError: number
  readonly interval: readonly [from: number, to: number]
}

export interface GroupEstimates {
  /** Label of the group; empty for the whole file. */
  readonly group: string
  readonly records: number
  readonly levels: readonly LevelEstimate[]
}

/** Estimates for a column, or for several crossed columns. */
export interface VariableEstimates extends GroupEstimates {
  readonly columns: readonly string[]
  /** Number of records with a missing value outside the matrices; they are in no level. */
  readonly leftOut: number
  /** Greatest condition number of its matrices. */
  readonly condition: number
  /** True if the frequencies were kept exactly. */
  readonly exact: boolean
  /** Estimates by group, if the matrices belong to groups. */
  readonly groups: readonly GroupEstimates[]
}

/** Coverage probability of the intervals. */
export const LEVEL = 0.95
