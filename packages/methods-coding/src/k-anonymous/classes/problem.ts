import type { ColumnHierarchy, HierarchyLevel } from '@sdc/toolkit/internal'

/** What every class must hold beside its size: METHODS of ℓ-diversity and t-closeness. */
export type Condition =
  | { readonly model: 'distinct' | 'entropy' | 'grassberger'; readonly l: number }
  | { readonly model: 'recursive'; readonly c: number; readonly l: number }
  | { readonly model: 'equal' | 'ordered' | 'hierarchical'; readonly t: number }

/** A column whose values must stay diverse in every class. */
export interface Sensitive {
  readonly column: string
  /** By record 0 … size − 1, in the order of the column; a missing value is a value of its own. */
  readonly codes: Int32Array
  readonly size: number
  /** For `hierarchical`: its rows are in the order of the codes. */
  readonly hierarchy?: ColumnHierarchy
  readonly conditions: readonly Condition[]
  /** Where persons have several records, and each counts once: a code is then a pair of a person and a value. */
  readonly pairs?: PersonValues
}

/** Pairs of a person and a value, by code. */
export interface PersonValues {
  readonly person: Int32Array
  readonly value: Int32Array
  readonly persons: number
  readonly values: number
  /** By value its share in the file, the mean over persons. */
  readonly shares: Float64Array
}

/** A column that is recoded. */
export interface Key {
  readonly column: string
  /** By record a row of the hierarchy. */
  readonly codes: Int32Array
  readonly levels: readonly HierarchyLevel[]
}

/** How a recoding's loss is measured. */
export type LossName = 'entropy' | 'loss' | 'height' | 'ncp' | 'discernibility' | 'aecs'

/** Recoding problem: columns, requirements and loss. */
export interface RecodingProblem {
  readonly keys: readonly Key[]
  readonly rows: number
  readonly k: number
  readonly sensitive: readonly Sensitive[]
  readonly loss: LossName
  /** Mean of `loss` over the columns; geometric by default. */
  readonly mean?: 'geometric' | 'arithmetic'
  /** By key what its loss is multiplied by; 1 where it is not said. Not of losses that count classes. */
  readonly importance?: Float64Array | undefined
  /** A share of the records, 0 … 1: ⌊limit·n⌋ may be suppressed. */
  readonly suppressionLimit: number
  /** Weight γ of suppression against recoding, .5 as a rule. */
  readonly gsFactor: number
  readonly tick?: (fraction: number) => void
}

/** A node of the lattice that was looked at. */
export interface ExploredNode {
  readonly node: readonly number[]
  readonly satisfies: boolean
  readonly suppressed: number
  /** Null where the node does not satisfy. */
  readonly score: number | null
}

/** Every column recoded to one level. */
export interface GlobalRecoding {
  /** The level of each key. */
  readonly node: readonly number[]
  readonly score: number
  /** By record 1 where it is suppressed. */
  readonly suppressed: Uint8Array
  /** The classes that are kept, and the sizes of the least and the greatest of them; 0 where none is. */
  readonly classes: number
  readonly least: number
  readonly greatest: number
  /** Nodes of the same score, `node` among them where there are any. */
  readonly tied: readonly (readonly number[])[]
  /** The size of the lattice. */
  readonly nodes: number
  readonly exact: boolean
  /** No node scores less; said where the search was not exact. */
  readonly bound?: number
  readonly explored: readonly ExploredNode[]
}

/** No node satisfies: the one that suppresses least. */
export interface NoNode {
  readonly nearest: readonly number[]
  readonly suppressed: number
  readonly nodes: number
}

/** Every record recoded to levels of its own. */
export interface LocalRecoding {
  /** By key, by record. */
  readonly levels: readonly Uint8Array[]
  readonly suppressed: Uint8Array
  readonly rounds: number
  readonly classes: number
  readonly least: number
  readonly greatest: number
  /** The mean over all cells of (leaves under the value − 1)/(leaves − 1); a suppressed cell is 1. */
  readonly cellLoss: number
}
