import { asInfo } from '@sdc/core'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type * as api from '@sdc/launch-bullmq'
import type { Launcher } from '@sdc/engine/partitions'
import { folderStore } from '@sdc/files/node'
import { say } from '../terminal/progress.js'
import { optionalPackage } from '@sdc/release/node'
import { checkedDocument, localWorkers, planHash } from '@sdc/release/tasks'
import { ownWorker, workerProgram } from './own-worker.js'

const loadBullmq = (): Promise<typeof api> =>
  optionalPackage(() => import('@sdc/launch-bullmq'), '@sdc/launch-bullmq', 'tasks are started by BullMQ with')

const addressOf = ({ USUAL_REDIS }: typeof api, redis: string | undefined): string =>
  redis ?? (process.env.SDC_REDIS || USUAL_REDIS)

/** Starts the tasks of a work folder by BullMQ. */
export async function launchByBullmq(folder: string, redis: string | undefined): Promise<Launcher> {
  const bullmq = await loadBullmq()
  const address = addressOf(bullmq, redis)
  // A password is not shown; a worker then reads the address from its environment.
  const shown = bullmq.shownRedis(address)
  const where = address.includes('@') ? '' : ` --redis ${shown}`
  const command = `sdc worker ${resolve(folder)} --launcher bullmq${where}`
  const plan = await planHash(folder)
  say(asInfo(`tasks are started by BullMQ over ${shown}; a worker on any machine: ${command}`))
  return bullmq.bullmqLauncher({ redis: address, plan, store: folderStore(folder), command, say })
}

/** Milliseconds between two checks that a run continues. */
const GLANCE = 2000

/** Works on the tasks of a work folder as BullMQ starts them, until its run ends. */
export async function workByBullmq(
  folder: string,
  { redis, workers = 1 }: { readonly redis?: string | undefined; readonly workers?: number | undefined },
): Promise<void> {
  await checkedDocument(folder, workerProgram())
  const bullmq = await loadBullmq()
  const address = addressOf(bullmq, redis)
  await bullmq.checkRedis(address)
  const plan = await planHash(folder)
  const launcher = localWorkers(folder, workers, ownWorker)
  const stop = new AbortController()
  const onSignal = (): void => stop.abort()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, onSignal)
  let looked = 0
  const isOver = async (): Promise<boolean> => {
    if (Date.now() - looked < GLANCE) return false
    looked = Date.now()
    return !(await isDriven(folder, plan))
  }
  say(asInfo(`works on the tasks of ${folder}, ${workers === 1 ? 'one' : workers} at a time, until its run ends`))
  try {
    await bullmq.serveQueue({ redis: address, plan, store: folderStore(folder), launcher, isOver, signal: stop.signal })
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, onSignal)
  }
  say(
    stop.signal.aborted
      ? asInfo('the worker was stopped; others run its tasks')
      : asInfo(`the run of ${folder} has ended`),
  )
}

/** Returns true while the folder has the plan and a driver, running or not: a killed run may be resumed. */
async function isDriven(folder: string, plan: string): Promise<boolean> {
  const isHeld = await stat(`${folder}/driver`).then(
    () => true,
    () => false,
  )
  return isHeld && (await planHash(folder).catch(() => undefined)) === plan
}
