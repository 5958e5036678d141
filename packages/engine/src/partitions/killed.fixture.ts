/**
 * Program of a test. `worker FOLDER` serves the tasks of a plan. `driver FOLDER` drives it with two workers and prints
 * the hashes of its columns. `alone FOLDER` does the same in one process. With a third word, `release`, the result is
 * released.
 */
import { BLOCK, createRegistry, dataset, fillByBlocks, keyedRng, numeric, seededRng } from '@sdc/core'
import { replicateRng } from '../run/run.js'
import { orderStream } from '../release/release.js'
import { planParts, runInParts, type PartsPlan } from './run-in-parts.js'
import { sourceOf } from './source/source.js'
import { folderStore } from '@sdc/files/node'
import { processLauncher, serveTasks } from './tasks/process-launcher.js'
import { neededPlugins } from '@sdc/standard/needed'

const ROWS = 2 * BLOCK + 100
const [, script, role, folder, more] = process.argv

const column = (name: string): Float64Array =>
  fillByBlocks(seededRng('killed').child(name), new Float64Array(ROWS), (stream, part) => stream.fillNormal(part))

const drawn = column('b')

const common = { given: undefined, by: [], smallGroups: 'error' as const }
const steps = [
  { ...common, use: 'noise/additive', columns: ['a'], params: {} },
  { ...common, use: 'swapping/rank-swap', columns: ['b'], params: { percent: 2 } },
  { ...common, use: 'microaggregation/projected', columns: ['a'], params: {}, by: ['g'] },
]
const plan: PartsPlan = {
  // A test starts many processes: each loads only what its plan needs.
  registry: createRegistry()
    .use(await neededPlugins(steps.map(({ use }) => use)))
    .freeze(),
  source: sourceOf(
    dataset([
      ['a', numeric(column('a'))],
      ['b', numeric(drawn.map((z) => Math.round(2 * z)))],
      ['g', numeric(drawn.map((z) => (z > 1 ? 1 : 0)))],
    ]),
  ),
  // The output is compared by its hashes, which the tasks leave in the work folder.
  sink: {
    async write(_part, _range, blocks) {
      for await (const { data } of blocks) if (data.rows === 0) throw new Error('a block has records')
    },
    close: () => Promise.resolve(),
  },
  store: folderStore(folder),
  steps,
  rng: replicateRng(seededRng(5)),
  partBlocks: 1,
  ranges: 3,
  ...(more === 'release' && { release: { order: orderStream(keyedRng(new Uint8Array(32))), dropped: ['g'] } }),
}

if (role === 'worker') serveTasks(Promise.resolve(planParts(plan)))
else {
  const args = ['worker', folder, ...(more === undefined ? [] : [more])]
  const launcher = role === 'driver' ? processLauncher({ script, args, width: 2 }) : undefined
  const { written } = await runInParts(plan, {
    launcher,
    tick: ({ stage, done, tasks }) => process.stdout.write(`${stage} ${done}/${tasks}\n`),
  })
  await launcher?.close()
  process.stdout.write(`hashes ${[...written].map(([name, { hash }]) => `${name}=${hash}`).join(' ')}\n`)
}
