import type { Column, Dataset, Rng } from '@sdc/core'
import {
  decompose,
  maxKnowledgeLinkage,
  type MaxKnowledgeLinkage,
  type PermutationDecomposition,
} from '@sdc/permutation'
import { rankableColumns, type SemanticDistance } from '@sdc/reverse-map'

/** Decomposition of a masked file: each column separately, and all of them by the maximum-knowledge adversary. */
export interface PermutationReport {
  readonly columns: readonly {
    readonly name: string
    readonly part: PermutationDecomposition
    /** z in the form of the original column: categories are labels again. */
    readonly z: Column
  }[]
  /** Original record of every linked one, in the order of the masked file. */
  readonly origins: Int32Array
  /**
   * Result over all records of both files, linked or not; null, with the reason, if no pair is complete in all columns.
   */
  readonly adversary: MaxKnowledgeLinkage | null
  readonly reason?: string
}

/** Decomposes linked files; masked record i belongs to original record origin[i], −1 if unknown. */
export function takeApart(
  original: Dataset,
  masked: Dataset,
  origin: Int32Array,
  names: readonly string[],
  distance: SemanticDistance,
  rng: Rng,
): PermutationReport {
  const known = Int32Array.from(origin.keys()).filter((i) => origin[i] >= 0)
  const origins = Int32Array.from(known, (i) => origin[i])
  const rankable = names.map((name) =>
    rankableColumns(original.column(name), masked, name, distance, rng.child(name).child('categories')),
  )
  const [x, y] = [rankable.map((one) => one.x), rankable.map((one) => one.y)]
  const columns = names.map((name, k) => {
    const part = decompose(
      Float64Array.from(origins, (i) => x[k][i]),
      Float64Array.from(known, (i) => y[k][i]),
      rng.child(name),
    )
    // Noise is not defined between the ranks of categories.
    const numeric = original.column(name).kind === 'numeric'
    return { name, part: numeric ? part : { ...part, noiseShare: null }, z: rankable[k].back(part.z) }
  })
  const complete = known.filter((i, at) => names.every((_, k) => !Number.isNaN(x[k][origins[at]] + y[k][i])))
  if (complete.length === 0) {
    return { columns, origins, adversary: null, reason: 'no linked pair of records is complete in all columns' }
  }
  return { columns, origins, adversary: maxKnowledgeLinkage(x, y, origin) }
}
