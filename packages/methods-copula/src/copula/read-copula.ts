import { blocksOf, type Totals } from '@sdc/core'
import { modelOf, pairsPass, type CopulaModel } from './copula-model.js'
import type { CopulaFile, CopulaPass } from '../scores/copula-file.js'
import { fitPasses } from '../fit/fit-passes.js'
import { midScores, type TiesOut } from '../scores/mid-scores.js'
import { relationsPass } from '../fit/rank-relations.js'
import type { RankedColumn } from '../scores/ranked-column.js'

/** Passes over the file from which a copula is made. */
export const copulaPasses: readonly CopulaPass[] = [relationsPass, ...fitPasses, pairsPass]

/**
 * Computes the copula of columns in memory, block by block as for a file out of core.
 *
 * @param columns - p columns to mask, ranked.
 * @param given - q columns (indicators for categories), ranked; constant ones add nothing.
 * @param ties - Ties of the masked columns.
 * @returns The model.
 */
export function copulaModel(
  columns: readonly RankedColumn[],
  given: readonly RankedColumn[],
  ties: TiesOut = 'own',
): CopulaModel {
  const rows = columns[0]?.ranks.length ?? 0
  const totals = new Map<string, Totals>()
  const scores = columns.map((column) => midScores(column, ties))
  const file: CopulaFile = { rows, scores, given: given.length, totals }
  for (const pass of copulaPasses) {
    if (!pass.needed(file)) continue
    let total: Totals | undefined
    for (const { first, end } of blocksOf(rows)) {
      const own = pass.of(file, {
        first,
        masked: columns.map(({ ranks }) => ranks.subarray(first, end)),
        given: given.map(({ ranks }) => ranks.subarray(first, end)),
      })
      total = total === undefined ? own : pass.merge(total, own)
    }
    if (total !== undefined) totals.set(pass.name, pass.end(file, total))
  }
  return modelOf(file)
}
