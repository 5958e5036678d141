import type { Hierarchy } from './hierarchy.js'

/** What a column is to disclosure control. */
export const roles = [
  'identifier',
  'quasi-identifier',
  'confidential',
  'non-confidential',
  'weight',
  'household',
] as const

export type Role = (typeof roles)[number]

/** The roles whose columns are masked where no columns are named. */
export const maskedRoles: readonly Role[] = ['confidential', 'quasi-identifier']

/** What the columns of a file are to disclosure control, by name: only what a schema or the command line says. */
export interface Roles {
  /** Quasi-identifiers: what an intruder may know of somebody. */
  readonly keys: readonly string[]
  readonly confidential: readonly string[]
  /** Non-confidential columns, which a conditional method masks the others by. */
  readonly given: readonly string[]
  readonly identifiers: readonly string[]
  /** The sampling weight. */
  readonly weight?: string | undefined
  /** Equal for the records of one household. */
  readonly household?: string | undefined
  /** How the values of a column are made coarser, for the columns that a schema or a file says it of. */
  readonly hierarchies?: ReadonlyMap<string, Hierarchy> | undefined
}

/** Where nothing is said of any column. */
export const noRoles: Roles = { keys: [], confidential: [], given: [], identifiers: [] }
