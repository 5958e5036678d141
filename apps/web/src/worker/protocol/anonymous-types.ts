import type { FileSchema, StepPlan } from '@sdc/engine'
import type { Anonymized, ClassSizes } from '@sdc/release'

/** Identity disclosure by the quasi-identifiers. */
export interface ClassRisk {
  /** Records in classes of one. */
  readonly unique: number
  readonly smallest: number
  /** Expected share of correct re-identifications. */
  readonly expected: number
  readonly records: number
  readonly sizes: ClassSizes
}

/** Level of a hierarchy: its classes with their records, the largest first; only the first few are listed. */
export interface LevelView {
  readonly classes: number
  readonly listed: readonly { readonly label: string; readonly records: number }[]
}

/** Hierarchy of a quasi-identifier in use. */
export interface HierarchyView {
  readonly column: string
  /** The rule, or the rows; undefined if it is derived from the values. */
  readonly given: FileSchema['columns'][string]['hierarchy']
  /** The rule in words. */
  readonly words: string
  /** The values, followed by coarser and coarser classes. */
  readonly levels: readonly LevelView[]
}

/** An anonymised file, before it is released. */
export interface AnonymisedView {
  readonly label: string
  /** Steps and schema that reproduce the file. */
  readonly steps: readonly StepPlan[]
  readonly schema: FileSchema
  /** Identity disclosure, attribute disclosure, information loss, and unprotected columns. */
  readonly verdict: readonly string[]
  readonly records: Anonymized['records']
  /** Mean share of the values of a column that a class covers. */
  readonly loss: number
  readonly before: ClassRisk
  readonly after: ClassRisk
  readonly columns: readonly {
    readonly name: string
    readonly values: number
    readonly classes: number
    /** Numbers of records at each level of its hierarchy, 0 for the values themselves. */
    readonly levels: readonly { readonly level: number; readonly records: number }[]
    /** Some values with their classes. */
    readonly examples: readonly { readonly value: string; readonly becomes: string }[]
  }[]
  /** Columns that are released unchanged and identify people or are confidential. */
  readonly open: readonly { readonly name: string; readonly why: string }[]
  readonly warnings: readonly string[]
}
