/** An original with its records in the order of a masked file by their links: the input of steps on that file. */
import { blocksOf, type FileSource, type Store } from '@sdc/core'
import { unknownOriginOf } from '@sdc/toolkit/internal'
import { checkLink, linkedByPart, linkStages, originsOfPart, refuseLink } from './link/link-stages.js'
import { UNLINKED, type LinkedFiles } from './link/linked-files.js'
import { recordsOfPart } from './columns/records-of-parts.js'
import { pairedFiles, pairingStages } from './link/paired-files.js'
import { storedBlock, storedFiles } from './measure/pair-files.js'
import { withRows, type LinkBy } from './source/source.js'
import type { Stage } from './tasks/stage.js'
import { readColumns } from './columns/stored-columns.js'

/** The files to link, and the work folder of the result. */
export interface FilesToLink {
  readonly original: FileSource
  readonly masked: FileSource
  readonly by: LinkBy
  readonly store: Store
  readonly partBlocks: number
  readonly taskBytes?: number | undefined
}

/** The original in another order, and the stages that make it. */
export interface LinkedOriginal {
  /** Source with as many records as the masked file, readable once the stages have ended. */
  readonly source: FileSource
  /** Stages that link the records. */
  readonly stages: readonly Stage[]
  /** Stages that then sort the records. */
  readonly ordering: readonly Stage[]
  /**
   * Once `stages` have ended: throws the errors of `matchByKey`, and LENGTH_MISMATCH for a masked record without an
   * original.
   */
  refuse(method: string): Promise<void>
}

/**
 * Puts an original in the order of a masked file.
 *
 * @param link - Both files, and the key or order that links their records.
 * @param used - Columns to read of it.
 * @returns The source, and the stages that make it.
 * @throws The errors of `checkLink`.
 */
export function linkedOriginal(link: FilesToLink, used: readonly string[]): LinkedOriginal {
  const { original, masked, by, store, partBlocks, taskBytes } = link
  const files: LinkedFiles = { ...storedFiles({ original, masked }, store, partBlocks), taskBytes }
  checkLink(files, by)
  const on = (stage: Stage<LinkedFiles>): Stage => ({
    ...stage,
    tasks: () => stage.tasks(files),
    run: (_, task) => stage.run(files, task),
  })
  const reading: Stage<LinkedFiles> = {
    name: 'link/read',
    tasks: () => Promise.resolve(files.original.parts.length),
    async run(_, part) {
      await readColumns(files.original, used, part)
      return new Float64Array(0)
    },
  }
  const linking = linkStages<LinkedFiles>(by).map(on)
  const pairing = pairingStages<LinkedFiles>(() => ({ original: used, masked: [] })).map(on)
  const last = pairing[pairing.length - 1]
  return {
    source: inOrderOf(files),
    stages: linking,
    // The original in its own order is not read any more.
    ordering: [on(reading), ...pairing.slice(0, -1), { ...last, drops: [...(last.drops ?? []), 'original/'] }],
    async refuse(method) {
      await refuseLink(files, by)
      const record = await firstAlone(files)
      if (record !== undefined) throw unknownOriginOf(method, record)
    },
  }
}

/** First masked record without an original. */
async function firstAlone(files: LinkedFiles): Promise<number | undefined> {
  for (const [part, count] of (await linkedByPart(files)).entries()) {
    const { first, end } = recordsOfPart(files.masked, part)
    if (count < end - first) return first + (await originsOfPart(files, part)).indexOf(UNLINKED)
  }
  return undefined
}

function inOrderOf(files: LinkedFiles): FileSource {
  const { rows } = files.masked.source
  return withRows(files.original.source, rows, async function* ({ from, to }, columns) {
    const { original } = await pairedFiles(files)
    for (const block of blocksOf(rows).slice(from, to))
      yield { block, data: await storedBlock(original, columns, block) }
  })
}
