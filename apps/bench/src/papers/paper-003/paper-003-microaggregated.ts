import { census } from '@sdc/datasets/census'
import type { Dataset } from '@sdc/core'
import { onceARun } from '../once-a-run.js'
import { masked } from '../run.js'

/** Place of the printed table on these files. */
export const clustersPlace = 'Clusters of microaggregated Census files'

/** Minimum group sizes of the seven files. */
export const groupSizes = [3, 4, 5, 6, 7, 8, 9] as const

/** Census file after MDAV on three columns at a time in the order of the file, and on the last four together. */
export const microaggregated = onceARun(
  async ({ registry, seed }): Promise<{ original: Dataset; files: readonly Dataset[] }> => {
    const original = census()
    const { names } = original
    const blocks = [names.slice(0, 3), names.slice(3, 6), names.slice(6, 9), names.slice(9)]
    const files: Dataset[] = []
    for (const k of groupSizes) {
      const steps = blocks.map((columns) => ({ use: 'microaggregation/mdav', columns: [...columns], params: { k } }))
      files.push(await masked(registry, original, steps, seed))
    }
    return { original, files }
  },
)
