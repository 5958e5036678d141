import type { ColumnHierarchy, HierarchyLevel } from '@sdc/toolkit/internal'

/** Condition on every class besides its size: ℓ-diversity or t-closeness. */
export type Condition =
  | { readonly model: 'distinct' | 'entropy' | 'grassberger'; readonly l: number }
  | { readonly model: 'recursive'; readonly c: number; readonly l: number }
  | { readonly model: 'equal' | 'ordered' | 'hierarchical'; readonly t: number }

/** A column whose values must stay diverse in every class. */
export interface Sensitive {
  readonly column: string
  /** Value of each record, 0 … size − 1, in the order of the column; missing is a value of its own. */
  readonly codes: Int32Array
  readonly size: number
  /** For `hierarchical`: its rows are in the order of the codes. */
  readonly hierarchy?: ColumnHierarchy
  readonly conditions: readonly Condition[]
  /** Set if persons have several records and each counts once: a code is then a pair of a person and a value. */
  readonly pairs?: PersonValues
}

/** Pairs of a person and a value, by code. */
export interface PersonValues {
  readonly person: Int32Array
  readonly value: Int32Array
  readonly persons: number
  readonly values: number
  /** Share of each value in the file, as the mean over persons. */
  readonly shares: Float64Array
}

/** A column that is recoded. */
export interface Key {
  readonly column: string
  /** Row of the hierarchy of each record. */
  readonly codes: Int32Array
  readonly levels: readonly HierarchyLevel[]
}

/** Measure of the loss of a recoding. */
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
  /** Multiplier of the loss of each key, 1 by default. Not used by losses that count classes. */
  readonly importance?: Float64Array | undefined
  /** Share of the records, 0 … 1: at most ⌊limit·n⌋ may be suppressed. */
  readonly suppressionLimit: number
  /** Weight γ of suppression against recoding, usually .5. */
  readonly gsFactor: number
  readonly tick?: (fraction: number) => void
}

/** A node of the lattice that the search evaluated. */
export interface ExploredNode {
  readonly node: readonly number[]
  readonly satisfies: boolean
  readonly suppressed: number
  /** Null if the node does not satisfy the requirement. */
  readonly score: number | null
}

/** Result of recoding every column to one level. */
export interface GlobalRecoding {
  /** The level of each key. */
  readonly node: readonly number[]
  readonly score: number
  /** 1 for each suppressed record. */
  readonly suppressed: Uint8Array
  /** Number of kept classes, and sizes of the smallest and the largest of them; 0 if there are none. */
  readonly classes: number
  readonly least: number
  readonly greatest: number
  /** Nodes with the same score, `node` included if there are any. */
  readonly tied: readonly (readonly number[])[]
  /** Number of nodes of the lattice. */
  readonly nodes: number
  readonly exact: boolean
  /** Lower bound of all scores; set if the search was not exact. */
  readonly bound?: number
  readonly explored: readonly ExploredNode[]
}

/** Result if no node satisfies the requirement: the node that suppresses least. */
export interface NoNode {
  readonly nearest: readonly number[]
  readonly suppressed: number
  readonly nodes: number
}

/** Result of recoding every record to levels of its own. */
export interface LocalRecoding {
  /** Level of each record, by key. */
  readonly levels: readonly Uint8Array[]
  readonly suppressed: Uint8Array
  readonly rounds: number
  readonly classes: number
  readonly least: number
  readonly greatest: number
  /** Mean over all cells of (leaves under the value − 1)/(leaves − 1); 1 for a suppressed cell. */
  readonly cellLoss: number
}
