import type { Message } from '@sdc/core'
import type { FileSchema, StepPlan } from '@sdc/engine'
import type { AutomaticHierarchy } from '@sdc/toolkit/internal'
import type { Recoding } from './recoding-file.js'

/** Requirements for the anonymised file. */
export interface AnonymizeRequirements {
  readonly k: number
  /** The quasi-identifiers; by default those of the schema, else the columns that have a hierarchy. */
  readonly quasiIdentifiers?: readonly string[] | 'roles' | undefined
  readonly confidential?: readonly string[] | undefined
  readonly l?: number | undefined
  readonly model?: 'distinct' | 'entropy' | 'recursive' | undefined
  readonly c?: number | undefined
  readonly t?: number | undefined
  readonly distance?: 'auto' | 'equal' | 'ordered' | 'hierarchical' | undefined
  /** True if ids become pseudonyms instead of being dropped or renumbered. */
  readonly pseudonyms?: boolean | undefined
  /** Largest percentage of records to suppress. */
  readonly suppressionLimit?: number | undefined
  readonly suppressed?: 'remove' | 'blank' | undefined
  readonly loss?: string | undefined
  /** Quasi-identifiers that stay unchanged. */
  readonly keep?: readonly string[] | undefined
  /** Weights of quasi-identifiers in the loss, 1 by default. */
  readonly importance?: Readonly<Record<string, number>> | undefined
  readonly local: boolean
  /** Recoding that was made for another file. */
  readonly recoding?: Recoding | undefined
}

/** Planned anonymisation, before anything runs. */
export interface Anonymization {
  readonly keys: readonly string[]
  readonly sensitive: readonly string[]
  /** Schema with quasi-identifiers and sensitive columns as roles, and with the hierarchies of a recoding. */
  readonly schema: FileSchema
  readonly step: StepPlan
  readonly hierarchies: readonly AutomaticHierarchy[]
  /** True for each quasi-identifier with a given hierarchy. */
  readonly given: readonly boolean[]
  /** Number of nodes of the lattice. */
  readonly nodes: number
  /** A table of what will happen to every column, and the size of the search. */
  readonly messages: readonly Message[]
}
