import type { Role, TimeKind } from '@sdc/core'
import type { Battery } from './roles/batteries.js'
import type { FileRisk } from '@sdc/engine'
import type { FormatId } from '@sdc/files'
import type { ColumnDescription, MissingDefinition } from '@sdc/files/formats'

/** Content of a column, judged by its values. */
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

/** Kinds of findings, in their order of display. */
export const findingKinds = [
  'labels',
  'kinds',
  'categories',
  'missing',
  'identifiers',
  'weights',
  'dates',
  'ages',
  'sums',
  'determined',
  'constant',
  'numbers',
  'levels',
  'limits',
] as const

export type FindingKind = (typeof findingKinds)[number]

/** A finding; its text is a sentence without a full stop. */
export interface Finding {
  readonly kind: FindingKind
  readonly columns: readonly string[]
  readonly text: string
}

/** A text or number that may mean a missing value. */
export interface MissingCode {
  readonly text: string
  readonly records: number
  /** Reason, such as `next largest 87`. */
  readonly why: string
}

/** Likely role of a column in disclosure control. */
export interface SuggestedRole {
  readonly role: Role
  /** True for a mere guess, which is marked by a question mark. */
  readonly unsure: boolean
  readonly why: string
  /** Role for which the file already has another column. */
  readonly another?: Role
  /** Columns of the questionnaire that it is an item of. */
  readonly battery?: Battery
}

/** Statistics of a column's numbers. */
export interface NumberFacts {
  readonly least: number
  readonly greatest: number
  readonly median: number
  readonly whole: boolean
  /** Step that divides all values; null if they have too many digits. */
  readonly step: number | null
  readonly zeros: number
  readonly negatives: number
  /** Third standardised moment; null if all values are equal. */
  readonly skewness: number | null
  /** Largest round number with far more multiples among the values than by chance, and their share. */
  readonly heaped: { readonly base: number; readonly share: number } | null
}

/** Missing cells of one kind. */
export interface MissingKind {
  /** Their text; empty for system-missing. */
  readonly text: string
  readonly label: string | undefined
  readonly records: number
}

/** Facts about a column from a statistical file or a schema. */
export interface FileFacts extends Pick<ColumnDescription, 'label' | 'labels' | 'measure' | 'format' | 'time'> {
  readonly definition: MissingDefinition | undefined
  readonly missingKinds: readonly MissingKind[]
}

export interface ColumnInspection {
  readonly name: string
  /** Kind determined by the reader or the schema. */
  readonly kind: 'numeric' | 'categorical'
  /** Reason for this kind. */
  readonly why: string
  /** True if a schema gives its kind, levels or taxonomy. */
  readonly isSaid: boolean
  readonly shape: Shape
  /** Short description of its values. */
  readonly looks: string
  /** Kind to declare in a schema; undefined if the values do not decide it. */
  readonly suggestedKind: 'numeric' | 'categorical' | TimeKind | undefined
  /** Form of its dates or times, for a schema. */
  readonly dateFormat: string | undefined
  /** Its few impossible dates, in words; an empty text for none. */
  readonly wrongDates: string
  /** True if day and month may be swapped, which the user has to decide. */
  readonly isAmbiguous: boolean
  readonly records: number
  readonly missing: number
  readonly distinct: number
  readonly missingCodes: readonly MissingCode[]
  readonly numbers: NumberFacts | undefined
  /** Levels of a column with few of them, in their natural order, for a schema that orders them. */
  readonly levels: readonly string[] | undefined
  /** All levels of a column with labels, in their order, if a schema should name them. */
  readonly allLevels: readonly string[] | undefined
  readonly isOrdered: boolean
  readonly facts: FileFacts
  readonly role: SuggestedRole | undefined
  /** True if the schema gives the role. */
  readonly isRoleSaid: boolean
  /** Unit with one value in all of its records. */
  readonly level: 'person' | 'household' | undefined
  /** Hierarchy rule that suits the values of a quasi-identifier. */
  readonly hierarchy: string | undefined
}

/** Identity disclosure risk by the quasi-identifiers, given or guessed. */
export interface InspectedRisk {
  readonly risk: FileRisk
  /** True if the quasi-identifiers are guesses. */
  readonly isGuess: boolean
}

/** Rule that a schema may have. */
export interface ProposedRule {
  readonly rule: string
  /** Number of records that break it. */
  readonly broken: number
  /** Number of records with the values needed to judge it. */
  readonly judged: number
  /** True if the schema should contain it as active; otherwise the user decides. */
  readonly isActive: boolean
}

/** Result of `sdc inspect` for a file. */
export interface Inspection {
  readonly file: string
  readonly records: number
  readonly columns: readonly ColumnInspection[]
  readonly findings: readonly Finding[]
  /** Rules of the schema, or rules that the values suggest. */
  readonly rules: readonly ProposedRule[]
  /** Undefined without quasi-identifiers, and for files too large to count quickly. */
  readonly risk?: InspectedRisk | undefined
  readonly format: FormatId
  /** Sheet of the workbook, if a schema names it. */
  readonly sheet: string | undefined
  /** Form of the text, as far as a schema can state it. */
  readonly dialect: {
    readonly separator: string
    readonly decimal: string
    readonly header: boolean
    readonly encoding: string
  }
  /** Texts that mean missing in the file, known from its schema or its reader. */
  readonly missing: readonly string[]
}
