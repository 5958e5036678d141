/** Check whether masked columns are an exact image of the original, before anything is written. */
import { blocksOf, type Column } from '@sdc/core'
import { exactImage, FEWEST_RECORDS, relabelling } from '../../run/checks/exact-image.js'
import { imageError } from '../../run/checks/check-file.js'
import { columnOfBlock } from '../columns/stored-columns.js'
import type { StageContext } from '../tasks/stage.js'
import { finishesOf, type MaskedColumn } from './finished-blocks.js'
import { versionOf } from './step-on-parts.js'

/**
 * Refuses columns that are an exact image of the original in every block: a line for any method, any other function for
 * a method without draws, and one-to-one relabellings of categories. For a column that is not an image, one block is
 * read.
 *
 * @param around - The file, once its last step has ended.
 * @param masked - The masked columns to check.
 * @throws UNCHANGED for such a column.
 */
export async function refuseImagesInParts(around: StageContext, masked: readonly MaskedColumn[]): Promise<void> {
  const finishes = await finishesOf(around, masked)
  for (const [m, { name, on, version }] of masked.entries()) {
    const { id, traits } = on.step.method
    let isLine = around.source.rows > 0
    let isImage = isLine
    const labels = relabelling()
    let areLabels = true
    for (const block of blocksOf(around.source.rows)) {
      const before = await columnOfBlock(around, versionOf(undefined), name, block)
      const made = await columnOfBlock(around, version, name, block)
      const after: Column =
        made.kind === 'numeric' ? { ...made, values: finishes[m]?.out(made.values).values ?? made.values } : made
      areLabels &&= labels.add(before, after)
      const isJudged = block.end - block.first >= FEWEST_RECORDS || around.source.rows < FEWEST_RECORDS
      if (isJudged) {
        const image =
          before.kind === 'numeric' && after.kind === 'numeric' ? exactImage(before.values, after.values) : undefined
        isLine &&= image === 'linear'
        isImage &&= image !== undefined
      }
      if (!isImage && !areLabels) break
    }
    const drawsNothing = traits.stochastic !== true
    if (isLine) throw imageError(id, name, 'linear')
    if (isImage && drawsNothing) throw imageError(id, name, 'monotone')
    const isLabels = areLabels && labels.isOneToOne()
    if (isLabels && (drawsNothing || around.source.kind(name) !== 'numeric')) throw imageError(id, name, 'one-to-one')
  }
}
