import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRegistry, dataset, keyedRng, numeric, numericValues, rngFrom } from '@sdc/core'
import { census } from '@sdc/datasets/census'
import {
  candidatesOf,
  journalRoot,
  journalStore,
  openComparison,
  outcomeJson,
  parseComparePlan,
  storedWork,
  taskId,
  workIdentity,
} from '@sdc/engine'
import { workerExecutor } from '@sdc/engine/workers'
import { openJournal } from '@sdc/io/node'
import plugins from './tasks-plugins.fixture.js'

/**
 * A program that runs tasks with a store, and goes on where it was killed: `FOLDER WIDTH MODULES [KEY]`. It writes what
 * they gave to `FOLDER/result.json`, and says when it begins, of every task that it runs, and when it is done.
 */
const [folder, width, modules, key] = process.argv.slice(2)
const names = ['AFNLWGT', 'EMCONTRB', 'FEDTAX', 'INTVAL']
const original = dataset(names.map((name) => [name, numeric(numericValues(census(), name).slice(0, 150))] as const))
const compare = parseComparePlan({
  columns: 'all',
  candidates: [
    { use: 'noise/additive', grid: { relativeVariance: [0.1, 0.5] } },
    { use: 'swapping/rank-swap', grid: { percent: [5, 10] } },
    { use: 'microaggregation/mdav', grid: { k: [3, 1000] } },
  ],
  then: [[], ['reverse-map/rank']],
})
const metrics = ['score/sebe', 'risk/max-knowledge'].map((use) => ({ use, params: {} }))
const registry = createRegistry().use(plugins).freeze()
const journal = await openJournal(join(folder, 'tasks'), { resume: true })
const rng = rngFrom(journalRoot(journal) ?? keyedRng(key ? Uint8Array.from(Buffer.from(key, 'hex')) : undefined).state)
const { work } = openComparison({ registry, original, compare, metrics, rng })
const store = journalStore(journal, workIdentity(work, { seed: null }), rng.state)
const open = storedWork(workerExecutor({ width: Number(width), modules: [modules] }).open(work), store)
const all: unknown[] = []
process.stdout.write('begins\n')
for (const generation of [1, 2, 3]) {
  const tasks = candidatesOf(registry, compare).map((job) => ({
    job,
    replicates: [2 * generation - 1, 2 * generation],
  }))
  const missing = tasks.filter((task) => store.get(taskId(task)) === undefined)
  process.stdout.write(missing.map(() => 'ran\n').join(''))
  all.push(...(await open.run(tasks, () => {})).map(outcomeJson))
}
await open.close()
await store.close()
writeFileSync(join(folder, 'result.json'), JSON.stringify(all))
process.stdout.write('done\n')
