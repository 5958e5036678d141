import type { Role } from '@sdc/core'
import type { FileRisk } from '@sdc/engine'

/** Roles that `sdc risk` guesses if neither schema nor options name a column of that role. */
export const guessableRoles = ['quasi-identifier', 'confidential', 'weight', 'item'] as const satisfies readonly Role[]

export type GuessableRole = (typeof guessableRoles)[number]

/** Estimated population uniques (`risk/population-uniques`), or the reason for a missing estimate. */
export interface PopulationRisk {
  /** Percent of the population; null if there is a `reason`. */
  readonly percent: number | null
  readonly reason: string | null
  readonly warnings: readonly string[]
}

/** A column without a role in the schema or the options. */
export interface UnnamedColumn {
  readonly column: string
  /** Role suggested by its values and name; null for an empty column. */
  readonly suggested: Role | null
}

/** Result of `sdc risk` for a file before masking. */
export interface RiskReport {
  readonly file: string
  /** Name of the schema, if there is one. */
  readonly schemaName: string | undefined
  readonly risk: FileRisk
  /** Roles whose columns are guesses. */
  readonly guessed: readonly GuessableRole[]
  readonly population: PopulationRisk | undefined
  readonly unnamed: readonly UnnamedColumn[]
}
