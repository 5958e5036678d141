/** Recoded categorical columns: most records of the masked file have a category that the original lacks. */
import { areMostlyNew, newCategories } from '../../measure/recoded.js'
import { blocksOfPart, columnOfBlock } from '../columns/stored-columns.js'
import { emptyFileOf } from '../source/source.js'
import { resultsOf, type Stage } from '../tasks/stage.js'
import type { PairFiles } from './pair-files.js'

const STAGE = 'levels'

/** Returns the categorical columns in which the masked file has categories that the original lacks. */
function withNewLevels({ original, masked }: PairFiles, columns: readonly string[]): readonly string[] {
  return columns.filter((name) => {
    if (!original.source.names.includes(name)) return false
    const known = new Set(original.source.levels(name))
    return masked.source.levels(name).some((level) => !known.has(level))
  })
}

/** Counts the records with a category that the original lacks, and those with any. */
export function newLevelsStage<A extends PairFiles>(columns: readonly string[]): Stage<A> {
  return {
    name: STAGE,
    tasks: (around) => Promise.resolve(withNewLevels(around, columns).length > 0 ? around.masked.parts.length : 0),
    async run(around, part) {
      const before = emptyFileOf(around.original.source)
      const counts: number[] = []
      for (const name of withNewLevels(around, columns)) {
        const own = [0, 0]
        for (const block of blocksOfPart(around.masked, part)) {
          const found = newCategories(before.column(name), await columnOfBlock(around.masked, '0', name, block))
          own[0] += found.unplaced
          own[1] += found.present
        }
        counts.push(...own)
      }
      return Float64Array.from(counts)
    },
  }
}

/**
 * Returns the columns whose labels cannot be compared, as `isUnlike` finds them in memory; once the stage has ended.
 *
 * @param around - The files.
 * @param columns - The columns of the stage.
 */
export async function unlikeColumns(around: PairFiles, columns: readonly string[]): Promise<ReadonlySet<string>> {
  const names = withNewLevels(around, columns)
  if (names.length === 0) return new Set()
  const parts = await resultsOf(around, STAGE, around.masked.parts.length)
  const total = (at: number): number => parts.reduce((sum, own) => sum + own[at], 0)
  return new Set(names.filter((_, k) => areMostlyNew({ unplaced: total(2 * k), present: total(2 * k + 1) })))
}
