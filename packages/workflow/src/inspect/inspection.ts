import type { Role } from '@sdc/core'
import type { FileRisk } from '@sdc/engine'

/** What a column holds, as far as its values tell. */
export const shapes = [
  'empty',
  'constant',
  'numbers',
  'codes',
  'few numbers',
  'categories',
  'texts',
  'dates',
  'times',
  'years',
  'running numbers',
  'repeated numbers',
] as const

export type Shape = (typeof shapes)[number]

/** The kinds of what was found, in the order in which they are shown. */
export const findingKinds = [
  'categories',
  'missing',
  'identifiers',
  'weights',
  'dates',
  'sums',
  'determined',
  'constant',
  'numbers',
  'levels',
  'limits',
] as const

export type FindingKind = (typeof findingKinds)[number]

/** One thing that was found, a sentence without its full stop. */
export interface Finding {
  readonly kind: FindingKind
  readonly columns: readonly string[]
  readonly text: string
}

/** A text or number that may mean a missing value. */
export interface MissingCode {
  readonly text: string
  readonly records: number
  /** Why it looks like one: `next largest 87`. */
  readonly why: string
}

/** What a column may be to disclosure control. */
export interface SuggestedRole {
  readonly role: Role
  /** Whether it is a mere guess, marked by a question mark. */
  readonly unsure: boolean
  readonly why: string
  /** The role of which the file has another column already. */
  readonly another?: Role
}

/** What was seen of a column's numbers. */
export interface NumberFacts {
  readonly least: number
  readonly greatest: number
  readonly median: number
  readonly whole: boolean
  /** The step that all values share; null where they have too many digits for one. */
  readonly step: number | null
  readonly zeros: number
  readonly negatives: number
  /** The third standardised moment; null where there is no spread. */
  readonly skewness: number | null
  /** The largest round number of which far more values are multiples than chance gives, with their share. */
  readonly heaped: { readonly base: number; readonly share: number } | null
}

export interface ColumnInspection {
  readonly name: string
  /** As the reader has it, or the schema says. */
  readonly kind: 'numeric' | 'categorical'
  /** Why it is of that kind. */
  readonly why: string
  /** Whether a schema says its kind. */
  readonly isSaid: boolean
  readonly shape: Shape
  /** Its values in a few words. */
  readonly looks: string
  /** What a schema should call it; undefined where its values do not decide. */
  readonly suggestedKind: 'numeric' | 'categorical' | undefined
  readonly records: number
  readonly missing: number
  readonly distinct: number
  readonly missingCodes: readonly MissingCode[]
  readonly numbers: NumberFacts | undefined
  /** The levels of a column with few of them, in their natural order: for a schema that gives them one. */
  readonly levels: readonly string[] | undefined
  readonly role: SuggestedRole | undefined
  /** Whether the schema gives the role. */
  readonly isRoleSaid: boolean
}

/** How many records are unique by the quasi-identifiers, named or guessed. */
export interface InspectedRisk {
  readonly risk: FileRisk
  /** Whether nothing names the quasi-identifiers. */
  readonly isGuess: boolean
}

/** What `sdc inspect` finds out about a file. */
export interface Inspection {
  readonly file: string
  readonly records: number
  readonly columns: readonly ColumnInspection[]
  readonly findings: readonly Finding[]
  /** Undefined without quasi-identifiers, and for files too large to count in passing. */
  readonly risk?: InspectedRisk | undefined
  /** How the file is written, where a schema can say it. */
  readonly dialect: { readonly separator: string; readonly decimal: string; readonly header: boolean }
  /** The missing texts of the file that its schema, or the reader, knows. */
  readonly missing: readonly string[]
}
