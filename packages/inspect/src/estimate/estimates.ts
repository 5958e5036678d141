/** How many records had a level, as it is estimated. */
export interface LevelEstimate {
  /** The category of every column, null where it is missing. */
  readonly level: readonly (string | null)[]
  readonly masked: number
  readonly estimate: number
  /** NaN where the estimated variance is negative. */
  readonly standardError: number
  readonly interval: readonly [from: number, to: number]
}

export interface GroupEstimates {
  /** Empty for the whole file. */
  readonly group: string
  readonly records: number
  readonly levels: readonly LevelEstimate[]
}

/** What is estimated of a column, or of several that were crossed. */
export interface VariableEstimates extends GroupEstimates {
  readonly columns: readonly string[]
  /** Records with a missing value that no matrix is of: they are in no level. */
  readonly leftOut: number
  /** The greatest condition number of its matrices. */
  readonly condition: number
  /** True if the frequencies were kept exactly. */
  readonly exact: boolean
  /** By group, where the matrices are of groups. */
  readonly groups: readonly GroupEstimates[]
}

/** The probability that an interval covers with. */
export const LEVEL = 0.95
