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
 * A plan with blocks and ranks in three parts, for tests of those who start its tasks. A task that reads or writes the first part for the first or the
 * last stage says so in `FOLDER-seen/read` or `FOLDER-seen/write`, with its process and the one that started it, and waits as long as there is
 * `FOLDER-hold-read` or `FOLDER-hold-write`.
 *
 * @param folder - The store.
 * @returns The plan; its columns are named so that their names are found where they do not belong.
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
