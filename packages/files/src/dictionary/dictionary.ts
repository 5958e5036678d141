import type { TimeKind } from '@sdc/core'

/**
 * Properties of the columns that the values of a file do not determine: labels, measures, formats, kinds of missing
 * values.
 */
export interface Dictionary {
  /** Label of the whole file. */
  readonly fileLabel?: string | undefined
  /** Name of the column that the file declares as its weights. */
  readonly weight?: string | undefined
  readonly columns: ReadonlyMap<string, ColumnDescription>
}

/** Level of measurement. */
export type Measure = 'nominal' | 'ordinal' | 'scale'

export interface ColumnDescription {
  readonly label?: string | undefined
  /** Labels by the texts of their values: `1` → male, `-9` → no answer, `.a` → refused. */
  readonly labels?: ReadonlyMap<string, string> | undefined
  readonly missing?: MissingDefinition | undefined
  readonly measure?: Measure | undefined
  /** Display format in the notation of its program: `F8.2`, `%td`, `DATE9.`. */
  readonly format?: string | undefined
  readonly time?: TimeKind | undefined
  /** Bytes of a text. */
  readonly width?: number | undefined
  /** Letters of the column on a screen. */
  readonly displayWidth?: number | undefined
  /** Type of the values in the file: categories of numbers are written as numbers again. */
  readonly stored?: 'number' | 'text' | undefined
  /** Reason why the column was read as categorical, or as numeric in spite of its labels. */
  readonly kindReason?: string | undefined
}

/** Values of a column that mean missing (SPSS: user-missing). */
export interface MissingDefinition {
  readonly values: readonly string[]
  /** Lowest and highest value of a range, both included; infinite for an open end. */
  readonly range?: readonly [low: number, high: number] | undefined
}
