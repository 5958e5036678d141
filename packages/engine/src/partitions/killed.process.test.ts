import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundledProgram } from '@sdc/testing/bundled-program'

/**
 * One stage of each kind, in which a worker is killed, or the driver with all of its workers. SDC_KILL=all has every
 * stage.
 */
const every = ['spread', 'step-1/values', 'step-1/squares', 'step-1/mask']
  .concat(['sample', 'split', 'sort', 'walk', 'hand-back', 'place'].map((name) => `step-2/0/${name}`))
  .concat(['groups/sort', 'groups/mask', 'mask'].map((name) => `step-3/${name}`))
  .concat('finish', 'release/scatter', 'release/gather')
const isLong = process.env.SDC_KILL === 'all'
const stages = {
  worker: isLong ? every : ['step-2/0/sort', 'step-3/groups/mask', 'finish'],
  driver: isLong ? every : ['step-2/0/walk', 'release/gather'],
}

let folder = ''
let program = ''
const known = new Map<string, string>()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sdc-killed-'))
  program = await bundledProgram('packages/engine/src/partitions/killed.fixture.ts', join(folder, 'program.mjs'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

const drive = (store: string, stage: string, role: 'driver' | 'alone' = 'driver'): string =>
  execFileSync(process.execPath, [program, role, store, ...released(stage)], { encoding: 'utf8' })

/** The stages of a release belong to another plan. */
const released = (stage: string): readonly string[] => (stage.startsWith('release/') ? ['release'] : [])

/** Output of a run in one process, for the plan with that stage. */
function expected(stage: string): string {
  const plan = released(stage).join()
  const hashes = known.get(plan) ?? hashesOf(drive(join(folder, `alone-${plan}`), stage, 'alone'))
  known.set(plan, hashes)
  return hashes
}

const hashesOf = (output: string): string => /hashes .*/.exec(output)?.[0] ?? 'no hashes'

/** Processes whose parent is this one. */
function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(pid)
      } catch {
        return false
      }
    })
    .map(Number)
}

/** Drives the plan until the stage begins, then kills one of its workers, or the driver with them. */
function driveAndKill(store: string, stage: string, whom: 'worker' | 'driver'): Promise<string> {
  return new Promise((resolve, reject) => {
    const argv = [program, 'driver', store, ...released(stage)]
    const driver = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    let isKilled = false
    driver.stdout.setEncoding('utf8')
    driver.stdout.on('data', (text: string) => {
      output += text
      if (isKilled || !output.includes(`${stage} 0/`)) return
      isKilled = true
      const workers = childrenOf(driver.pid ?? -1)
      if (whom === 'driver') driver.kill('SIGKILL')
      for (const worker of whom === 'driver' ? workers : workers.slice(0, 1)) process.kill(worker, 'SIGKILL')
    })
    driver.once('error', reject)
    driver.once('close', () =>
      isKilled ? resolve(output) : reject(new Error(`nothing was killed in ${stage}: ${output}`)),
    )
  })
}

describe.skipIf(process.platform !== 'linux')('a run with a killed process', () => {
  it('gives the same bytes if a worker is killed', { timeout: isLong ? 600_000 : 60_000 }, async () => {
    for (const stage of stages.worker) {
      const output = await driveAndKill(join(folder, `worker-${every.indexOf(stage)}`), stage, 'worker')
      expect([stage, hashesOf(output)]).toEqual([stage, expected(stage)])
    }
  })

  it('resumes from finished tasks if the driver is killed', { timeout: isLong ? 600_000 : 60_000 }, async () => {
    for (const stage of stages.driver) {
      const store = join(folder, `driver-${every.indexOf(stage)}`)
      const output = await driveAndKill(store, stage, 'driver')
      expect([stage, hashesOf(output)]).toEqual([stage, 'no hashes'])
      const again = drive(store, stage)
      expect([stage, hashesOf(again)]).toEqual([stage, expected(stage)])
      // Finished tasks are not repeated.
      expect(again).toMatch(/^read 3\/3$/m)
      expect(again).not.toMatch(/^read [0-2]/m)
    }
  })
})
