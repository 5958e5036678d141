import type { MeasuredRow } from '@sdc/release'
import type { TwoColumns } from '@sdc/release/reports'
import type { Bars } from './bars-view.js'

/**
 * Masked file paired with the original: the run of the chosen candidate, the released file, or a file from elsewhere.
 */
export type PairName = 'chosen' | 'released' | 'elsewhere'

/** A column of the original or of the masked file. */
export interface PairColumn {
  readonly name: string
  readonly label?: string | undefined
  readonly kind: 'numeric' | 'categorical'
  readonly in: 'both' | 'original' | 'masked'
  /** Number of linked records whose value changed. */
  readonly changed: number
}

export interface PairFacts {
  /** Number of rows of the table of both. */
  readonly rows: number
  /** Number of records of the masked file, and of those that are linked to one of the original. */
  readonly records: number
  readonly linked: number
  readonly columns: readonly PairColumn[]
}

/** Values of a record in one column; undefined if the record or the column does not exist. */
export interface PairCell {
  readonly before?: string | undefined
  readonly after?: string | undefined
  readonly changed: boolean
}

export interface PairRow {
  /** Numbers of the records, from 1. */
  readonly original?: number | undefined
  readonly masked?: number | undefined
  readonly cells: readonly PairCell[]
}

export interface PairPage {
  readonly from: number
  readonly rows: readonly PairRow[]
}

export type PairPicture =
  | { readonly kind: 'bars'; readonly before: Bars; readonly after: Bars; readonly missing: readonly [number, number] }
  /** A column with another kind of values in the masked file, such as numbers recoded to classes. */
  | { readonly kind: 'recoded'; readonly before: Bars; readonly after: Bars }
  | TwoColumns
  /** Reason that there is no picture. */
  | { readonly kind: 'none'; readonly why: string }

/** Questions about a pair, with their answers. */
export interface PairQuestions {
  facts: { readonly ask: Record<string, never>; readonly answer: PairFacts }
  page: {
    readonly ask: { readonly from: number; readonly count: number; readonly columns: readonly string[] }
    readonly answer: PairPage
  }
  /** Finds the next row, from a given one on, in which one of the columns changed. */
  change: {
    readonly ask: { readonly from: number; readonly columns: readonly string[] }
    readonly answer: number | undefined
  }
  /** Returns a picture of one or two columns before and after. */
  picture: { readonly ask: { readonly columns: readonly string[] }; readonly answer: PairPicture }
}

export type PairQuestion = keyof PairQuestions

/** Measurements of a masked file from elsewhere. */
export interface MeasuredView {
  readonly name: string
  readonly records: number
  /** Number of its records that are linked to one of the original, and how. */
  readonly linked: number
  readonly matching: 'key' | 'origin' | 'position' | 'none'
  /** The link column. */
  readonly link?: string | undefined
  /** Columns that can link the records. */
  readonly links: readonly string[]
  /** The measured columns. */
  readonly columns: readonly string[]
  /** Lines of the verdict: worst risk and loss. */
  readonly verdict: readonly string[]
  readonly risks: readonly MeasuredRow[]
  readonly losses: readonly MeasuredRow[]
  readonly warnings: readonly string[]
  readonly notes: readonly string[]
  /** Names of its reports: a page, and all numbers as JSON. */
  readonly reports: readonly string[]
}
