/** A class or level of a column with its number of records: for small pictures. */
export interface Bars {
  /** The bounds of numeric classes, one more than there are; undefined of levels. */
  readonly breaks?: readonly number[] | undefined
  /** Texts of the bounds where numbers would not say them: dates. */
  readonly edges?: readonly string[] | undefined
  /** Names of levels; of classes if each is one number with a label. */
  readonly levels?: readonly string[] | undefined
  readonly counts: readonly number[]
  /** Extent of the picture where values are left out: `up to the 98th percentile`. */
  readonly leftOut?: string | undefined
}
