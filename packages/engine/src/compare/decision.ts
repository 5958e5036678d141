import type { Row } from './comparison.js'
import type { Limit } from '../limits/limits.js'
import type { KeyRelations } from './key-relations.js'
import type { Part, PartKind } from './part.js'

/** What a metric gives of the original as it is, and of data that have nothing to do with it. */
export interface Beside {
  readonly original: number | null
  readonly independent: number | null
}

/** What was found out on the way to a choice. */
export interface Decision {
  readonly purpose: string | undefined
  /** The losses that the loss is the mean of. */
  readonly families: readonly string[]
  /** What the keys say of the values. */
  readonly relations: KeyRelations
  /** By metric: what stands beside its values. */
  readonly beside: ReadonlyMap<string, Beside>
  /** How many parts of either side were tried, and how many keep the limits alone. */
  readonly parts: { readonly keys: PartCount; readonly values: PartCount }
  /** The labels of those that were run again, and of those that are as good as the choice. */
  readonly finalists: readonly string[]
  readonly ties: readonly string[]
  /** The best whose keys are masked in another way than the choice's. */
  readonly otherKind?: { readonly row: Row; readonly kind: PartKind } | undefined
  /** Where nothing can be chosen: what comes nearest, and what would help. */
  readonly nearest?: Row | undefined
  readonly advice: readonly string[]
  /** The limits that the choice comes close to in its worst run. */
  readonly close: readonly Limit[]
  /** On how many records values were masked and losses measured; undefined where it was all. */
  readonly sampled?: number | undefined
}

export interface PartCount {
  readonly tried: number
  readonly passing: number
}

/** The parts of a row. */
export interface RowParts {
  readonly keys: Part
  readonly values: Part
}
