import { option, type Dataset } from '@sdc/core'
import type { FileState } from '../run/files/assemble.js'
import { beforeMasking } from './open-columns.js'
import type { ReleaseFinding } from './release-finding.js'
import { mayHaveUnchanged, unchangedCells } from './unchanged-cells.js'

/** Share of (almost) unchanged cells, in percent, from which a masking counts as none. */
export const MOST_UNCHANGED = 95

/**
 * Finds the masked columns that are (almost) unchanged, beyond the ties in every permutation.
 *
 * @param original - The original file.
 * @param files - The files of a run.
 * @param columns - The masked columns.
 * @param most - Largest allowed share of unchanged cells, in percent of the cells that a permutation would move.
 * @returns One finding for each column, from the file with the most unchanged cells.
 */
export function unchangedFindings(
  original: Dataset,
  files: readonly FileState[],
  columns: readonly string[],
  most: number = MOST_UNCHANGED,
): ReleaseFinding[] {
  return columns.flatMap((name): ReleaseFinding[] => {
    const worst = files
      .filter(({ data }) => data.names.includes(name) && original.names.includes(name))
      .flatMap((file) => {
        const [before, after] = [beforeMasking(original, file, name), file.data.column(name)]
        return mayHaveUnchanged(before, after, most / 100) ? [unchangedCells(before, after)] : []
      })
      .reduce<{ unchanged: number; values: number; share: number } | undefined>(
        (a, { unchanged, values, share }) =>
          share !== null && share > (a?.share ?? -1) ? { unchanged, values, share } : a,
        undefined,
      )
    return worst === undefined || 100 * worst.share <= most ? [] : [unchangedFinding(name, worst)]
  })
}

/**
 * Makes the finding for a masked column with too many (almost) unchanged values.
 *
 * @param name - The column.
 * @param cells - Number of its unchanged values, and their share beyond what shuffling leaves.
 * @returns The finding.
 */
export function unchangedFinding(
  name: string,
  { unchanged, values, share }: { readonly unchanged: number; readonly values: number; readonly share: number },
): ReleaseFinding {
  const sentence = `${name}: ${unchanged} of ${values} values`
  const least = Math.min(100, Math.ceil(1000 * share) / 10)
  const remedy = `Mask ${name} more strongly, or allow this share: ${option('maxUnchanged', String(least))}.`
  return { kind: 'unchanged', columns: [name], share, sentence, accept: [], remedy }
}
