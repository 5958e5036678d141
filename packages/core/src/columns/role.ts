import type { Hierarchy } from './hierarchy.js'
import type { TimeKind } from './iso-times.js'

/** Roles of columns in disclosure control. */
export const roles = [
  'identifier',
  'quasi-identifier',
  'confidential',
  'non-confidential',
  'item',
  'weight',
  'household',
  'person',
  'wave',
] as const

export type Role = (typeof roles)[number]

/** Meaning of each role and its consequences, for help, schemas and their comments. */
export const roleMeanings: Readonly<Record<Role, string>> = {
  identifier:
    'Names one person or unit by itself: a name, an insurance number. Never masked where all columns are, and ' +
    'left out of a release.',
  'quasi-identifier':
    'Attribute that an intruder may know: age, place, work. Masked if no columns are named. Equivalence ' +
    'classes are formed from these columns.',
  confidential:
    'Attribute that must not be disclosed: income, a diagnosis. Masked if no columns are named. Measured as ' +
    'confidential; an unmasked release must be accepted.',
  'non-confidential':
    'Released unchanged. Conditional methods mask the other columns given this one, and metrics measure its ' +
    'relation to masked columns.',
  item:
    'Answer to one item of a questionnaire. An intruder may know a few of the answers of a person, never all of them. ' +
    'Masked if no columns are named.',
  weight: 'Number of population members that a record represents; one column, 0 or more in every record. Never masked.',
  household:
    'Identifier of a household, the same for all its members; one column. Never masked, and renumbered in a ' +
    'release.',
  person:
    'Identifier of a person or unit with several records, such as a patient or a firm; one column. Risks ' +
    'count persons instead of records. Never masked, and renumbered in a release.',
  wave: 'Time of a record if a person has several: a year, a visit; one column. Never masked.',
}

/** Roles that one column of a file has at the most. */
export const singleRoles = ['weight', 'household', 'person', 'wave'] as const satisfies readonly Role[]

export type SingleRole = (typeof singleRoles)[number]

/** Columns of these roles hold no answer of anybody, and are never masked. */
export const neverMaskedRoles: readonly Role[] = ['identifier', ...singleRoles]

/** Whose a value is: of one record, or the same in all records of a person or of a household. */
export const levelsOfValues = ['record', 'person', 'household'] as const

export type LevelOfValues = (typeof levelsOfValues)[number]

/** Roles that methods and metrics declare to honour; the engine itself handles the others. */
export const honouredRoles = ['weight', 'household', 'person'] as const satisfies readonly Role[]

export type HonouredRole = (typeof honouredRoles)[number]

/** The roles whose columns are masked where no columns are named. */
export const maskedRoles: readonly Role[] = ['confidential', 'quasi-identifier', 'item']

/** Roles of the columns of a file, by name, as a schema or the command line sets them. */
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
  /** Items of a questionnaire. */
  readonly items?: readonly string[] | undefined
  /** Number of items that an intruder knows of a person. */
  readonly knownItems?: number | undefined
  /** Columns of dates (numbers of days since 1970-01-01) and times (seconds). */
  readonly times?: ReadonlyMap<string, TimeKind> | undefined
  /** Rules between columns, as a schema writes them. */
  readonly rules?: readonly string[] | undefined
  /** Generalization hierarchies of columns, from a schema or files. */
  readonly hierarchies?: ReadonlyMap<string, Hierarchy> | undefined
}

/** Roles of a file without any. */
export const noRoles: Roles = { keys: [], confidential: [], given: [], identifiers: [] }
