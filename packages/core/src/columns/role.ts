import type { Hierarchy } from './hierarchy.js'

/** What a column is to disclosure control. */
export const roles = [
  'identifier',
  'quasi-identifier',
  'confidential',
  'non-confidential',
  'weight',
  'household',
  'person',
  'wave',
] as const

export type Role = (typeof roles)[number]

/** What each role says of a column, and what follows from it: for help, schemas and their comments. */
export const roleMeanings: Readonly<Record<Role, string>> = {
  identifier:
    'Names one person or unit by itself: a name, a number of insurance. Never masked by --columns all, and dropped by --release.',
  'quasi-identifier':
    'What an intruder may know of somebody: age, place, work. Masked where no columns are named; metrics of keys count who is alone with these.',
  confidential:
    'What nobody is to learn: income, a diagnosis. Masked where no columns are named; measured as sensitive, and released unmasked only where that is accepted.',
  'non-confidential':
    'Goes out as it is. Conditional methods mask the others given it, and its relation to masked columns is measured.',
  weight: 'How many of the population a record stands for; one column, 0 or more in every record. Never masked.',
  household:
    'The same for all members of a household, and for nobody else; one column. Never masked, and renumbered by --release.',
  person:
    'The same in all records of one person or unit, and in no other: a patient, an employee, a firm with several records; one column. ' +
    'Risks count persons in place of records. Never masked, and renumbered by --release.',
  wave: 'The time of a record, where a person has one for each: a year, a visit; one column. Never masked.',
}

/** Roles that one column of a file has at the most. */
export const singleRoles = ['weight', 'household', 'person', 'wave'] as const satisfies readonly Role[]

export type SingleRole = (typeof singleRoles)[number]

/** Columns of these roles hold no answer of anybody, and are never masked. */
export const neverMaskedRoles: readonly Role[] = ['identifier', ...singleRoles]

/** Whose a value is: of one record, or the same in all records of a person or of a household. */
export const levelsOfValues = ['record', 'person', 'household'] as const

export type LevelOfValues = (typeof levelsOfValues)[number]

/** The roles of which methods and metrics say whether they honour them; the engine itself looks after the others. */
export const honouredRoles = ['weight', 'household', 'person'] as const satisfies readonly Role[]

export type HonouredRole = (typeof honouredRoles)[number]

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
  /** Equal for the records of one person. Without it every record is one. */
  readonly person?: string | undefined
  /** The time of a record of a person. */
  readonly wave?: string | undefined
  /** How the values of a column are made coarser, for the columns that a schema or a file says it of. */
  readonly hierarchies?: ReadonlyMap<string, Hierarchy> | undefined
}

/** Where nothing is said of any column. */
export const noRoles: Roles = { keys: [], confidential: [], given: [], identifiers: [] }
