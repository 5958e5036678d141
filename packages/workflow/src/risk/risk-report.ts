import type { Role } from '@sdc/core'
import type { FileRisk } from '@sdc/engine'

/** The roles that `sdc risk` guesses where nothing names a column of that role. */
export const guessableRoles = ['quasi-identifier', 'confidential', 'weight'] as const satisfies readonly Role[]

export type GuessableRole = (typeof guessableRoles)[number]

/** The estimated uniques of the population (`risk/population-uniques`), or why there is no estimate. */
export interface PopulationRisk {
  /** Percent of the population; null where `reason` says why. */
  readonly percent: number | null
  readonly reason: string | null
  readonly warnings: readonly string[]
}

/** A column that nothing names a role for. */
export interface UnnamedColumn {
  readonly column: string
  /** What its values and name suggest; null for an empty column. */
  readonly suggested: Role | null
}

/** What `sdc risk` says of a file before it is masked. */
export interface RiskReport {
  readonly file: string
  /** The name of the schema, where there is one. */
  readonly schemaName: string | undefined
  readonly risk: FileRisk
  /** The roles whose columns are guesses, since nothing names one. */
  readonly guessed: readonly GuessableRole[]
  readonly population: PopulationRisk | undefined
  readonly unnamed: readonly UnnamedColumn[]
}
