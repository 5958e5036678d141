// Runs in which one process is killed in every stage, at a random moment.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { kill, pause, processesWith } from './processes.mjs'
import { cleared, hashOfOutput, leftIn, startRun } from './scene.mjs'
import { doneIn, until, watched } from './stages.mjs'

/** Seconds within which the driver must report a loss, unless the tasks of the stage are done by then. */
export const NOTICED = 15
/** Seconds without progress after which a run counts as hanging. */
const PATIENCE = 120

/** Returns a number from 0 to 1 derived from some words, so that it does not depend on the order of runs. */
const fractionOf = (...words) => createHash('sha256').update(words.join('/')).digest().readUInt32BE() / 2 ** 32

/** Returns the number of lost workers that a driver reported. */
const lossesIn = (run) => run.said().split(/worker was lost|does not\s+respond/).length

/** Runs the companion processes of a launcher until a run ends. */
async function accompanied(launcher, scene, run) {
  while (!run.hasEnded()) {
    launcher.beside?.(scene, run)
    await pause(20)
  }
}

/** Makes an undisturbed run; returns its stages, the hash of its output, and its end. */
export async function unharmed(launcher, scene) {
  cleared(scene)
  const run = startRun(scene, launcher)
  void accompanied(launcher, scene, run)
  const stages = await watched(scene.store, run.hasEnded)
  const { status } = await run.ended
  await launcher.after?.()
  if (status !== 0) throw new Error(`a run that nobody harms ends with status ${status}:\n${run.said()}`)
  return { stages, hash: hashOfOutput(scene) }
}

/**
 * Makes a run in which one process is killed in each of some stages.
 *
 * @param launcher - Launcher of its tasks.
 * @param scene - File, plan and folder.
 * @param known - The stages, and the expected hash.
 * @param asked - Victim, names of the stages, and the seed words of the moments.
 * @returns The stages that were hit, with the seconds until the loss was noticed and until the stage ended; and the
 *   errors of the run.
 */
export async function harmed(launcher, scene, { stages, hash }, { whom, due, words }) {
  cleared(scene)
  let run = startRun(scene, launcher)
  void accompanied(launcher, scene, run)
  const hits = []
  const wrong = []
  let hasEnded = false
  const isOver = ({ name, tasks }) => (doneIn(scene.store).get(name) ?? 0) >= tasks
  try {
    for (const [s, stage] of stages.entries()) {
      if (!due.has(stage.name)) continue
      const begins = s === 0 ? () => existsSync(join(scene.store, 'plan.json')) : () => isOver(stages[s - 1])
      if (!(await until(begins, run, PATIENCE))) break
      const pick = (word) => fractionOf(...words, stage.name, word)
      await pause(pick('moment') * stage.ms)
      let pids = []
      const find = () => (pids = whom === 'driver' ? [run.pid] : launcher.victims[whom]({ run, pick })).length > 0
      if (!(await until(find, run, PATIENCE))) break
      // Half of the drivers are killed with their child processes, like in a machine failure.
      if (whom === 'driver' && pick('which') < 0.5)
        pids.push(...(launcher.victims.worker?.({ run, pick: () => 0 }) ?? []))
      // The stage ended faster than before; a kill now would hit the next stage, which has its own moment.
      if (isOver(stage)) continue
      const since = Date.now()
      const before = lossesIn(run)
      pids.forEach(kill)
      if (whom === 'driver') {
        await run.ended
        // It had written the file and removed its work folder, so there is nothing to resume.
        if (existsSync(scene.out) && !existsSync(scene.store)) {
          hasEnded = true
          break
        }
        run = startRun(scene, { ...launcher, resume: true })
        void accompanied(launcher, scene, run)
        hits.push({ stage: stage.name, noticed: 0, ended: 0 })
        continue
      }
      const seconds = () => (Date.now() - since) / 1000
      try {
        await until(() => isOver(stage) || lossesIn(run) > before, run, PATIENCE)
        const noticed = seconds()
        await until(() => isOver(stage), run, PATIENCE)
        hits.push({ stage: stage.name, noticed, ended: seconds() })
      } finally {
        launcher.revive?.(pids)
      }
    }
    const limit = setTimeout(() => kill(run.pid), PATIENCE * 1000)
    const { status, signal } = await run.ended
    clearTimeout(limit)
    if (status !== 0 && !hasEnded) wrong.push(`it ended with ${signal ?? `status ${status}`}: ${run.said()}`)
    else if (hashOfOutput(scene) !== hash) wrong.push('other bytes')
  } catch (error) {
    wrong.push(`${error.message}: ${run.said()}`)
    kill(run.pid)
    await run.ended
  }
  await launcher.after?.()
  const left = [...leftIn(scene), ...(launcher.left?.() ?? []), ...(await processesLeft(scene))]
  if (left.length > 0) wrong.push(`left behind: ${left.join(', ')}`)
  return { hits, wrong }
}

/** Returns the processes of a run that still exist some seconds after its end, and kills them. */
async function processesLeft({ folder }) {
  const ofRun = () => processesWith(`TMPDIR=${join(folder, 'tmp')}`)
  for (let look = 0; look < 150 && ofRun().length > 0; look++) await pause(100)
  const left = ofRun()
  left.forEach(kill)
  return left.map((pid) => `process ${pid}`)
}
