// Stages of a run in its work folder: the tasks that are done.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pause } from './processes.mjs'

const GLANCE = 3

/** Number of tasks of each stage that are done. */
export function doneIn(store) {
  const counts = new Map()
  const look = (folder, stage) => {
    let entries = []
    try {
      entries = readdirSync(folder, { withFileTypes: true })
    } catch {
      return
    }
    for (const entry of entries) {
      if (entry.isDirectory()) look(join(folder, entry.name), stage === '' ? entry.name : `${stage}/${entry.name}`)
      else if (/^\d+$/.test(entry.name)) counts.set(stage, (counts.get(stage) ?? 0) + 1)
    }
  }
  look(join(store, 'done'), '')
  return counts
}

/**
 * Watches a run that nobody harms.
 *
 * @param store - Its store.
 * @param ended - True if the run has ended.
 * @returns Its stages in their order, with how many tasks each has and how many milliseconds it takes.
 */
export async function watched(store, ended) {
  const stages = []
  while (!existsSync(join(store, 'plan.json')) && !ended()) await pause(GLANCE)
  let last = Date.now()
  while (!ended()) {
    const now = Date.now()
    for (const [name, tasks] of doneIn(store)) {
      const known = stages.find((one) => one.name === name)
      if (known === undefined) stages.push({ name, tasks, ms: now - last })
      else if (known.tasks < tasks) Object.assign(known, { tasks, ms: known.ms + now - last })
      else continue
      last = now
    }
    await pause(GLANCE)
  }
  return stages
}

/** Waits until something holds of the store of a run; `false` where the run ends before. */
export async function until(holds, run, seconds) {
  const end = Date.now() + seconds * 1000
  while (!holds()) {
    if (run.hasEnded()) return holds()
    if (Date.now() > end) throw new Error(`nothing happens for ${seconds} s`)
    await pause(GLANCE)
  }
  return true
}
