/**
 * A program of a test: `driver FOLDER REDIS` drives a plan over Redis and prints the hashes of its columns, `alone FOLDER` does so by itself,
 * `worker FOLDER REDIS` works for it in processes of its own, which are `tasks FOLDER`. A task says in the folder `seen` that it has begun; `slow` makes
 * those of the last stage wait.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BLOCK, createRegistry, dataset, fillByBlocks, numeric, seededRng } from '@sdc/core'
import { replicateRng } from '@sdc/engine'
import { bullmqLauncher, serveQueue } from '@sdc/launch-bullmq'
import { planParts, runInParts, sourceOf, type PartsPlan } from '@sdc/scale'
import { folderStore, processLauncher, serveTasks } from '@sdc/scale/node'
import standard from '@sdc/standard'

const ROWS = 3 * BLOCK + 100
const [, script, role, folder, redis] = process.argv
const seen = `${folder}-seen`

const column = (name: string): Float64Array =>
  fillByBlocks(seededRng('queued').child(name), new Float64Array(ROWS), (stream, part) => stream.fillNormal(part))

const common = { given: undefined, by: [], smallGroups: 'error' as const }
const plan = (): PartsPlan => ({
  registry: createRegistry().use(standard).freeze(),
  source: sourceOf(
    dataset([
      ['secret_income', numeric(column('a'))],
      ['secret_tax', numeric(column('b').map((z) => Math.round(2 * z)))],
    ]),
  ),
  sink: {
    async write(part, _range, blocks) {
      mkdirSync(seen, { recursive: true })
      writeFileSync(join(seen, String(part)), String(process.pid))
      // The first worker that comes here waits until it is killed.
      if (part === 0) while (existsSync(`${folder}-slow`)) await new Promise((resolve) => setTimeout(resolve, 50))
      for await (const { data } of blocks) if (data.rows === 0) throw new Error('a block has records')
    },
    close: () => Promise.resolve(),
  },
  store: folderStore(folder),
  steps: [
    { ...common, use: 'noise/additive', columns: ['secret_income'], params: {} },
    { ...common, use: 'swapping/rank-swap', columns: ['secret_tax'], params: { percent: 2 } },
  ],
  rng: replicateRng(seededRng(5)),
  partBlocks: 1,
  ranges: 3,
})

if (role === 'tasks') {
  serveTasks(Promise.resolve(planParts(plan())))
  process.once('disconnect', () => process.exit())
} else if (role === 'worker') {
  const launcher = processLauncher({ script, args: ['tasks', folder], width: 1 })
  const isOver = (): Promise<boolean> => Promise.resolve(existsSync(`${folder}-over`))
  await serveQueue({ redis, plan: 'abc', store: folderStore(folder), launcher, isOver })
} else {
  const say = (sentence: string): void => void process.stdout.write(`said: ${sentence}\n`)
  const options = { redis, plan: 'abc', store: folderStore(folder), command: 'sdc worker', say }
  const launcher = role === 'driver' ? await bullmqLauncher(options) : undefined
  const { outcomes } = await runInParts(plan(), { launcher })
  await launcher?.close()
  process.stdout.write(`hashes ${[...outcomes].map(([name, { hash }]) => `${name}=${hash}`).join(' ')}\n`)
}
