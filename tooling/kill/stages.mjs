// Stages of a run, from the finished tasks in its work folder.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pause } from './processes.mjs'

const GLANCE = 3

/** Returns the number of finished tasks of each stage. */
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
 * Observes an undisturbed run.
 *
 * @param store - Its work folder.
 * @param ended - Returns true if the run has ended.
 * @returns Its stages in order, with their numbers of tasks and milliseconds.
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

/** Waits until a condition holds for the work folder of a run; `false` if the run ends before. */
export async function until(holds, run, seconds) {
  const end = Date.now() + seconds * 1000
  while (!holds()) {
    if (run.hasEnded()) return holds()
    if (Date.now() > end) throw new Error(`nothing happens for ${seconds} s`)
    await pause(GLANCE)
  }
  return true
}
