import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BLOCK, createRegistry, dataset, fillByBlocks, numeric, seededRng } from '@sdc/core'
import { replicateRng } from '@sdc/engine'
import { sourceOf, type PartsPlan } from '@sdc/engine/partitions'
import { folderStore } from '@sdc/files/node'
import fakePlugin from './fake-plugin.js'

const ROWS = 2 * BLOCK + 100

const column = (name: string): Float64Array =>
  fillByBlocks(seededRng('launched').child(name), new Float64Array(ROWS), (stream, part) => stream.fillNormal(part))

const common = { given: undefined, by: [], smallGroups: 'error' as const }

/**
 * Returns a plan with blocks and ranks in three partitions, for tests of launchers. A task that reads or writes the
 * first partition for the first or the last stage writes `FOLDER-seen/read` or `FOLDER-seen/write`. The file has its
 * process and the process that started it. The task waits while `FOLDER-hold-read` or `FOLDER-hold-write` exists.
 *
 * @param folder - The work folder.
 * @returns The plan; its columns have names that are found if they appear in a wrong place.
 */
export function launchedPlan(folder: string): PartsPlan {
  const held = async (doing: 'read' | 'write'): Promise<void> => {
    mkdirSync(`${folder}-seen`, { recursive: true })
    writeFileSync(join(`${folder}-seen`, doing), `${process.pid} ${process.ppid}`)
    while (existsSync(`${folder}-hold-${doing}`)) await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const source = sourceOf(
    dataset([
      ['secret_income', numeric(column('a'))],
      ['secret_tax', numeric(column('b').map((z) => Math.round(2 * z)))],
    ]),
  )
  return {
    registry: createRegistry().use(fakePlugin).freeze(),
    source: {
      ...source,
      async *read(range, columns) {
        if (range.from === 0) await held('read')
        yield* source.read(range, columns)
      },
    },
    sink: {
      async write(part, _range, blocks) {
        if (part === 0) await held('write')
        for await (const { data } of blocks) if (data.rows === 0) throw new Error('a block has records')
      },
      close: () => Promise.resolve(),
    },
    store: folderStore(folder),
    steps: [
      { ...common, use: 'fake/noise', columns: ['secret_income'], params: {} },
      { ...common, use: 'fake/swap', columns: ['secret_tax'], params: { window: 2000 } },
    ],
    rng: replicateRng(seededRng(5)),
    partBlocks: 1,
    ranges: 3,
  }
}
