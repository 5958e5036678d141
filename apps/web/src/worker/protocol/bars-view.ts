/** A class or level of a column with its number of records, for small pictures. */
export interface Bars {
  /** Bounds of numeric classes, one more than there are classes; undefined for levels. */
  readonly breaks?: readonly number[] | undefined
  /** Texts of the bounds if numbers are not readable, as for dates. */
  readonly edges?: readonly string[] | undefined
  /** Names of levels; names of classes if each is one number with a label. */
  readonly levels?: readonly string[] | undefined
  readonly counts: readonly number[]
  /** Extent of the picture if values are omitted: `up to the 98th percentile`. */
  readonly leftOut?: string | undefined
}
