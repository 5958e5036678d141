/**
 * Program of a test. `driver FOLDER JOBS` drives a plan by Slurm, with so many jobs at a time on node n2, and prints
 * the hashes of its columns. `alone FOLDER` does so in one process. `job FOLDER BATCH` is a job of it, and
 * `tasks FOLDER` the process that runs its tasks. Each command loads only the modules that it needs.
 */
import { messageText, type Message } from '@sdc/core'
import { folderStore } from '@sdc/files/node'
import { processLauncher, serveTasks } from '@sdc/engine/node'
import { serveBatch } from './serve-batch.js'

const [, script, role, folder, last] = process.argv

if (role === 'job') {
  const launcher = processLauncher({ script, args: ['tasks', folder], width: 1 })
  await serveBatch({ store: folderStore(folder), batch: last, job: Number(process.env.SLURM_ARRAY_TASK_ID), launcher })
} else {
  const { launchedPlan } = await import('@sdc/testing/launched-plan')
  const { planParts, runInParts } = await import('@sdc/engine/partitions')
  if (role === 'tasks') {
    serveTasks(Promise.resolve(planParts(launchedPlan(folder))))
    process.once('disconnect', () => process.exit())
  } else {
    const { slurmLauncher } = await import('./slurm-launcher.js')
    const say = (message: Message): void => void process.stdout.write(`said: ${messageText(message)}\n`)
    const command = [process.execPath, script, 'job', folder]
    const shared = { folder, store: folderStore(folder), plan: 'abcdef', command, say }
    const asked = { width: Number(last), memory: 3e8, taskSeconds: 1, options: ['--nodelist=n2'] }
    const launcher = role === 'driver' ? await slurmLauncher({ ...shared, ...asked }) : undefined
    const { written } = await runInParts(launchedPlan(folder), { launcher })
    await launcher?.close()
    process.stdout.write(`hashes ${[...written].map(([name, { hash }]) => `${name}=${hash}`).join(' ')}\n`)
  }
}
