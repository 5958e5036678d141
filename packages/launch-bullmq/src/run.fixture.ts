/**
 * Program of a test. `driver FOLDER REDIS` drives a plan over Redis and prints the hashes of its columns;
 * `alone FOLDER` does so in one process. `worker FOLDER REDIS` works for it in processes of its own, which are
 * `tasks FOLDER`. Each command loads only the modules that it needs.
 */
import { existsSync } from 'node:fs'
import { messageText, type Message } from '@sdc/core'
import { folderStore } from '@sdc/files/node'
import { processLauncher, serveTasks } from '@sdc/engine/node'

const [, script, role, folder, redis] = process.argv

if (role === 'tasks') {
  const { planParts } = await import('@sdc/engine/partitions')
  const { launchedPlan } = await import('@sdc/testing/launched-plan')
  serveTasks(Promise.resolve(planParts(launchedPlan(folder))))
  process.once('disconnect', () => process.exit())
} else if (role === 'worker') {
  const { serveQueue } = await import('@sdc/launch-bullmq')
  const launcher = processLauncher({ script, args: ['tasks', folder], width: 1 })
  const isOver = (): Promise<boolean> => Promise.resolve(existsSync(`${folder}-over`))
  await serveQueue({ redis, plan: 'abc', store: folderStore(folder), launcher, isOver })
} else {
  const { bullmqLauncher } = await import('@sdc/launch-bullmq')
  const { runInParts } = await import('@sdc/engine/partitions')
  const { launchedPlan } = await import('@sdc/testing/launched-plan')
  const say = (message: Message): void => void process.stdout.write(`said: ${messageText(message)}\n`)
  const options = { redis, plan: 'abc', store: folderStore(folder), command: 'sdc worker', say }
  const launcher = role === 'driver' ? await bullmqLauncher(options) : undefined
  const { written } = await runInParts(launchedPlan(folder), { launcher })
  await launcher?.close()
  process.stdout.write(`hashes ${[...written].map(([name, { hash }]) => `${name}=${hash}`).join(' ')}\n`)
}
