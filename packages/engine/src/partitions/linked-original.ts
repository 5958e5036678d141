/** An original whose records are put into the order of a masked file, as they are linked: what steps on that file begin with. */
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

/** The files to link, and the store of the result. */
export interface FilesToLink {
  readonly original: FileSource
  readonly masked: FileSource
  readonly by: LinkBy
  readonly store: Store
  readonly partBlocks: number
  readonly taskBytes?: number | undefined
}

/** The original in another order, and how it comes into it. */
export interface LinkedOriginal {
  /** As many records as the masked file; there are none of them to read before the stages have ended. */
  readonly source: FileSource
  /** The stages after which it is known which records belong together. */
  readonly stages: readonly Stage[]
  /** The stages that then put the records into the other order. */
  readonly ordering: readonly Stage[]
  /** Once `stages` have ended: throws what `matchByKey` throws, and LENGTH_MISMATCH for a masked record that has no original. */
  refuse(method: string): Promise<void>
}

/**
 * An original in the order of a masked file.
 *
 * @param link - Both files, and what says which of their records belong together.
 * @param used - The columns that are read of it.
 * @returns The source, and the stages that make it.
 * @throws what `checkLink` throws.
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
    // The original as it stands there is read no more.
    ordering: [on(reading), ...pairing.slice(0, -1), { ...last, drops: [...(last.drops ?? []), 'original/'] }],
    async refuse(method) {
      await refuseLink(files, by)
      const record = await firstAlone(files)
      if (record !== undefined) throw unknownOriginOf(method, record)
    },
  }
}

/** The first masked record without an original. */
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
