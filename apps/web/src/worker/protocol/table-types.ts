import type { FileView } from './file-view.js'

/** Methods for the protection of a table. */
export const protections = ['suppression', 'rounding', 'cell keys'] as const
export type Protection = (typeof protections)[number]

/** Settings of the user for a table; plain data. */
export interface TableSettings {
  /** Names of the dimensions, in order. */
  readonly by: readonly string[]
  /** Column that is summed; undefined for a table of counts. */
  readonly value?: string | undefined
  readonly weight?: string | undefined
  /** Column of the respondents, who may have several records each. */
  readonly respondent?: string | undefined
  /** Column that identifies a record, for cell keys. */
  readonly id?: string | undefined
  /** Fewest contributors of a safe cell; undefined without this rule. */
  readonly frequency?: number | undefined
  /** Percentage of the largest contribution within which nobody may estimate it; undefined without this rule. */
  readonly estimate?: number | undefined
  /** Rule that the n largest contributions are at most k percent of the value; undefined without this rule. */
  readonly dominance?: { readonly n: number; readonly k: number } | undefined
  readonly protection: Protection
  /** Base of the rounding. */
  readonly base: number
}

/** A cell of the table, for its picture. */
export interface TableCell {
  /** Its levels, one of each dimension. */
  readonly levels: readonly string[]
  /** True value, as text. */
  readonly value: string
  /** Published value; undefined if it is suppressed. */
  readonly shown?: string | undefined
  readonly status: 'published' | 'primary' | 'secondary'
  /** Reason of the suppression. */
  readonly reason?: string | undefined
  /** Range of a cell that a reader can compute, unless it is published unchanged: `between 12 and 40`. */
  readonly interval?: string | undefined
}

/** A level of a printed table. */
export interface TableLine {
  readonly label: string
  readonly depth: number
  readonly isTotal: boolean
}

/** A table that was built, protected and audited. */
export interface MadeTable {
  readonly title: string
  /** True if the audit found every sensitive cell protected; undefined if there was nothing to audit. */
  readonly isProtected: boolean | undefined
  readonly verdict: readonly string[]
  readonly warnings: readonly string[]
  readonly notes: readonly string[]
  /** Numbers of all cells, and of sensitive, suppressed and changed ones. */
  readonly counts: Readonly<Record<'cells' | 'sensitive' | 'primary' | 'secondary' | 'changed', number>>
  readonly rowName: string
  readonly columnName: string
  readonly rows: readonly TableLine[]
  readonly columns: readonly TableLine[]
  /** Slices of the table; the number of the cell in row r and column c is at r · columns + c, −1 if there is none. */
  readonly sheets: readonly { readonly title: string; readonly cells: readonly number[] }[]
  readonly cells: readonly TableCell[]
  readonly files: readonly FileView[]
}
