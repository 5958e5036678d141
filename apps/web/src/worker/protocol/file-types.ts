import type { Role } from '@sdc/core'
import type { FileSchema } from '@sdc/engine'
import type { RiskAdvice } from '@sdc/inspect'
import type { Bars } from './bars-view.js'

/** View of a column on the page. */
export interface ColumnView {
  readonly name: string
  /** Label that the file gives to the column. */
  readonly label?: string | undefined
  readonly kind: 'numeric' | 'categorical'
  /** Short description of its values. */
  readonly looks: string
  readonly distinct: number
  readonly missing: number
  /** Kinds of missing values that the file names: `-9 no answer: 106`. */
  readonly missingKinds: readonly string[]
  /** Number of zeros in a numeric column. */
  readonly zeros: number
  /** Its categories, if they are few. */
  readonly levels?: readonly string[] | undefined
  /** Labels of its values. */
  readonly labels?: Readonly<Record<string, string>> | undefined
  readonly suggested: { readonly role: Role; readonly unsure: boolean; readonly why: string } | undefined
  readonly bars: Bars
}

/** A file that was read. */
export interface OpenedFile {
  readonly name: string
  readonly bytes: number
  /** Checksum by which the file is recognised. */
  readonly sum: number
  readonly records: number
  readonly columns: readonly ColumnView[]
  /** Columns of numbers that look like codes. */
  readonly codes: readonly string[]
  /** Rules between columns that the values suggest, in addition to those of the proposed schema. */
  readonly rules: readonly string[]
  /** Schema that `sdc inspect` proposes for the file. */
  readonly proposed: FileSchema
  /** Findings; those on columns that disclose masked ones come first. */
  readonly findings: readonly { readonly kind: string; readonly columns: readonly string[]; readonly text: string }[]
  /** Format in words; for text its separator, decimal mark, line ends and byte order mark. */
  readonly dialect: string
  readonly notes: readonly string[]
}

/** Facts about a file given by the user when it was opened, in the form of a schema. */
export type Said = Partial<FileSchema>

/** Risk of the file before masking. */
export interface RiskView {
  readonly records: number
  /** Unit of the counts. */
  readonly unit: 'record' | 'person' | 'combination'
  /** The quasi-identifiers. */
  readonly keys: readonly string[]
  /** The risk in a sentence. */
  readonly sentence: string
  /** Identity disclosure; undefined without quasi-identifiers. */
  readonly identity?:
    | {
        /** Number of records that are unique by the quasi-identifiers. */
        readonly unique: number
        /** Number of records in the smallest class. */
        readonly smallest: number
        /** Expected share of correct re-identifications. */
        readonly expected: number
        /** The quasi-identifiers, the greatest contribution first, with the records that are unique without each. */
        readonly contributions: readonly {
          readonly name: string
          readonly levels: number
          readonly without: number
        }[]
      }
    | undefined
  /** The most exposed records, a sentence each. */
  readonly exposed: readonly string[]
  /** Advice; that of top coding with the percentage of values that includes the five greatest. */
  readonly advice: readonly (RiskAdvice & { readonly topPercent?: number | undefined })[]
}

/** A column that discloses masked ones or identifies people, or columns whose missing cells do. */
export interface Disclosing {
  readonly columns: readonly string[]
  readonly why: string
  /** Remedy other than accepting it: mask the column, drop it, or fill missing cells. */
  readonly remedy: 'mask' | 'drop' | 'fill'
}

/** A page of a table, with the texts of the file. */
export interface TablePage {
  readonly from: number
  readonly names: readonly string[]
  readonly rows: readonly (readonly string[])[]
}
